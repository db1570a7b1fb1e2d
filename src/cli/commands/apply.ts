// belfry apply: shows the plan, asks, sends exactly those requests, and checks that a new plan shows no changes.
import { given } from '../../core/given.ts'
import type { Result } from '../../core/plan/outcome.ts'
import { type Problem, badFlag } from '../../core/problem.ts'
import { listText } from '../../core/words.ts'
import type { Run, OperationEvent } from '../../library/run.ts'
import { apply as applied } from '../../library/operations/apply.ts'
import type { ApplyAccount } from '../../report/account.ts'
import { organisation } from '../../report/words/plan-notes.ts'
import { outcomeStep, skippedSteps } from '../../report/document/apply.ts'
import type { Step } from '../../report/document/document-node.ts'
import { stepText } from '../../report/text/nodes.ts'
import { approvalBy, createRecorder, printStopped } from '../apply/confirm.ts'
import { givenIn } from '../options/repeat.ts'
import { applyFlags, type ApplyFlags } from '../../library/options/plan.ts'
import type { ReviewRequest } from '../../library/apply/reviewed-plan.ts'
import { piecesOfFile } from '../../library/files/read-file.ts'
import { withOutput, type Output } from '../output.ts'
import { colorOf } from '../terminal/diagnostics.ts'
import type { Io } from '../terminal/io.ts'
import { observed } from '../terminal/run.ts'
import { Progress } from '../terminal/progress.ts'

/** `file` is a saved plan that is applied exactly. */
export async function apply(flags: ApplyFlags, io: Io, [file]: readonly string[]): Promise<number> {
  return withOutput('apply', { ...flags, planFile: file, suites: flags.smoke }, io, (output) =>
    start(file, flags, io, output),
  )
}

async function start(file: string | undefined, flags: ApplyFlags, io: Io, output: Output): Promise<number> {
  const progress = new Progress(io, flags)
  const skipped: Result[] = []
  let width = organisation.length
  const [write, styleFor] = output.format === 'text' ? [io.out, io.outStyle] : [io.err, io.errStyle]
  const style = styleFor(colorOf(flags))
  const print = (step: Step): void => {
    progress.erase()
    progress.spoke()
    write(`${stepText(step, width, style)}\n`)
  }
  const { on: record, recorded } = createRecorder(progress, output, (result) => {
    // An interruption skips many changes at once.
    if (result.outcome.status === 'skipped') skipped.push(result)
    else print(outcomeStep(result))
  })
  const on = (event: OperationEvent): void =>
    event.type === 'cases' ? progress.read('smoke cases', event) : record(event)
  const leave = (soFar: ApplyAccount): void => {
    if (soFar.result !== undefined) output.print(soFar)
    else printStopped(soFar, recorded(), output, io)
  }
  const follow: Run['follow'] = (project) => {
    output.follow(project)
    width = Math.max(width, ...(project.targets ?? []).map(({ alias }) => alias.length))
  }
  const approval = approvalBy(file, flags, io, output)
  const request = { ...flags, ...given({ review: reviewOf(file, flags, io) }) }
  const carryOut = async (run: Run<ApplyAccount>): Promise<number> => {
    const ended = await applied(request, approval, run)
    skippedSteps(skipped).forEach(print)
    return output.end(ended)
  }
  const release = io.collect(progress.redraw)
  try {
    return await observed({ progress, on, leave, follow }, output, io, carryOut)
  } finally {
    release()
  }
}

/** The saved plan that the command line names. */
function reviewOf(
  file: string | undefined,
  flags: ApplyFlags,
  io: Pick<Io, 'cwd'>,
): ReviewRequest | Problem | undefined {
  const path = file ?? flags.approved
  if (path === undefined) return undefined
  return (
    (file === undefined ? undefined : contradiction(file, flags)) ?? {
      kind: file === undefined ? 'approved' : 'saved',
      file: path,
      pieces: () => piecesOfFile(path, io),
    }
  )
}

function contradiction(file: string, flags: ApplyFlags): Problem | undefined {
  const approved = flags.approved === undefined ? [] : ['--approved']
  const selected = givenIn('selection', applyFlags, flags)
  const unfit = [...selected, ...approved]
  if (unfit.length === 0) return undefined
  const names = listText(unfit)
  // `plan` has no --approved.
  const other = selected.length === 0 ? '' : `, or make a new plan with ${listText(selected)}`
  const repeat = file.endsWith('.json') ? '' : ' To give an option several values, repeat the option.'
  return badFlag(
    `${names} can't be used with ${file}: belfry always applies exactly the changes of a saved plan`,
    `Remove ${names}${other}.${repeat}`,
  )
}
