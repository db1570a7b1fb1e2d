// Subscribers' fields as deployed services check them.
import { z } from 'zod'
import { freeForm, maybe, number, text } from '../../operations/shapes.ts'
import { filled } from '../../store/records.ts'
import { subscriberProviders as contractProviders } from '../../operations/contract.ts'

export const subscriberProviders = [
  ...contractProviders,
  'webex-messaging',
  'line',
  'telegram',
  'sendblue',
] as const

/** Numbers stay numbers; a single value counts as a list of one. */
const deviceTokens = z.preprocess(
  (sent) => (typeof sent === 'string' || typeof sent === 'number' ? [sent] : sent),
  z.array(z.union([text, number])),
)

/** Fields that aren't stored are dropped. */
export const channelCredentials = z
  .object({
    webhookUrl: maybe(text.nullable()),
    channel: maybe(text.nullable()),
    deviceTokens: maybe(deviceTokens.nullable()),
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

export const newSubscriber = z.object({
  subscriberId: text.min(1, 'should not be empty'),
  ...profileFields,
})

/** Its domain has a dot. */
export function isEmail(value: string): boolean {
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)*\.[^\s@.]{2,}$/.test(value)
}

/** Loose: a language's name is also accepted. */
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
