// belfry help WORDS: finds what the manual, the explanations and the help of commands say about the words.
import { fileURLToPath } from 'node:url'
import { grouped } from '../core/lists.ts'
import { allExplained } from '../explain/explain.ts'
import type { Explained } from '../explain/explained.ts'
import { topicNamed, topicNames } from '../library/commands/topics.ts'
import { commandRows } from './program/command.ts'
import { blocks, wrapped } from './program/help-layout.ts'
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

// Ranks texts by the words of a question, as Okapi BM25 does: a rare word counts more than a common one, and a word in a short
// text more than one in a long text.

interface Ranked {
  readonly title: string
  readonly text: string
}

/** A word of the title counts as often as this. */
const titleWeight = 5
/** How fast further occurrences of a word lose weight. */
const saturation = 1.2
/** How much the length of a text counts, 0 to 1. Less than usual, because an explanation is much shorter than a section. */
const lengthWeight = 0.4

/** Words of questions that don't name a subject. */
const common = new Set(
  `a an and any are as at be by can do does for from get has have how i if in into is it its me my no not of on one or our
  should so that the their them then there they this to use was we what when where which who why will with you your`.split(
    /\s+/,
  ),
)

/** Those that contain at least one of the words, best first. */
export function ranked<T extends Ranked>(question: string, all: readonly T[]): readonly T[] {
  const counted = all.map((each) => ({ each, ...countsOf(each) }))
  const average = counted.reduce((sum, { length }) => sum + length, 0) / all.length
  const rarities = [...new Set(wordsIn(question))].map((word) => {
    const having = counted.filter(({ counts }) => counts.has(word)).length
    return [word, Math.log(1 + (all.length - having + 0.5) / (having + 0.5))] as const
  })
  const scored = counted.map(({ each, counts, length }) => {
    const norm = saturation * (1 - lengthWeight + (lengthWeight * length) / average)
    let score = 0
    let found = 0
    for (const [word, rarity] of rarities) {
      const count = counts.get(word) ?? 0
      score += (rarity * count) / (count + norm)
      if (count > 0) found += rarity
    }
    // A text with all words of the question goes before one that repeats a single word.
    return { each, score: score * found }
  })
  return scored
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .map(({ each }) => each)
}

function countsOf({ title, text }: Ranked): { counts: ReadonlyMap<string, number>; length: number } {
  const counts = new Map<string, number>()
  const words = wordsIn(text)
  const titles = Array.from({ length: titleWeight }, () => wordsIn(title)).flat()
  for (const word of [...words, ...titles]) counts.set(word, (counts.get(word) ?? 0) + 1)
  return { counts, length: words.length }
}

/** Stems in lower case. Of a name such as `apiKey`, also each of its words. */
function wordsIn(text: string): readonly string[] {
  return (text.match(/[\p{L}\p{N}]+/gu) ?? [])
    .flatMap((name) => [...new Set([name, ...name.split(/(?<=\p{Ll})(?=\p{Lu})/u)])])
    .map((word) => word.toLowerCase())
    .filter((word) => !common.has(word))
    .map(stemOf)
}

/** Without the usual endings: `deployments` and `deploying` → `deploi`, `stopped` and `stop` → `stop`. */
function stemOf(word: string): string {
  return word
    .replace(/(?<=[^su])s$/, '')
    .replace(/(?<=.{3})(?:ations?|ions?|ings?|ments?|als?|ed|e)$/, '')
    .replace(/(.)\1$/, '$1')
    .replace(/(?:ie|y)$/, 'i')
}
