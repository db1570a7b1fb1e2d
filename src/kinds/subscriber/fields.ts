// The fields of a subscriber: attributes, custom data and the credentials of chat and push channels.
import { z } from 'zod'
import { optional } from '../../core/given.ts'
import { isMap, textOf, type Value, type ValueMap } from '../../core/value.ts'
import { email, isOffset, locale, notEmpty, timezone } from '../checks.ts'
import { type Form, type TextCheck } from '../form.ts'
import { sameRow } from '../from-field-rows.ts'
import type { RowsOf } from '../field-row.ts'
import { channelProviders, similarProviders } from '../providers.ts'
import type { Subscriber } from '../../wire/generated.ts'
import {
  isSecretOfChannel,
  ofChannels,
  ofData,
  partOf,
  readChannels,
  type Shown,
  writtenChannels,
} from './parts.ts'

function attribute(about: string, check?: TextCheck) {
  return {
    form: (form: Form) => form.text(check).nullable(),
    about: `${about} null clears the value.`,
    privacy: 'personal',
    clears: 'itself',
    check,
  } as const
}

const attributes = {
  firstName: { ...attribute('The first name.'), free: true },
  lastName: { ...attribute('The last name.'), free: true },
  email: attribute('The email address.', email),
  phone: attribute('The phone number, in quotes: YAML reads +49… as a number.'),
  avatar: attribute('The URL of an image, or an identifier.'),
  locale: { ...attribute('The language or region, such as de or de-DE.', locale), privacy: 'public' },
  timezone: { ...attribute('The IANA time zone, such as Europe/Berlin.', timezone), privacy: 'public' },
} as const

export const subscriberFields: RowsOf<Subscriber, Shown> = {
  subscriberId: {
    form: (form) => form.text(notEmpty),
    about: 'The ID that identifies the subscriber, usually the user ID of your application.',
    privacy: 'personal',
    required: true,
    identity: true,
    plain: true,
    nameOnly: true,
  },
  ...attributes,
  data: {
    form: (form) => form.json().nullable(),
    about:
      'Custom data, as a map. belfry manages only the declared top-level keys and leaves other keys in the service unchanged. null clears all custom data.',
    privacy: 'personal',
    free: true,
    clears: 'all',
    merge: 'key',
    compare: ofData,
  },
  exact: {
    form: () => z.array(z.enum(['data'])),
    about:
      "If the list contains `data`, belfry manages all keys of the field `data`, and removes keys that the manifest doesn't declare.",
    privacy: 'public',
    sent: false,
  },
  channels: {
    form: (form) => form.list(channelSchema(form)),
    about:
      'The credentials of chat and push channels: a list. belfry leaves other channels in the service unchanged.',
    privacy: isSecretOfChannel,
    filled: true,
    compare: ofChannels,
    parts: { nameOf: partOf, body: 'credentials' },
    read: readChannels,
    write: writtenChannels,
  },
  'channels.providerId': { plain: true, vendor: true },
  'channels.integrationIdentifier': { plain: true, names: 'integration' },
  // As the requests for channels have them.
  ...sameRow({ privacy: 'public' }, 'providerId', 'integrationIdentifier'),
  ...sameRow({ readOnly: true }, '_id', 'topics', 'isOnline', 'lastOnlineAt', '__v', '_organizationId'),
  ...sameRow({ readOnly: true }, '_environmentId', 'deleted', 'createdAt', 'updatedAt', '_integrationId'),
}

const checks = Object.entries(attributes)

/**
 * What the schema makes of a subscriber with valid attributes and data only, of which `checkSubscriber` reports nothing;
 * undefined for all others, valid or not. A hundred thousand of them take a quarter of the schema's time.
 */
export function plainSubscriber(value: ValueMap): ValueMap | undefined {
  const { subscriberId, data } = value
  if (typeof subscriberId !== 'string' || !notEmpty.test(subscriberId)) return undefined
  const fields: Record<string, Value> = { subscriberId }
  let count = 1
  for (const [name, { check }] of checks) {
    const text = value[name]
    if (text === undefined) continue
    if (text !== null && (typeof text !== 'string' || check?.test(text) === false)) return undefined
    fields[name] = text
    count += 1
  }
  if (isOffset(textOf(value['timezone']))) return undefined
  if (data !== undefined) {
    if (data !== null && !isMap(data)) return undefined
    fields['data'] = data
    count += 1
  }
  return Object.keys(value).length === count ? fields : undefined
}

const channelTexts = {
  webhookUrl:
    'The webhook URL of a chat channel of the subscriber, such as Slack, as the chat provider shows it.',
  channel: 'The channel in the chat tool, such as "#ops". Only the provider mattermost uses this field.',
  alertUid: 'The UID of the alert. Only the provider grafana-on-call uses this field.',
  title: 'The title of the alert. Only the provider grafana-on-call uses this field.',
  imageUrl: 'The URL of the image of the alert. Only the provider grafana-on-call uses this field.',
  state: 'The state of the alert. Only the provider grafana-on-call uses this field.',
  externalUrl: 'A link to more details about the alert. Only the provider grafana-on-call uses this field.',
}

export const textChannelCredentials = Object.keys(channelTexts)

function channelSchema(form: Form): z.ZodType {
  return form.map({
    providerId: form
      .oneOf(channelProviders, 'unknown-provider', { similar: similarProviders })
      .describe('The ID of the chat or push provider, such as slack or fcm.'),
    integrationIdentifier: form
      .text(notEmpty)
      .describe(
        'The integration that delivers the channel: the `identifier` or the `as` name of the integration.',
      ),
    credentials: form
      .map({
        ...Object.fromEntries(
          Object.entries(channelTexts).map(([key, text]) => [key, optional(form.text(), text)]),
        ),
        deviceTokens: optional(
          form.list(form.text(notEmpty)),
          'The device tokens of a push channel: a list. belfry adds the declared tokens to the tokens in the service, and does not remove other tokens.',
        ),
      })
      .describe('The credentials of the channel.'),
    exact: optional(
      z.array(z.enum(['deviceTokens'])),
      "If the value is `[deviceTokens]`, belfry manages the whole list, and removes device tokens that the manifest doesn't declare.",
    ),
  })
}
