// What people write of a subscriber: attributes, custom data and the credentials of chat and push channels.
import { z } from 'zod'
import { spellingsOf } from '../../core/vendor.ts'
import { email, locale, notEmpty, timezone } from '../checks.ts'
import type { Form } from '../form.ts'
import { otherNames } from '../providers.ts'

/** The attributes besides `data`, in the contract's order; each is a text that null clears. */
export const attributes = ['firstName', 'lastName', 'email', 'phone', 'avatar', 'locale', 'timezone'] as const

const channelProviders = spellingsOf([
  'slack', 'discord', 'msteams', 'mattermost', 'ryver', 'zulip', 'grafana-on-call', 'getstream', 'rocket-chat',
  'whatsapp-business', 'chat-webhook', 'svc-slack', 'fcm', 'apns', 'expo', 'one-signal', 'pushpad', 'push-webhook',
  'pusher-beams', 'appio',
]) // prettier-ignore

export const textChannelCredentials = [
  'webhookUrl', 'channel', 'alertUid', 'title', 'imageUrl', 'state', 'externalUrl',
] as const // prettier-ignore

export function subscriberSchema(form: Form): z.ZodObject {
  return z.strictObject({
    subscriberId: form.text(notEmpty).describe("Its identity: usually your own user's id."),
    firstName: clearable(form.text()),
    lastName: clearable(form.text()),
    email: clearable(form.text(email)),
    phone: clearable(form.text()).describe('In quotes: YAML reads +49… as a number.'),
    avatar: clearable(form.text()).describe('The address of an image, or an identifier.'),
    locale: clearable(form.text(locale)),
    timezone: clearable(form.text(timezone)),
    data: clearable(form.json()).describe(
      'Custom data. Declared first-level keys are managed, the others kept.',
    ),
    exact: z
      .array(z.enum(['data']))
      .optional()
      .describe('[data] makes the whole of data managed: live keys that are not declared are removed.'),
    channels: z.array(channelSchema(form)).optional().describe('Credentials of chat and push channels.'),
  })
}

function clearable(type: z.ZodType) {
  return type.nullable().optional()
}

function channelSchema(form: Form): z.ZodType {
  return z.strictObject({
    providerId: form.oneOf(channelProviders, 'unknown-provider', { otherNames }),
    integrationIdentifier: form.text(notEmpty).describe("The integration's identifier, or its `as` name."),
    credentials: z.strictObject({
      ...Object.fromEntries(textChannelCredentials.map((key) => [key, form.text().optional()])),
      deviceTokens: z
        .array(form.text(notEmpty))
        .optional()
        .describe('Added to the live ones, which are kept.'),
    }),
    exact: z
      .array(z.enum(['deviceTokens']))
      .optional()
      .describe('[deviceTokens] makes the list whole: live tokens that are not declared are removed.'),
  })
}
