// Replies in which one value is of another type: each is planned with, or the reply is said to make no sense.
import { expect, test } from 'vitest'
import { compare } from '../../src/core/plan/compare-fields.ts'
import { environment } from '../../src/kinds/environment/environment.ts'
import { integration } from '../../src/kinds/integration/integration.ts'
import type { Kind } from '../../src/kinds/kind.ts'
import { subscriber } from '../../src/kinds/subscriber/subscriber.ts'
import { ReplyError } from '../../src/service/errors.ts'
import { json } from '../support/scripted-transport.ts'
import { collect, declared, lookAt } from '../support/laws-kinds.ts'
import { Resources } from '../../src/kinds/declared-resources.ts'
import { rulesFor } from '../../src/kinds/from-field-rows.ts'

const condition = {
  _id: 'c1',
  isNegated: false,
  type: 'GROUP',
  value: 'AND',
  children: [{ field: 'locale', value: 'de', operator: 'IN', on: 'subscriber' }],
}

/** By path: what the service answers. */
const replies = {
  '/v1/environments': [
    {
      _id: 'env',
      name: 'Staging',
      identifier: 'staging',
      _parentId: null,
      color: '#ff8800',
      apiKeys: [{ key: 'k', hash: 'h', _userId: 'u' }],
      dns: { inboundParseDomain: 'in.acme.example' },
      bridge: { url: 'https://acme.example' },
    },
  ],
  '/v1/integrations': [
    {
      _id: 'i1',
      _environmentId: 'env',
      identifier: 'sendgrid-main',
      name: 'SendGrid',
      providerId: 'sendgrid',
      channel: 'email',
      active: true,
      primary: false,
      deleted: false,
      credentials: { apiKey: 'hush', from: 'a@acme.example', tlsOptions: { ca: 'x' } },
      configurations: { inboundWebhookEnabled: true },
      conditions: [condition],
    },
  ],
  '/v2/subscribers': {
    data: [
      {
        _id: 's1',
        subscriberId: 'ann',
        email: 'ann@acme.example',
        data: { team: 'x', deep: { a: 1 } },
        channels: [
          {
            _integrationId: 'i1',
            integrationIdentifier: 'fcm-main',
            providerId: 'fcm',
            credentials: { deviceTokens: ['t1'], webhookUrl: 'https://acme.example' },
          },
        ],
      },
    ],
    next: null,
    previous: null,
    totalCount: 1,
    totalCountCapped: false,
  },
}

const wanted: readonly (readonly [Kind, Parameters<typeof declared>[1]])[] = [
  [
    environment,
    { name: 'Staging', color: '#000000', parent: 'Development', dns: { inboundParseDomain: 'x' } },
  ],
  [
    integration,
    {
      identifier: 'sendgrid-main',
      name: 'Other',
      providerId: 'sendgrid',
      channel: 'email',
      active: true,
      primary: true,
      credentials: { apiKey: 'hush', from: 'b@acme.example' },
      conditions: [{ ...condition, children: [] }],
    },
  ],
  [
    subscriber,
    {
      subscriberId: 'ann',
      email: 'other@acme.example',
      data: { team: 'y' },
      channels: [
        { providerId: 'fcm', integrationIdentifier: 'sendgrid-main', credentials: { deviceTokens: ['t2'] } },
      ],
    },
  ],
]

const odd = [5, 'x', '', true, null, [], {}, [null], [5], ['x'], [[]], { a: null }] as const

/** A copy for each value inside, with the value replaced. */
function* spoilt(value: unknown, path = ''): Generator<readonly [path: string, copy: unknown]> {
  for (const each of odd) yield [`${path} = ${JSON.stringify(each)}`, each]
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value))
    for (const [where, copy] of spoilt(inner, `${path}.${key}`))
      yield [
        where,
        Array.isArray(value)
          ? value.map((item, at) => (String(at) === key ? copy : (item as unknown)))
          : { ...value, [key]: copy },
      ]
}

async function planned(kind: Kind, fields: Parameters<typeof declared>[1], all: object): Promise<string> {
  const { access } = lookAt(({ url }) => json(all[new URL(url).pathname as keyof typeof all]))
  const desired = declared(kind, fields)
  try {
    const observed = await collect(kind.observe(access, Resources.of([desired])))
    for (const each of observed) {
      if (each.desired === undefined) continue
      const differences = compare(each.desired.fields, each.live?.fields, rulesFor(kind, each.desired))
      kind.refuse?.(each, differences)
      kind.changes(
        each,
        differences.filter(({ answer }) => answer === 'different'),
        { all: observed },
      )
    }
    return 'fine'
  } catch (error) {
    return error instanceof ReplyError ? 'makes no sense' : String(error)
  }
}

test.each(Object.keys(replies))('any value of a reply of %s', async (path) => {
  const found = new Set<string>()
  for (const [where, copy] of spoilt(replies[path as keyof typeof replies]))
    for (const [kind, fields] of wanted) {
      const outcome = await planned(kind, fields, { ...replies, [path]: copy })
      if (outcome !== 'fine' && outcome !== 'makes no sense') found.add(`${kind.name}: ${where}: ${outcome}`)
    }
  expect([...found]).toEqual([])
})
