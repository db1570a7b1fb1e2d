// The list of changes: controls and data for the page's script, and a plain table where no script runs.
import type { Change } from '../../core/plan/change.ts'
import { visible } from '../../core/visible.ts'
import { changesByCause } from '../causes.ts'
import type { ChangeGroup } from '../groups.ts'
import { Lazy } from '../json/pieces.ts'
import { many, number } from './numbers.ts'
import { data, markup, type Markup } from './markup.ts'
import { rowGroups, rowsIn, type Row } from './rows.ts'
import { sortOf, sorts, targetOf, type Sort, type Story } from './story.ts'

/** A list this short is shown with all of its fields. */
const maxOpen = 30
const maxWithoutScript = 500

export interface ListPart {
  readonly id: string
  readonly title: string
  readonly content: Markup
}

/** A list of all changes, or one for each cause; the controls are above the first and find in all of them. */
export function changeLists(story: Story): readonly ListPart[] {
  const rowOf = rowsIn(story)
  const lists = changesByCause(story.changes).map(({ title, changes }) => ({
    title: title === undefined ? 'Changes' : `${title} (${number(changes.length)})`,
    groups: rowGroups(changes, story),
  }))
  const groups = lists.flatMap((list) => list.groups)
  const content = {
    lists: lists.map((list) => new Lazy(list.groups, rowOf)),
    open: groups.length <= maxOpen,
    symbols: sorts,
  }
  return lists.map((list, index) => ({
    id: index === 0 ? 'changes' : `changes-${index + 1}`,
    title: list.title,
    content: markup`${index === 0 ? controls(groups, story) : ''}<ol class="changes"></ol><button type="button" class="more" hidden>Show more</button>${withoutScript(list.groups, rowOf)}${index === 0 ? data('data', content) : ''}`,
  }))
}

function controls(groups: readonly ChangeGroup[], { changes, results }: Story): Markup {
  const select = (
    id: string,
    label: string,
    of: (change: Change) => string | undefined,
    textOf?: (value: string) => string,
  ) => choice(id, label, [...new Set(groups.flatMap(({ first }) => of(first) ?? []))], textOf)
  const selects = [
    select('target', 'Target', (change) => visible(targetOf(change))),
    select('kind', 'Kind', ({ kind }) => kind),
    select('sort', 'Action', sortOf, (sort) => sorts[sort as Sort].label),
    select('outcome', 'Outcome', ({ id }) => results.get(id)?.outcome.status),
  ]
  const views = markup`<fieldset class="views"><legend class="unseen">How differences are shown</legend><label><input type="radio" name="view" value="inline" checked><span>Inline</span></label><label><input type="radio" name="view" value="split"><span>Side by side</span></label></fieldset>`
  return markup`<form id="controls" role="search" aria-label="Changes" hidden><div class="search"><label class="unseen" for="text">Search the changes</label><input id="text" type="search" autocomplete="off" spellcheck="false" placeholder="Search names and values" aria-keyshortcuts="/"><kbd aria-hidden="true">/</kbd></div><button type="button" id="options" aria-expanded="false" aria-controls="choices">Filters</button><div id="choices">${selects}${views}<button type="button" id="all" aria-pressed="false">Expand all</button></div></form><p id="count" class="quiet" role="status">${many(changes.length, 'change')}</p><p id="empty" class="quiet" hidden>No matching changes. <button type="button" id="clear" class="plain">Show all</button></p>`
}

/** Nothing where there is nothing to choose. */
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
  const rest = groups.length - maxWithoutScript
  const lines = groups
    .slice(0, maxWithoutScript)
    .map(rowOf)
    .map(
      ({ sort, target, fields, place, summary, outcome, ...row }) =>
        markup`<tr><td>${sorts[sort].label}${outcome === undefined ? '' : `: ${outcome.status}`}</td><th scope="row">${subject(row)}</th><td>${target}</td><td>${summary ?? fields.map(({ path, mark }) => (mark === undefined ? path : `${path} (${mark})`)).join(', ')}</td><td class="quiet">${place}</td></tr>`,
    )
  return markup`<noscript><div class="scroll"><table><caption class="unseen">Changes</caption><thead><tr><th scope="col">Action</th><th scope="col">Resource</th><th scope="col">Target</th><th scope="col">Fields</th><th scope="col">Declared at</th></tr></thead><tbody>${lines}</tbody></table></div>${rest > 0 ? markup`<p>Not listed here: ${many(rest, 'more row')}. Enable JavaScript to list all changes.</p>` : ''}</noscript>`
}

function subject({ kind, name, members }: Pick<Row, 'kind' | 'name' | 'members'>): Markup {
  if (members === undefined) return markup`${kind} ${name}`
  const names = [...members].flatMap(([each], index) => (index === 0 ? [each] : [', ', each]))
  return markup`<details><summary>${name}</summary>${names}</details>`
}
