// Redacts in a plan the run's secrets that the service shows in readable fields, before any report sees them.
import { replacedValues, type Change } from '../../core/plan/change.ts'
import { closed } from '../../core/secrets/hide-secrets.ts'
import type { Filter } from '../../core/secrets/redact.ts'
import { quoting, someText } from '../../core/secrets/leak.ts'
import type { Note } from '../../core/plan/notes.ts'
import type { Section } from '../../core/plan/plan.ts'
import type { Problem } from '../../core/problem.ts'
import { isList, isMap, mapOf, type Value, type ValueMap } from '../../core/value.ts'
import type { Engine } from '../engine.ts'
import type { PlanRequest } from './plan-request.ts'
import { everything } from '../../kinds/declared-resources.ts'
import { learn } from './learn-secrets.ts'

/** Redacts the parts of a plan. */
export interface Closing {
  readonly section: (section: Section) => Section
  /** A problem may quote a name from the service. */
  readonly problem: (problem: Problem) => Problem
}

/** Called once the filter knows the secrets of the sections, including those from the service. */
export function closingOf(
  sections: readonly Section[],
  { declared, targets }: Pick<PlanRequest, 'declared' | 'targets'>,
  { filter, registry }: Pick<Engine, 'filter' | 'registry'>,
): Closing {
  if (filter === undefined) return { section: (section) => section, problem: (problem) => problem }
  learn({ sections }, everything(declared, targets), registry, filter)
  return {
    section: (section) => {
      const labelled = withLabels(section, filter)
      return hasSecret(labelled, filter) ? closedSection(labelled, filter) : labelled
    },
    problem: (problem) => quoting(problem, filter),
  }
}

function hasSecret(data: Section | Change, { findSecret }: Filter): boolean {
  return someText(data, (text) => findSecret(text) !== undefined)
}

function closedSection(section: Section, filter: Filter): Section {
  const close: Close = (value) => closedTexts(value, (text) => filter.findSecret(text) !== undefined)
  return {
    ...section,
    changes: section.changes.map((change) =>
      hasSecret(change, filter) ? replacedValues(change, close) : change,
    ),
  }
}

/** Labels in what is not compared, and without values from the service that contain a part of a secret. */
function withLabels(section: Section, { redact }: Filter): Section {
  const named = <Named extends { readonly name: string }>(each: Named): Named => ({
    ...each,
    name: redact(each.name),
  })
  const { changes, notes, environment, delivery } = section
  return {
    ...section,
    changes: changes.map((change) => withClosedParts(withLabelledSentences(change, redact), redact)),
    notes: notes.map((note) => withLabelledNames(closedNote(note, partCloser(redact)), redact)),
    ...(environment && { environment: named(environment) }),
    ...(delivery && { delivery: delivery.map(named) }),
  }
}

/** What a note contains of the service's own words. */
function withLabelledNames(note: Note, take: Filter['redact']): Note {
  return {
    ...note,
    ...(note.position === undefined && { name: take(note.name) }),
    ...('ids' in note && { ids: note.ids.map(take) }),
  }
}

function closedNote(note: Note, close: Close): Note {
  return 'wanted' in note ? { ...note, wanted: note.wanted.map((field) => closedBefore(field, close)) } : note
}

function withLabelledSentences(change: Change, take: Filter['redact']): Change {
  const { sideEffects, summary } = change
  if (sideEffects.length === 0 && summary === undefined) return change
  return {
    ...change,
    sideEffects: sideEffects.map(take),
    ...(summary !== undefined && { summary: take(summary) }),
  }
}

/**
 * Requests and their conditions keep their values: a report shows only what a change replaces. `before` is compared
 * with the service again, so it keeps its keys.
 */
function withClosedParts(change: Change, take: Filter['redact']): Change {
  const { before, differences } = change
  const isShown =
    holdsPart(before, take) ||
    differences.some(({ before: was, display }) => holdsPart(was, take) || holdsPart(display, take))
  if (!isShown) return change
  const close = partCloser(take)
  return {
    ...change,
    before: before && (closedTexts(before, (text) => take(text) !== text) as ValueMap),
    differences: differences.map((difference) => ({
      ...closedBefore(difference, close),
      ...(difference.display && {
        display: difference.display.map((detail) => ({
          ...closedBefore(detail, close),
          path: take(detail.path),
        })),
      }),
    })),
  }
}

function holdsPart(value: unknown, take: Filter['redact']): boolean {
  return someText(value, (text) => take(text) !== text)
}

/** Also with labels in keys. */
function partCloser(take: Filter['redact']): Close {
  return (value) =>
    withLabelledKeys(
      closedTexts(value, (text) => take(text) !== text),
      take,
    )
}

/** Two keys may get one label, and both are listed. */
function withLabelledKeys(value: Value, take: Filter['redact']): Value {
  if (isList(value)) return value.map((entry) => withLabelledKeys(entry, take))
  if (!isMap(value)) return value
  const labelled = new Map<string, Value>()
  for (const [key, entry] of Object.entries(value)) {
    const label = take(key)
    let unique = label
    for (let count = 2; labelled.has(unique); count++) unique = `${label} ${count}`
    labelled.set(unique, withLabelledKeys(entry, take))
  }
  return mapOf(labelled)
}

function closedBefore<Field extends { readonly before?: Value | undefined }>(
  field: Field,
  close: Close,
): Field {
  return field.before === undefined ? field : { ...field, before: close(field.before) }
}

type Close = (value: Value) => Value

function closedTexts(value: Value, isClosed: (text: string) => boolean): Value {
  return closed(value, (_, leaf) => isClosed(String(leaf)))
}
