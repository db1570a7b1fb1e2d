// What a saved plan's file says → the sections and changes that it was made from.
import type { Call, Change, Operation, Step } from '../../core/plan/change.ts'
import { given } from '../../core/given.ts'
import { notesFrom } from '../../core/plan/notes.ts'
import type { Section } from '../../core/plan/plan.ts'
import { IdOf, textOf } from '../../core/value.ts'
import { decoded, decodedMap } from './encode.ts'
import type { SavedChangeFile, SavedSection } from './schema.ts'

/** As it was planned, but for what isn't stored. */
export function sectionFrom({
  target,
  environment,
  waitsFor,
  changes,
  missing,
  unreadable,
  ignored = [],
  unmanaged,
  duplicates,
  waiting,
  ownKey = [],
  ...section
}: SavedSection): Section {
  return {
    ...section,
    ...given({ target, environment, waitsFor }),
    notes: notesFrom({
      missing,
      ignored: ignored.map(({ position, ...note }) => ({ ...note, ...given({ position }) })),
      unmanaged,
      duplicates,
      waiting,
      ownKey,
      unreadable: unreadable.map(({ wanted, ...note }) => ({
        ...note,
        wanted: wanted.map(({ before, after, ...field }) => ({
          ...field,
          ...given({ before: before === undefined ? undefined : decoded(before) }),
          after: decoded(after),
        })),
      })),
    }),
    changes: changes.map(changeFrom),
    ids: {},
  }
}

function changeFrom(saved: SavedChangeFile): Change {
  const { target, part, summary, operation, parameters, details, declared: _declared, ...rest } = saved
  const { fields, preparation, restoration, ...change } = rest
  return {
    ...change,
    ...given({
      preparation: preparation && stepFrom(preparation),
      restoration: restoration && stepFrom(restoration),
      target,
      part,
      summary,
    }),
    call: callFrom(operation, parameters),
    before: rest.before && decodedMap(rest.before),
    after: decodedMap(rest.after),
    differences: differencesFrom(fields, details),
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

/** What people read of a change hangs on its first field. */
function differencesFrom(
  fields: SavedChangeFile['fields'],
  details: SavedChangeFile['details'],
): Change['differences'] {
  const shown = details.map(({ sign, path, before, after: is }) => ({
    sign,
    path,
    ...(before !== undefined && { before: decoded(before) }),
    ...(is !== undefined && { after: decoded(is) }),
  }))
  return fields.map(({ path, after }, index) => ({
    path,
    answer: 'different',
    before: undefined,
    after: decoded(after),
    display: index === 0 ? shown : [],
  }))
}
