// The calls that bring one subscriber to what is declared: one for itself or its attributes, one for each channel.
import type { Change } from '../../core/plan/change.ts'
import { entriesMissing, type Difference } from '../../core/plan/compare-fields.ts'
import { at, pick, isList, isMap, mapOf, textOf, type Value, type ValueMap } from '../../core/value.ts'
import { createSubscriber, operations } from '../../service/operations.ts'
import { providerNamed } from '../providers.ts'
import type { Draft } from '../kind.ts'
import type { Desired, Live, Observed } from '../resource.ts'
import { channelsOf, isExactTokens, ofData, partOf } from './parts.ts'

export function subscriberChanges({ desired, live }: Observed, differences: readonly Difference[]): Draft[] {
  if (desired === undefined) return []
  // As a copy, a list takes only as much memory as its entries.
  const ofAttributes = differences.filter(({ path }) => path[0] !== 'channels').slice()
  const parts = [
    ...new Set(differences.filter(({ path }) => path[0] === 'channels').map(({ path }) => path[1] ?? '')),
  ]
  return [
    ...(live === undefined ? [creation(desired, ofAttributes)] : []),
    ...(live && ofAttributes.length > 0 ? [attributeChange(desired, live, ofAttributes)] : []),
    ...parts.map((part) =>
      channelChange(
        desired,
        live,
        part,
        differences.filter(({ path }) => path[0] === 'channels' && path[1] === part),
      ),
    ),
  ]
}

function creation(desired: Desired, differences: readonly Difference[]): Draft {
  const fields = pick(desired.fields, [...new Set(differences.map(({ path }) => path[0] ?? ''))])
  const { data } = fields
  // There is nothing to clear in a new one.
  const given = isMap(data) ? mapOf(Object.entries(data).filter(([, value]) => value !== null)) : undefined
  const after = given === undefined ? fields : { ...fields, data: given }
  return {
    action: 'create',
    stage: 'attributes',
    call: {
      operation: createSubscriber,
      parameters: {},
      body: { subscriberId: desired.name, ...after },
    },
    before: null,
    after,
    differences,
    // The first one shows whether the service has the operation at all.
    turn: { of: 'new subscribers', place: 'any' },
  }
}

function attributeChange(desired: Desired, live: Live, differences: readonly Difference[]): Draft {
  const changed = [...new Set(differences.map(({ path }) => path[0] ?? ''))]
  const after = pick(desired.fields, changed)
  const data = after['data']
  // The service replaces data whole, so the call repeats what is to be kept.
  const keepsOthers = isMap(data) && ofData(['data'], desired).compare === 'keys'
  const kept = keepsOthers && isMap(live.fields['data']) ? live.fields['data'] : {}
  const draft: Draft = {
    action: 'update',
    stage: 'attributes',
    call: {
      operation: operations.updateSubscriber,
      parameters: { subscriberId: desired.name },
      body: isMap(data) ? { ...after, data: { ...kept, ...data } } : after,
    },
    before: pick(live.fields, changed),
    after,
    differences,
  }
  // What is to be kept may have moved or come since, and must not be set back.
  return keepsOthers ? Object.assign(draft, { reread: true as const }) : draft
}

function channelChange(
  desired: Desired,
  live: Live | undefined,
  part: string,
  differences: readonly Difference[],
): Draft {
  const shown = live?.fields ?? {}
  const body = channelBody(desired, shown, part)
  const before = credentialsOf(shown, part)
  const declared = credentialsOf(desired.fields, part)
  const changed = differences.map(({ path }) => path[2] ?? '')
  const integration = textOf(body['integrationIdentifier'])
  const isShared = changed.includes('deviceTokens') && !isExactTokens(desired, part)
  const nested = (fields: ValueMap): ValueMap => ({ channels: { [part]: fields } })
  return {
    part,
    action: 'update',
    stage: 'channels',
    call: {
      operation: operations.upsertSubscriberCredentials,
      parameters: { subscriberId: desired.name },
      body,
    },
    before: nested({
      ...pick(before, changed),
      ...(isShared && { deviceTokens: common(before, declared) }),
    }),
    after: nested(pick(declared, changed)),
    differences,
    needs: [
      ...(live === undefined ? [{ kind: 'subscriber', name: desired.name, action: 'create' as const }] : []),
      { kind: 'integration', name: integration, action: 'create' },
      { kind: 'integration', name: integration, action: 'update' },
    ],
    // By then another process may have created a new one, with channels of its own.
    ...((live === undefined || mayHoldTokens(body)) && { reread: true }),
  }
}

/** Apps register tokens of push channels at any time, and a call without tokens wipes them. */
function mayHoldTokens({ providerId, credentials }: ValueMap): boolean {
  const isPush = providerNamed(textOf(providerId))?.channel === 'push'
  return isPush || (isMap(credentials) && Object.hasOwn(credentials, 'deviceTokens'))
}

/** The body with the service's current tokens: apps register tokens at any time, and none may be wiped. */
export function refreshSubscriber(change: Change, desired: Desired, live: Live): ValueMap | undefined {
  return change.part === undefined ? change.call.body : channelBody(desired, live.fields, change.part)
}

function channelBody(desired: Desired, shown: ValueMap, part: string): ValueMap {
  const channel = channelsOf(desired).find((item) => partOf(item) === part) ?? {}
  return {
    providerId: at(channel, 'providerId') ?? null,
    integrationIdentifier: at(channel, 'integrationIdentifier') ?? null,
    credentials: withTokens(
      credentialsOf(desired.fields, part),
      tokensOf(credentialsOf(shown, part)),
      isExactTokens(desired, part),
    ),
  }
}

function withTokens(declared: ValueMap, live: readonly Value[], isExact: boolean): ValueMap {
  const tokens = at(declared, 'deviceTokens')
  // An exact list is sent as declared; without a declared list, the request repeats what the service has.
  const isComplete = tokens === undefined ? live.length === 0 : isExact
  if (isComplete) return declared
  const own = isList(tokens) ? tokens : []
  return { ...declared, deviceTokens: [...live, ...entriesMissing(live, own)] }
}

function common(live: ValueMap, declared: ValueMap): Value {
  const missing = new Set(entriesMissing(tokensOf(live), tokensOf(declared)))
  return tokensOf(declared).filter((token) => !missing.has(token))
}

function tokensOf(credentials: ValueMap): readonly Value[] {
  const tokens = at(credentials, 'deviceTokens')
  return isList(tokens) ? tokens : []
}

function credentialsOf(fields: ValueMap, part: string): ValueMap {
  const channels = fields['channels']
  const found = isMap(channels) ? at(channels, part) : undefined
  return isMap(found) ? found : {}
}
