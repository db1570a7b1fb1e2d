// The list of changes: controls and data for the page's script, and a plain table where no script runs.
import { changesByCause } from '../causes.ts'
import { many, number } from './numbers.ts'
import { data, markup, type Markup } from './markup.ts'
import { rowsOf, type Row } from './rows.ts'
import { sorts, type Sort, type Story } from './story.ts'

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
  const lists = changesByCause(story.changes).map(({ title, changes }) => ({
    title: title === undefined ? 'Changes' : `${title} (${number(changes.length)})`,
    rows: rowsOf(changes, story),
  }))
  const rows = lists.flatMap((list) => list.rows)
  const content = {
    lists: lists.map((list) => list.rows),
    open: rows.length <= maxOpen,
    symbols: sorts,
  }
  return lists.map((list, index) => ({
    id: index === 0 ? 'changes' : `changes-${index + 1}`,
    title: list.title,
    content: markup`${index === 0 ? controls(rows, story) : ''}<ol class="changes"></ol><button type="button" class="more" hidden>Show more</button>${withoutScript(list.rows)}${index === 0 ? data('data', content) : ''}`,
  }))
}

function controls(rows: readonly Row[], { changes }: Story): Markup {
  const selects = [
    select(rows, 'target', 'Target', ({ target }) => target),
    select(rows, 'kind', 'Kind', ({ kind }) => kind),
    select(rows, 'sort', 'Action', ({ sort }) => sort, labelOf),
    select(rows, 'outcome', 'Outcome', ({ outcome }) => outcome?.status),
  ]
  const views = markup`<fieldset class="views"><legend class="unseen">How differences are shown</legend><label><input type="radio" name="view" value="inline" checked><span>Inline</span></label><label><input type="radio" name="view" value="split"><span>Side by side</span></label></fieldset>`
  return markup`<form id="controls" role="search" aria-label="Changes" hidden><div class="search"><label class="unseen" for="text">Search the changes</label><input id="text" type="search" autocomplete="off" spellcheck="false" placeholder="Search names and values" aria-keyshortcuts="/"><kbd aria-hidden="true">/</kbd></div><button type="button" id="options" aria-expanded="false" aria-controls="choices">Filters</button><div id="choices">${selects}${views}<button type="button" id="all" aria-pressed="false">Expand all</button></div></form><p id="count" class="quiet" role="status">${many(changes.length, 'change')}</p><p id="empty" class="quiet" hidden>No matching changes. <button type="button" id="clear" class="plain">Show all</button></p>`
}

function labelOf(sort: string): string {
  return sorts[sort as Sort].label
}

/** Nothing where there is nothing to choose. */
function select(
  rows: readonly Row[],
  id: string,
  label: string,
  of: (row: Row) => string | undefined,
  textOf = (value: string): string => value,
): Markup {
  const values = [...new Set(rows.flatMap((row) => of(row) ?? []))]
  if (values.length < 2) return markup``
  return markup`<label class="select"><span class="unseen">${label}</span><select id="${id}"><option value="">${label}: all</option>${values.map((value) => markup`<option value="${value}">${textOf(value)}</option>`)}</select></label>`
}

function withoutScript(rows: readonly Row[]): Markup {
  const rest = rows.length - maxWithoutScript
  const lines = rows
    .slice(0, maxWithoutScript)
    .map(
      ({ sort, target, fields, place, summary, outcome, ...row }) =>
        markup`<tr><td>${sorts[sort].label}${outcome === undefined ? '' : `: ${outcome.status}`}</td><th scope="row">${subject(row)}</th><td>${target}</td><td>${summary ?? fields.map(({ path, mark }) => (mark === undefined ? path : `${path} (${mark})`)).join(', ')}</td><td class="quiet">${place}</td></tr>`,
    )
  return markup`<noscript><div class="scroll"><table><caption class="unseen">Changes</caption><thead><tr><th scope="col">Action</th><th scope="col">Resource</th><th scope="col">Target</th><th scope="col">Fields</th><th scope="col">Declared at</th></tr></thead><tbody>${lines}</tbody></table></div>${rest > 0 ? markup`<p>Not listed here: ${many(rest, 'more row')}. Enable JavaScript to list all changes.</p>` : ''}</noscript>`
}

function subject({ kind, name, members }: Pick<Row, 'kind' | 'name' | 'members'>): Markup {
  if (members === undefined) return markup`${kind} ${name}`
  return markup`<details><summary>${name}</summary>${members.map(([each]) => each).join(', ')}</details>`
}
