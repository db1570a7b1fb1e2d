// What won't be right after a plan: reported, and on a protected target refused if the plan makes it worse.
import { exits, type Problem } from '../../core/problem.ts'
import { given } from '../../core/given.ts'
import { ruleNamed, severityOf, type RuleSettings } from '../../core/rules.ts'
import type { Doubt } from '../../kinds/kind.ts'
import type { Target } from '../engine.ts'
import type { Selection } from '../plan/select.ts'

export interface DoubtContext {
  readonly target: Pick<Target, 'alias' | 'protection'> | undefined
  readonly rules: RuleSettings
  readonly selection: Pick<Selection, 'only' | 'exclude'>
}

export function doubtProblems(doubts: readonly Doubt[], context: DoubtContext): Problem[] {
  const { target, rules, selection } = context
  const isPart = selection.only.length + selection.exclude.length > 0
  return (
    doubts
      // Who asked for a part asked what that part does.
      .filter(({ isWorse }) => isWorse || !isPart)
      .flatMap(({ isWorse, isUnverified, isOutside, severity: usual, exit: own, ...doubt }): Problem | [] => {
        const { channel: _channel, ...said } = doubt
        const { rule } = said
        const isOpen = ruleNamed(rule)?.configurable === true && !Object.hasOwn(rules, rule)
        const isRefused = isOpen && isWorse && target?.protection !== undefined
        const found = isRefused ? 'error' : severityOf(rule, rules, usual)
        if (found === 'off') return []
        const severity = isOutside === true ? 'warning' : found
        const hint = isRefused
          ? `${said.hint} If this is intended, set rules: { ${rule}: warn } in the project file.`
          : said.hint
        const exit: Problem['exit'] | undefined =
          severity === 'error' ? (own ?? exits.refusal) : isUnverified === true ? exits.unsettled : undefined
        return given({ severity, target: target?.alias, ...said, hint, exit })
      })
  )
}
