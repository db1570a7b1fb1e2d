// Where something is declared, as a link where a site is known that shows the file.
import { posix } from 'node:path'
import { holdsHidden } from '../../core/hidden.ts'
import type { Position } from '../../core/problem.ts'
import type { Context } from '../formats.ts'
import { code, cutText } from './escape.ts'

export type Place = (position: Pick<Position, 'file' | 'line'>) => string

export function placing({ source }: Pick<Context, 'source'>): Place {
  return ({ file, line }) => {
    const shown = code(cutText(`${file}:${line}`, 300))
    const path = posix.normalize(`${source?.folder ?? ''}${file}`)
    // Standard input is no file, and what lies outside is in no repository.
    if (
      source === undefined ||
      file.startsWith('/') ||
      path.startsWith('..') ||
      file === '-' ||
      holdsHidden(file)
    )
      return shown
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
