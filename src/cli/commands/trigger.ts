// belfry trigger: one trigger, accepted at most once, with the service's reply and the result.
import { visible } from '../../core/visible.ts'
import type { OperationEvent, WaitProgress } from '../../library/run.ts'
import { trigger as triggered } from '../../library/operations/trigger.ts'
import type { TriggerFlags } from '../../library/options/activity.ts'
import { type Output, withOutput } from '../output.ts'
import type { Io } from '../terminal/io.ts'
import { observed } from '../terminal/run.ts'
import { Progress } from '../terminal/progress.ts'
import type { TriggerRequest } from '../../library/trigger/delivery-request.ts'
import { triggerRequest } from '../trigger/trigger-request.ts'
import type { Delivery } from '../../core/delivery/delivery.ts'
import { deliveryLines } from '../../report/text/delivery.ts'
import { duration } from '../../core/words.ts'
import { widthOf } from '../../report/text/layout.ts'

export async function trigger(
  flags: TriggerFlags,
  io: Io,
  [workflow = '']: readonly string[],
): Promise<number> {
  const { delivery, problems } = await triggerRequest(workflow, flags, io)
  const request = { ...flags, delivery, problems }
  const mistakes = [...flags.mistakes, ...problems]
  return withOutput('trigger', { ...flags, mistakes }, io, (output) => start(request, io, output))
}

async function start(
  request: TriggerRequest & Pick<TriggerFlags, 'debug'>,
  io: Io,
  output: Output,
): Promise<number> {
  const progress = new Progress(io, request)
  const block = createLiveBlock(io, output, request.debug)
  const on = (whole: OperationEvent): void => {
    if (whole.type !== 'delivery') return progress.on(whole)
    const { event } = whole
    progress.clear()
    if (event.about === 'lost-reply') {
      io.err('the reply was lost; checking whether the service accepted the trigger\n')
      progress.doing('looking for the trigger')
    } else if (event.about === 'progress')
      block.on({ ...event, deliveries: output.shown.deliveries(event.deliveries) })
    // Printed at once, so that users who lose the connection during the wait can search for it.
    else if (output.format === 'text') io.out(`${visible(event.transactionId)}\n`)
  }
  const clear = (): void => {
    progress.clear()
    block.clear()
  }
  return observed({ progress, on, clear }, output, io, async (run) =>
    output.end(await triggered(request, run)),
  )
}

/** A terminal may be small, and lines that have scrolled out of it can't be removed. */
const tallest = 15
/** Milliseconds without a change after which it prints that it still waits. */
const silence = 10_000

/**
 * The deliveries so far, as a block that is rewritten on a terminal; elsewhere a line for each change. With JSON, only a line that
 * it still waits. `clear` removes the block before something else is printed.
 */
function createLiveBlock(
  io: Io,
  { style, format }: Pick<Output, 'style' | 'format'>,
  debug: true | undefined,
) {
  let shown = 0
  const clear = (): void => {
    if (shown > 0) io.err(`\u001B[${shown}A\r\u001B[J`)
    shown = 0
  }
  const rewrite = ({ deliveries, milliseconds }: WaitProgress): void => {
    const lines = deliveryLines(deliveries, style)
    const isTall = lines.length > tallest
    const more = isTall ? [`and ${lines.length - tallest} more lines`] : []
    const block = [...lines.slice(0, tallest), ...more, `waiting for the result, ${duration(milliseconds)}`]
    clear()
    io.err(block.map((line) => `${line}\n`).join(''))
    // A line that is too long takes several lines of the terminal.
    const widths = deliveryLines(deliveries, { ...style, color: 'no' })
      .slice(0, tallest)
      .map(widthOf)
    const rows = widths.map((width) => Math.max(1, Math.ceil(width / style.columns)))
    shown = rows.reduce((sum, count) => sum + count, block.length - widths.length)
  }
  const said = new Map<string, string>()
  let last = 0
  const print = ({ deliveries, milliseconds }: WaitProgress): void => {
    const changes = deliveries.flatMap((delivery) => changesIn(delivery, said))
    const news = format === 'json' ? [] : changes
    if (news.length > 0 || milliseconds - last >= silence) {
      last = milliseconds
      io.err(
        (news.length > 0 ? news : [`still waiting for the result after ${duration(milliseconds)}`])
          .map((line) => `${line}\n`)
          .join(''),
      )
    }
  }
  // Lines of --debug would come between the block and its removal.
  return { on: io.errIsTty && debug !== true ? rewrite : print, clear }
}

/** `user-0001: email running`, for each step whose status is another one. */
function changesIn({ recipient, event, steps }: Delivery, said: Map<string, string>): string[] {
  return steps.flatMap(({ channel, status }, index) => {
    const key = `${event} ${index}`
    if (said.get(key) === status) return []
    said.set(key, status)
    return [visible(`${recipient}: ${channel} ${status}`)]
  })
}
