// Errors and warnings, each with its place, the lines around it, and what to do.
import type { FrameLine, Problem } from '../../core/problem.ts'
import { present } from '../../core/given.ts'
import { grouped } from '../../core/grouped.ts'
import { explainedRule } from '../../explain/rules.ts'
import { visible } from '../../core/visible.ts'
import { many, number } from '../../core/words.ts'
import { isGuard } from '../plan-notes.ts'
import { markup, type Markup } from './markup.ts'

/** Of the errors, and of the warnings of one rule. */
const maxShown = 2000

/** So few warnings are open; more are one line for each rule. */
const mostOpen = 1

/** What a branch changes of the guards, open however many there are. */
export function guardList(problems: readonly Problem[]): Markup | undefined {
  const guards = problems.filter(isGuard)
  return guards.length === 0 ? undefined : list(guards)
}

/** Errors are open, and before the warnings. Warnings of more than `mostRules` rules are one line, which opens. */
export function problemList(problems: readonly Problem[], mostRules = 5): Markup | undefined {
  if (problems.length === 0) return undefined
  const errors = problems.filter(({ severity }) => severity === 'error')
  const warnings = problems.filter(({ severity }) => severity === 'warning')
  if (warnings.length <= mostOpen) return list([...errors, ...warnings])
  const rules = [...grouped(warnings, ({ rule }) => rule)]
  const lines = rules.map(ofRule)
  const folded =
    rules.length <= mostRules
      ? markup`${lines}`
      : markup`<details class="rule"><summary>${warningTag(warnings)} of ${number(rules.length)} rules</summary>${lines}</details>`
  return markup`${errors.length === 0 ? '' : list(errors)}${folded}`
}

function ofRule([rule, problems]: readonly [rule: string, problems: readonly Problem[]]): Markup {
  return markup`<details class="rule"><summary>${warningTag(problems)} <code>${rule}</code> <span class="about">${explainedRule(rule)?.summary}</span></summary>${list(problems)}</details>`
}

function warningTag({ length }: readonly Problem[]): Markup {
  return markup`<span class="tag warning">${many(length, 'warning')}</span>`
}

function list(problems: readonly Problem[]): Markup {
  const rest = problems.length - maxShown
  return markup`<ul class="problems">${problems.slice(0, maxShown).map(problem)}</ul>${rest > 0 ? markup`<p class="cut quiet">and ${number(rest)} more</p>` : ''}`
}

function problem({ severity, rule, message, hint, position, resource, target, frame }: Problem): Markup {
  const place = position && `${position.file}:${position.line}:${position.column}`
  const about = present(place, resource, target)
  return markup`<li class="problem ${severity}"><h3><span class="tag ${severity}">${severity}</span> ${message}</h3><p class="quiet"><code>${rule}</code>${about.map((text) => markup` · <span class="place">${text}</span>`)}</p>${hint === undefined ? '' : markup`<p>${hint}</p>`}${frame === undefined || frame.length === 0 ? '' : markup`<pre class="frame" tabindex="0" role="group" aria-label="Lines of ${place}">${frame.map(frameLine)}</pre>`}</li>`
}

function frameLine({ number: line, text, mark }: FrameLine): Markup {
  if (mark === undefined) return markup`<span class="line"><span class="at">${line}</span>${text}</span>`
  const from = mark.column - 1
  // A mark can be at the end of a line, after its last character.
  const marked = visible(text.slice(from, from + mark.length)) || ' '
  return markup`<span class="line"><span class="at">${line}</span>${text.slice(0, from)}<mark>${marked}</mark>${text.slice(from + mark.length)}</span>`
}
