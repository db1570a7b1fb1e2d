// What a saved plan's file says → the sections and changes that it was made from.
import { replacedSides, type Call, type Change, type Operation, type Step } from '../../core/plan/change.ts'
import { given } from '../../core/given.ts'
import { notesFrom } from '../../core/plan/note-lists.ts'
import type { Section } from '../../core/plan/plan.ts'
import { IdOf, textOf } from '../../core/value.ts'
import { decoded, decodedMap } from './encode.ts'
import type { SavedChangeFile, SavedSection } from './schema.ts'

/** As it was planned, but for what isn't stored. */
export function sectionFrom(
  {
    missing,
    unreadable,
    ignored,
    unmanaged,
    duplicates,
    waiting,
    ownKey,
    failedOver,
    ...section
  }: SavedSection,
  changes: readonly Change[],
): Section {
  const notes = notesFrom({
    ...given({ missing, ignored, unmanaged, duplicates, waiting, ownKey, failedOver }),
    unreadable: unreadable.map(({ wanted, ...note }) => ({ ...note, wanted: wanted.map(decodedSides) })),
  })
  return { ...section, notes, changes, ids: {} }
}

export type Restorer = (saved: SavedChangeFile) => Change

/** For the changes of one plan. What most of them have in common is in memory once. */
export function restorer(): Restorer {
  const shared = new Map<string, unknown>()
  // As JSON, so that a file with the name [] isn't taken for an empty list.
  const share = <T>(value: T): T => {
    const key = JSON.stringify(value)
    if (!shared.has(key)) shared.set(key, value)
    return shared.get(key) as T
  }
  return ({ id, via, kind, name, action, stage, needs, sideEffects, position, ...saved }) => {
    const { target, part, summary, cause, preparation, restoration, before, after } = saved
    return {
      id,
      via: share(via),
      kind: share(kind),
      name,
      action,
      stage: share(stage),
      before: before && decodedMap(before),
      after: decodedMap(after),
      needs: share(needs),
      sideEffects: share(sideEffects),
      position: { ...position, file: share(position.file) },
      ...given({
        preparation: preparation && stepFrom(preparation),
        restoration: restoration && stepFrom(restoration),
        target: target && share(target),
        part,
        summary,
        cause,
      }),
      call: callFrom(share(saved.operation), saved.parameters),
      differences: differencesFrom(saved.fields, saved.details),
    }
  }
}

function stepFrom({
  operation,
  parameters,
  onlyIf,
  after,
}: NonNullable<SavedChangeFile['preparation']>): Step {
  return {
    call: callFrom(operation, parameters),
    onlyIf: decodedMap(onlyIf),
    after: decodedMap(after),
  }
}

/** Bodies aren't stored. */
function callFrom(operation: Operation, parameters: SavedChangeFile['parameters']): Call {
  const filled = Object.entries(decodedMap(parameters)).map(([name, value]) => [
    name,
    value instanceof IdOf ? value : textOf(value),
  ])
  return { operation, parameters: Object.fromEntries(filled) as Call['parameters'] }
}

/** Of a detail, or of a field that a note is about. */
export function decodedSides<Sides extends Parameters<typeof replacedSides>[0]>(sides: Sides): Sides {
  return replacedSides(sides, '', decoded)
}

/** What people read of a change hangs on its first field. */
function differencesFrom(
  fields: SavedChangeFile['fields'],
  details: SavedChangeFile['details'],
): Change['differences'] {
  const shown = details.map(decodedSides)
  return fields.map(({ path, after }, index) => ({
    path,
    answer: 'different',
    before: undefined,
    after: decoded(after),
    display: index === 0 ? shown : [],
  }))
}
