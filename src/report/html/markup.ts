// HTML from templates in which every value is escaped text, unless it is markup already.
import { present } from '../../core/given.ts'
import { visible } from '../../core/visible.ts'
import { jsonPieces } from '../json/pieces.ts'
import { withEntities } from '../text/value.ts'

/** Safe HTML, in pieces, which can be read several times. Only this file creates it. */
class Markup implements Iterable<string> {
  readonly #parts: readonly (string | Iterable<string>)[]

  constructor(parts: readonly (string | Iterable<string>)[]) {
    this.#parts = parts
  }

  *[Symbol.iterator](): Generator<string, void> {
    for (const part of this.#parts)
      if (typeof part === 'string') yield part
      else yield* part
  }

  /** Whether a part contains this text: a piece of a template, or a value. JSON for the script isn't searched. */
  includes(text: string): boolean {
    return this.#parts.some(
      (part) => (typeof part === 'string' || part instanceof Markup) && part.includes(text),
    )
  }
}

export type { Markup }

export type Piece = string | number | Markup | readonly Piece[] | undefined

/** `` markup`<p>${text}</p>` ``: values are escaped, and invisible characters in them are made visible. */
export function markup(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Markup {
  return new Markup(strings.flatMap((string, index) => [string, ...written(pieces[index])]))
}

const colors: Readonly<Record<string, string>> = { '+': 'plus', '-': 'minus', '!': 'both' }

/** The lines of a comment's `diff` block, coloured by their first character. */
export function linesOf(lines: readonly string[]): Markup {
  return markup`<pre class="lines">${lines.map((line) => markup`<span class="${present('line', colors[line.charAt(0)]).join(' ')}">${line || ' '}</span>`)}</pre>`
}

/** A style sheet of our own, as it is. */
export function styleSheet(text: string): Markup {
  return new Markup([`<style>${text}</style>`])
}

/** A script of our own, unchanged; it runs when the page is loaded. */
export function script(text: string): Markup {
  return new Markup([`<script type="module">${text}</script>`])
}

function written(piece: Piece): readonly (string | Markup)[] {
  if (piece === undefined) return []
  if (piece instanceof Markup) return [piece]
  if (typeof piece === 'object') return piece.flatMap(written)
  return [withEntities(visible(String(piece))).replaceAll("'", '&#39;')]
}

/** A value for the page's script, as JSON that can't end the HTML element early; for `jsonPieces`. */
export function data(id: string, value: unknown): Markup {
  const json = {
    *[Symbol.iterator]() {
      for (const piece of jsonPieces(value, 0)) yield piece.replaceAll('<', '\\u003c')
    },
  }
  return new Markup([`<script type="application/json" id="${id}">`, json, '</script>'])
}
