// Prints a topic: a section of the manual's Markdown as text, wrapped to the width of the terminal.
import { readdirSync, readFileSync } from 'node:fs'
import { blocks, itemsOf, wrapped } from './program/help-layout.ts'
import { topicNamed, type TopicName } from '../library/commands/topics.ts'

/** This file is as deep as a chunk of the built program: src/cli and dist/chunks. */
export const manual = new URL('../../docs/', import.meta.url)

/** Those for users, without the reference. */
export function pages(): readonly string[] {
  return readdirSync(manual).filter((name) => name.endsWith('.md'))
}

/** The Markdown of a page of `docs`. */
export function pageText(page: string): string {
  return readFileSync(new URL(page, manual), 'utf8')
}

/** A topic as lines of at most `width` characters, with the name of its page at the end. */
export function topicText(name: TopicName, width: number): string {
  const { page, heading } = topicNamed(name)
  return `${markdownText(sectionOf(pageText(page), heading), width)}\nPage: docs/${page}\n`
}

/** From its heading to the next heading of the second level; empty if there is no such heading. */
export function sectionOf(markdown: string, heading: string): string {
  const [, section = ''] = `\n${markdown}`.split(`\n## ${heading}\n`)
  return section === '' ? '' : `## ${heading}\n${section.split('\n## ')[0] ?? ''}`
}

/** A subset of Markdown: headings, paragraphs, lists, tables and blocks of code. */
export function markdownText(markdown: string, width: number): string {
  const parts = markdown
    .split(/^(```[^]*?^```)$/m)
    .flatMap((part) => (part.startsWith('```') ? [part] : part.trim().split(/\n{2,}/)))
  return blocks(...parts.map((part) => blockLines(part, width)))
}

function blockLines(block: string, width: number): readonly string[] {
  const lines = block.split('\n')
  if (block.startsWith('<!--')) return []
  if (block.startsWith('```')) return lines.slice(1, -1).map((line) => `  ${line}`.trimEnd())
  if (block.startsWith('#')) return [plainText(block.replace(/^#+ /, ''))]
  if (block.startsWith('|')) return tableLines(lines, width)
  if (block.startsWith('- ')) return lines.flatMap((line) => itemLines(line, width))
  return wrapped(plainText(lines.join(' ')), width)
}

/** An item of a list is one line. */
function itemLines(line: string, width: number): readonly string[] {
  const indent = line.length - line.trimStart().length
  const own = wrapped(plainText(line.trimStart().slice('- '.length)), width - indent - 2)
  return own.map((text, index) => `${' '.repeat(indent)}${index === 0 ? '- ' : '  '}${text}`)
}

/** The first cell of a row, and the others in a second column. */
function tableLines([head = '', , ...rows]: readonly string[], width: number): readonly string[] {
  const [first = '', ...others] = cellsOf(head)
  const pairs = [
    [first, others.join(', ')] as const,
    ...rows.map(cellsOf).map(([term = '', ...texts]) => [term, texts.join(' ')] as const),
  ]
  return pairs.map(([term]) => term).map(itemsOf(pairs, width))
}

function cellsOf(row: string): readonly string[] {
  const cells = row.split(/(?<!\\)\|/).slice(1, -1)
  return cells.map((cell) => plainText(cell.replaceAll(String.raw`\|`, '|').trim()))
}

/** Without marks. Links to other pages have the path of the page. */
export function plainText(text: string): string {
  return text
    .replaceAll(/\[([^[\]]+)\]\(([^()#]*)(?:#[^()#]*)?\)/g, (_, shown: string, page: string) =>
      page === '' ? shown : `${shown} (${`docs/${page}`.replace('docs/../', '')})`,
    )
    .replaceAll(/`|\*\*|\\(?=[_*<>])/g, '')
}
