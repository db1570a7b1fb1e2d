// Changes as plain data for the page's list: all of it text that can't act, nothing of it secret.
import { subjectOf, type Change } from '../../core/plan/change.ts'
import { given } from '../../core/given.ts'
import { detailsOf } from '../../core/plan/detail.ts'
import type { Result } from '../../core/plan/outcome.ts'
import type { Value } from '../../core/value.ts'
import { callText, requestLines, byKey, isLong, lineDiff, type MarkedDetail } from '../text/detail.ts'
import { causeMark } from '../causes.ts'
import { groupsOf, groupSubject, type ChangeGroup } from '../groups.ts'
import { Lazy } from '../json/pieces.ts'
import { placeOf } from '../text/layout.ts'
import { duration } from '../../core/words.ts'
import { inline } from '../text/value.ts'
import { visible } from '../../core/visible.ts'
import { sortOf, sorts, targetOf, type Sort, type Story } from './story.ts'

export interface Row {
  readonly sort: Sort
  readonly target: string
  readonly kind: string
  /** Of changes that are alike: `295 subscribers`. */
  readonly name: string
  /** The name and the place of each of those; absent of one change. */
  readonly members?: Lazy<Change, readonly [name: string, place: string]>
  readonly summary?: string
  /** `manifests/email.yaml:18`. */
  readonly place: string
  /** `POST /v1/integrations`. */
  readonly call: string
  readonly fields: readonly Field[]
  /** Sentences below the fields, each with its heading. */
  readonly notes: readonly (readonly [string, string])[]
  readonly outcome?: { readonly status: string; readonly text: string }
}

export interface Field {
  readonly sign: '+' | '-' | '~'
  readonly path: string
  readonly before?: string
  readonly after?: string
  /** See `causeMark`. */
  readonly mark?: string
  /** Of long texts, in place of the values: a sign or a blank, and the line. */
  readonly lines?: readonly (readonly [string, string])[]
}

/** Changes that are alike are one row, unless each has an outcome of its own. */
export function rowGroups(changes: readonly Change[], { results }: Story): readonly ChangeGroup[] {
  return results.size > 0 ? changes.map((first) => ({ first, changes: [first] })) : groupsOf(changes)
}

/** Makes the row of a group. */
export function rowsIn({ changes, results }: Story): (group: ChangeGroup) => Row {
  const byId = new Map(changes.map((change) => [change.id, change]))
  return (group) => rowOf(group, byId, results.get(group.first.id))
}

function rowOf(group: ChangeGroup, byId: ReadonlyMap<string, Change>, result: Result | undefined): Row {
  const { first: change, changes } = group
  const { kind, name, part, target, via, call, summary, needs } = change
  const isOne = changes.length === 1
  const areAlike = changes.every((each) => each.needs.join() === needs.join())
  const needed = areAlike ? needs.flatMap((id) => byId.get(id) ?? []) : []
  return {
    sort: sortOf(change),
    target: visible(targetOf(change)),
    kind,
    name: visible(isOne ? (part === undefined ? name : `${name} ${part}`) : groupSubject(group)),
    ...(!isOne && { members: new Lazy(changes, (each) => [visible(each.name), placeOf(each)] as const) }),
    ...(summary !== undefined && { summary: visible(summary) }),
    place: placeOf(change),
    call: visible(isOne ? callText(call) : `${call.operation.method} ${call.operation.path}`),
    fields: change.differences
      .flatMap(detailsOf)
      .map((detail) => ({ ...detail, ...given({ mark: causeMark(change, detail) }) }))
      .flatMap(unfolded)
      .map(fieldOf),
    notes: [
      ...requestLines(change).map((line) => ['Requests', visible(line)] as const),
      ...change.sideEffects.map((effect) => ['Side effect', visible(effect)] as const),
      ...needed.map(
        (other) =>
          ['Waits for', visible(`${sorts[sortOf(other)].label.toLowerCase()} ${subjectOf(other)}`)] as const,
      ),
      ...(target === undefined && via !== ''
        ? [['Sent with', visible(`the API key of ${via}`)] as const]
        : []),
      ...(result === undefined ? [] : notesOf(result)),
    ],
    ...(result !== undefined && { outcome: outcomeOf(result) }),
  }
}

/** One line for each key of a map, and of the maps in it. */
function unfolded(detail: MarkedDetail): readonly MarkedDetail[] {
  const parts = byKey(detail)
  return parts[0] === detail ? parts : parts.flatMap(unfolded)
}

function fieldOf({ sign, path, before, after, mark }: MarkedDetail): Field {
  const head = { sign, path: visible(path), ...given({ mark }) }
  if (isLong(before) || isLong(after)) {
    const lines = lineDiff(textOf(before), textOf(after))
    return { ...head, lines: lines.map((each) => [each.sign, visible(each.line)]) }
  }
  return {
    ...head,
    ...(before !== undefined && { before: inline(before) }),
    ...(after !== undefined && { after: inline(after) }),
  }
}

function textOf(value: Value | undefined): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : inline(value)
}

function outcomeOf({ outcome, milliseconds }: Result): NonNullable<Row['outcome']> {
  if (outcome.status === 'done' && outcome.already === true)
    return { status: 'done', text: 'already in effect, so not sent again' }
  return { status: outcome.status, text: milliseconds > 0 ? duration(milliseconds) : '' }
}

function notesOf({ outcome }: Result): (readonly [string, string])[] {
  if (outcome.status === 'done') return []
  const reason = ['Reason', visible(outcome.reason)] as const
  if (outcome.status !== 'failed') return [reason]
  const fields = (outcome.fields ?? []).map(
    ({ path, message, position: { file, line, column } }) =>
      ['Field', visible(`${path} at ${file}:${line}:${column}: ${message}`)] as const,
  )
  return [
    reason,
    ...fields,
    ...(outcome.hint === undefined ? [] : [['Next', visible(outcome.hint)] as const]),
  ]
}
