// Reads entries as a manifest is read, so that nothing is written that a plan would refuse or change.
import { compare } from '../../core/plan/compare-fields.ts'
import { mapEach, mapOf, type ValueMap } from '../../core/value.ts'
import { rowOf, rulesFor } from '../../kinds/from-field-rows.ts'
import { resolved } from '../../kinds/form.ts'
import type { Kind } from '../../kinds/kind.ts'
import { buildItem } from '../load-item.ts'
import { beginRun, type Run } from '../loading.ts'
import type { ProjectInput } from '../project-input.ts'
import { isRequired, schemaOf } from '../shape.ts'
import { checkAll, reportOutside } from '../cross-checks.ts'
import {
  keep,
  nodeOf,
  type Entry as NodeEntry,
  type MapNode,
  lineOf,
  type Range,
  type Source,
} from '../text/node.ts'
import { type Entry, filled } from './entry.ts'
import { manifestValue } from './references.ts'

/**
 * The entries without the fields that a manifest can't store exactly, and without entries that it can't declare at all.
 * `others` belong to the same manifests and have been checked: some checks compare entries with each other.
 */
export function writable(
  all: readonly Entry[],
  project: ProjectInput,
  registry: readonly Kind[],
  others: readonly Entry[] = [],
) {
  let entries = all
  const left: { entry: Entry; why: string }[] = []
  for (;;) {
    const refused = readBack([...others, ...entries], project, registry)
    const kept = entries.flatMap((entry) => {
      const found = refused.get(entry)
      if (found === undefined) return [entry]
      const fatal = found.find(({ field }) => field === undefined || !canLack(entry, field))
      if (fatal === undefined) return [without(entry, found)]
      // Without its identity, other reasons make no sense.
      const unnamed = entry.notes.find(({ field }) => isIdentity(entry, field))
      left.push({ entry, why: unnamed === undefined ? fatal.why : `${unnamed.field}: ${unnamed.why}` })
      return []
    })
    const isSettled = kept.length === entries.length && kept.every((entry, index) => entry === entries[index])
    entries = kept
    if (isSettled) return { entries, left }
  }
}

interface Refused {
  /** Undefined if the resource can't be declared at all. */
  readonly field: string | undefined
  readonly why: string
}

function readBack(
  entries: readonly Entry[],
  project: ProjectInput,
  registry: readonly Kind[],
): ReadonlyMap<Entry, readonly Refused[]> {
  const settings = { ...project.settings, need: 'live', secrets: 'named' } as const
  const run = beginRun({ ...project, settings }, registry)
  for (const [index, entry] of entries.entries()) build(entry, lineOf('', index + 1), run)
  if (project.owns !== undefined) reportOutside(run.collected, project.owns, run.report)
  checkAll(run.collected, registry, run.report, { known: 'all', need: 'live', owns: project.owns })
  const found = new Map<Entry, Refused[]>()
  const refuse = (entry: Entry | undefined, refused: Refused): void => {
    if (entry !== undefined) found.set(entry, [...(found.get(entry) ?? []), refused])
  }
  for (const { severity, position, message } of run.reporter.problems()) {
    const entry = severity === 'error' && position ? entries[position.line - 1] : undefined
    // As `build` numbers them; undefined for the whole entry.
    const field = entry && position && fieldsOf(entry)[position.column - 2]
    refuse(entry, { field: entry && isIdentity(entry, field) ? undefined : field, why: message })
  }
  for (const [target, all] of run.collected)
    for (const { desired } of all) {
      const entry = entries[desired.position.line - 1]
      const shown = entry?.lives.get(target)?.fields
      const rule = entry && rulesFor(entry.kind, desired)
      for (const { answer, path } of rule === undefined ? [] : compare(desired.fields, shown, rule))
        if (answer === 'different')
          refuse(entry, { field: path[0], why: "a manifest can't declare the current value of the field" })
    }
  return found
}

function isIdentity({ kind }: Entry, field = ''): boolean {
  return rowOf(kind.fields, [field]).identity !== undefined
}

function canLack(entry: Entry, field: string): boolean {
  return fieldsOf(entry).includes(field) && !isRequired(schemaOf(entry.kind, resolved), [field])
}

function without(entry: Entry, refused: readonly Refused[]): Entry {
  const gone = new Set(refused.map(({ field }) => field))
  const rest = (fields: ValueMap): ValueMap =>
    mapOf(Object.entries(fields).filter(([field]) => !gone.has(field)))
  return {
    ...entry,
    fields: rest(entry.fields),
    perTarget: filled(mapEach(entry.perTarget, rest)),
    notes: [...entry.notes, ...refused.map(({ field = '', why }) => ({ field, why }))],
  }
}

function fieldsOf({ fields, perTarget }: Entry): readonly string[] {
  return [...new Set([fields, ...Object.values(perTarget)].flatMap(Object.keys))]
}

/** The entry is line `source.firstLine`. Its fields begin at columns 2, 3, …, so that a problem shows its field; column 1 is the whole entry. */
function build(entry: Entry, source: Source, run: Run): void {
  const { kind, fields, perTarget, targets = run.list.all } = entry
  const names = fieldsOf(entry)
  const mapNode = (map: ValueMap): MapNode => {
    const entries = Object.entries(map).map(([key, value]): [string, NodeEntry] => {
      const at = names.indexOf(key) + 1
      const range: Range = [at, at + 1]
      // A map's position is that of its first key.
      const keyRange: Range = at === 1 ? [0, 1] : range
      return [key, { key, keyRange, value: nodeOf(manifestValue(value), source, range) }]
    })
    return { type: 'map', source, range: [0, 1], entries: new Map(entries), hidden: [] }
  }
  const node = mapNode(fields)
  const overrides = Object.entries(perTarget).map(([key, own]): [string, NodeEntry] => [
    key,
    { key, keyRange: [0, 1], value: mapNode(own) },
  ])
  const value: MapNode = { ...node, entries: new Map(overrides) }
  const entries = new Map(node.entries)
  if (overrides.length > 0) entries.set('perTarget', { key: 'perTarget', keyRange: [0, 1], value })
  buildItem(
    { ...node, entries },
    { kind, targets, list: run.list, resolvesReferences: true, report: run.report, again: keep },
    (found) => void run.report({ rule: 'literal-secret', ...found }),
    run,
  )
}
