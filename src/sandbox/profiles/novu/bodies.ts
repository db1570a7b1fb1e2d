// Shapes of bodies in which deployed services accept more than the contract, or check more.
import { z } from 'zod'
import type { CreateIntegrationBody, Credentials, UpdateEnvironmentBody } from '../../../wire/generated.ts'
import type { WireRules } from '../../profile.ts'
import { integrationAttributes } from '../../operations/integrations.ts'
import { triggerShape } from '../../operations/trigger.ts'
import { fieldsOf } from '../../operations/schema-facts.ts'
import { color, each, flag, isObjectId, maybe, text } from '../../operations/request-values.ts'
import { channelCredentials, profileFields, subscriberProviders } from './subscribers.ts'

/** Null counts as absent, except in fields that can be null. */
function lenient<Shape extends z.ZodRawShape>(shape: Shape) {
  const fields = new Map(Object.entries<z.core.$ZodType>(shape))
  const canBeNull = (key: string): boolean => z.safeParse(fields.get(key) ?? z.never(), null).success
  return z.preprocess(
    (body) =>
      typeof body === 'object' && body !== null && !Array.isArray(body)
        ? Object.fromEntries(Object.entries(body).filter(([key, value]) => value !== null || canBeNull(key)))
        : body,
    z.object(shape),
  )
}

const id = text.refine(isObjectId, 'must be a mongodb id')
/** Some forms send booleans as strings. */
const textFlag = z.preprocess((value) => (value === 'true' ? true : value === 'false' ? false : value), flag)

const integrationFields = {
  ...integrationAttributes,
  _environmentId: maybe(id),
  credentials: maybe(
    lenient({
      ...fieldsOf<Credentials>('Credentials'),
      ...each(['secure', 'requireTls', 'ignoreTls'], maybe(textFlag)),
      ...each(['servicePlanId', 'tenantId', 'signingSecret', 'apiVersion'], maybe(text)),
    }),
  ),
  // Only the database checks them: it drops keys that it doesn't know.
  conditions: maybe(
    z.array(
      z.object({
        isNegated: maybe(z.unknown()),
        type: maybe(z.unknown()),
        value: maybe(z.unknown()),
        children: z
          .unknown()
          .transform((children) => (Array.isArray(children) ? children.map(knownFields) : children)),
      }),
    ),
  ),
}

function knownFields(child: unknown): unknown {
  const keys = new Set(['field', 'value', 'operator', 'on'])
  return Object.fromEntries(Object.entries(child ?? {}).filter(([key]) => keys.has(key)))
}

const { channel } = fieldsOf<CreateIntegrationBody>('CreateIntegrationBody')
const rules = { rules: maybe(z.unknown()) }

/** Of releases that have rules, which null clears. */
export const bodiesWithRules: WireRules['bodies'] = {
  createIntegration: lenient({ providerId: text, channel, ...integrationFields, ...rules }),
  updateIntegration: lenient({ ...integrationFields, ...rules }),
}

export const bodies: WireRules['bodies'] = {
  createIntegration: lenient({ providerId: text, channel, ...integrationFields }),
  updateIntegration: lenient(integrationFields),
  createEnvironment: lenient({ name: text, color, parentId: maybe(id) }),
  updateEnvironment: lenient({
    ...fieldsOf<UpdateEnvironmentBody>('UpdateEnvironmentBody'),
    parentId: maybe(id),
  }),
  upsertSubscriberCredentials: lenient({
    providerId: z.enum(subscriberProviders),
    integrationIdentifier: maybe(text),
    credentials: channelCredentials,
  }),
  updateSubscriber: z.object(profileFields),
  // Only the worker checks recipients.
  triggerEvent: triggerShape.extend({
    to: z.unknown().refine((to) => to !== undefined && to !== null, 'must be defined'),
  }),
}
