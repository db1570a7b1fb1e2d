// What is wrong with the integrations of one environment, and which of them deliver.
import { channelHint, channelSentence, channelStates, channelsWithPrimary } from '../../core/plan/channels.ts'
import type { AuditFinding } from '../../core/plan/finding.ts'
import { given } from '../../core/given.ts'
import type { AuditRule } from '../../core/rules.ts'
import { Secret } from '../../core/secrets/secret.ts'
import type { Target } from '../../core/target.ts'
import { isMap } from '../../core/value.ts'
import {
  channelOf,
  failedOver,
  failoverHint,
  isActive,
  isPrimary,
  idleConditions,
  idleSources,
  isIdle,
  isRouted,
} from '../../kinds/integration/routing.ts'
import { integrationStates } from '../../kinds/integration/state-after-plan.ts'
import { requiredCredentials, withoutCredentials } from '../../kinds/integration/credentials.ts'
import type { Desired, Live } from '../../kinds/resource.ts'

/** Whether the service uses it if a trigger doesn't choose an integration. */
export function isChosen(live: Live): boolean {
  const needsPrimary = channelsWithPrimary.has(channelOf(live))
  return (
    isActive(live) && (!needsPrimary || isPrimary(live.fields) || (isRouted(live.fields) && !isIdle(live)))
  )
}

/** `declared` finds the declaration of an integration by its name. */
export function* integrationFindings(
  target: Pick<Target, 'alias' | 'protection'>,
  all: readonly Live[],
  declared: (name: string) => Desired | undefined,
): Generator<AuditFinding> {
  const saidBy = new Map<string, AuditRule>()
  const observed = all.map((live) => ({ live, ...given({ desired: declared(live.name) }) }))
  for (const each of channelStates({ delivery: integrationStates(observed, []) })) {
    const { rule, state, bare = [] } = each
    for (const name of bare) saidBy.set(name, rule)
    const hint =
      failoverHint(each.channel, observed, target.protection !== undefined) ?? channelHint(each, target)
    if (state !== 'up') yield { rule, message: channelSentence(each, target.alias), hint }
  }
  for (const live of all.filter(isActive)) {
    const { name } = live
    const resource = `integration ${name}`
    const missing = credentialsShown(all) ? missingIn(live) : []
    if (missing.length > 0)
      yield {
        rule: 'missing-credentials',
        resource,
        message: withoutCredentials(name, live.fields, missing),
        hint: 'Set the missing credentials, or deactivate the integration.',
        ...given({ saidBy: saidBy.get(name) }),
      }
    const idle = idleSources(live.fields, live)
    if (idle.length > 0) yield { ...idleConditions(name, idle), resource }
    const desired = declared(name)
    const isReplaced = failedOver(given({ live, desired }), observed)?.field === 'primary'
    if (!isChosen(live) && !isReplaced && desired?.declared['standby'] === undefined)
      yield {
        rule: 'unused-integration',
        resource,
        message: `integration ${name} is active, but it is not the primary integration for ${channelOf(live)} and no conditions or rules select it`,
        hint: 'Make the integration primary, set conditions or rules, or deactivate the integration.',
      }
  }
}

/** Newer services return no credentials: then an integration without credentials proves nothing. */
function credentialsShown(all: readonly Live[]): boolean {
  return all.some(({ fields }) => isMap(fields['credentials']))
}

/** Whether an audit needs credentials that the service doesn't return. */
export function areCredentialsUnchecked(all: readonly Live[]): boolean {
  return !credentialsShown(all) && all.some((live) => isActive(live) && missingIn(live).length > 0)
}

function missingIn({ fields }: Live): readonly string[] {
  const { missing, unknown } = requiredCredentials(fields)
  // A credential that the service hides exists.
  return isMap(fields['credentials']) ? missing : unknown
}

/** The credentials that give access. Others, such as a URL or a sender ID, may be the same in several environments. */
const accessKeys = [
  'apiKey',
  'apiToken',
  'secretKey',
  'token',
  'password',
  'serviceAccount',
  'signingSecret',
  'accessKey',
]

/** Shorter ones are placeholders. */
const shortestKey = 8

/** The credentials of an integration that give access, as far as they are known. */
export function keysOf({ fields: { credentials } }: Live): readonly (readonly [name: string, key: Secret])[] {
  if (!isMap(credentials)) return []
  return accessKeys.flatMap((name) => {
    const key = credentials[name]
    const isKey =
      key instanceof Secret && key.isResolved && key.passes((value) => String(value).length >= shortestKey)
    return isKey ? [[name, key] as const] : []
  })
}
