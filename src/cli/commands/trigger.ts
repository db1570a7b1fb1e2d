// belfry trigger: one trigger, taken at most once, what the service said to it, and what became of it.
import { given } from '../../core/given.ts'
import { visible } from '../../core/visible.ts'
import { deliver, timeLimit, type Delivered, type DeliveryRequest } from '../../delivery/deliver.ts'
import { deliveryTarget } from '../../delivery/target.ts'
import { registry } from '../../kinds/registry.ts'
import { loadManifests } from '../../manifest/load.ts'
import type { TriggerFlags } from '../flags/activity.ts'
import { onTarget, type OpenTarget } from '../activity/on-target.ts'
import { telling, type Teller } from '../tell.ts'
import { colorOf } from '../terminal/diagnostics.ts'
import type { Io } from '../terminal/io.ts'
import { createLiveBlock, type LiveBlock } from '../terminal/live-block.ts'
import { stopOnSignal } from '../terminal/signals.ts'
import { dryRun } from '../trigger/dry-run.ts'
import { tellTrigger } from '../trigger/report.ts'
import { triggerRequest } from '../trigger/request.ts'

export async function trigger(flags: TriggerFlags, io: Io, words: readonly string[]): Promise<number> {
  return telling('trigger', flags, io, (teller) => run(words, flags, io, teller))
}

async function run(
  [workflow = '']: readonly string[],
  flags: TriggerFlags,
  io: Io,
  teller: Teller,
): Promise<number> {
  const { request, problems } = await triggerRequest(workflow, flags, io)
  if (flags.dryRun === true) return dryRun(request, flags, problems, io, teller)
  const { stop: signal, code, watch } = stopOnSignal(io)
  // Nothing that is waited for may outlast the waiting.
  const timeout = request?.wait === undefined ? flags.timeout : (flags.timeout ?? timeLimit(request))
  const own = { problems, signal }
  return onTarget({ ...flags, ...given({ timeout }) }, own, io, teller, async (opened, warnings) => {
    // Without one there is an error, and nothing is opened.
    if (request === undefined) return teller.refuse({ problems })
    const release = watch()
    try {
      const block = createLiveBlock(io, io.errStyle(colorOf(flags)), teller.format)
      const delivered = await delivery(request, opened, block, io, teller)
      opened.clear()
      const { alias } = opened.target
      return tellTrigger({ ...delivered, request, alias, warnings, interrupted: code() }, teller)
    } finally {
      release()
    }
  })
}

/** Shows meanwhile what happens. */
async function delivery(
  request: DeliveryRequest,
  opened: OpenTarget,
  block: LiveBlock,
  io: Io,
  teller: Teller,
): Promise<Delivered> {
  const { project, target, signal, sleep, random, open: shown } = opened
  const at = deliveryTarget({
    ...opened,
    shown,
    allowed: project.smoke.recipients,
    // Invalid manifests still show where resources are declared.
    declared: async () => (await loadManifests(project, registry)).forTarget(target.alias),
  })
  const context = { clock: io.clock, sleep, random, ...given({ signal }) }
  try {
    return await deliver(request, at, {
      ...context,
      on: (event) => {
        opened.clear()
        if (event.about === 'lost-reply') {
          io.err('the reply was lost; checking whether the service accepted the trigger\n')
          opened.doing('looking for the trigger')
        } else if (event.about === 'progress')
          block.on({ ...event, deliveries: teller.shown.deliveries(event.deliveries) })
        // At once: whoever is cut off while waiting can look for it.
        else if (teller.format === 'text') io.out(`${visible(event.transactionId)}\n`)
      },
    })
  } finally {
    block.clear()
  }
}
