// What may be shown of a source: who makes masks decides, who draws frames only replaces.
import type { Range } from './source.ts'

/** A part of one line, and what is shown in its place. Offsets into the line. */
export interface Piece {
  readonly range: Range
  readonly text: string
}

export interface Masks {
  /** What to replace on a line, in order; lines count from 0. */
  readonly hidden: (line: number) => readonly Piece[]
}

/** Whether the value at a path of a document (without list indexes) is secret. */
export type IsSecretPath = (path: readonly string[]) => boolean

/** Whether values of secret fields are shown that look like references: not where a project says that they are values. */
export type Lookalikes = 'shown' | 'hidden'

export const mask = '(secret)'

/** A key that nobody has heard of may still hold a secret, as its name says. */
export function looksSecret(text: string): boolean {
  return (
    holdsCredentials(text) ||
    /key|token|secret|pas+w|pwd|credential|webhook|bearer|private|auth|signing/i.test(text)
  )
}

/** An address with a user and a password in it. */
export function holdsCredentials(text: string): boolean {
  return /:\/\/[^\s/?#]*@/.test(text)
}

/** A comment is shown where it stands behind something and looks like words: it may be a value that was taken out. */
export function hideComment(text: string, from: number, to: number): Piece[] {
  for (let at = text.indexOf('#', from); at >= 0 && at < to; at = text.indexOf('#', at + 1)) {
    if (at > 0 && !/\s/.test(text[at - 1] ?? '')) continue
    const comment = text.slice(at)
    const isHarmless =
      text.slice(0, at).trim() !== '' && !looksSecret(comment) && !/[\w+/=-]{16}/.test(comment)
    return isHarmless ? [] : [{ range: [at, text.length], text: '# …' }]
  }
  return []
}
