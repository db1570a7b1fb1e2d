// The problems of a document: errors, and a few warnings in full; of many warnings, those of a rule are folded into one line.
import { grouped } from '../../core/lists.ts'
import type { Problem } from '../../core/problem.ts'
import { counted } from '../../core/words.ts'
import { explainedRule } from '../../explain/rules.ts'
import { guardsTitle, isGuard } from '../words/plan-notes.ts'
import { group, type Group, type Item, type List } from './document-node.ts'

/** So few warnings are shown in full. */
const mostOpen = 3

/** Higher than those of all changes: what is folded away keeps none of them out. */
const foldedRank = 40

/** What a reviewer reads before the changes. */
export function problemsBefore(problems: readonly Problem[]): readonly Group[] {
  const errors = problems.filter(({ severity }) => severity === 'error').map((each) => itemOf(each, -2))
  const guards = problems.filter(isGuard).map((each) => itemOf(each, -2, 'rule in title'))
  return [
    ...group(guardsTitle, [{ is: 'list', style: 'important', noun: 'guard', items: guards }], {
      id: 'guards',
    }),
    ...group('Errors', [{ is: 'list', style: 'error', noun: 'error', items: errors }], {
      id: 'errors',
      isObvious: true,
    }),
  ]
}

/** What a reviewer reads after the changes. */
export function warningNodes(problems: readonly Problem[]): readonly Group[] {
  const warnings = problems.filter((each) => each.severity === 'warning' && !isGuard(each))
  const own = warnings.filter(({ isOld }) => isOld !== true)
  const old = warnings.filter(({ isOld }) => isOld === true)
  const rules = own.length > mostOpen ? [...grouped(own, ({ rule }) => rule)] : []
  const open = rules.length === 0 ? own.map((each) => itemOf(each, -1)) : []
  const lists: readonly List[] = [
    { is: 'list', style: 'warning', noun: 'warning', items: open },
    ...rules.map(([rule, all]) => foldedList(ruleTitle(rule, all.length), all, 'rule in title')),
    foldedList(`${counted(old.length, 'warning')} in files that this branch doesn't change`, old),
  ]
  return group('Warnings', lists, { id: 'warnings', isObvious: true })
}

/** The first keeps the title, whatever else has no room. */
function foldedList(title: string, warnings: readonly Problem[], known?: 'rule in title'): List {
  const items = warnings.map((each, index) => itemOf(each, index === 0 ? -1 : foldedRank, known))
  return { is: 'list', style: 'folded', title, noun: 'warning', items }
}

/** `12 warnings no-primary: A channel has active integrations, but no primary integration.` */
function ruleTitle(rule: string, count: number): string {
  const summary = explainedRule(rule)?.summary
  return `${counted(count, 'warning')} \`${rule}\`${summary === undefined ? '' : `: ${summary}`}`
}

function itemOf(problem: Problem, rank: number, known?: 'rule in title'): Item {
  const { rule, message, hint, position, target, frame } = problem
  const text = [
    ...(position === undefined ? [] : [{ place: position }, ' ']),
    ...(known === undefined ? [{ code: rule }, ': '] : []),
    message,
    ...(target === undefined ? [] : [' (target ', { code: target }, ')']),
  ]
  return { rank, text, hint, frame }
}
