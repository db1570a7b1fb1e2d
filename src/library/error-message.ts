// The message of a method's error. It is not in the class, which loads nothing.
import { visible } from '../core/visible.ts'
import { counted } from '../core/words.ts'
import type { ApplyResult, Explanation, Judgement, Result, SmokeCase } from './results.ts'

/** What kept `method` from succeeding, in one sentence. */
export function errorMessage(method: string, result: Result): string {
  return visible(`${method}: ${whyOf(result)}`)
}

function whyOf(result: Result): string {
  if (result.exit === 0) return 'onEvent threw an error, and the method itself succeeded'
  if (result.exit === 130) return 'interrupted'
  const [first, ...more] = result.problems.filter(({ severity }) => severity === 'error')
  if (first === undefined) return failureIn(result) ?? 'there are problems'
  const { position, message, rule } = first
  const place = position === undefined ? '' : `${position.file}:${position.line}:${position.column}: `
  return `${place}${message} [${rule}]${moreThan(more)}`
}

/** Of what failed without an error among the problems, the first. */
function failureIn(result: Result): string | undefined {
  switch (result.command) {
    case 'apply':
      return unappliedIn(result) ?? failedCaseIn(result.smoke?.cases) ?? unlikeIn(result)
    case 'smoke':
      return failedCaseIn(result.cases)
    case 'trigger':
      return unmetIn(result)
    case 'doctor': {
      const { project = [], targets = [] } = result
      const found = [...project, ...targets.flatMap(({ findings }) => findings)]
      const [first, ...more] = found.filter(({ status }) => status === 'problem')
      return first && `${first.message}${moreThan(more)}`
    }
    case 'audit':
      return counted(result.findings ?? 0, 'finding')
    default:
      return undefined
  }
}

/** What failed comes before what was skipped because of it. */
function unappliedIn({ results = [] }: ApplyResult): string | undefined {
  const undone = results.filter(({ status }) => status !== 'done' && status !== 'waiting')
  const first = undone.find(({ status }) => status !== 'skipped') ?? undone[0]
  return first && `${first.status}: ${first.id}: ${first.reason}${moreThan(undone.slice(1))}`
}

function unlikeIn({ after, waiting = [] }: ApplyResult): string {
  const [keyless] = waiting
  if (keyless !== undefined) return `target ${keyless.target} waits for its API key`
  const [first, ...more] = (after?.sections ?? []).flatMap(({ changes }) => changes)
  const which = first === undefined ? '' : `: ${first.id}${moreThan(more)}`
  return `the service still differs from the manifests after the apply${which}`
}

function failedCaseIn(cases: readonly SmokeCase[] = []): string | undefined {
  const [first, ...more] = cases.filter(({ outcome }) => outcome === 'unmet' || outcome === 'unknown')
  return first && `case ${first.name}: ${unmetIn(first.attempts.at(-1) ?? {})}${moreThan(more)}`
}

/** The explanation is the reason for what is not as expected. */
function unmetIn({
  judgements = [],
  explanations: [explanation] = [],
}: {
  readonly judgements?: readonly Judgement[]
  readonly explanations?: readonly Pick<Explanation, 'why'>[]
}): string {
  const unmet = judgements.find(({ isMet }) => !isMet)
  const what = unmet && `expected ${unmet.expected}, but got ${unmet.seen}`
  const found = [what, explanation?.why].filter((each) => each !== undefined)
  return found.length === 0 ? 'the notification was not delivered as expected' : found.join('; ')
}

function moreThan(more: readonly unknown[]): string {
  return more.length === 0 ? '' : ` (and ${more.length} more)`
}
