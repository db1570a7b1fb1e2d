// Manifests as they were before resources and visible values were added to them, and values changed.
import type { Case, Manifest } from '../../support/laws/case.ts'
import type { Draw } from './field-edits.ts'
import { withKeys, withoutHidden } from './profiles.ts'
import { isFields, omit, pick, targetOf, textOf, type Fields, type Json } from '../../support/laws/texts.ts'

/** A service that holds nothing but environments and bare subscribers, and manifests without what it never shows. */
export function visibleOnly(wild: Case): Case {
  const live = withoutHidden(withKeys(wild), 'contract')
  const { environments = [], integrations = [], ...others } = live.manifest
  return {
    ...live,
    seed: {
      ...live.seed,
      integrations: [],
      subscribers: (live.seed.subscribers ?? []).map(({ environment, subscriberId }) => ({
        environment,
        subscriberId,
      })),
    },
    targets: live.targets.map(({ alias, hasKey }) => ({ alias, hasKey })),
    manifest: {
      ...others,
      environments: [
        ...environments.map((item) => omit(item, ['color', 'dns', 'bridge'])).filter(isWhole),
        ...(live.random % 2 === 0 ? [{ name: 'New', color: '#123456', identifier: 'new' }] : []),
      ],
      integrations: integrations.map(integrationSeen),
    },
  }
}

/** What an environment has without a manifest is part of no tree. */
function isWhole(item: Fields): boolean {
  return Object.hasOwn(item, 'identifier') && Object.hasOwn(item, 'parent')
}

/** With all that a service fills in by itself. */
function integrationSeen(item: Fields): Fields {
  const { credentials = {}, ...fields } = omit(item, ['configurations'])
  const seen = omit(credentials as Fields, ['appSid'])
  return {
    name: 'Name',
    active: fields['primary'] === true || ['chat', 'push'].includes(textOf(fields['channel'])),
    ...fields,
    ...(Object.keys(seen).length > 0 && { credentials: seen }),
  }
}

export function earlierOf(
  { environments = [], integrations = [], subscribers = [] }: Manifest,
  random: Draw,
): Manifest {
  const had = integrations.filter((item) => item['channel'] === 'in_app' || random() < 0.7)
  const identifiers = new Set(had.map((item) => `${targetOf(item)} ${textOf(item['identifier'])}`))
  return {
    environments: environments
      .filter(({ name }) => name !== 'New')
      .map((item) => environmentBefore(item, random)),
    integrations: had.map((item) => integrationBefore(item, random)),
    subscribers: subscribers
      .filter(() => random() < 0.7)
      .map((item) => subscriberBefore(item, identifiers, random)),
  }
}

function environmentBefore(item: Fields, random: Draw): Fields {
  return random() < 0.5 ? item : { ...item, identifier: `was-${textOf(item['identifier'])}` }
}

function integrationBefore(item: Fields, random: Draw): Fields {
  const isPrimary = item['primary'] === true
  const { credentials } = item
  const isFree = !isPrimary && !['chat', 'push'].includes(textOf(item['channel']))
  return {
    ...(random() < 0.4 ? omit(item, ['primary']) : item),
    ...(random() < 0.4 && { name: 'Was' }),
    ...(isFree && random() < 0.3 && { active: item['active'] !== true }),
    ...(isFree && random() < 0.3 && Object.hasOwn(item, 'conditions') && { conditions: wereConditions }),
    ...(isFields(credentials) && random() < 0.5 && { credentials: credentialsBefore(credentials, random) }),
  }
}

const wereConditions: Json = [
  {
    isNegated: false,
    type: 'GROUP',
    value: 'AND',
    children: [{ on: 'payload', field: 'x', operator: 'EQUAL', value: 'was' }],
  },
]

/** One key is new, one was another, and one is gone. */
function credentialsBefore(credentials: Fields, random: Draw): Fields {
  const [first = '', ...rest] = Object.keys(credentials)
  const kept = rest.length > 0 && random() < 0.5 ? omit(credentials, [first]) : credentials
  return { ...kept, ...(random() < 0.5 && { password: 'secret:1' }), region: 'was' }
}

function subscriberBefore(item: Fields, identifiers: ReadonlySet<string>, random: Draw): Fields {
  const { data, channels } = item
  const attributes = ['firstName', 'lastName', 'email', 'phone', 'avatar', 'locale', 'timezone']
  const lost = attributes.filter(() => random() < 0.3)
  return {
    ...omit(item, ['data', 'channels', 'exact', ...lost]),
    ...(random() < 0.3 && { firstName: 'Was' }),
    ...(isFields(data) && random() < 0.7 && { ...pick(item, ['exact']), data: dataBefore(data, random) }),
    ...(Array.isArray(channels) && {
      channels: (channels as readonly Fields[])
        .filter((each) => identifiers.has(`${targetOf(item)} ${textOf(each['integrationIdentifier'])}`))
        .filter(() => random() < 0.7)
        .map((each) => channelBefore(each, random)),
    }),
  }
}

function dataBefore(data: Fields, random: Draw): Fields {
  const kept = omit(
    data,
    Object.keys(data).filter(() => random() < 0.3),
  )
  return { ...kept, ...(random() < 0.5 && { was: 1 }) }
}

function channelBefore(channel: Fields, random: Draw): Fields {
  const credentials = channel['credentials'] as Fields
  const { deviceTokens } = credentials
  const kept = omit(
    credentials,
    Object.keys(credentials).filter(() => random() < 0.3),
  )
  return {
    ...channel,
    credentials: {
      ...kept,
      ...(Array.isArray(deviceTokens) && {
        deviceTokens: (deviceTokens as readonly string[]).slice(0, 1),
      }),
      ...(random() < 0.3 && { title: 'Was' }),
    },
  }
}
