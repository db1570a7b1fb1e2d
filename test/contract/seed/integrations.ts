// Integrations of every provider that subscribers have, and with every credential and condition.
import type { Seed } from '../../../src/sandbox/index.ts'
import type { FieldFilterPartInput, StepFilterInput } from '../../../src/wire/generated.ts'
import { placesOf, rows, words } from '../../support/contract-places.ts'
import { subscriberProviders } from './people.ts'

type Integration = NonNullable<Seed['integrations']>[number]

/** Every key that an integration's credentials know, by its type. */
export const credentials = {
  ...Object.fromEntries(
    placesOf('service/integration.json#/$defs/Credentials').map(({ at }) => {
      const key = at.replace('Credentials.', '')
      return [key, `made-up-${key}`]
    }),
  ),
  secure: true,
  requireTls: true,
  ignoreTls: false,
  hmac: false,
  authenticateByToken: true,
  tlsOptions: { rejectUnauthorized: true },
}

export const configurations = { inboundWebhookEnabled: true, inboundWebhookSigningKey: 'made-up-key' }

const filterPart = 'common.json#/$defs/FieldFilterPart/properties'
const filter = 'common.json#/$defs/StepFilter/properties'

/** Every type, operator and side of a condition. */
export const filters = rows({
  isNegated: [false, true],
  type: words(`${filter}/type`) as readonly StepFilterInput['type'][],
  value: words(`${filter}/value`) as readonly StepFilterInput['value'][],
  children: [
    rows({
      on: words(`${filterPart}/on`) as readonly FieldFilterPartInput['on'][],
      field: ['locale'],
      operator: words(`${filterPart}/operator`) as readonly FieldFilterPartInput['operator'][],
      value: ['de'],
    }),
  ],
})
const environment = 'Production'
export const everything = { credentials, configurations, conditions: filters }

export const integrations: Integration[] = [
  ...subscriberProviders.map((providerId): Integration => ({
    environment,
    identifier: `all-${providerId}`,
    providerId,
    channel: 'chat',
    active: true,
  })),
  { ...everything, environment, identifier: 'post', providerId: 'mailgun', channel: 'email', active: true },
  { ...everything, environment, identifier: 'texts', providerId: 'twilio', channel: 'sms', active: true },
  { environment, identifier: 'phones', providerId: 'fcm', channel: 'push' },
  {
    environment,
    identifier: 'gone',
    providerId: 'ses',
    channel: 'email',
    deleted: true,
    deletedAt: '2026-01-08T00:00:00.000Z',
    deletedBy: 'somebody',
  },
]
