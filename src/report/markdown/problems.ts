// Problems: errors as an alert that is always open, each with its place and what to do; many warnings folded by rule.
import { grouped } from '../../core/grouped.ts'
import type { Problem, Severity } from '../../core/problem.ts'
import { ruleNamed } from '../../core/rules.ts'
import { counted } from '../../core/words.ts'
import { guardsTitle, isGuard } from '../plan-notes.ts'
import { code, folded, prose } from './escape.ts'
import type { Block } from './fit.ts'
import type { Place } from './places.ts'

const alerts = { error: 'CAUTION', warning: 'WARNING' } as const

/** So few warnings are shown in full before the changes. */
const mostOpen = 3

/** Below those of all changes and their fields: what is folded away keeps none of them out. */
const foldedRank = 40

export function problemBlocks(problems: readonly Problem[], place: Place): readonly Block[] {
  const errors = problems.filter(({ severity }) => severity === 'error')
  const guards = problems.filter(isGuard)
  const warnings = problems.filter((each) => each.severity === 'warning' && !isGuard(each))
  const byRule = grouped(warnings, ({ rule }) => rule)
  return [
    ...guardBlock(guards, place),
    ...openBlock(errors, 'error', place),
    ...(warnings.length <= mostOpen
      ? openBlock(warnings, 'warning', place)
      : [...byRule].map(([rule, all]) => ruleBlock(rule, all, place))),
  ]
}

function guardBlock(guards: readonly Problem[], place: Place): readonly Block[] {
  const items = guards.map((problem) => ({ rank: -2, text: itemOf(problem, '', place) }))
  return items.length === 0 ? [] : [{ items, nouns: ['guard', 'guards'], frame: guardAlert }]
}

function guardAlert(texts: readonly string[]): string {
  return ['> [!IMPORTANT]', `> **${guardsTitle}**`, ...texts.map((text) => `> - ${text}`)].join('\n')
}

function openBlock(problems: readonly Problem[], severity: Severity, place: Place): readonly Block[] {
  const items = problems.map((problem) => ({
    rank: severity === 'error' ? -2 : -1,
    text: itemOf(problem, `${code(problem.rule)}: `, place),
  }))
  return items.length === 0 ? [] : [{ items, nouns: [severity, `${severity}s`], frame: alert(severity) }]
}

function ruleBlock(rule: string, warnings: readonly Problem[], place: Place): Block {
  return {
    // The first keeps the line of its rule, whatever else has no room.
    items: warnings.map((problem, index) => ({
      rank: index === 0 ? -1 : foldedRank,
      text: itemOf(problem, '', place),
    })),
    nouns: ['warning', 'warnings'],
    frame: (texts) => folded(titleOf(rule, warnings.length), texts.map((text) => `- ${text}`).join('\n')),
  }
}

export function alert(severity: Severity): (texts: readonly string[]) => string {
  return (texts) => [`> [!${alerts[severity]}]`, ...texts.map((text) => `> - ${text}`)].join('\n')
}

/** `12 warnings no-primary: A channel has active integrations, but no primary integration.` */
function titleOf(rule: string, count: number): string {
  const summary = ruleNamed(rule)?.summary
  return `${counted(count, 'warning')} \`${rule}\`${summary === undefined ? '' : `: ${summary}`}`
}

function itemOf({ message, hint, position, target }: Problem, rule: string, place: Place): string {
  return [
    ...(position === undefined ? [] : [place(position)]),
    `${rule}${prose(message)}`,
    ...(target === undefined ? [] : [`(target ${code(target)})`]),
    ...(hint === undefined ? [] : [`<br>${prose(hint)}`]),
  ].join(' ')
}
