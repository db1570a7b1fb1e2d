// Escapes untrusted text for Markdown, so that it contains no link, image, HTML or mention; and the places of declarations, as
// links if a site is known that shows the file.
import { posix } from 'node:path'
import type { Position } from '../../core/problem.ts'
import { byCode } from '../document/document-node.ts'
import { cutText, withEntities } from '../text/value.ts'
import { withoutTrailing } from '../../core/words.ts'
import { visible, holdsHidden } from '../../core/visible.ts'
import type { Context } from '../context.ts'

const most = 800

/** Words, names, numbers, paths and options, which no renderer reads as Markdown. */
const plain =
  /^(?:[-+./]*[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}]|[-+./:,='’"…()]|(?<=[\p{L}\p{N}])_(?=[\p{L}\p{N}]))*%?|[-–—=→·…]?)$/u

/** What would begin a list, a heading, or a command of a site at the beginning of a line. */
const beginning = /^(?:\d+[.)]|[-+/=])/

/** What sites turn into links and images: addresses, commits, `:smile:`, `GH-1`, `OPS-12`. */
const linked = /\/\/|https?:|www\.|:\w+:|[\da-f]{7}|\bgh-\d/iu
const ticket = /[A-Z][A-Z\d]{1,30}-\d/

/**
 * A sentence: text between backticks is code. So is any text that has a meaning in Markdown or on a site (`@you`, `#1`, `<b>`,
 * `_x_`), because both leave code unchanged.
 */
export function prose(text: string, asCode: (text: string) => string = code): string {
  const inert = (token: string, isFirst: boolean): string => {
    const [before = ''] = /^["'(]*/.exec(token) ?? []
    const rest = token.slice(before.length)
    const core = withoutTrailing(rest, `)"'.,;:!?`)
    const isText = plain.test(core) && !linked.test(token) && !ticket.test(token)
    if (isText && !(isFirst && beginning.test(token))) return token
    return core === '' ? asCode(token) : `${before}${asCode(core)}${rest.slice(core.length)}`
  }
  const shown = cutText(visible(text), most)
    .split(' ')
    .filter((token) => token !== '')
    .join(' ')
  return byCode(shown)
    .map((part, index) =>
      index % 2 === 1
        ? asCode(part)
        : part.replaceAll(/[^ ]+/g, (token, at: number) => inert(token, index + at === 0)),
    )
    .join('')
}

/** One code span of one line, with any text, cut to so many characters. */
export function code(text: string, length = 300): string {
  const shown = cutText(visible(text), length)
  if (shown === '') return '` `'
  const fence = '`'.repeat(longestRun(shown) + 1)
  const pad = /^[` ]|[` ]$/.test(shown) ? ' ' : ''
  return `${fence}${pad}${shown}${pad}${fence}`
}

function codeAsHtml(text: string): string {
  return `<code>${withEntities(cutText(visible(text), 300))}</code>`
}

/** Markdown that opens below a sentence; the empty lines end the HTML of the summary, so that Markdown begins again. */
export function folded(summary: string, markdown: string): string {
  return `<details>\n<summary>${prose(summary, codeAsHtml)}</summary>\n\n${markdown}\n\n</details>`
}

/** A block of code; lines are made visible one by one. */
export function fenced(language: string, lines: readonly string[]): string {
  const text = lines.map((line) => visible(line).trimEnd()).join('\n')
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1))
  return `${fence}${language}\n${text}\n${fence}`
}

function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0)
}

export type Place = (position: Pick<Position, 'file' | 'line'>) => string

export function placing({ source }: Pick<Context, 'source'>): Place {
  return ({ file, line }) => {
    const shown = code(`${file}:${line}`)
    const path = posix.normalize(`${source?.folder ?? ''}${file}`)
    // Standard input isn't a file, main:belfry.yaml is in another commit, a path outside is in no repository, and no file name is
    // so long.
    const isNoFile =
      file === '(stdin)' ||
      file.includes(':') ||
      file.startsWith('/') ||
      file.length > 500 ||
      holdsHidden(file)
    if (source === undefined || isNoFile || path.startsWith('../')) return shown
    const address = path.split('/').map(encodeSegment).join('/')
    return `[${shown}](${source.base}${address}#L${line})`
  }
}

/** Parentheses too would end a link. */
function encodeSegment(segment: string): string {
  return encodeURIComponent(segment).replaceAll(
    /[()!'*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  )
}
