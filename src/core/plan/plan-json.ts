// Plans as JSON for programs and for the files of saved plans: the same facts as the text, none more secret.
import { channelForecasts, type ChannelState } from './channels.ts'
import { type Call, type Change, pathOf, type Step, causeCounts } from './change.ts'
import type { Detail } from './compare-fields.ts'
import { detailsOf } from './detail.ts'
import { noteSorts, type Note, type Noted, type NoteSort } from './notes.ts'
import { countsOf, type Plan } from './plan.ts'
import type { PlanJson } from './plan-shape.ts'
import { given } from '../given.ts'
import type { Json } from '../json.ts'
import type { Value } from '../value.ts'

/** The `formatVersion` of saved plans. Only plans of this format are read. */
export const savedFormatVersion = 7

export type ChangeJson = PlanJson['sections'][number]['changes'][number]

/** The JSON of a value: nothing if it is undefined. `before`, and what a body repeats, are values of the service. */
export type ValueJson = (value: Value, side: 'before' | 'after' | 'body') => Json | undefined

/** Labels instead of everything that isn't JSON. */
const labels: ValueJson = (value) => JSON.parse(JSON.stringify(value)) as Json

/** `changesOf` makes what contains the changes of a section, of which there may be too many for one string. */
export function planJson<Changes>(
  { sections, requests, declaredSince }: Plan,
  changesOf: (changes: readonly Change[]) => Changes,
  valueJson: ValueJson = labels,
) {
  return {
    counts: countsOf(sections),
    requests,
    ...(declaredSince && {
      causes: causeCounts(sections.flatMap(({ changes }) => changes)),
      declaredSince: {
        base: declaredSince.base,
        changes: declaredSince.changes.map(({ details, ...change }) => ({
          ...change,
          differences: details.map((detail) => detailJson(detail, valueJson)),
        })),
      },
    }),
    sections: sections.map((whole) => {
      const { ids: _ids, same: _same, unread: _unread, notes: _notes, changes, ...section } = whole
      const { unreadable, pruned, released: _released, ...lists } = noteLists(whole)
      const channels = channelForecasts(whole).map(({ before, after }) => ({
        channel: before.channel,
        before: channelJson(before),
        ...(after && { after: channelJson(after) }),
      }))
      return {
        ...section,
        changes: changesOf(changes),
        ...lists,
        unreadable: unreadable.map(({ wanted: _wanted, ...note }) => note),
        ...(pruned && { pruned }),
        ...(channels.length > 0 && { channels }),
      }
    }),
  }
}

/** A list for each sort of note. */
type Lists = { readonly [Sort in NoteSort]?: readonly Omit<Note<Sort>, 'sort'>[] }

/** Readers find a list of these sorts also if there are no notes. */
const always = { missing: [], unreadable: [], unmanaged: [], duplicates: [], waiting: [] }

/** @internal */
export function noteLists({ notes }: Noted): Lists & Required<Pick<Lists, keyof typeof always>> {
  const lists: Partial<Record<NoteSort, object[]>> = structuredClone(always)
  for (const { sort, ...note } of notes) (lists[sort] ??= []).push(note)
  return lists as ReturnType<typeof noteLists>
}

export function notesFrom(lists: Lists): readonly Note[] {
  return noteSorts.flatMap((sort) => (lists[sort] ?? []).map((note) => ({ sort, ...note }) as Note))
}

function channelJson({ state, why }: ChannelState) {
  return given({ state, why })
}

export function detailJson({ before, after, ...detail }: Detail, valueJson: ValueJson = labels) {
  return {
    ...detail,
    ...(before !== undefined && { before: valueJson(before, 'before') as Json }),
    ...(after !== undefined && { after: valueJson(after, 'after') as Json }),
  }
}

/**
 * Adds the fields of the change to `into`, so that its own fields come first: spreads of so many fields would take twice the
 * memory.
 */
export function changeJson(
  whole: Change,
  valueJson: ValueJson = labels,
  into: { readonly id?: string } = {},
): ChangeJson {
  const { preparation, restoration, differences } = whole
  const call = callJson(whole.call, valueJson)
  const steps = preparation && [stepJson(preparation, valueJson), call]
  const requests = restoration ? steps?.concat(stepJson(restoration, valueJson)) : steps
  const facts = into as Record<string, unknown>
  for (const name in whole) if (!notCopied.has(name)) facts[name] = whole[name as keyof Change]
  const lines = differences.flatMap(detailsOf).map((detail) => detailJson(detail, valueJson))
  return Object.assign(facts, call, requests && { requests }, {
    differences: lines,
  }) as unknown as ChangeJson
}

/** Fields of a change that JSON omits or shows in another form. */
const notCopied: ReadonlySet<string> = new Set<keyof Change>([
  'preparation', 'call', 'restoration', 'before', 'after', 'differences', 'reread', 'turn', 'masked',
]) // prettier-ignore

function callJson(call: Call, valueJson: ValueJson) {
  const { operation, body } = call
  const shown = body && valueJson(body, 'body')
  return {
    operation: operation.id,
    method: operation.method,
    path: pathOf(call),
    ...(shown !== undefined && { body: shown }),
  }
}

function stepJson({ call, onlyIf }: Step, valueJson: ValueJson) {
  return given({ ...callJson(call, valueJson), onlyIf: valueJson(onlyIf, 'after') })
}
