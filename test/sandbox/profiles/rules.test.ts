// Rules of integrations: who keeps them, what a save changes with them, and which integration they choose.
import { expect, test, vi } from 'vitest'
import type { IntegrationRecord, Sandbox } from '../../../src/sandbox/index.ts'
import { ruleHolds } from '../../../src/sandbox/profiles/novu/integration-rules.ts'
import { dataOf, onEach, onOne, type Call } from '../../support/profile-table.ts'

const since = 'novu-2026-09'
const rule = { '==': [{ var: 'subscriber.data.tier' }, 'gold'] }
const condition = {
  isNegated: false,
  type: 'GROUP' as const,
  value: 'AND' as const,
  children: [{ on: 'subscriber' as const, field: 'locale', operator: 'EQUAL' as const, value: 'de' }],
}
const seed = { integrations: [], messages: [], notifications: [] }
const ses = { providerId: 'ses', channel: 'email' as const, identifier: 'ses', active: true }
const row = { environment: 'Production', ...ses }

const find = (sandbox: Sandbox, identifier: string): IntegrationRecord | undefined =>
  sandbox.state.integrations.get('Production', identifier)
/** `primary 1 condition, rules`, of what it has. */
const state = (sandbox: Sandbox, identifier = 'ses'): string => {
  const { primary, conditions = [], rules } = find(sandbox, identifier) ?? {}
  return [
    ...(primary === true ? ['primary'] : []),
    ...(conditions.length > 0 ? [`${conditions.length} condition`] : []),
    ...(rules === undefined || rules === null ? [] : ['rules']),
  ].join(', ')
}
const put = async (call: Call, sandbox: Sandbox, body: object): Promise<string> => {
  const { status } = await call('PUT', `/v1/integrations/${find(sandbox, 'ses')?._id}`, body)
  return `${status} ${state(sandbox)}`.trim()
}
const promote = (call: Call, sandbox: Sandbox) =>
  call('POST', `/v1/integrations/${find(sandbox, 'ses')?._id}/set-primary`)

test('only releases since September 2026 keep and list them', async () => {
  const seen = await onEach(
    async (call) => {
      const created = dataOf(await call('POST', '/v1/integrations', { ...ses, rules: rule }))
      const listed = dataOf(await call('GET', '/v1/integrations')) as readonly Shown[]
      return [created as Shown, ...listed.filter(({ channel }) => channel === 'email')].map(
        ({ rules = 'none' }) => rules,
      )
    },
    { seed },
  )
  expect(seen).toEqual({
    contract: ['none', 'none'],
    'novu-2026-04': ['none', 'none'],
    'novu-2026-09': [rule, rule],
  })
})

type Shown = Partial<IntegrationRecord>

test('an update of nothing but rules is one of nothing in April 2026', async () => {
  expect(
    await onEach((call, sandbox) => put(call, sandbox, { rules: rule }), {
      seed: { ...seed, integrations: [row] },
    }),
  ).toEqual({ contract: '400', 'novu-2026-04': '400', 'novu-2026-09': '200 rules' })
})

test('a save of rules clears conditions and takes the primary flag; null clears rules', async () => {
  const seen = await onOne(
    since,
    async (call, sandbox) => [
      await put(call, sandbox, { conditions: [condition] }),
      await put(call, sandbox, { rules: rule }),
      await put(call, sandbox, { rules: rule, conditions: [condition] }),
      await put(call, sandbox, { conditions: [condition] }),
      await put(call, sandbox, { conditions: [], rules: null }),
      (await promote(call, sandbox)).status + ` ${state(sandbox)}`,
      await put(call, sandbox, { rules: rule }),
    ],
    { seed: { ...seed, integrations: [row] } },
  )
  expect(seen).toEqual([
    '200 1 condition',
    '200 rules',
    '200 rules',
    '200 1 condition, rules',
    '200',
    '200 primary',
    '200 rules',
  ])
})

test('set-primary clears both', async () => {
  const both = { ...row, conditions: [condition], rules: rule }
  const seen = await onOne(
    since,
    async (call, sandbox) => [state(sandbox), (await promote(call, sandbox)).status, state(sandbox)],
    { seed: { ...seed, integrations: [both] } },
  )
  expect(seen).toEqual(['1 condition, rules', 200, 'primary'])
})

test.each([
  ['email', 'primary, rules'],
  ['sms', 'primary, rules'],
  ['chat', 'rules'],
] as const)('a first active %s integration that is created with rules is %s', async (channel, expected) => {
  const seen = await onOne(
    since,
    async (call, sandbox) => {
      await call('POST', '/v1/integrations', { ...ses, channel, conditions: [condition], rules: rule })
      await call('POST', '/v1/integrations', { ...ses, channel, identifier: 'second', rules: rule })
      return [state(sandbox), state(sandbox, 'second')]
    },
    { seed },
  )
  expect(seen).toEqual([expected, 'rules'])
})

const gold = { '==': [{ var: 'subscriber.data.tier' }, 'gold'] }
const silver = { '==': [{ var: 'subscriber.data.tier' }, 'silver'] }
const main = { ...row, identifier: 'main', providerId: 'sendgrid', primary: true }

test.each([
  ['rules that hold', [{ ...row, rules: gold }], 'ses'],
  ['the primary, where they do not', [{ ...row, rules: silver }], 'sendgrid'],
  ['the primary, where they cannot be evaluated', [{ ...row, rules: { unknown: [1] } }], 'sendgrid'],
  ['conditions that hold, where there are no rules', [{ ...row, conditions: [condition] }], 'ses'],
  ['rules before conditions', [{ ...row, rules: silver, conditions: [condition] }], 'sendgrid'],
  ['rules on the tenant', [{ ...row, rules: { '==': [{ var: 'tenant.data.plan' }, 'pro'] } }], 'ses'],
  ['rules on the context', [{ ...row, rules: { '==': [{ var: 'context.region.id' }, 'eu'] } }], 'ses'],
  ['nothing of the payload', [{ ...row, rules: { '==': [{ var: 'payload.tier' }, 'gold'] } }], 'sendgrid'],
  ['none that is off', [{ ...row, active: false, rules: gold }], 'sendgrid'],
] as const)('email goes by %s', async (_, integrations, provider) => {
  expect(await sentBy(integrations)).toBe(provider)
})

test('of several that hold, the one with the highest priority sends, then the newest; without one, the primary, whatever its own rules', async () => {
  const mailgun = { ...row, identifier: 'low', providerId: 'mailgun', rules: gold }
  const set = (sandbox: Sandbox): void => {
    sandbox.state.integrations.edit('Production', 'ses', { priority: 3 })
    sandbox.state.integrations.edit('Production', 'low', { priority: 2 })
  }
  expect(await sentBy([mailgun, { ...row, rules: gold }], set)).toBe('ses')
  expect(await sentBy([{ ...row, rules: gold }, mailgun])).toBe('mailgun')
  const alone = (sandbox: Sandbox): void =>
    void sandbox.state.integrations.edit('Production', 'main', { rules: silver })
  expect(await sentBy([], alone)).toBe('sendgrid')
})

async function sentBy(
  integrations: readonly object[],
  before: (sandbox: Sandbox) => void = () => undefined,
): Promise<string | undefined> {
  const workflow = {
    environment: 'Production',
    identifier: 'mail',
    name: 'mail',
    steps: [{ active: true, template: { type: 'email', subject: 'S', content: 'C' } }],
  }
  const person = { environment: 'Production', subscriberId: 'a', email: 'a@b.example', locale: 'de' }
  const tenants = [{ environment: 'Production', identifier: 'acme', name: 'Acme', data: { plan: 'pro' } }]
  return onOne(
    since,
    async (call, sandbox) => {
      before(sandbox)
      await call('POST', '/v1/events/trigger', {
        name: 'mail',
        to: 'a',
        tenant: 'acme',
        context: { region: 'eu' },
        payload: { tier: 'gold' },
        transactionId: 't',
      })
      sandbox.clock.advance(2000)
      return sandbox.state.messages('Production')[0]?.providerId
    },
    {
      seed: {
        ...seed,
        integrations: [main, ...integrations] as never,
        workflows: [workflow],
        tenants,
        subscribers: [{ ...person, data: { tier: 'gold' } }],
      },
    },
  )
}

test('hostile rules are interpreted, write nothing and end', () => {
  const evaluate = vi.spyOn(globalThis, 'eval')
  const log = vi.spyOn(console, 'log')
  let deep: unknown = true
  for (let level = 0; level < 20_000; level++) deep = { '!': [deep] }
  const facts = { subscriber: { name: 'a' }, tenant: {}, context: {} }
  const hostile = [
    deep,
    { log: 'hi' },
    { var: 'constructor.constructor' },
    { var: '__proto__.polluted' },
    { method: [{ var: 'subscriber' }, 'constructor'] },
    { cat: [{ var: '' }] },
    { throw: 'x' },
    'process.exit()',
  ]
  for (const each of hostile) for (let times = 0; times < 3; times++) ruleHolds(each, facts)
  expect(evaluate).not.toHaveBeenCalled()
  expect(log).not.toHaveBeenCalled()
  expect(ruleHolds(deep, facts)).toBe(false)
  vi.restoreAllMocks()
})
