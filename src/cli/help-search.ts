// belfry help WORDS: finds what the manual, the explanations and the help of commands say about the words.
import { fileURLToPath } from 'node:url'
import { grouped } from '../core/grouped.ts'
import { allExplained } from '../explain/explain.ts'
import type { Explained } from '../explain/explained.ts'
import { topicNamed, topicNames } from '../library/commands/topics.ts'
import { commandRows } from './program/command-rows.ts'
import { blocks, wrapped } from './program/help-layout.ts'
import { ranked, type Ranked } from './ranking.ts'
import { manual, pageText, pages, plainText } from './topic-text.ts'

interface Entry extends Ranked {
  /** The command that shows it, or the page. */
  readonly shown: string
  readonly about: string
}

/** Undefined if nothing contains any of the words. */
export function searchText(words: string, width: number): string | undefined {
  const found = search(words)
  if (found.length === 0) return undefined
  const hasPage = found.some(({ shown }) => shown.startsWith('docs/'))
  return blocks(
    found.flatMap(({ shown, about }) => [
      shown,
      ...wrapped(plainText(about), width - 4).map((line) => `    ${line}`),
    ]),
    hasPage ? [`Pages of docs are in ${fileURLToPath(manual)}`] : [],
  )
}

/** The best five; only the best section of each page. */
export function search(words: string): readonly Entry[] {
  const found = grouped(ranked(words, entries()), ({ shown }) => shown.replace(/#.*/, ''))
  return [...found.values()].flatMap(([best]) => best ?? []).slice(0, 5)
}

function entries(): readonly Entry[] {
  const rows = commandRows()
  const commands = rows.map(({ name, help, notes = '', examples }) => ({
    shown: `belfry ${name} --help`,
    about: help,
    title: name,
    text: [help, notes, ...examples].join('\n'),
  }))
  return [...pages().flatMap(sectionsOf), ...commands, ...allExplained(rows).map(explainedEntry)]
}

const topics = new Map(
  topicNames.map((name) => {
    const { page, heading } = topicNamed(name)
    return [`${page}#${heading}`, `belfry help ${name}`]
  }),
)

/** A section is from its heading to the next heading of any level. */
function sectionsOf(page: string): readonly Entry[] {
  const markdown = pageText(page).replaceAll(/^```[^]*?^```$/gm, '')
  const [, ...sections] = markdown.split(/^#+ /m).map((section) => section.split('\n'))
  const [[title = ''] = []] = sections
  return sections.map(([heading = '', ...lines]) => {
    const about = heading === title ? title : `${title}: ${heading}`
    const shown = topics.get(`${page}#${heading}`) ?? `docs/${page}#${anchorOf(heading)}`
    return { shown, about, title: about, text: plainText(lines.join('\n')) }
  })
}

/** As sites that show Markdown make it. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}

function explainedEntry({ sort, name, summary, text, fix = '', parts }: Explained): Entry {
  const rest = parts.flatMap(({ entries: all }) => all.map((each) => `${each.name} ${each.summary}`))
  return {
    shown: `belfry explain ${sort}/${name}`,
    about: /^.*?\.(?= |$)/.exec(summary)?.[0] ?? summary,
    title: name,
    text: [sort, summary, ...text, fix, ...rest].join('\n'),
  }
}
