// Which integration sends an email, profile by profile: conditions on each source, with and without a tenant, a primary
// and an override.
import { expect, test } from 'vitest'
import type { Message } from '../../../src/wire/generated.ts'
import type { Sandbox, Seed } from '../../../src/sandbox/index.ts'
import { onEach, type Call } from '../../support/profile-table.ts'

const environment = 'Production'
const seed: Seed = {
  workflows: [
    {
      environment,
      identifier: 'hello',
      name: 'hello',
      steps: [{ active: true, template: { type: 'email', subject: 'Hello', content: 'Hello' } }],
    },
  ],
  messages: [],
  notifications: [],
  integrations: [],
}

/** Conditions by source, which the trigger of each test meets. */
const met = {
  subscriber: { field: 'subscriberId', operator: 'EQUAL', value: 'user-0003' },
  payload: { field: 'tier', operator: 'EQUAL', value: 'gold' },
  tenant: { field: 'identifier', operator: 'EQUAL', value: 'acme' },
  'another tenant': { field: 'identifier', operator: 'NOT_EQUAL', value: 'acme' },
}
type Source = keyof typeof met
const on = (source: Source): object => ({
  on: source === 'another tenant' ? 'tenant' : source,
  ...met[source],
})
const group = (value: 'AND' | 'OR', sources: readonly Source[], isNegated: boolean): object => ({
  isNegated,
  type: 'GROUP',
  value,
  children: sources.map(on),
})

interface Given {
  readonly conditions: readonly object[]
  readonly tenant?: string
  readonly override?: string
  readonly primary?: false
}

/** The provider of the message that was sent; `nothing` if there is none. */
const sender =
  ({ conditions, tenant, override, primary }: Given) =>
  async (call: Call, { state, clock }: Sandbox): Promise<string> => {
    const add = (identifier: string, more: object): void => {
      const row = { environment, identifier, providerId: identifier, channel: 'email', active: true, ...more }
      state.integrations.add(row as Parameters<typeof state.integrations.add>[0])
    }
    add('ses', { primary: false, conditions })
    add('sendgrid', { primary: primary !== false })
    await call('POST', '/v1/events/trigger', {
      name: 'hello',
      to: 'user-0003',
      transactionId: 't',
      payload: { tier: 'gold' },
      ...(tenant !== undefined && { tenant }),
      ...(override !== undefined && { overrides: { email: { integrationIdentifier: override } } }),
    })
    clock.advance(2000)
    const { body } = await call('GET', '/v1/messages?transactionId=t')
    return (body as { readonly data: readonly Message[] }).data[0]?.providerId ?? 'nothing'
  }

const all = (each: string): readonly string[] => [each, each, each]

/** Expected on contract, novu-2026-04 and novu-2026-09. */
test.each<readonly [string, Given, readonly string[]]>([
  ['no conditions', { conditions: [] }, all('sendgrid')],
  ['subscriber', { conditions: [group('AND', ['subscriber'], false)] }, ['ses', 'sendgrid', 'ses']],
  [
    'subscriber, and the trigger names a tenant',
    { conditions: [group('AND', ['subscriber'], false)], tenant: 'acme' },
    ['ses', 'sendgrid', 'ses'],
  ],
  ['payload', { conditions: [group('AND', ['payload'], false)] }, ['ses', 'sendgrid', 'ses']],
  [
    'payload, and the trigger names a tenant',
    { conditions: [group('AND', ['payload'], false)], tenant: 'acme' },
    ['ses', 'sendgrid', 'ses'],
  ],
  ['tenant', { conditions: [group('AND', ['tenant'], false)], tenant: 'acme' }, all('ses')],
  [
    'tenant, and the trigger names another',
    { conditions: [group('AND', ['tenant'], false)], tenant: 'globex' },
    all('sendgrid'),
  ],
  ['tenant, and the trigger names none', { conditions: [group('AND', ['tenant'], false)] }, all('sendgrid')],
  [
    'not this tenant, and the trigger names none',
    { conditions: [group('AND', ['another tenant'], false)] },
    ['ses', 'sendgrid', 'ses'],
  ],
  [
    'not this tenant, and the trigger names another',
    { conditions: [group('AND', ['tenant'], true)], tenant: 'globex' },
    all('ses'),
  ],
  [
    'a negated group on the subscriber that it would match',
    { conditions: [group('AND', ['another tenant', 'subscriber'], true)], tenant: 'acme' },
    all('ses'),
  ],
  [
    'a negated group on the subscriber alone',
    {
      conditions: [{ ...group('AND', ['payload'], true), children: [{ ...on('payload'), value: 'blue' }] }],
      tenant: 'acme',
    },
    ['ses', 'sendgrid', 'ses'],
  ],
  [
    'tenant and subscriber',
    { conditions: [group('AND', ['tenant', 'subscriber'], false)], tenant: 'acme' },
    ['ses', 'sendgrid', 'ses'],
  ],
  [
    'tenant or subscriber',
    { conditions: [group('OR', ['tenant', 'subscriber'], false)], tenant: 'acme' },
    all('ses'),
  ],
  ['an override of the primary', { conditions: [], override: 'ses' }, all('ses')],
  [
    'an override of met conditions',
    { conditions: [group('AND', ['tenant'], false)], tenant: 'acme', override: 'sendgrid' },
    all('sendgrid'),
  ],
  [
    'met conditions without a primary',
    { conditions: [group('AND', ['tenant'], false)], tenant: 'acme', primary: false },
    all('ses'),
  ],
  [
    'conditions on the subscriber without a primary',
    { conditions: [group('AND', ['subscriber'], false)], primary: false },
    ['ses', 'nothing', 'ses'],
  ],
])('%s', async (_, given, expected) => {
  expect(Object.values(await onEach(sender(given), { seed }))).toEqual(expected)
})
