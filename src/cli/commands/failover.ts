// belfry failover: makes a standby primary, with a smoke trigger before the switch, or returns to the declared primary.
import type { OperationEvent } from '../../library/run.ts'
import { unfinished } from '../../library/failover/stages.ts'
import { failover as failedOver, type FailoverApproval } from '../../library/operations/failover.ts'
import type { FailoverAccount } from '../../report/account.ts'
import { healthLines } from '../../report/document/failover.ts'
import { outcomeStep } from '../../report/document/apply.ts'
import { stepText, planText } from '../../report/text/nodes.ts'
import { createRecorder, printStopped, refusedBy } from '../apply/confirm.ts'
import type { FailoverFlags } from '../../library/options/service.ts'
import { withOutput, type Output } from '../output.ts'
import { colorOf } from '../terminal/diagnostics.ts'
import type { Io } from '../terminal/io.ts'
import { observed } from '../terminal/run.ts'
import { Progress } from '../terminal/progress.ts'

export async function failover(
  flags: FailoverFlags,
  io: Io,
  [channel = '']: readonly string[],
): Promise<number> {
  return withOutput('failover', flags, io, (output) => start(channel, flags, io, output))
}

async function start(channel: string, flags: FailoverFlags, io: Io, output: Output): Promise<number> {
  const progress = new Progress(io, flags)
  const style = io.outStyle(colorOf(flags))
  const { on: record, recorded } = createRecorder(progress, output, (result) => {
    progress.erase()
    progress.spoke()
    if (output.format === 'text') io.out(`${stepText(outcomeStep(result), 0, style)}\n`)
  })
  const on = (event: OperationEvent): void => {
    if (event.type !== 'cases') record(event)
    else if (event.result === undefined) progress.doing('waiting for the smoke trigger')
    else progress.clear()
  }
  const leave = (soFar: FailoverAccount): void => {
    const known = recorded()
    printStopped({ ...soFar, state: unfinished(known.results) }, known, output, io)
  }
  const approval: FailoverApproval = {
    show: (plan, health) => {
      if (output.format !== 'text') return
      if (health !== undefined) io.out(`${healthLines(health).join('\n')}\n\n`)
      io.out(planText(output.shown.plan(plan), style, { extent: 'excerpt' }))
    },
    objection: async (question, warnings, lacking) => {
      output.warn(warnings)
      return flags.yes === true ? undefined : refusedBy(io, output.format, 'failover', question, lacking)
    },
  }
  const request = { ...flags, channel }
  return observed({ progress, on, leave }, output, io, async (run) =>
    output.end(await failedOver(request, approval, run)),
  )
}
