// What a reviewer should know beside the changes: what isn't touched, can't be seen, or waits.
import type { Plan, Section } from '../../core/plan.ts'
import { ownKeyText } from '../plan-notes.ts'
import { counted } from '../style.ts'
import { inline } from '../value-text.ts'
import { markup, type Markup } from './markup.ts'
import { targetOf, type Story } from './story.ts'

/** Of one sort in one target. */
const maxShown = 200

interface Note {
  readonly name: string
  readonly about?: string
}

interface Sort {
  readonly title: string
  readonly meaning: string
  readonly of: (section: Section, plan: Pick<Plan, 'declaredSince'>) => readonly Note[]
}

const placed = ({ kind, name, position }: Section['missing'][number]): Note => ({
  name: `${kind} ${name}`,
  about: `${position.file}:${position.line}`,
})

const noteSorts: readonly Sort[] = [
  {
    title: 'Waiting',
    meaning: 'The target has no key yet; nothing of it is in the counts.',
    of: ({ waiting }) => waiting.map(placed),
  },
  {
    title: 'Waiting for its own key',
    meaning: "The service takes these fields only with the environment's own API key.",
    of: ({ ownKey = [] }) => ownKey.map((note) => ({ ...placed(note), about: ownKeyText(note) })),
  },
  {
    title: 'Missing',
    meaning: "The service doesn't know them and can't create them.",
    of: ({ missing }) => missing.map(placed),
  },
  {
    title: 'In the service more than once',
    meaning: 'Not compared, left alone.',
    of: ({ duplicates }) =>
      duplicates.map(({ kind, name, ids }) => ({ name: `${kind} ${name}`, about: ids.join(', ') })),
  },
  {
    title: 'Dropped by the service',
    meaning: 'Applied once and gone since; sent again only with --resend.',
    of: ({ pruned = [] }) =>
      pruned.map(({ kind, name, path, count }) => ({
        name: `${kind} ${name}`,
        about: `${counted(count, 'entry', 'entries')} of ${path.join('.')}`,
      })),
  },
  {
    title: 'No longer managed',
    meaning: 'Declared in the earlier tree only; live keeps it.',
    of: ({ released = [] }) =>
      released.map(({ paths, ...note }) => ({
        ...placed(note),
        ...(paths !== undefined && { about: paths.map((path) => path.join('.')).join(', ') }),
      })),
  },
  {
    title: 'Unmanaged',
    meaning: 'Live, but in no manifest; kept.',
    of: ({ unmanaged }) => unmanaged.map(({ kind, name }) => ({ name: `${kind} ${name}` })),
  },
  {
    title: 'Declared otherwise than in the base',
    meaning: "Fields that can't be compared with what is live.",
    of: ({ target }, { declaredSince }) =>
      (declaredSince?.changes ?? [])
        .filter((change) => change.target === target)
        .flatMap(({ kind, name, details }) =>
          details.map(({ path, before, after }) => ({
            name: `${kind} ${name}`,
            about: `${path}: ${before === undefined ? '' : `${inline(before)} → `}${after === undefined ? 'no longer declared' : inline(after)}`,
          })),
        ),
  },
  {
    title: "Can't be compared",
    meaning:
      'Nobody shows these fields to this run, and they are not sent. --resend KIND/NAME sends them once; unreadable: always or ledger in belfry.yaml, at each apply.',
    of: ({ unreadable }) =>
      unreadable.map(({ kind, name, paths }) => ({
        name: `${kind} ${name}`,
        about: paths.map((path) => path.join('.')).join(', '),
      })),
  },
]

export function notes({ account, sections }: Story): Markup | undefined {
  const plan = ('plan' in account && account.plan) || {}
  const shown = noteSorts.flatMap((sort) => {
    const own = sections.map((section) => ({ section, notes: sort.of(section, plan) }))
    const total = own.reduce((sum, { notes: all }) => sum + all.length, 0)
    return total === 0 ? [] : [group(sort, total, own)]
  })
  return shown.length === 0 ? undefined : markup`${shown}`
}

function group(
  { title, meaning }: Sort,
  total: number,
  own: readonly { readonly section: Section; readonly notes: readonly Note[] }[],
): Markup {
  const rows = own.flatMap(({ section, notes: all }) => [
    ...all
      .slice(0, maxShown)
      .map(
        ({ name, about = '' }) =>
          markup`<tr><th scope="row">${name}</th><td>${targetOf(section)}</td><td class="quiet">${about}</td></tr>`,
      ),
    ...(all.length > maxShown
      ? [
          markup`<tr><td colspan="3" class="quiet">and ${all.length - maxShown} more of ${targetOf(section)}</td></tr>`,
        ]
      : []),
  ])
  return markup`<details${total <= 10 ? markup` open` : ''}><summary><h3>${title}</h3> <span class="about">${total}. ${meaning}</span></summary><div class="scroll" tabindex="0" role="region" aria-label="${title}"><table><caption class="unseen">${title}</caption><thead class="unseen"><tr><th scope="col">Resource</th><th scope="col">Target</th><th scope="col">Detail</th></tr></thead><tbody>${rows}</tbody></table></div></details>`
}
