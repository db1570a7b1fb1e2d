// Checks before the first write of a plan: its problems, a reviewed plan, or a confirmation at the terminal.
import { refusal } from '../../core/refusals.ts'
import type { Change } from '../../core/plan/change.ts'
import { refuseSecrets } from '../../core/secrecy/leak.ts'
import type { Result } from '../../core/plan/outcome.ts'
import type { Plan } from '../../core/plan/plan.ts'
import { hasErrors, type Problem } from '../../core/problem.ts'
import { protectionProblems } from '../../engine/guards/protection.ts'
import { planText } from '../../report/text/plan.ts'
import { visible } from '../../core/visible.ts'
import type { Ready } from '../prepare/ready.ts'
import { colorOf, extentOf } from '../terminal/diagnostics.ts'
import { exitOfIdle, exitOfProblems } from '../exit.ts'
import type { ApplyFlags } from '../flags/plan.ts'
import type { Io } from '../terminal/io.ts'
import { approvalProblems, type Course, type Review } from './reviewed-plan.ts'
import type { Teller } from '../tell.ts'

/** The exit code if nothing is to be written; undefined if the plan can be applied. */
export async function beforeWriting(
  { planned: { plan }, done }: Course,
  review: Review | undefined,
  prepared: Ready,
  flags: ApplyFlags,
  io: Io,
  teller: Teller,
): Promise<number | undefined> {
  // Before anything is shown or sent: afterwards, the output with a secret couldn't be withheld.
  refuseSecrets(plan, io.filter)
  const permission = { review: review?.kind ?? 'none', allowed: flags.allowProtected } as const
  const problems = [
    ...prepared.problems,
    ...plan.problems,
    ...protectionProblems(plan, prepared.project.targets, permission),
  ]
  const isIdle = plan.sections.every(
    ({ changes, waitsFor }) => changes.length === 0 && waitsFor === undefined,
  )
  const end = (exit: number, found: readonly Problem[]): number => {
    const results = hasErrors(found) ? [] : done.map(alreadyDone)
    return teller.tell(
      { command: 'apply', exit, problems: found, plan, results },
      { loaded: prepared.loaded, closing: 'Nothing was written.' },
    )
  }
  const refuse = (why: Problem): number => end(exitOfProblems([why]), [...problems, why])
  // Of a saved plan that is refused, what didn't move is not what would be sent: nothing is.
  const isShown = review?.kind !== 'saved' || !hasErrors(problems)
  if (teller.format === 'text' && plan.sections.length > 0 && isShown)
    io.out(
      isIdle && done.length > 0 && !hasErrors(problems)
        ? doneText(done.map(teller.shown.change), review)
        : planText(teller.shown.plan(plan), io.outStyle(colorOf(flags)), { extent: extentOf(flags) }),
    )
  if (hasErrors(problems)) return end(exitOfProblems(problems), problems)
  if (isIdle) return end(exitOfIdle(plan), problems)
  teller.warn(problems, { loaded: prepared.loaded })
  // A saved or approved plan was already reviewed.
  if (flags.yes === true || review !== undefined) return undefined
  if (!io.isInteractive) return refuse(notConfirmed)
  if (teller.format !== 'text') return refuse(notShown(teller.format))
  return (await confirm(io)) ? undefined : refuse(declined)
}

const notConfirmed: Problem = refusal({
  rule: 'not-confirmed',
  severity: 'error',
  message: 'apply needs a confirmation, and there is no terminal to ask for the confirmation',
  hint: 'Read the plan, then run the command again with --yes.',
})

/** Only text shows the plan before it is asked for. */
function notShown(format: string): Problem {
  return {
    ...notConfirmed,
    message: `apply needs a confirmation, but with --format ${format} belfry doesn't print the plan before the question`,
    hint: 'Read the plan, then run the command again with --yes. To write a different format to a file, and print the plan as text, use --report instead of --format.',
  }
}

const declined: Problem = refusal({
  rule: 'not-confirmed',
  severity: 'error',
  message: 'the answer was not "yes"',
  hint: 'Run the command again, and type yes.',
})

/** Whether a plan that could only be made during the apply can be applied. */
export async function approve(
  plan: Plan,
  review: Review | undefined,
  ready: Ready,
  flags: ApplyFlags,
  io: Io,
  teller: Teller,
  stop: AbortSignal,
): Promise<boolean> {
  refuseSecrets(plan, io.filter)
  if (teller.format === 'text')
    io.out(planText(teller.shown.plan(plan), io.outStyle(colorOf(flags)), { extent: extentOf(flags) }))
  const unapproved = approvalProblems({ plan, groundOf: new Map() }, review, ready, io)
  teller.warn(unapproved)
  if (review !== undefined) return !hasErrors(unapproved)
  return flags.yes === true || (io.isInteractive && (await confirm(io, stop)))
}

async function confirm(io: Io, stop?: AbortSignal): Promise<boolean> {
  return (await io.ask('Apply these changes? Type yes to continue: ', stop))?.trim() === 'yes'
}

/** Of a change of a saved plan that live shows before anything is sent. */
export function alreadyDone(change: Change): Result {
  return { change, outcome: { status: 'done', already: true }, milliseconds: 0 }
}

function doneText(done: readonly Change[], review: Review | undefined): string {
  const file = visible(review?.saved.file ?? 'the plan')
  const what =
    done.length === 1 ? `the only change in ${file} is` : `all ${done.length} changes in ${file} are`
  return `Nothing to do: ${what} already done.\n`
}
