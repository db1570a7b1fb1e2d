// Problems as alerts: errors apart from warnings, each with its place and what to do.
import type { Problem, Severity } from '../../core/problem.ts'
import { code, prose } from './escape.ts'
import type { Block, Item } from './fit.ts'
import type { Place } from './places.ts'

const alerts = { error: 'CAUTION', warning: 'WARNING' } as const

/** An alert for each severity that occurs. */
export function problemBlocks(problems: readonly Problem[], place: Place): readonly Block[] {
  return (['error', 'warning'] as const).flatMap((severity) => {
    const items = problems
      .filter((problem) => problem.severity === severity)
      .map((problem): Item => ({ rank: severity === 'error' ? -2 : -1, text: itemOf(problem, place) }))
    return items.length === 0 ? [] : [{ items, nouns: [severity, `${severity}s`], frame: alert(severity) }]
  })
}

export function alert(severity: Severity): (texts: readonly string[]) => string {
  return (texts) => [`> [!${alerts[severity]}]`, ...texts.map((text) => `> - ${text}`)].join('\n')
}

function itemOf({ rule, message, hint, position, target }: Problem, place: Place): string {
  return [
    ...(position === undefined ? [] : [place(position)]),
    `${code(rule)}: ${prose(message)}`,
    ...(target === undefined ? [] : [`(target ${code(target)})`]),
    ...(hint === undefined ? [] : [`<br>${prose(hint)}`]),
  ].join(' ')
}
