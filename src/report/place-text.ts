// A line that tells where what it names is declared.
import type { Position } from '../core/problem.ts'
import { paint, type Style } from './style.ts'
import { visible } from './visible.ts'
import { widthOf } from './width.ts'

/** The place at the right, or below where the line has no room for it. */
export function placed(sign: string, heading: string, place: string, style: Style): readonly string[] {
  const painted = paint(style, 'dim', place)
  const room = Math.min(style.columns, 120)
  const gap = Math.max(2, room - 44 - widthOf(heading))
  const most = style.columns - 2 - widthOf(heading) - widthOf(place)
  if (style.terminal === undefined || gap <= most) return [`${sign}${heading}${' '.repeat(gap)}${painted}`]
  return most >= 2
    ? [`${sign}${heading}${' '.repeat(most)}${painted}`]
    : [`${sign}${heading}`, `    ${painted}`]
}

export function placeOf({ position }: { readonly position: Position }): string {
  return visible(`${position.file}:${position.line}`)
}
