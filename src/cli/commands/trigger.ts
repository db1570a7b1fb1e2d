// belfry trigger: one trigger, taken at most once, what the service said to it, and what became of it.
import { append } from '../../core/append.ts'
import { given } from '../../core/given.ts'
import { hasErrors, type Problem } from '../../core/problem.ts'
import { flagTerms } from '../../core/delivery/triggered.ts'
import { refuse } from '../terminal/diagnostics.ts'
import { usable } from '../flags/flag.ts'
import type { TriggerFlags } from '../flags/activity.ts'
import type { Io } from '../terminal/io.ts'
import { inputsFor } from '../flags/json.ts'
import { createLiveBlock } from '../terminal/live-block.ts'
import { visible } from '../../core/visible.ts'
import { isOpen, openTarget, type OpenTarget } from '../prepare/one-target.ts'
import { dryRun } from '../trigger/dry-run.ts'
import { notAllowed } from '../../delivery/guard.ts'
import { reportTrigger, type Sent } from '../trigger/report.ts'
import { triggerRequest } from '../trigger/request.ts'
import { type TriggerRequest } from '../../delivery/trigger.ts'
import { prepared, send, sought } from '../../delivery/send.ts'
import { defaultLookTime, waitingOf, waitPlan, watched, type WaitPlan } from '../trigger/wait-plan.ts'

export async function trigger(
  flags: TriggerFlags,
  io: Io,
  [workflow = '']: readonly string[],
): Promise<number> {
  const problems: Problem[] = []
  const { to, payload, overrides, actor, tenant, context } = flags
  const texts = [...to, payload, overrides, actor, tenant, ...context]
  const inputs = await inputsFor(texts, flags.apiKeyFile, io, problems)
  const request = triggerRequest(workflow, flags, inputs, problems)
  const plan = waitPlan(flags, problems)
  if (flags.dryRun === true) return dryRun(request, flags, problems, io)
  const stop = new AbortController()
  // Nothing that is waited for may outlast the waiting.
  const timeout = plan === undefined ? flags.timeout : (flags.timeout ?? plan.timeout)
  const opened = await openTarget({ ...flags, ...given({ timeout }) }, io, stop.signal)
  append(problems, opened.problems)
  if (request !== undefined && isOpen(opened))
    append(problems, notAllowed(request, opened.target, opened.project.smoke.recipients))
  if (request === undefined || !isOpen(opened) || hasErrors(problems)) {
    if (isOpen(opened)) await opened.close()
    return refuse('trigger', { privacy: opened.privacy, problems }, flags, io)
  }
  let interrupted: number | undefined
  const release = io.onSignal(
    (code) => {
      interrupted = code
      stop.abort()
    },
    (code) => io.exit(code),
  )
  try {
    const sent = await sendAndWait(request, plan, opened, flags, io)
    opened.clear()
    const code = interrupted === undefined ? {} : { interrupted }
    return reportTrigger({ ...sent, request, opened, problems, ...code }, flags, io)
  } finally {
    release()
    await opened.close()
  }
}

async function sendAndWait(
  request: TriggerRequest,
  plan: WaitPlan | undefined,
  opened: OpenTarget,
  flags: TriggerFlags,
  io: Io,
): Promise<Pick<Sent, 'answer' | 'watched' | 'plan'>> {
  const unknown = flags.createRecipients === true ? 'create' : 'refuse'
  const ready = await prepared(request, opened, unknown, flagTerms)
  if ('problems' in ready) return { answer: ready }
  const first = await send(ready.request, opened, flagTerms)
  const isLost = 'problems' in first && first.mayBeSent === 'yes' && opened.signal?.aborted !== true
  if (isLost) {
    opened.clear()
    io.err('the reply was lost; looking whether it was taken\n')
  }
  const timeout = plan?.timeout ?? usable(flags.timeout) ?? defaultLookTime
  const looking = { timeout, shown: opened.open }
  const answer = isLost ? await sought(first, ready.request, looking, opened, waitingOf(opened, io)) : first
  if (plan === undefined) return { answer }
  if (!('workflow' in answer) || answer.status !== 'processed') return { answer, plan }
  // At once: whoever is cut off while waiting can look for it.
  if (flags.format === 'text') io.out(`${visible(answer.transactionId)}\n`)
  const block = createLiveBlock(io, flags)
  try {
    const own = { ...ready.request, body: { ...ready.request.body, transactionId: answer.transactionId } }
    return { answer, plan, watched: await watched({ ...ready, request: own }, plan, opened, io, block) }
  } finally {
    block.clear()
  }
}
