// The recipients and the actor of a trigger, in every form that a body can give them.
import { z } from 'zod'
import type { TriggerRecipientChannel } from '../../wire/generated.ts'
import { fieldsOf } from './schema-facts.ts'
import { attribute, each, freeForm, maybe, text } from './request-values.ts'

/** Unknown keys are dropped. */
export const definitionShape = z.object({
  subscriberId: maybe(text.min(1)),
  ...each(['email', 'firstName', 'lastName', 'phone', 'avatar', 'locale', 'timezone'], attribute),
  data: maybe(freeForm.nullable()),
  channels: maybe(
    z.array(
      z.object(fieldsOf<TriggerRecipientChannel, 'providerId'>('TriggerRecipientChannel', ['providerId'])),
    ),
  ),
})

const topicShape = z.object({
  type: z.literal('Topic'),
  topicKey: text.min(1),
  exclude: maybe(z.array(text)),
})

/** A subscriber as a trigger defines it. */
export type Definition = z.infer<typeof definitionShape>
export type TopicRecipient = z.infer<typeof topicShape>
export type Recipient = Definition | TopicRecipient

export function isTopic(recipient: Recipient): recipient is TopicRecipient {
  return 'topicKey' in recipient
}

/** One for each item of a trigger's `to`; undefined for an invalid item. */
export function recipientsOf(to: unknown): (Recipient | undefined)[] {
  return (Array.isArray(to) ? to : [to]).map(recipientOf)
}

function recipientOf(item: unknown): Recipient | undefined {
  if (typeof item === 'string') return item === '' ? undefined : { subscriberId: item }
  if (typeof item === 'object' && item !== null && 'type' in item) return topicShape.safeParse(item).data
  const definition = definitionShape.safeParse(item).data
  return definition === undefined || (definition.subscriberId ?? definition.email ?? definition.phone) == null
    ? undefined
    : definition
}
