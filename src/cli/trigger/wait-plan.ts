// What belfry trigger waits for, as its flags say, and the waiting itself.
import type { Expectation } from '../../core/delivery/expectation.ts'
import { given } from '../../core/given.ts'
import type { Problem } from '../../core/problem.ts'
import { withoutSecrets } from '../../core/secrecy/activity-secrets.ts'
import { flagTerms } from '../../core/delivery/triggered.ts'
import { registry } from '../../kinds/registry.ts'
import { loadManifests } from '../../manifest/load.ts'
import { parseExpectation } from '../../delivery/expectation.ts'
import { outcomeOf, type Outcome } from '../../delivery/outcome.ts'
import { recipientsOf } from '../../delivery/recipients.ts'
import type { Prepared } from '../../delivery/send.ts'
import type { Progress, Waiting } from '../../delivery/waiting.ts'
import { readOnly } from '../../service/client.ts'
import { badFlag } from '../flags/problems.ts'
import { usable } from '../flags/flag.ts'
import type { TriggerFlags } from '../flags/activity.ts'
import type { Io } from '../terminal/io.ts'
import type { OpenTarget } from '../prepare/one-target.ts'

export interface WaitPlan {
  readonly expectations: readonly Expectation[]
  /** Milliseconds. */
  readonly timeout: number
  readonly delayed: 'wait' | 'skip'
}

/** Milliseconds that may be spent on looking for a trigger. */
export const defaultLookTime = 60_000

/** Undefined without --wait and --expect. */
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
      badFlag('--skip-delayed works only with --wait', 'Add --wait, or an expectation with --expect.'),
    )
  if (!isWaiting) return undefined
  const longest = Math.max(
    defaultLookTime,
    ...expectations.map((each) => (each.about === 'within' ? each.milliseconds : 0)),
  )
  // Steps that are expected to be held back need no waiting for.
  const isDelayed = expectations.some((each) => each.about === 'step' && each.outcome === 'delayed')
  return {
    expectations,
    timeout: usable(flags.timeout) ?? longest,
    delayed: flags.skipDelayed === true || isDelayed ? 'skip' : 'wait',
  }
}

export async function watched(
  { request, look }: Prepared,
  plan: WaitPlan,
  opened: OpenTarget,
  io: Io,
  onProgress: (progress: Progress) => void,
): Promise<Outcome> {
  const { client, project, target, open: shown } = opened
  const { to, transactionId } = request.body
  return outcomeOf(
    {
      look: { ...look, client: readOnly(client) },
      shown,
      to: withoutSecrets(to, io.filter.take),
      recipients: recipientsOf(to),
      transactionId,
      ...plan,
      isLost: false,
      explains: 'all',
      // Invalid manifests still show where resources are declared.
      declared: async () => (await loadManifests(project, registry)).forTarget(target.alias),
      terms: flagTerms,
    },
    { ...waitingOf(opened, io), on: onProgress },
  )
}

export function waitingOf({ sleep, random, signal }: OpenTarget, { clock }: Pick<Io, 'clock'>): Waiting {
  return { clock, sleep, random, ...given({ signal }) }
}
