// The list of changes: controls and data for the page's script, and plain lines where no script runs.
import { subjectOf, type Change } from '../../core/plan/change.ts'
import { given, present } from '../../core/given.ts'
import type { Outcome, Result } from '../../core/plan/outcome.ts'
import { visible } from '../../core/visible.ts'
import { many } from '../../core/words.ts'
import {
  actions,
  detailsBelow,
  shownAction,
  type ShownAction,
  groupsOf,
  groupSubject,
  type ChangeGroup,
} from '../words/shown-changes.ts'
import type { Changes } from '../document/document-node.ts'
import { Lazy } from '../json/pieces.ts'
import { organisation } from '../words/plan-notes.ts'
import { reasonLines, tookText } from '../document/apply.ts'
import { callText, linesFor, requestLines } from '../text/change-lines.ts'
import { placeOf } from '../text/layout.ts'
import { diff } from '../text/style.ts'
import { data, linesOf, markup, type Markup } from './markup.ts'

/** A list this short is shown with all of its lines. */
const maxOpen = 30
/** Rows, and the names of one row. */
const maxWithoutScript = 500

/** A change as plain data for the page's script: inert text without secrets. */
interface Row {
  readonly sort: ShownAction
  readonly target: string
  readonly kind: string
  /** For equal changes: `295 subscribers`. */
  readonly name: string
  /** The name and the place of each of those; absent for a single change. */
  readonly members?: Lazy<Change, readonly [name: string, place: string]>
  /** The change in a few words, or the paths of the fields. */
  readonly about: string
  /** `manifests/email.yaml:18`. */
  readonly place: string
  /** As in the `diff` block of a comment, but never cut. */
  readonly lines: readonly string[]
  readonly outcome?: { readonly status: Outcome['status']; readonly text: string }
}

/** Each list with its rows; the controls are above the first, and search all of them. */
export function changeLists(all: readonly Changes[]): ReadonlyMap<Changes, Markup> {
  const changes = all.flatMap((list) => list.changes)
  // All lists of a page have the same results.
  const results = all[0]?.results ?? new Map<string, Result>()
  const rowOf = rowsIn(changes, results)
  const lists = all.map((list) => rowGroups(list.changes, results))
  const content = {
    lists: lists.map((groups) => new Lazy(groups, rowOf)),
    open: lists.flat().length <= maxOpen,
    symbols: actions,
  }
  const [above, below] = [controls(lists.flat(), changes.length, results), data('data', content)]
  return new Map(
    all.map((list, index) => [
      list,
      markup`${index === 0 ? above : ''}<ol class="changes"></ol><button type="button" class="more" hidden>Show more</button>${withoutScript(lists[index] ?? [], rowOf)}${index === 0 ? below : ''}`,
    ]),
  )
}

type Results = Changes['results']

/** Equal changes are one row, unless each has an outcome of its own. */
function rowGroups(changes: readonly Change[], results: Results): readonly ChangeGroup[] {
  return results.size > 0 ? changes.map((first) => ({ first, changes: [first] })) : groupsOf(changes)
}

function rowsIn(changes: readonly Change[], results: Results): (group: ChangeGroup) => Row {
  const byId = new Map(changes.map((change) => [change.id, change]))
  return (group) => {
    const { first: change, changes: own } = group
    const { kind, name, part, target, via, call, summary, sideEffects } = change
    const isOne = own.length === 1
    const areAlike = own.every(({ needs }) => needs.join() === change.needs.join())
    const needed = areAlike ? change.needs.flatMap((id) => byId.get(id) ?? []) : []
    const result = results.get(change.id)
    const details = detailsBelow(change)
    const requests = requestLines(change)
    const request = isOne ? callText(call) : `${call.operation.method} ${call.operation.path}`
    const facts = [
      ...sideEffects.map((effect) => `side effect: ${effect}`),
      ...needed.map(
        (other) => `waits for: ${actions[shownAction(other)].label.toLowerCase()} ${subjectOf(other)}`,
      ),
      ...(target === undefined && via !== '' ? [`with the API key of ${via}`] : []),
      ...(requests.length > 0 ? requests : [request]),
    ]
    return {
      sort: shownAction(change),
      target: visible(target ?? organisation),
      kind,
      name: visible(isOne ? present(name, part).join(' ') : groupSubject(group)),
      ...(!isOne && { members: new Lazy(own, (each) => [visible(each.name), placeOf(each)] as const) }),
      about: visible(
        summary ??
          details.map(({ path, mark }) => (mark === undefined ? path : `${path} (${mark})`)).join(', '),
      ),
      place: placeOf(change),
      lines: [
        ...(result === undefined ? [] : reasonLines(result.outcome)).map((line) => `      ${visible(line)}`),
        ...linesFor(details, diff, 'full'),
        ...facts.map((line) => `      ${visible(line)}`),
      ],
      ...given({ outcome: result && { status: result.outcome.status, text: tookText(result) } }),
    }
  }
}

function controls(groups: readonly ChangeGroup[], count: number, results: Results): Markup {
  const select = (
    id: string,
    label: string,
    of: (change: Change) => string | undefined,
    textOf?: (value: string) => string,
  ) => choice(id, label, [...new Set(groups.flatMap(({ first }) => of(first) ?? []))], textOf)
  const selects = [
    select('target', 'Target', ({ target = organisation }) => visible(target)),
    select('kind', 'Kind', ({ kind }) => kind),
    select('sort', 'Action', shownAction, (sort) => actions[sort as ShownAction].label),
    select('outcome', 'Outcome', ({ id }) => results.get(id)?.outcome.status),
  ]
  return markup`<form id="controls" role="search" aria-label="Changes" hidden><div class="search"><label class="unseen" for="text">Search the changes</label><input id="text" type="search" autocomplete="off" spellcheck="false" placeholder="Search names and values" aria-keyshortcuts="/"><kbd aria-hidden="true">/</kbd></div><button type="button" id="options" aria-expanded="false" aria-controls="choices">Filters</button><div id="choices">${selects}<button type="button" id="all" aria-pressed="false">Expand all</button></div></form><p id="count" class="quiet" role="status">${many(count, 'change')}</p><p id="empty" class="quiet" hidden>No matching changes. <button type="button" id="clear" class="plain">Show all</button></p>`
}

/** Empty if there is nothing to choose. */
function choice(
  id: string,
  label: string,
  values: readonly string[],
  textOf = (value: string): string => value,
): Markup {
  if (values.length < 2) return markup``
  return markup`<label class="select"><span class="unseen">${label}</span><select id="${id}"><option value="">${label}: all</option>${values.map((value) => markup`<option value="${value}">${textOf(value)}</option>`)}</select></label>`
}

function withoutScript(groups: readonly ChangeGroup[], rowOf: (group: ChangeGroup) => Row): Markup {
  const rows = groups.slice(0, maxWithoutScript).map((group) => {
    const { sort, target, kind, name, place, lines, outcome } = rowOf(group)
    const { changes: own } = group
    const isOne = own.length === 1
    const names = own.slice(0, maxWithoutScript).map((each) => markup`${each.name} `)
    return markup`<h3>${actions[sort].symbol} ${isOne ? `${kind} ${name}` : name} <span class="quiet">${present(target, isOne && place, outcome?.status).join(' ')}</span></h3>${isOne ? '' : markup`<details><summary>Names</summary>${names}${unlisted(own, 'name')}</details>`}${linesOf(lines)}`
  })
  return markup`<noscript>${rows}${unlisted(groups, 'row')}</noscript>`
}

function unlisted({ length }: readonly unknown[], noun: string): Markup {
  const rest = length - maxWithoutScript
  return rest > 0
    ? markup`<p>Not listed here: ${many(rest, `more ${noun}`)}. Enable JavaScript to list all changes.</p>`
    : markup``
}
