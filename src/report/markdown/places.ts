// The place of a declaration, as a link if a site is known that shows the file.
import { posix } from 'node:path'
import { holdsHidden } from '../../core/visible.ts'
import type { Position } from '../../core/problem.ts'
import type { Context } from '../context.ts'
import { code } from './escape.ts'

export type Place = (position: Pick<Position, 'file' | 'line'>) => string

export function placing({ source }: Pick<Context, 'source'>): Place {
  return ({ file, line }) => {
    const shown = code(`${file}:${line}`)
    const path = posix.normalize(`${source?.folder ?? ''}${file}`)
    // Standard input is no file, main:belfry.yaml is in another commit, a path outside is in no repository, and no file name is
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
