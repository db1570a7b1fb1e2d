// What a reader should see first, one notice each: problems, what a plan leaves unchanged, what an apply could not do, and
// unmet expectations of a smoke test.
import type { Result } from '../../core/plan/outcome.ts'
import { noteWarnings } from '../words/note-lines.ts'
import type { Section } from '../../core/plan/plan.ts'
import type { Position, Problem, Severity } from '../../core/problem.ts'
import type { SmokeResult } from '../../core/delivery/smoke.ts'
import { type Account, plansOf, resultsOf, smokeOf } from '../account.ts'
import { headingOf } from '../words/shown-changes.ts'
import { given } from '../../core/given.ts'
import { smokeVerdict } from './junit-xml.ts'
import { visible } from '../../core/visible.ts'

export interface Notice {
  readonly severity: Severity
  /** A few words, such as a rule's id. */
  readonly title: string
  /** Each of one line, made visible. */
  readonly lines: readonly string[]
  readonly position?: Position
}

/** Problems first, in reading order. */
export function noticesOf(account: Account): readonly Notice[] {
  return [
    ...account.problems.map(ofProblem),
    ...resultsOf(account).flatMap(ofResult),
    ...(smokeOf(account)?.results ?? []).flatMap(ofCase),
    ...plansOf(account).flatMap(({ sections }) => sections.flatMap((section) => ofSection(section, 'plans'))),
    // A saved plan has no problems; for other plans, a problem reports it.
    ...(account.command === 'show' ? (account.plan?.sections ?? []) : []).flatMap((section) =>
      ofSection(section, 'saved plans'),
    ),
  ]
}

export function ofProblem({ rule, severity, message, hint, target, position }: Problem): Notice {
  const where = target === undefined ? '' : ` (target ${visible(target)})`
  // The checkout doesn't have the lines of another revision, such as `main:belfry.yaml`. A drive has a single letter.
  const isElsewhere = position !== undefined && /^[^:]{2,}:/.test(position.file)
  const place = isElsewhere ? `${position.file}:${position.line}:${position.column}: ` : ''
  return {
    severity,
    title: rule,
    lines: [`${visible(`${place}${message}`)}${where}`, ...(hint === undefined ? [] : [visible(hint)])],
    ...(position && !isElsewhere && { position }),
  }
}

function ofResult({ change, outcome }: Result): Notice[] {
  if (outcome.status === 'done') return []
  const { fields = [], hint } = outcome.status === 'failed' ? outcome : {}
  return [
    ofProblem({
      rule: outcome.status,
      severity: 'error',
      message: `${headingOf(change)}: ${outcome.reason}`,
      position: fields[0]?.position ?? change.position,
      ...given({ hint }),
    }),
  ]
}

function ofCase(result: SmokeResult): Notice[] {
  const verdict = smokeVerdict(result)
  if (verdict === undefined || verdict.type === 'skipped') return []
  const { suite, name, target, position } = result
  const lines = [`${suite}: ${name} (target ${target}): ${verdict.message}`, ...(verdict.lines ?? [])]
  return [{ severity: 'error', title: 'smoke', lines: lines.map(visible), position }]
}

/** What `plans` say of a section, or only `saved plans`. */
function ofSection(section: Section, plans: 'plans' | 'saved plans'): Notice[] {
  return noteWarnings(section, plans).map(({ title, text, position }) =>
    ofProblem({
      rule: title,
      severity: 'warning',
      message: text,
      ...given({ target: section.target, position }),
    }),
  )
}
