// What explanations need (integrations, subscribers, declarations), and the parts that they share.
import { causeOf, decisive, wordsOf } from '../../core/delivery/cause.ts'
import type { Delivery, Step, Explanation } from '../../core/delivery/delivery.ts'
import { given } from '../../core/given.ts'
import type { Terms } from '../../core/delivery/triggered.ts'
import type { Value, ValueMap } from '../../core/value.ts'
import { readIntegrations } from '../../kinds/integration/live.ts'
import { channelOf, failoverHint } from '../../kinds/integration/routing.ts'
import type { Access } from '../../kinds/kind.ts'
import type { Live, Desired } from '../../kinds/resource.ts'
import type { Resources } from '../../kinds/declared-resources.ts'
import { hurried } from '../../service/client.ts'
import { findSubscriber } from '../../service/pages.ts'
import { isPassing } from '../../service/errors.ts'
import { applyCommand, type MayBeProtected } from '../../core/target.ts'

export interface Surroundings {
  /** Of the environment; absent if they couldn't be read. */
  readonly integrations?: readonly Live[]
  /** Subscribers by subscriberId, without secrets; absent if not looked up. */
  readonly subscribers: ReadonlyMap<string, ValueMap | 'unknown'>
  readonly target: MayBeProtected
  /** Of the target; empty if no manifests were read. */
  readonly declared: Resources
  /** The trigger's own `to`, secrets labelled. */
  readonly to: Value
  readonly transactionId: string
  /** Whether belfry waited for steps that the workflow delays; absent if it didn't wait. */
  readonly delayed?: 'wait' | 'skip'
  /** How advice names the parts of the trigger: options or fields of a suite. */
  readonly terms: Terms
}

export interface Survey extends Pick<
  Surroundings,
  'target' | 'declared' | 'to' | 'transactionId' | 'delayed' | 'terms'
> {
  /** It only reads. */
  readonly access: Access
  /** What the service answered, without its secrets. */
  readonly shown: (item: object) => ValueMap
}

/** Milliseconds that one read may take. Explanations don't wait for a service that no longer answers. */
const patience = 10_000
/** At most this many recipients are looked up. */
const mostLookUps = 10

/**
 * Reads nothing if all recipients have events, and no step or message failed or was left out. A read that fails only makes
 * the explanation less exact.
 */
export async function survey(
  deliveries: readonly Delivery[],
  { access: asked, shown, ...known }: Survey,
): Promise<Surroundings> {
  const access = { ...asked, client: hurried(asked.client, () => patience) }
  const troubled = deliveries.filter(
    ({ state, steps, messages }) =>
      state === 'absent' || steps.some(isLeftOut) || messages.some(({ status }) => status === 'error'),
  )
  const integrations = troubled.length === 0 ? undefined : await unlessFailing(() => readIntegrations(access))
  const subscribers = new Map<string, ValueMap | 'unknown'>()
  for (const { recipient } of troubled.slice(0, mostLookUps)) {
    const found = await unlessFailing(
      async () => (await findSubscriber(access.client, recipient)) ?? 'unknown',
    )
    if (found === undefined) break
    subscribers.set(recipient, found === 'unknown' ? found : shown(found))
  }
  return { ...given({ integrations }), subscribers, ...known }
}

function isLeftOut(step: Step): boolean {
  return (
    ['failed', 'skipped'].includes(step.status) || (step.status === 'canceled' && causeOf(step) !== 'step')
  )
}

async function unlessFailing<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    // Throws what only a bug causes.
    isPassing(error)
    return undefined
  }
}

export type Flag = 'active' | 'primary'

/** The declaration of an integration, if there is one. */
export function declaredIntegration(name: string, declared: Resources): Desired | undefined {
  return declared.get('integration', name)
}

/** `or` is another fix, shown only if a manifest must change. */
export function remedy(
  name: string,
  flag: Flag,
  around: Pick<Surroundings, 'declared' | 'target' | 'integrations'>,
  or = '',
): string {
  const { declared, target } = around
  const own = declaredIntegration(name, declared)
  const failover = flag === 'primary' ? failoverFix(own, around) : undefined
  if (failover !== undefined) return failover
  if (own?.declared[flag] === true)
    return `Run ${applyCommand(target)} to set ${flag}: true on integration ${name}, as the manifest declares.`
  return `Set ${flag}: true on integration ${name}${undeclared(name, declared)}${or}, then run ${applyCommand(target)}.`
}

/** The fix of a failed-over channel, whose declared integration an apply doesn't make primary; undefined for other channels. */
export function failoverFix(
  own: Desired | undefined,
  { declared, target, integrations = [] }: Pick<Surroundings, 'declared' | 'target' | 'integrations'>,
): string | undefined {
  if (own?.declared['primary'] !== true) return undefined
  const all = [
    ...integrations.map((live) => ({ live })),
    ...[...declared.ofKind('integration')].map((desired) => ({ desired })),
  ]
  return failoverHint(channelOf(own), all, target.protection !== undefined)
}

/** A note if the project has manifests, but none declares the integration. */
export function undeclared(name: string, declared: Resources): string {
  const isMissing = declared.size > 0 && declaredIntegration(name, declared) === undefined
  return isMissing ? ' (not declared in a manifest yet)' : ''
}

export type Reason = Omit<Explanation, 'recipient' | 'channel'>

/** `: Provider error …`, the decisive text of a step's log. */
export function saying(step: Step): string {
  const detail = decisive(step)
  const words = detail === undefined ? '' : wordsOf(detail)
  return words === '' ? '' : `: ${words}`
}
