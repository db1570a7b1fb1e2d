// belfry trigger: one trigger, taken at most once, what the service said to it, and what became of it.
import { visible } from '../../core/visible.ts'
import type { OperationEvent } from '../../library/ambient.ts'
import { trigger as triggered } from '../../library/operations/trigger.ts'
import type { TriggerFlags } from '../../library/options/activity.ts'
import { telling, type Teller } from '../output.ts'
import type { Io } from '../terminal/io.ts'
import { createLiveBlock } from '../terminal/live-block.ts'
import { observed } from '../terminal/run.ts'
import { createProgress } from '../terminal/progress.ts'
import type { TriggerRequest } from '../../library/trigger/request.ts'
import { triggerRequest } from '../trigger/request.ts'

export async function trigger(
  flags: TriggerFlags,
  io: Io,
  [workflow = '']: readonly string[],
): Promise<number> {
  const { delivery, problems } = await triggerRequest(workflow, flags, io)
  const request = { ...flags, delivery, problems }
  const mistakes = [...flags.mistakes, ...problems]
  return telling('trigger', { ...flags, mistakes }, io, (teller) => start(request, io, teller))
}

async function start(
  request: TriggerRequest & Pick<TriggerFlags, 'debug'>,
  io: Io,
  teller: Teller,
): Promise<number> {
  const progress = createProgress(io, request)
  const block = createLiveBlock(io, teller)
  const on = (whole: OperationEvent): void => {
    if (whole.type !== 'delivery') return progress.on(whole)
    const { event } = whole
    progress.clear()
    if (event.about === 'lost-reply') {
      io.err('the reply was lost; checking whether the service accepted the trigger\n')
      progress.doing('looking for the trigger')
    } else if (event.about === 'progress')
      block.on({ ...event, deliveries: teller.shown.deliveries(event.deliveries) })
    // Printed at once, so that a user who loses the connection during the wait can look for it.
    else if (teller.format === 'text') io.out(`${visible(event.transactionId)}\n`)
  }
  const clear = (): void => {
    progress.clear()
    block.clear()
  }
  return observed({ progress, on, clear }, teller, io, async (run) =>
    teller.end(await triggered(request, run)),
  )
}
