// The top of the page: what it comes to, in one sentence, in figures, and by target and kind.
import { present } from '../../core/given.ts'
import { grouped } from '../../core/grouped.ts'
import { tally } from '../../core/plan/outcome.ts'
import { countsOf } from '../../core/plan/plan.ts'
import { hasErrors, severityCount } from '../../core/problem.ts'
import { causeWords } from '../causes.ts'
import { idleWords, unplannedOf, unreadWords, whyNamed } from '../plan-notes.ts'
import { duration } from '../../core/words.ts'
import { many, number } from './numbers.ts'
import { markup, type Markup } from './markup.ts'
import { sortOf, sorts, targetOf, type Sort, type Story } from './story.ts'

/** The page's first sentence. */
export function headlineOf(story: Story): string {
  const { account, changes, results, sections } = story
  const errors = severityCount(account.problems, 'error')
  if (account.command === 'validate') return errors > 0 ? `Not valid: ${many(errors, 'error')}` : 'Valid'
  if (results.size > 0) {
    const counts = tally([...results.values()])
    const others = (['failed', 'stale', 'waiting', 'skipped', 'unknown'] as const)
      .filter((status) => counts[status] > 0)
      .map((status) => `${counts[status]} ${status}`)
    return [`${many(counts.done, 'change')} done`, ...others].join(', ')
  }
  const verb = account.command === 'diff' ? 'compared' : 'applied'
  if (errors > 0) return `Changes can't be ${verb}: ${many(errors, 'error')}`
  if (changes.length === 0) return idleWords({ ...account.plan, sections, problems: account.problems })
  const words = account.plan && causeWords(account.plan)
  if (words !== undefined) return words.replaceAll(/\d+/g, (count) => number(Number(count)))
  const targets = new Set(changes.flatMap(({ target }) => target ?? [])).size
  return `${many(changes.length, 'change')}${targets > 0 ? ` in ${many(targets, 'target')}` : ''}`
}

/** The number of requests, and the counts that are not changes. */
export function leadOf({ account, sections }: Story): string {
  if (account.command === 'validate') {
    const { files, resources, targets } = account
    const read = `${many(files, 'file')} read`
    return resources === undefined || targets === undefined
      ? `${read}. No requests were sent.`
      : `${many(resources, 'resource')} for ${many(targets, 'target')}. ${read}. No requests were sent.`
  }
  const requests =
    (account.command === 'apply' ? account.result?.requests : undefined) ?? account.plan?.requests
  const { unchanged, released, duplicates, inError } = countsOf(sections)
  const { reads = 0, writes = 0, milliseconds = 0 } = requests ?? {}
  const isAsked = requests !== undefined && account.plan?.live !== 'declared'
  const cost = present(many(reads, 'read'), writes > 0 && many(writes, 'write'), duration(milliseconds))
  const isPlanned = sections.length > 0
  const unplanned = isPlanned ? unplannedOf({ sections }, account.problems) : []
  const places = [...new Set(sections.map(({ url }) => url))]
  return present(
    'sides' in account && account.sides && `From ${account.sides.join(' to ')}.`,
    isPlanned &&
      unchanged > 0 &&
      `${many(unchanged, 'resource')} ${unchanged === 1 ? 'needs' : 'need'} no change.`,
    released !== undefined &&
      `${many(released, 'resource')} ${released === 1 ? 'is' : 'are'} no longer managed.`,
    duplicates > 0 &&
      `${many(duplicates, 'resource')} ${duplicates === 1 ? 'is' : 'are'} duplicated in the service.`,
    inError > 0 && `${many(inError, 'resource')} ${inError === 1 ? 'has' : 'have'} an error.`,
    account.plan?.secrets === 'named' && `Secrets were not compared, because ${whyNamed(account.plan)}.`,
    ...unreadWords(sections).map((words) => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`),
    ...unplanned.map((target) => `No plan was made for target ${target}.`),
    hasErrors(account.problems) && account.command !== 'apply' && 'See the problems below.',
    isAsked && [cost.join(', '), ...(places.length === 1 ? places : [])].join(' · '),
  ).join(' ')
}

/** How often each sort of change occurs. */
export function figures({ changes }: Story): Markup {
  const bySort = grouped(changes, sortOf)
  const shown = (Object.keys(sorts) as Sort[]).flatMap((sort) => {
    const count = bySort.get(sort)?.length ?? 0
    const { symbol, label } = sorts[sort]
    return count === 0
      ? []
      : [
          markup`<div class="${sort}"><dt><span class="sign" aria-hidden="true">${symbol}</span>${label}</dt><dd>${number(count)}</dd></div>`,
        ]
  })
  return shown.length === 0 ? markup`` : markup`<dl class="figures">${shown}</dl>`
}

/** The same figures by target and by kind; each is a link that filters the list. */
export function tables(story: Story): Markup {
  const { changes, sections } = story
  if (changes.length === 0 && sections.length === 0) return markup``
  const shown = (Object.keys(sorts) as Sort[]).filter((sort) =>
    changes.some((change) => sortOf(change) === sort),
  )
  const urls = new Set(sections.map(({ url }) => url))
  const head = (title: string, ...more: readonly string[]): Markup => {
    const own = shown.map(
      (sort) =>
        markup`<th scope="col" class="number"><span class="sign ${sort}" aria-hidden="true" title="${sorts[sort].label}">${sorts[sort].symbol}</span><span class="unseen">${sorts[sort].label}</span></th>`,
    )
    return markup`<tr><th scope="col">${title}</th>${own}${more.map((text) => markup`<th scope="col" class="number">${text}</th>`)}</tr>`
  }
  const cells = (filter: 'target' | 'kind', value: string): Markup[] =>
    shown.map((sort) => {
      const count = changes.filter(
        (change) =>
          sortOf(change) === sort && (filter === 'target' ? targetOf(change) : change.kind) === value,
      ).length
      return count === 0
        ? markup`<td class="number none">0</td>`
        : markup`<td class="number"><a href="#changes" data-sort="${sort}" data-${filter}="${value}">${number(count)}<span class="unseen"> to ${sorts[sort].label.toLowerCase()}, ${value}</span></a></td>`
    })
  const byTarget = sections.map((section) => {
    const { unchanged, url, waitsFor, environment, standing } = section
    const about = present(
      environment?.name !== section.target && environment?.name,
      urls.size > 1 && url,
      waitsFor !== undefined && `waiting: ${waitsFor}`,
      standing !== undefined && `target ${standing}`,
    )
    return markup`<tr><th scope="row">${targetOf(section)}${about.length === 0 ? '' : markup`<span class="about">${about.join(', ')}</span>`}</th>${cells('target', targetOf(section))}<td class="number quiet">${number(unchanged)}</td></tr>`
  })
  const kinds = [...new Set(changes.map(({ kind }) => kind))]
  const byKind = kinds.map((kind) => markup`<tr><th scope="row">${kind}</th>${cells('kind', kind)}</tr>`)
  return markup`<div class="tables">${byTarget.length > 0 ? table('By target', head('Target', 'Unchanged'), byTarget) : ''}${byKind.length > 0 ? table('By kind', head('Kind'), byKind) : ''}</div>`
}

function table(caption: string, head: Markup, rows: readonly Markup[]): Markup {
  return markup`<div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table><caption>${caption}</caption><thead>${head}</thead><tbody>${rows}</tbody></table></div>`
}
