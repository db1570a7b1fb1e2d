// The plan that a user sees before the first write, the question for confirmation, and the report of a stopped apply.
import type { Change } from '../../core/plan/change.ts'
import type { Plan } from '../../core/plan/plan.ts'
import { errorOf, hasErrors, type Problem } from '../../core/problem.ts'
import { isIdle, type Approval } from '../../library/operations/apply.ts'
import { nodePieces, stepText } from '../../report/text/nodes.ts'
import { visible } from '../../core/visible.ts'
import { colorOf, extentOf } from '../terminal/diagnostics.ts'
import type { ApplyFlags } from '../../library/options/plan.ts'
import type { Io } from '../terminal/io.ts'
import type { Output } from '../output.ts'
import { listText } from '../../core/words.ts'
import { tally, type Result } from '../../core/plan/outcome.ts'
import type { OperationEvent } from '../../library/run.ts'
import type { ApplyAccount, FailoverAccount } from '../../report/account.ts'
import { outcomeStep } from '../../report/document/apply.ts'
import { planBlocks } from '../../report/document/plan-nodes.ts'
import type { Progress } from '../terminal/progress.ts'

/** How a user at the command line approves an apply. `file` is the saved plan that is applied exactly. */
export function approvalBy(
  file: string | undefined,
  flags: ApplyFlags,
  io: Io,
  { format, shown, warn }: Output,
): Approval {
  const print = (plan: Plan): void => {
    const extent = extentOf(flags)
    io.outPieces(nodePieces(planBlocks(shown.plan(plan), { extent }), io.outStyle(colorOf(flags)), extent))
  }
  const isReviewed = (file ?? flags.approved) !== undefined
  return {
    show: (plan, problems, done) => {
      // A refused saved plan isn't shown, because none of its changes would be sent, even those that are still valid.
      const isShown = file === undefined || !hasErrors(problems)
      if (format !== 'text' || plan.sections.length === 0 || !isShown) return
      if (isIdle(plan) && done.length > 0 && !hasErrors(problems)) io.out(doneText(done.length, file))
      else print(plan)
    },
    objection: async (warnings, loaded) => {
      warn(warnings, { loaded })
      // A saved or approved plan was already reviewed.
      if (flags.yes === true || isReviewed) return undefined
      return refusedBy(io, format, 'apply', question)
    },
    isWanted: async (plan, unapproved, stop) => {
      if (format === 'text') print(plan)
      warn(unapproved)
      return isReviewed || flags.yes === true || (io.isInteractive && (await confirm(io, question, stop)))
    },
  }
}

const question = 'Apply these changes? Type yes to continue: '

/** Asks on a terminal. Returns the problem if the answer is not yes, if there is no terminal, or if nothing was shown on it. */
export async function refusedBy(
  io: Io,
  format: string,
  command: string,
  asked: string,
  lacking: readonly string[] = ['--yes'],
): Promise<Problem | undefined> {
  if (!io.isInteractive) return notConfirmed(command, lacking)
  if (format !== 'text') return notShown(command, format, lacking)
  return (await confirm(io, asked)) ? undefined : declined
}

function notConfirmed(command: string, lacking: readonly string[]): Problem {
  return errorOf(
    'not-confirmed',
    `${command} needs a confirmation, and there is no terminal to ask for the confirmation`,
    `Read the plan, then run the command again with ${listText(lacking)}.`,
  )
}

/** Only the text format can show the plan before the question. */
function notShown(command: string, format: string, lacking: readonly string[]): Problem {
  const refusal = notConfirmed(command, lacking)
  return {
    ...refusal,
    message: `${command} needs a confirmation, but with --format ${format} belfry doesn't print the plan before the question`,
    hint: `${refusal.hint} Or replace --format with --report: belfry then prints the plan as text, and writes the report to a file.`,
  }
}

const declined: Problem = errorOf(
  'not-confirmed',
  'the answer was not "yes"',
  'Run the command again, and type yes.',
)

async function confirm(io: Io, asked: string, stop?: AbortSignal): Promise<boolean> {
  return (await io.ask(asked, stop))?.trim() === 'yes'
}

function doneText(count: number, file = 'the plan'): string {
  const what =
    count === 1
      ? `the only change in ${visible(file)} is`
      : `${count === 2 ? 'both' : `all ${count}`} changes in ${visible(file)} are`
  return `Nothing to do: ${what} already done.\n`
}

// The report of an apply or a failover that was stopped immediately.

/** What is known of a run that is stopped immediately. */
interface Recorded {
  readonly results: readonly Result[]
  /** Those whose request has no reply yet; `results` contains them too. */
  readonly unanswered: readonly Result[]
}

/**
 * Shows each event, with its personal data masked, and keeps the sent requests and their results for the report of a stopped
 * run.
 */
export function createRecorder(
  progress: Progress,
  { shown }: Pick<Output, 'shown'>,
  print: (result: Result) => void,
) {
  const results: Result[] = []
  const sending = new Map<string, Change>()
  const on = (event: OperationEvent): void => {
    progress.on(event.type === 'sending' ? { ...event, change: shown.change(event.change) } : event)
    if (event.type === 'sending') sending.set(event.change.id, event.change)
    if (event.type !== 'outcome') return
    sending.delete(event.result.change.id)
    results.push(event.result)
    print(shown.result(event.result))
  }
  return {
    on,
    recorded: (): Recorded => {
      const unanswered = [...sending.values()].map(withoutReply)
      return { results: [...results, ...unanswered], unanswered }
    },
  }
}

/** Reports a run that was stopped immediately: it names each change without a reply, and counts all that were recorded. */
export function printStopped(
  soFar: ApplyAccount | FailoverAccount,
  { results, unanswered }: Recorded,
  { print, shown, style }: Pick<Output, 'print' | 'shown' | 'style'>,
  io: Io,
): void {
  print({ ...soFar, results })
  const lines = unanswered.map((result) => `${stepText(outcomeStep(shown.result(result)), 0, style)}\n`)
  const counts = Object.entries(tally(results)).filter(([status, count]) => count > 0 || status === 'done')
  io.err(
    `${lines.join('')}Stopped. Changes: ${counts.map(([status, count]) => `${count} ${status}`).join(', ')}. To finish the ${soFar.command}, run the command again.\n`,
  )
}

/** The result of a change whose request was sent before the run was stopped. */
function withoutReply(change: Change): Result {
  const outcome = { status: 'unknown', reason: 'the run was stopped before the reply arrived' } as const
  return { change, outcome, milliseconds: 0 }
}
