// The secrets of a plan: the run's filter learns them, and those that the service shows in readable fields are redacted before any
// report sees them.
import { callsOf, replacedValues, type Change } from '../../core/plan/change.ts'
import { closed } from '../../core/secrets/hide-secrets.ts'
import type { Filter } from '../../core/secrets/redact.ts'
import { quoting, someText, visitShownFields, visitTexts } from '../../core/secrets/leak.ts'
import { type Note, notesOf } from '../../core/plan/notes.ts'
import type { Plan, Section } from '../../core/plan/plan.ts'
import type { Problem } from '../../core/problem.ts'
import { isList, isMap, mapOf, type Value, type ValueMap } from '../../core/value.ts'
import type { Engine } from '../engine.ts'
import type { PlanRequest } from './plan-request.ts'
import { everything } from '../../kinds/declared-resources.ts'
import { isSecretAt } from '../../kinds/from-field-rows.ts'
import type { Kind } from '../../kinds/kind.ts'
import type { Desired } from '../../kinds/resource.ts'

/** Redacts the parts of a plan. */
export interface Closing {
  readonly section: (section: Section) => Section
  /** A problem may quote a name from the service. */
  readonly problem: (problem: Problem) => Problem
}

/** First the filter learns the secrets of all sections, including those from the service. */
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
function withLabelledNames(note: Note, redact: Filter['redact']): Note {
  return {
    ...note,
    ...(note.position === undefined && { name: redact(note.name) }),
    ...('ids' in note && { ids: note.ids.map(redact) }),
  }
}

function closedNote(note: Note, close: Close): Note {
  return 'wanted' in note ? { ...note, wanted: note.wanted.map((field) => closedBefore(field, close)) } : note
}

function withLabelledSentences(change: Change, redact: Filter['redact']): Change {
  const { sideEffects, summary } = change
  if (sideEffects.length === 0 && summary === undefined) return change
  return {
    ...change,
    sideEffects: sideEffects.map(redact),
    ...(summary !== undefined && { summary: redact(summary) }),
  }
}

/**
 * Requests and their conditions keep their values: a report shows only what a change replaces. `before` is compared
 * with the service again, so it keeps its keys.
 */
function withClosedParts(change: Change, redact: Filter['redact']): Change {
  const { before, differences } = change
  const isShown =
    holdsPart(before, redact) ||
    differences.some(({ before: was, display }) => holdsPart(was, redact) || holdsPart(display, redact))
  if (!isShown) return change
  const close = partCloser(redact)
  return {
    ...change,
    before: before && (closedTexts(before, (text) => redact(text) !== text) as ValueMap),
    differences: differences.map((difference) => ({
      ...closedBefore(difference, close),
      ...(difference.display && {
        display: difference.display.map((detail) => ({
          ...closedBefore(detail, close),
          path: redact(detail.path),
        })),
      }),
    })),
  }
}

function holdsPart(value: unknown, redact: Filter['redact']): boolean {
  return someText(value, (text) => redact(text) !== text)
}

/** Also with labels in keys. */
function partCloser(redact: Filter['redact']): Close {
  return (value) =>
    withLabelledKeys(
      closedTexts(value, (text) => redact(text) !== text),
      redact,
    )
}

/** Two keys may get one label, and both are listed. */
function withLabelledKeys(value: Value, redact: Filter['redact']): Value {
  if (isList(value)) return value.map((entry) => withLabelledKeys(entry, redact))
  if (!isMap(value)) return value
  const labelled = new Map<string, Value>()
  for (const [key, entry] of Object.entries(value)) {
    const label = redact(key)
    let unique = label
    for (let count = 2; labelled.has(unique); count++) unique = `${label} ${count}`
    labelled.set(unique, withLabelledKeys(entry, redact))
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

/**
 * Adds to the run's filter the secrets of a plan, those in the service too, and the texts that people wrote to be read.
 * `declared` is all that was declared for the plan.
 */
export function learn(
  { sections }: Pick<Plan, 'sections'>,
  declared: Iterable<Desired>,
  registry: readonly Kind[],
  filter: Filter,
): void {
  for (const section of sections) {
    for (const change of section.changes) {
      const { before, after, differences } = change
      for (const { body } of callsOf(change)) filter.addSecrets(body)
      filter.addSecrets(before)
      filter.addSecrets(after)
      for (const difference of differences) filter.addSecrets(difference.before)
    }
    for (const { wanted } of notesOf(section, 'unreadable'))
      for (const { before, after } of wanted) {
        filter.addSecrets(before)
        filter.addSecrets(after)
      }
  }
  // No values from the service: if it shows a secret in a readable field, the secret stays one.
  filter.addVisible((hear) => {
    for (const { kind, name, alias, declared: fields } of declared) {
      visitTexts([kind, name, alias], hear)
      const known = registry.find((each) => each.name === kind)
      visitShownFields(fields, (path) => known === undefined || isSecretAt(known, path), hear)
    }
    for (const { target, url, changes } of sections) {
      visitTexts([target, url], hear)
      for (const change of changes) {
        const { via, part, action, stage } = change
        visitTexts([via, part, action, stage, ...callsOf(change).map(({ operation }) => operation)], hear)
      }
    }
  })
}
