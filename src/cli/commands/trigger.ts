// belfry trigger: one trigger, taken at most once, what the service said to it, and what became of it.
import { given } from '../../core/given.ts'
import type { Problem } from '../../core/problem.ts'
import { flagTerms } from '../../core/delivery/triggered.ts'
import { usable } from '../flags/flag.ts'
import type { TriggerFlags } from '../flags/activity.ts'
import type { Io } from '../terminal/io.ts'
import { inputsFor } from '../flags/json.ts'
import { createLiveBlock } from '../terminal/live-block.ts'
import { stopOnSignal } from '../terminal/signals.ts'
import { visible } from '../../core/visible.ts'
import { onTarget, type Check, type OpenTarget } from '../prepare/one-target.ts'
import { telling, type Teller } from '../tell.ts'
import { dryRun } from '../trigger/dry-run.ts'
import { notAllowed } from '../../delivery/guard.ts'
import { tellTrigger, type Sent } from '../trigger/report.ts'
import { triggerRequest } from '../trigger/request.ts'
import { type TriggerRequest } from '../../delivery/trigger.ts'
import { prepared, send, sought } from '../../delivery/send.ts'
import type { Progress } from '../../delivery/waiting.ts'
import { defaultLookTime, waitingOf, waitPlan, watched, type WaitPlan } from '../trigger/wait-plan.ts'

export async function trigger(flags: TriggerFlags, io: Io, words: readonly string[]): Promise<number> {
  return telling('trigger', flags, io, (teller) => run(words, flags, io, teller))
}

async function run(
  [workflow = '']: readonly string[],
  flags: TriggerFlags,
  io: Io,
  teller: Teller,
): Promise<number> {
  const problems: Problem[] = []
  const { to, payload, overrides, actor, tenant, context } = flags
  const texts = [...to, payload, overrides, actor, tenant, ...context]
  const inputs = await inputsFor(texts, flags.apiKeyFile, io, problems)
  const request = triggerRequest(workflow, flags, inputs, problems)
  const plan = waitPlan(flags, problems)
  if (flags.dryRun === true) return dryRun(request, flags, problems, io, teller)
  const { stop: signal, code, watch } = stopOnSignal(io)
  // Nothing that is waited for may outlast the waiting.
  const timeout = plan === undefined ? flags.timeout : (flags.timeout ?? plan.timeout)
  const check: Check = ({ smoke }, target) =>
    request === undefined ? [] : notAllowed(request, target, smoke.recipients)
  const own = { problems, check, signal }
  return onTarget({ ...flags, ...given({ timeout }) }, own, io, teller, async (opened, warnings) => {
    // Without one there is an error, and nothing is opened.
    if (request === undefined) return teller.refuse({ problems })
    const release = watch()
    try {
      const sent = await sendAndWait(request, plan, opened, flags, io, teller)
      opened.clear()
      return tellTrigger({ ...sent, request, opened, problems: warnings, interrupted: code() }, teller)
    } finally {
      release()
    }
  })
}

async function sendAndWait(
  request: TriggerRequest,
  plan: WaitPlan | undefined,
  opened: OpenTarget,
  flags: TriggerFlags,
  io: Io,
  teller: Teller,
): Promise<Pick<Sent, 'answer' | 'outcome' | 'plan'>> {
  const unknown = flags.createRecipients === true ? 'create' : 'refuse'
  const ready = await prepared(request, opened, unknown, flagTerms)
  if ('problems' in ready) return { answer: ready }
  const first = await send(ready.request, opened, flagTerms)
  const isLost = 'problems' in first && first.mayBeSent === 'yes' && opened.signal?.aborted !== true
  if (isLost) {
    opened.clear()
    io.err('the reply was lost; checking whether the service accepted the trigger\n')
    opened.doing('looking for the trigger')
  }
  const timeout = plan?.timeout ?? usable(flags.timeout) ?? defaultLookTime
  const looking = { timeout, shown: opened.open }
  const answer = isLost ? await sought(first, ready.request, looking, opened, waitingOf(opened, io)) : first
  opened.clear()
  if (plan === undefined) return { answer }
  if (!('workflow' in answer) || answer.status !== 'processed') return { answer, plan }
  // At once: whoever is cut off while waiting can look for it.
  if (teller.format === 'text') io.out(`${visible(answer.transactionId)}\n`)
  const block = createLiveBlock(io, flags)
  try {
    const own = { ...ready.request, body: { ...ready.request.body, transactionId: answer.transactionId } }
    const onProgress = (progress: Progress): void => {
      opened.clear()
      block.on({ ...progress, deliveries: teller.shown.deliveries(progress.deliveries) })
    }
    return { answer, plan, outcome: await watched({ ...ready, request: own }, plan, opened, io, onProgress) }
  } finally {
    block.clear()
  }
}
