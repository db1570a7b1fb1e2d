// HTML from templates in which every value is inert text, unless it is markup already.
import { visible } from '../../core/visible.ts'

/** Text that is already safe HTML. Only templates of this file make it. */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export type Piece = string | number | Markup | readonly Piece[] | undefined

/** `` markup`<p>${text}</p>` ``: values are escaped, and what would hide in them is made visible. */
export function markup(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Markup {
  return new Markup(strings.map((string, index) => `${string}${written(pieces[index])}`).join(''))
}

/** A style sheet of our own, as it is. */
export function styleSheet(text: string): Markup {
  return new Markup(`<style>${text}</style>`)
}

/** A script of our own, as it is; it runs once the page is there. */
export function script(text: string): Markup {
  return new Markup(`<script type="module">${text}</script>`)
}

function written(piece: Piece): string {
  if (piece === undefined) return ''
  if (piece instanceof Markup) return piece.text
  if (typeof piece === 'object') return piece.map(written).join('')
  return escaped(visible(String(piece)))
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')
}

/** A value for the page's script, as JSON that no parser of HTML ends before its end. */
export function data(id: string, value: unknown): Markup {
  const json = JSON.stringify(value).replaceAll('<', '\\u003c')
  return new Markup(`<script type="application/json" id="${id}">${json}</script>`)
}
