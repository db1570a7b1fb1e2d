// Waits for what becomes of a trigger that was sent, judges it, and finds out why something is not as it should be.
import type { Explanation, Judgement } from '../core/delivery.ts'
import type { Expectation } from '../core/expectation.ts'
import type { Problem } from '../core/problem.ts'
import { quotableOf } from '../core/quotable.ts'
import { problemOf } from '../engine/failure.ts'
import type { Desired } from '../kinds/resource.ts'
import { registry } from '../kinds/registry.ts'
import { loadManifests } from '../manifest/load.ts'
import { withoutPersonalDeliveries, withoutPersonalOutcome } from '../report/delivery-privacy.ts'
import { withoutSecrets } from '../report/activity-secrets.ts'
import { readOnly } from '../service/client.ts'
import { parseExpectation } from '../smoke/expectation.ts'
import { explain } from '../smoke/explain.ts'
import { judge } from '../smoke/judge.ts'
import { recipientsOf } from '../smoke/recipients.ts'
import { survey } from '../smoke/surroundings.ts'
import { waitFor, type Waited } from '../smoke/wait.ts'
import { whyNobody } from '../smoke/why-absent.ts'
import { badFlag } from './flag-problems.ts'
import { usable } from './flags/flag.ts'
import type { TriggerFlags } from './flags/activity.ts'
import type { Io } from './io.ts'
import type { LiveBlock } from './live-block.ts'
import type { OpenTarget } from './open-target.ts'
import type { Prepared } from './trigger-send.ts'

export interface WaitPlan {
  readonly expectations: readonly Expectation[]
  /** Milliseconds. */
  readonly timeout: number
  readonly delayed: 'wait' | 'skip'
}

const defaultTimeout = 60_000

/** Milliseconds that may be spent on looking for a trigger: as `--timeout` says. */
export function lookTime({ timeout }: Pick<TriggerFlags, 'timeout'>): number {
  return usable(timeout) ?? defaultTimeout
}

/** Undefined where nobody wants to wait. */
export function waitPlan(flags: TriggerFlags, problems: Problem[]): WaitPlan | undefined {
  const expectations = flags.expect.flatMap((written): Expectation[] => {
    const parsed = parseExpectation(written)
    if ('expectation' in parsed) return [parsed.expectation]
    problems.push(badFlag(`--expect: ${parsed.mistake.message}`, parsed.mistake.hint))
    return []
  })
  const isWaiting = flags.wait === true || flags.expect.length > 0
  if (flags.skipDelayed === true && !isWaiting)
    problems.push(
      badFlag('--skip-delayed counts only with --wait', 'Add --wait, or an expectation with --expect.'),
    )
  if (!isWaiting) return undefined
  const longest = Math.max(
    defaultTimeout,
    ...expectations.map((each) => (each.about === 'within' ? each.milliseconds : 0)),
  )
  // Steps that are expected to be held back need no waiting for.
  const isDelayed = expectations.some((each) => each.about === 'step' && each.outcome === 'delayed')
  return {
    expectations,
    timeout: flags.timeout === undefined ? longest : lookTime(flags),
    delayed: flags.skipDelayed === true || isDelayed ? 'skip' : 'wait',
  }
}

export interface Outcome extends Waited {
  readonly judgements: readonly Judgement[]
  readonly explanations: readonly Explanation[]
  readonly problems: readonly Problem[]
  /** 0 or 7. */
  readonly exit: number
}

export async function outcomeOf(
  { request, look }: Prepared,
  plan: WaitPlan,
  opened: OpenTarget,
  io: Io,
  block: LiveBlock,
): Promise<Outcome> {
  const { client, project, target, open: shown, signal } = opened
  const { to, transactionId } = request.body
  const recipients = recipientsOf(to)
  const waited = await waitFor(
    { client: readOnly(client), transactionId, recipients, shown, ...plan },
    {
      clock: io.clock,
      sleep: opened.sleep,
      random: opened.random,
      on: (progress) => {
        opened.clear()
        const { deliveries: seen } = progress
        const isMasked = opened.persons === 'masked'
        block.on(isMasked ? { ...progress, deliveries: withoutPersonalDeliveries(seen) } : progress)
      },
      ...(signal !== undefined && { signal }),
    },
  )
  const { deliveries, end, failure } = waited
  const judgements = judge({ ...waited, status: 'processed' }, plan.expectations)
  const isFine =
    judgements.length > 0
      ? judgements.every(({ isMet }) => isMet)
      : deliveries.every(
          ({ state, steps }) => state !== 'absent' && steps.every(({ status }) => status !== 'failed'),
        )
  const declared = async (): Promise<readonly Desired[]> => {
    // Whatever is wrong with them, what they declare stands where it stands.
    const loaded = await loadManifests(project, registry)
    return loaded.forTarget(target.alias)
  }
  const around = await survey(deliveries, {
    look: { ...look, client: readOnly(client) },
    shown,
    declared: isFine && end === 'settled' ? [] : await declared(),
    to: withoutSecrets(to, io.filter.take),
    transactionId,
    delayed: plan.delayed,
  })
  const isNobody = deliveries.length === 0
  const explanations = [
    ...explain(deliveries, around),
    ...(isNobody ? whyNobody(recipients) : []).map((reason) => ({ recipient: 'nobody', ...reason })),
  ]
  const told = { deliveries, judgements, explanations }
  const quoted = quotableOf(deliveries, around.subscribers.values())
  return {
    ...waited,
    ...(opened.persons === 'masked' ? withoutPersonalOutcome(told, quoted) : told),
    problems: failure === undefined ? [] : [problemOf(failure, target.alias)],
    exit: isFine && end === 'settled' ? 0 : 7,
  }
}
