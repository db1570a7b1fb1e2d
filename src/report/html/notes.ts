// What a reviewer should know beside the changes: what isn't touched, can't be seen, or waits.
import { noteDetail, noteSorts, notesOf, noteRow, type Note, type NoteSort } from '../../core/plan/notes.ts'
import type { Plan, Section } from '../../core/plan/plan.ts'
import { isNamed, whyNamed } from '../plan-notes.ts'
import { inline } from '../text/value.ts'
import { markup, type Markup } from './markup.ts'
import { targetOf, type Story } from './story.ts'

/** Of one sort in one target. */
const maxShown = 200

interface Row {
  readonly name: string
  readonly about: string
}

interface List {
  readonly title: string
  readonly meaning: string
  readonly of: (section: Section, plan: Pick<Plan, 'declaredSince'>) => readonly Row[]
}

const declaredSince: List = {
  title: 'Declared differently in the base',
  meaning:
    "The declared values of these fields changed since the base revision. belfry can't compare these fields with the service.",
  of: ({ target }, { declaredSince: since }) =>
    (since?.changes ?? [])
      .filter((change) => change.target === target)
      .flatMap(({ kind, name, details }) =>
        details.map(({ path, before, after }) => ({
          name: `${kind} ${name}`,
          about: `${path}: ${before === undefined ? '' : `${inline(before)} → `}${after === undefined ? 'no longer declared' : inline(after)}`,
        })),
      ),
}

function listOf<Sort extends NoteSort>(sort: Sort, isOf: (note: Note<Sort>) => boolean = () => true): List {
  return {
    ...noteRow(sort),
    of: (section) =>
      notesOf(section, sort)
        .filter(isOf)
        .map((note) => ({ name: `${note.kind} ${note.name}`, about: noteDetail(note) })),
  }
}

/** Secrets that have no value here, and what the service doesn't return. */
function unreadable(plan: Pick<Plan, 'secrets'>): readonly List[] {
  return [
    {
      ...listOf('unreadable', (note) => isNamed(note, plan)),
      title: 'Secrets that were not compared',
      meaning: `Not compared, because ${whyNamed(plan)}.`,
    },
    listOf('unreadable', (note) => !isNamed(note, plan)),
  ]
}

/** First what waits or can't be done. */
const sorts = new Set<NoteSort>(['waiting', 'ownKey', 'missing', ...noteSorts])

export function notes({ account, sections }: Story): Markup | undefined {
  const plan = ('plan' in account && account.plan) || {}
  const lists = [...sorts].flatMap((sort) =>
    sort === 'unreadable' ? [declaredSince, ...unreadable(plan)] : [listOf(sort)],
  )
  const shown = lists.flatMap((list) => {
    const own = sections.map((section) => ({ section, rows: list.of(section, plan) }))
    const total = own.reduce((sum, { rows }) => sum + rows.length, 0)
    return total === 0 ? [] : [group(list, total, own)]
  })
  return shown.length === 0 ? undefined : markup`${shown}`
}

function group(
  { title, meaning }: List,
  total: number,
  own: readonly { readonly section: Section; readonly rows: readonly Row[] }[],
): Markup {
  const rows = own.flatMap(({ section, rows: all }) => [
    ...all
      .slice(0, maxShown)
      .map(
        ({ name, about }) =>
          markup`<tr><th scope="row">${name}</th><td>${targetOf(section)}</td><td class="quiet">${about}</td></tr>`,
      ),
    ...(all.length > maxShown
      ? [
          markup`<tr><td colspan="3" class="cut quiet">and ${all.length - maxShown} more in ${targetOf(section)}</td></tr>`,
        ]
      : []),
  ])
  return markup`<details${total <= 10 ? markup` open` : ''}><summary><h3>${title}</h3> <span class="about">${total}. ${meaning}</span></summary><div class="scroll" tabindex="0" role="region" aria-label="${title}"><table><caption class="unseen">${title}</caption><thead class="unseen"><tr><th scope="col">Resource</th><th scope="col">Target</th><th scope="col">Detail</th></tr></thead><tbody>${rows}</tbody></table></div></details>`
}
