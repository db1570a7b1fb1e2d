// Problems: errors as an alert that is always open, each with its place and what to do; many warnings folded by rule.
import { grouped } from '../../core/grouped.ts'
import type { Problem } from '../../core/problem.ts'
import { explainedRule } from '../../explain/rules.ts'
import { counted } from '../../core/words.ts'
import { guardsTitle, isGuard } from '../plan-notes.ts'
import { code, folded, prose } from './escape.ts'
import type { Block } from './fit.ts'
import type { Place } from './places.ts'

const alerts = {
  guard: `> [!IMPORTANT]\n> **${guardsTitle}**`,
  error: '> [!CAUTION]',
  warning: '> [!WARNING]',
} as const

/** So few warnings are shown in full before the changes. */
const mostOpen = 3

/** Below those of all changes and their fields: what is folded away keeps none of them out. */
const foldedRank = 40

/** What a reviewer reads before the changes. */
export function graveBlocks(problems: readonly Problem[], place: Place): readonly Block[] {
  const errors = problems.filter(({ severity }) => severity === 'error')
  return [openBlock('guard', problems.filter(isGuard), place), openBlock('error', errors, place)]
}

/** And after them. */
export function warningBlocks(problems: readonly Problem[], place: Place): readonly Block[] {
  const warnings = problems.filter((each) => each.severity === 'warning' && !isGuard(each))
  const own = warnings.filter(({ isOld }) => isOld !== true)
  const old = warnings.filter(({ isOld }) => isOld === true)
  const oldTitle = `${counted(old.length, 'warning')} in files that this branch doesn't change`
  return [
    ...(own.length <= mostOpen
      ? [openBlock('warning', own, place)]
      : [...grouped(own, ({ rule }) => rule)].map(([rule, all]) =>
          foldedBlock(titleOf(rule, all.length), all, place, 'rule in title'),
        )),
    foldedBlock(oldTitle, old, place),
  ]
}

function openBlock(noun: keyof typeof alerts, problems: readonly Problem[], place: Place): Block {
  const known = noun === 'guard' ? 'rule in title' : undefined
  return {
    items: problems.map((each) => ({
      rank: noun === 'warning' ? -1 : -2,
      text: `> - ${itemOf(each, place, known)}`,
    })),
    nouns: [noun, `${noun}s`],
    frame: (texts) => [alerts[noun], ...texts].join('\n'),
  }
}

function foldedBlock(
  title: string,
  warnings: readonly Problem[],
  place: Place,
  known?: 'rule in title',
): Block {
  return {
    // The first keeps the title, whatever else has no room.
    items: warnings.map((each, index) => ({
      rank: index === 0 ? -1 : foldedRank,
      text: `- ${itemOf(each, place, known)}`,
    })),
    nouns: ['warning', 'warnings'],
    frame: (texts) => folded(title, texts.join('\n')),
  }
}

/** `12 warnings no-primary: A channel has active integrations, but no primary integration.` */
function titleOf(rule: string, count: number): string {
  const summary = explainedRule(rule)?.summary
  return `${counted(count, 'warning')} \`${rule}\`${summary === undefined ? '' : `: ${summary}`}`
}

function itemOf(
  { rule, message, hint, position, target }: Problem,
  place: Place,
  known?: 'rule in title',
): string {
  return [
    ...(position === undefined ? [] : [place(position)]),
    `${known === undefined ? `${code(rule)}: ` : ''}${prose(message)}`,
    ...(target === undefined ? [] : [`(target ${code(target)})`]),
    ...(hint === undefined ? [] : [`<br>${prose(hint)}`]),
  ].join(' ')
}
