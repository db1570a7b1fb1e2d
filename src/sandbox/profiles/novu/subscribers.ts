// Subscribers as deployed services have them, and how these check their fields.
import { z } from 'zod'
import type { ChannelSettings, Subscriber } from '../../../wire/generated.ts'
import type { Operation, SubscriberRules } from '../../profile.ts'
import { filled, type SubscriberRecord, without } from '../../store/records.ts'
import { conflict, invalidIn, Refusal } from '../../http/refusals.ts'
import { freshSubscriber } from '../../operations/trigger-recipients.ts'
import { now } from '../../setting.ts'
import { freeForm, maybe, number, requireCastable, text } from '../../operations/request-values.ts'
import { subscriberProviders as contractProviders } from '../../operations/schema-facts.ts'

export const subscriberProviders = [
  ...contractProviders,
  'webex-messaging',
  'line',
  'telegram',
  'sendblue',
] as const

/** Numbers stay numbers; a single value counts as a list of one. */
const tokensShape = z.preprocess(
  (sent) => (typeof sent === 'string' || typeof sent === 'number' ? [sent] : sent),
  z.array(z.union([text, number])),
)

/** Fields that aren't stored are dropped. */
export const channelCredentials = z
  .object({
    webhookUrl: maybe(text.nullable()),
    channel: maybe(text.nullable()),
    deviceTokens: maybe(tokensShape.nullable()),
  })
  // Null changes nothing.
  .transform(filled)

const plain = maybe(text.nullable())

export const profileFields = {
  firstName: plain,
  lastName: plain,
  email: maybe(text.refine(isEmail, 'must be an email').nullable()),
  phone: plain,
  avatar: plain,
  timezone: maybe(text.refine(isTimezone, 'must be a valid IANA time-zone').nullable()),
  locale: maybe(text.refine(isLocale, 'must be locale').nullable()),
  data: maybe(freeForm.nullable()),
}

const newSubscriber = z.object({ subscriberId: text.min(1, 'should not be empty'), ...profileFields })

/** An address whose domain has a dot. */
export function isEmail(value: string): boolean {
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)*\.[^\s@.]{2,}$/.test(value)
}

/** Also true for the name of a language, such as `german`. */
export function isLocale(value: string): boolean {
  return /^[a-z]{2,8}([-_][a-z0-9]{1,8})*$/i.test(value)
}

/** A name of the IANA list, or an offset such as `+01:00`, which Node 20 itself doesn't know. */
function isTimezone(value: string): boolean {
  if (/^[+-](?:0\d|1[0-4]):[0-5]\d$/.test(value)) return true
  if (/^[+-]|^$/.test(value)) return false
  try {
    return Intl.DateTimeFormat(undefined, { timeZone: value }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** Of one channel of a subscriber. */
const mostTokens = 100

export const novuSubscribers: SubscriberRules = {
  // Only these three keys are stored, and tokens that aren't sent are removed.
  merged: (stored, { webhookUrl, channel, deviceTokens }) => {
    const tokens = [...new Set(deviceTokens)]
    if (tokens.length > mostTokens) throw tooMany(tokens.length)
    return {
      ...stored,
      ...filled({ webhookUrl, channel }),
      ...((stored ?? deviceTokens) !== undefined && { deviceTokens: tokens }),
    }
  },
  shown,
  credentialed: (row) => Object.assign(entity(row), { isOnline: row.isOnline ?? false, __v: 0, id: row._id }),
  // The reply shows the new values, and when the subscriber was changed before.
  updated: (after, before) => ({ ...shown(after), updatedAt: before.updatedAt }),
  matches: (value, filter) => value.toLowerCase().includes(filter.toLowerCase()),
  limit: (query) => {
    const limit = Number(query.text('limit')) || 10
    const refuse = (demand: string): Error =>
      invalidIn('ListSubscribersCommand', 'limit', limit, `limit must not be ${demand}`)
    if (limit > 100) throw refuse('greater than 100')
    if (limit < 1) throw refuse('less than 1')
    return Math.floor(limit)
  },
  isDescending: (query) => (query.text('orderDirection') ?? 'DESC') === 'DESC',
  checkCursor: requireCastable,
}

function tooMany(count: number): Refusal {
  const said = `Device tokens limit exceeded. Maximum allowed tokens per subscriber channel is ${mostTokens}, but got ${count} tokens.`
  return new Refusal(400, said, { more: { currentCount: count, limit: mostTokens }, form: 'unnamed' })
}

function shown(row: SubscriberRecord): Subscriber {
  const { lastOnlineAt = null, isOnline = false } = row
  return { ...without(entity(row), '__v'), lastOnlineAt, isOnline }
}

/** Null values are left out, and a channel shows its integration only by id. */
function entity({ channels = [], ...rest }: SubscriberRecord): Subscriber {
  return {
    ...(filled(without(rest, 'topics')) as Omit<Subscriber, 'channels' | 'topics'>),
    channels: channels.map((channel): ChannelSettings => without(channel, 'integrationIdentifier')),
  }
}

/** Beside the contract: makes a subscriber, or changes the one that is there. */
export const createSubscriber: Operation = {
  id: 'createSubscriber',
  method: 'POST',
  path: '/v2/subscribers',
  status: 201,
  body: newSubscriber,
  run: ({ world, environment, query, body }) => {
    const { subscribers } = world.store.of(environment._id)
    const { subscriberId, ...fields } = newSubscriber.parse(body)
    const known = subscribers.named(subscriberId)
    if (known !== undefined && query.flag('failIfExists')) {
      throw conflict(`Subscriber with subscriberId: ${subscriberId} already exists`)
    }
    const before = known ?? freshSubscriber(world, environment._id, subscriberId)
    // Without `data` in the body the stored data is removed; all other fields stay.
    const after: SubscriberRecord = { ...without(before, 'data'), ...fields, updatedAt: now(world) }
    return world.profile.subscribers.shown(subscribers.put(after))
  },
}
