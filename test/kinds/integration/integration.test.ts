// Integrations: declared and live → the calls, their stages and what they bring with them.
import { describe, expect, test } from 'vitest'
import { Secret } from '../../../src/core/secrets/secret.ts'
import { Unreadable, type ValueMap } from '../../../src/core/value.ts'
import { integration } from '../../../src/kinds/integration/integration.ts'
import { oneOfSeveral } from '../../../src/kinds/integration/routing.ts'
import type { Observed } from '../../../src/kinds/resource.ts'
import { json } from '../../support/scripted-transport.ts'
import { collect, declared, draftsOf, line, live, lookAt } from '../../support/laws-kinds.ts'
import { Resources } from '../../../src/kinds/declared-resources.ts'

const hidden = new Unreadable(true)
const condition = {
  isNegated: false,
  type: 'GROUP',
  value: 'AND',
  children: [{ field: 'locale', value: 'de,fr', operator: 'IN', on: 'subscriber' }],
}
const rules = { '==': [{ var: 'data.tier' }, 'gold'] }
const row = {
  name: 'SES',
  providerId: 'ses',
  channel: 'email',
  active: true,
  primary: false,
  credentials: { apiKey: Secret.of('old', 'live'), from: 'a@b.example', appSid: hidden },
  configurations: hidden,
  conditions: null,
}
const identity = { identifier: 'ses', providerId: 'ses', channel: 'email' }

const observed = (fields: ValueMap | undefined, liveFields?: ValueMap, name = 'ses'): Observed => ({
  ...(fields && { desired: declared(integration, { ...identity, identifier: name, ...fields }) }),
  ...(liveFields && { live: live(name, { ...row, ...liveFields }) }),
})
const calls = (fields: ValueMap, liveFields?: ValueMap, ...others: Observed[]): string[] =>
  draftsOf(integration, observed(fields, liveFields), others).map(line)

describe('a new integration', () => {
  test('is created with all that is declared, then promoted', () => {
    const fields = {
      name: 'SES',
      active: true,
      primary: true,
      credentials: { apiKey: Secret.of('x', 'env:KEY') },
      configurations: { inboundWebhookEnabled: true },
      conditions: null,
    }
    expect(calls(fields)).toEqual([
      'create gain POST {"identifier":"ses","providerId":"ses","channel":"email","name":"SES","active":true,"credentials":{"apiKey":"(secret env:KEY)"},"configurations":{"inboundWebhookEnabled":true}}',
      'set-primary primary POST',
    ])
  })

  test('keeps its conditions', () => {
    expect(calls({ conditions: [condition] })).toEqual([
      `create gain POST {"identifier":"ses","providerId":"ses","channel":"email","conditions":[${JSON.stringify(condition)}]}`,
    ])
  })

  test('in-app has no identifier', () => {
    const desired = declared(integration, {
      identifier: 'ignored',
      providerId: 'svc',
      channel: 'in_app',
      active: true,
    })
    expect(desired.name).toBe('in_app')
    expect(draftsOf(integration, { desired }).map(line)).toEqual([
      'create gain POST {"providerId":"svc","channel":"in_app","active":true}',
    ])
  })
})

describe('a live integration', () => {
  test.each<[string, ValueMap, ValueMap, string[]]>([
    ['as declared', { name: 'SES', active: true }, {}, []],
    ['a name', { name: 'New', active: true }, {}, ['update gain PUT {"name":"New"}']],
    ['switched on', { active: true }, { active: false }, ['update gain PUT {"active":true}']],
    ['switched off, not primary', { active: false }, {}, ['update lose PUT {"active":false}']],
    ['switched off, primary', { active: false }, { primary: true }, ['update lose PUT {"active":false}']],
    [
      'switched off, primary with conditions',
      { active: false },
      { primary: true, conditions: [condition] },
      ['update lose PUT {"active":false}'],
    ],
    [
      'conditions, primary',
      { conditions: [condition] },
      { primary: true },
      [`update lose PUT {"conditions":[${JSON.stringify(condition)}]}`],
    ],
    [
      'conditions away',
      { conditions: null },
      { conditions: [condition] },
      ['update gain PUT {"conditions":[]}'],
    ],
    [
      'an empty list of conditions',
      { conditions: [] },
      { conditions: [condition] },
      ['update gain PUT {"conditions":[]}'],
    ],
    ['no conditions as before', { conditions: [] }, {}, []],
    [
      'rules away, with conditions that the manifest does not mention',
      { active: true },
      { rules, conditions: [condition] },
      ['update gain PUT {"rules":null}'],
    ],
    [
      'rules away from one of several primaries, whose promotion may keep them',
      { primary: true },
      { primary: oneOfSeveral, rules },
      ['update gain PUT {"rules":null,"conditions":[]}', 'set-primary primary POST'],
    ],
    [
      'credentials whole',
      { credentials: { from: 'a@b.example' } },
      {},
      ['update gain PUT {"credentials":{"from":"a@b.example"}}'],
    ],
    ['credentials that are not shown', { credentials: { from: 'x' } }, { credentials: hidden }, []],
    ['a key that is not shown', { credentials: { ...row.credentials, appSid: 'x' } }, {}, []],
    ['configurations that are not shown', { configurations: { inboundWebhookEnabled: true } }, {}, []],
    ['primary', { primary: true }, {}, ['set-primary primary POST']],
    ['primary already', { primary: true }, { primary: true }, []],
    [
      'primary already, and a name',
      { primary: true, name: 'New' },
      { primary: true },
      ['update gain PUT {"name":"New"}'],
    ],
    [
      'primary, and a name',
      { primary: true, name: 'New' },
      {},
      ['update gain PUT {"name":"New"}', 'set-primary primary POST'],
    ],
  ])('%s', (_, fields, liveFields, expected) => {
    expect(calls(fields, liveFields)).toEqual(expected)
  })

  test('conditions have no order', () => {
    const other = { ...condition, isNegated: true }
    expect(calls({ conditions: [condition, other] }, { conditions: [other, condition] })).toEqual([])
  })

  test.each([['providerId'], ['channel']])('%s can not change', (field) => {
    const differences = [{ path: [field], answer: 'different' as const, before: 'sms', after: 'email' }]
    expect(integration.refuse?.(observed({}, {}), differences)?.rule).toBe('cannot-change')
  })
})

const first = (one: Observed, ...others: Observed[]) => draftsOf(integration, one, others)[0]

const promotion = (fields: ValueMap, liveFields?: ValueMap) =>
  draftsOf(integration, observed({ primary: true, ...fields }, liveFields)).at(-1)?.before

describe('what a change brings with it', () => {
  test('credentials that vanish', () => {
    expect(
      first(
        observed(
          { credentials: { from: 'a@b.example' } },
          { credentials: { ...row.credentials, user: 'u' } },
        ),
      )?.sideEffects,
    ).toEqual(['removes apiKey, user from credentials'])
  })

  test('rules that a manifest replaces are not called undeclared', () => {
    expect(first(observed({ rules: { '!': rules } }, { rules }))).toMatchObject({ sideEffects: [] })
    expect(first(observed({}, { rules }))).toMatchObject({ sideEffects: [expect.stringContaining('rules:')] })
  })

  test('primaries that are no more', () => {
    const old = observed(undefined, { primary: true }, 'old')
    const older = observed(undefined, { primary: true }, 'a-second-one')
    const ofAnotherChannel = observed(undefined, { primary: true, channel: 'sms' }, 'sms')
    expect(first(observed({ primary: true }, {}), old, older, ofAnotherChannel)?.sideEffects).toEqual([
      'a-second-one stops being primary',
      'old stops being primary',
    ])
  })

  test('one of several primaries that is off is switched on before it is the only one', () => {
    const off = { primary: oneOfSeveral, active: false }
    expect(first(observed({ primary: true }, off))).toMatchObject({
      preparation: { call: { body: { active: true } }, onlyIf: { active: false } },
      reread: true,
    })
    expect(first(observed({ primary: true, active: false }, off))?.preparation).toBeUndefined()
  })

  test('a loss waits for all that its replacement needs', () => {
    const next = observed({ primary: true }, {}, 'next')
    expect(first(observed({ active: false }, { primary: true }), next)?.needs).toEqual([
      { kind: 'integration', name: 'next' },
    ])
  })

  test('a promotion expects what the integration is by then', () => {
    expect(promotion({ active: true, conditions: null }, { active: false, conditions: [condition] })).toEqual(
      { active: true, conditions: null, rules: null },
    )
    expect(promotion({}, { active: false })).toEqual({ active: false, conditions: null, rules: null })
    expect(promotion({})).toEqual({ active: false, conditions: null, rules: null })
  })

  test('a resend says that it replaces what it can not see', () => {
    const one = observed({ configurations: { inboundWebhookEnabled: true } }, {})
    const unreadable = [
      {
        path: ['configurations'],
        answer: 'unreadable' as const,
        before: hidden,
        after: { inboundWebhookEnabled: true },
      },
    ]
    const [draft] = integration.changes(one, unreadable, { all: [] })
    expect(draft && line(draft)).toBe('update gain PUT {"configurations":{"inboundWebhookEnabled":true}}')
    expect(draft?.sideEffects).toEqual([
      "replaces all keys of configurations: undeclared keys are removed, including keys that the service doesn't return",
    ])
  })
})

describe('what the service shows', () => {
  const listed = {
    _id: '1',
    _environmentId: 'env',
    _organizationId: 'o',
    name: 'SES',
    identifier: 'ses',
    providerId: 'ses',
    channel: 'email',
    active: true,
    primary: true,
    deleted: false,
  }
  const seen = async (...rows: object[]) => {
    const { access } = lookAt(() =>
      json(rows.map((each) => ({ ...listed, credentials: { from: 'x' }, ...each }))),
    )
    return (await collect(integration.observe(access, Resources.of([])))).map(({ live: each }) => each)
  }

  test('secrets closed, unlisted keys as unreadable, server ids dropped', async () => {
    const conditions = [
      {
        ...condition,
        _id: 'a',
        id: 'a',
        children: condition.children.map((child) => ({ ...child, _id: 'b' })),
      },
    ]
    const [found] = await seen({
      credentials: { apiKey: 'x', from: 'a@b.example', tlsOptions: { ca: 'y' } },
      conditions,
    })
    expect(JSON.stringify(found?.fields)).not.toContain('"x"')
    expect(JSON.parse(JSON.stringify(found?.fields))).toEqual({
      identifier: 'ses',
      name: 'SES',
      providerId: 'ses',
      channel: 'email',
      active: true,
      primary: true,
      credentials: {
        apiKey: '(secret live)',
        from: 'a@b.example',
        tlsOptions: { ca: '(secret live)' },
        appSid: '(secret, unreadable)',
        senderId: '(secret, unreadable)',
        AppIOBaseUrl: '(secret, unreadable)',
      },
      configurations: '(secret, unreadable)',
      conditions: [condition],
      rules: null,
    })
  })

  test('no credentials at all are unreadable, not empty', async () => {
    const [empty, absent] = await seen({ credentials: {} }, { credentials: undefined, identifier: 'b' })
    expect([empty?.fields['credentials'], absent?.fields['credentials']]).toEqual([hidden, hidden])
  })

  test('what is masked or encrypted is unreadable', async () => {
    const [found] = await seen({
      credentials: { apiKey: '********', secretKey: 'nvsk.ab12', from: 'a*b***' },
    })
    expect(found?.fields['credentials']).toMatchObject({ apiKey: hidden, secretKey: hidden, from: 'a*b***' })
  })

  test('deleted ones and those of other environments are not there', async () => {
    expect(await seen({ deleted: true }, { _environmentId: 'other' })).toEqual([])
  })

  test('two of one identifier are one, with both ids', async () => {
    const found = await seen({ _id: '1' }, { _id: '2' }, { _id: '3' })
    expect(found.map((each) => each?.duplicates)).toEqual([['1', '2', '3']])
  })

  test('in-app is known by its channel', async () => {
    expect((await seen({ channel: 'in_app', identifier: 'in-app-abc' }))[0]?.name).toBe('in_app')
  })
})
