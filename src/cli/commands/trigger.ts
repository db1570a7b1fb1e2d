// belfry trigger: one trigger, taken at most once, what the service said to it, and what became of it.
import { visible } from '../../core/visible.ts'
import type { OperationEvent } from '../../library/ambient.ts'
import { trigger as triggered } from '../../library/operations/trigger.ts'
import type { TriggerFlags } from '../../library/options/activity.ts'
import { requested } from '../../library/options/common.ts'
import { telling, type Teller } from '../output.ts'
import type { Io } from '../terminal/io.ts'
import { createLiveBlock } from '../terminal/live-block.ts'
import { observed } from '../terminal/run.ts'
import { createProgress } from '../terminal/progress.ts'
import { triggerRequest } from '../trigger/request.ts'

export async function trigger(flags: TriggerFlags, io: Io, words: readonly string[]): Promise<number> {
  return telling('trigger', flags, io, (teller) => start(words, flags, io, teller))
}

async function start(
  [workflow = '']: readonly string[],
  flags: TriggerFlags,
  io: Io,
  teller: Teller,
): Promise<number> {
  const { request: delivery, problems } = await triggerRequest(workflow, flags, io)
  const progress = createProgress(io, flags)
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
  const request = { ...requested(flags), delivery, problems }
  return observed({ progress, on, clear }, teller, io, async (run) =>
    teller.end(await triggered(request, run)),
  )
}
