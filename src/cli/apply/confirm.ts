// What a person sees of a plan before the first write, and the question whether it is wanted.
import { refusal } from '../../core/refusals.ts'
import type { Change } from '../../core/plan/change.ts'
import type { Plan } from '../../core/plan/plan.ts'
import { hasErrors, type Problem } from '../../core/problem.ts'
import { isIdle, type Approval } from '../../library/operations/apply.ts'
import { planText } from '../../report/text/plan.ts'
import { visible } from '../../core/visible.ts'
import { colorOf, extentOf } from '../terminal/diagnostics.ts'
import type { ApplyFlags } from '../options/plan.ts'
import type { Io } from '../terminal/io.ts'
import type { Teller } from '../output.ts'

/** `file` is the saved plan of which exactly what it says is applied. */
export function approvalBy(
  file: string | undefined,
  flags: ApplyFlags,
  io: Io,
  { format, shown, warn }: Teller,
): Approval {
  const print = (plan: Plan): void =>
    io.out(planText(shown.plan(plan), io.outStyle(colorOf(flags)), { extent: extentOf(flags) }))
  const isReviewed = (file ?? flags.approved) !== undefined
  return {
    show: (plan, problems, done) => {
      // Of a saved plan that is refused, what didn't move is not what would be sent: nothing is.
      const isShown = file === undefined || !hasErrors(problems)
      if (format !== 'text' || plan.sections.length === 0 || !isShown) return
      if (isIdle(plan) && done.length > 0 && !hasErrors(problems))
        io.out(doneText(done.map(shown.change), file))
      else print(plan)
    },
    objection: async (warnings, loaded) => {
      warn(warnings, { loaded })
      // A saved or approved plan was already reviewed.
      if (flags.yes === true || isReviewed) return undefined
      if (!io.isInteractive) return notConfirmed
      if (format !== 'text') return notShown(format)
      return (await confirm(io)) ? undefined : declined
    },
    isWanted: async (plan, unapproved, stop) => {
      if (format === 'text') print(plan)
      warn(unapproved)
      return isReviewed || flags.yes === true || (io.isInteractive && (await confirm(io, stop)))
    },
  }
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
    hint: 'Read the plan, then run the command again with --yes. Or replace --format with --report: belfry then prints the plan as text, and writes the report to a file.',
  }
}

const declined: Problem = refusal({
  rule: 'not-confirmed',
  severity: 'error',
  message: 'the answer was not "yes"',
  hint: 'Run the command again, and type yes.',
})

async function confirm(io: Io, stop?: AbortSignal): Promise<boolean> {
  return (await io.ask('Apply these changes? Type yes to continue: ', stop))?.trim() === 'yes'
}

function doneText(done: readonly Change[], file = 'the plan'): string {
  const what =
    done.length === 1
      ? `the only change in ${visible(file)} is`
      : `all ${done.length} changes in ${visible(file)} are`
  return `Nothing to do: ${what} already done.\n`
}
