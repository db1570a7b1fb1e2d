// The list of changes: controls and data for the page's script, and a plain table where no script runs.
import { many } from './numbers.ts'
import { data, markup, type Markup } from './markup.ts'
import { rowsOf, type Row } from './rows.ts'
import { sorts, type Sort, type Story } from './story.ts'

/** A list this short is shown with all of its fields. */
const maxOpen = 30
const maxWithoutScript = 500

export function changeList(story: Story): Markup {
  const rows = rowsOf(story)
  const content = { rows, open: rows.length <= maxOpen, symbols: sorts }
  return markup`${controls(rows)}<ol id="list" class="changes"></ol><p id="empty" class="quiet" hidden>No matching changes. <button type="button" id="clear" class="plain">Show all</button></p><button type="button" id="more" hidden>Show more</button>${withoutScript(rows)}${data('data', content)}`
}

function controls(rows: readonly Row[]): Markup {
  const selects = [
    select(rows, 'target', 'Target', ({ target }) => target),
    select(rows, 'kind', 'Kind', ({ kind }) => kind),
    select(rows, 'sort', 'Action', ({ sort }) => sort, labelOf),
    select(rows, 'outcome', 'Outcome', ({ outcome }) => outcome?.status),
  ]
  return markup`<form id="controls" role="search" aria-label="Changes" hidden><div class="search"><label class="unseen" for="text">Search the changes</label><input id="text" type="search" autocomplete="off" spellcheck="false" placeholder="Search names, fields, values, files" aria-keyshortcuts="/"><kbd aria-hidden="true">/</kbd></div>${selects}<fieldset class="views"><legend class="unseen">How differences are shown</legend><label><input type="radio" name="view" value="inline" checked><span>Inline</span></label><label><input type="radio" name="view" value="split"><span>Side by side</span></label></fieldset><button type="button" id="all" aria-pressed="false">Expand all</button></form><p id="count" class="quiet" role="status">${many(rows.length, 'change')}</p>`
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
      ({ sort, kind, name, target, fields, place, summary, outcome }) =>
        markup`<tr><td>${sorts[sort].label}${outcome === undefined ? '' : `: ${outcome.status}`}</td><th scope="row">${kind} ${name}</th><td>${target}</td><td>${summary ?? fields.map(({ path }) => path).join(', ')}</td><td class="quiet">${place}</td></tr>`,
    )
  return markup`<noscript><div class="scroll"><table><caption class="unseen">Changes</caption><thead><tr><th scope="col">Action</th><th scope="col">Resource</th><th scope="col">Target</th><th scope="col">Fields</th><th scope="col">Declared at</th></tr></thead><tbody>${lines}</tbody></table></div>${rest > 0 ? markup`<p>Not listed here: ${many(rest, 'more change')}. Enable JavaScript to list all changes.</p>` : ''}</noscript>`
}
