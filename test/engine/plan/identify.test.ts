// What the service shows of environments, and what a project says → which environment a key belongs to, and whether to refuse.
import { describe, expect, test } from 'vitest'
import { sha256 } from '../../../src/core/secrets/fingerprint.ts'
import { Secret } from '../../../src/core/secrets/secret.ts'
import type { Target } from '../../../src/core/target.ts'
import {
  disagreements,
  identify,
  objection,
  ownerOf,
  type Identity,
} from '../../../src/engine/plan/identify.ts'
import type { Reader } from '../../../src/engine/plan/session.ts'
import { firstPage } from '../../../src/kinds/subscriber/requests.ts'
import { searchSubscribers } from '../../../src/service/operations.ts'
import { lookAt } from '../../support/laws-kinds.ts'
import { json } from '../../support/scripted-transport.ts'

const apiKey = Secret.of('key-of-production', 'env:KEY')
const hash = sha256(apiKey)

interface Service {
  readonly keys?: readonly object[]
  readonly subscriber?: object
  readonly event?: object
}

/** Development and Production, of which Production shows these keys. */
function serviceWith({ keys = [], subscriber, event }: Service) {
  const page = (item: object | undefined) => json({ data: item === undefined ? [] : [item], totalCount: 0 })
  return lookAt(({ url }) => {
    if (url.includes('/v2/subscribers')) return page(subscriber)
    if (url.includes('/v1/notifications')) return page(event)
    return json([
      { _id: 'dev', name: 'Development', apiKeys: [{ key: 'other', hash: 'other' }] },
      { _id: 'prod', name: 'Production', apiKeys: keys },
    ])
  })
}

const target: Target = { alias: 'Production', environment: 'Production', url: '', unmanaged: 'report' }
const of = (id: string): object => ({ subscriberId: 'ada', _environmentId: id })

/** What the project says otherwise; undefined where it says nothing. */
type Says = { readonly [K in keyof Target]?: Target[K] | undefined }

const rows: readonly (readonly [string, Service, Says, string | undefined])[] = [
  ['its hash', { keys: [{ key: 'nvsk.encrypted', hash }] }, {}, 'prod Production proven by hash'],
  ['itself', { keys: [{ key: 'key-of-production' }] }, {}, 'prod Production proven by key'],
  ['one of several', { keys: [{ key: 'a' }, { key: 'b', hash }] }, {}, 'prod Production proven by hash'],
  [
    'not by itself where the hash is of another',
    { keys: [{ key: 'key-of-production', hash: 'other' }] },
    {},
    'prod Production assumed by name',
  ],
  ['a subscriber', { subscriber: of('dev') }, {}, 'dev Development proven by subscriber'],
  ['an event, without subscribers', { event: of('dev') }, {}, 'dev Development proven by event'],
  [
    'an event, where a subscriber says nothing',
    { subscriber: of(''), event: of('dev') },
    {},
    'dev Development proven by event',
  ],
  [
    'nothing, where its environment is no text',
    { subscriber: of({} as never) },
    { environment: undefined },
    undefined,
  ],
  [
    'a subscriber before what the project says',
    { subscriber: of('dev') },
    { environmentId: 'prod' },
    'dev Development proven by subscriber',
  ],
  ['what the project says', {}, { environmentId: 'dev' }, 'dev Development proven by environmentId'],
  ['not by an id that is not listed', {}, { environmentId: 'gone' }, 'prod Production assumed by name'],
  ['only its name', {}, {}, 'prod Production assumed by name'],
  ['nothing', {}, { environment: 'Gone' }, undefined],
  ['nothing, where any environment will do', {}, { environment: undefined }, undefined],
  [
    'a subscriber of an environment that is not listed, and no more',
    { subscriber: of('hidden') },
    {},
    'hidden Production assumed by subscriber',
  ],
  [
    'the same, and an id of the project',
    { subscriber: of('hidden') },
    { environmentId: 'hidden' },
    'hidden Production proven by subscriber',
  ],
  [
    'the same, where any environment will do',
    { subscriber: of('hidden') },
    { environment: undefined },
    'hidden hidden proven by subscriber',
  ],
]

test.each(rows)('a key is known by %s', async (_, service, more, expected) => {
  const { access, asked } = serviceWith(service)
  const found = await identify(access, { ...target, ...more } as Target, apiKey)
  const shown =
    found && `${found.id} ${found.name} ${found.isProven ? 'proven' : 'assumed'} by ${found.evidence}`
  expect(shown).toBe(expected)
  // Each answer is asked for only if the one before shows no environment.
  const reads = { hash: 1, key: 1, subscriber: 2 } as Readonly<Record<string, number>>
  expect(asked()).toHaveLength(reads[found?.evidence ?? ''] ?? 3)
})

test('nothing more is read once the key itself is found', async () => {
  const { access, asked } = serviceWith({ keys: [{ key: 'x', hash }] })
  await identify(access, target, apiKey)
  expect(asked()).toEqual(['/v1/environments'])
})

test('a page of subscribers that was asked for already is not asked for again', async () => {
  const { access, asked } = serviceWith({ subscriber: of('dev') })
  access.begin(firstPage, (client) => searchSubscribers(client, { limit: 100 }))
  expect(await identify(access, target, apiKey)).toMatchObject({ id: 'dev', evidence: 'subscriber' })
  expect(asked().filter((path) => path.startsWith('/v2/subscribers'))).toHaveLength(1)
})

test('what was begun is read once, and a failure is not kept', async () => {
  const { access } = serviceWith({})
  access.begin('a', async () => 1)
  const read = async (reply: number) => access.read('a', async () => reply).reply
  expect([await read(2), await read(3)]).toEqual([1, 3])
  await expect(access.once('b', () => Promise.reject(new Error('lost')))).rejects.toThrow('lost')
  expect(await access.once('b', async () => 4)).toBe(4)
})

test('a key without a hash is compared as it is', () => {
  const owner = (key: string) =>
    ownerOf(apiKey, [{ _id: 'prod', name: 'Production', apiKeys: [{ key }] }] as never)
  expect(owner('key-of-production')?.id).toBe('prod')
  expect(owner('key-of-production ')).toBeUndefined()
})

describe('a target is refused', () => {
  const found: Identity = { id: 'prod', name: 'Production', isProven: true, evidence: 'hash' }
  const refusals: readonly (readonly [string, Partial<Target>, Identity | undefined, string | undefined])[] =
    [
      ['not where it is its own', {}, found, undefined],
      ['where nothing is known', {}, undefined, 'unknown-environment'],
      ['where nothing is proven', {}, { ...found, isProven: false }, 'unknown-environment'],
      ['where the name is another', { environment: 'Staging' }, found, 'wrong-environment of environment'],
      ['where the id is another', { environmentId: 'other' }, found, 'wrong-environment of environmentId'],
      [
        'where only the id fits',
        { environment: 'Staging', environmentId: 'prod' },
        found,
        'wrong-environment of environment',
      ],
      ['not where both fit', { environmentId: 'prod' }, found, undefined],
    ]
  test.each(refusals)('%s', (_, more, identity, rule) => {
    const { rule: refusal, hint = '' } = objection({ ...target, ...more }, identity) ?? {}
    expect([refusal, ...(/correct (\w+)/.exec(hint) ?? []).slice(1)].join(' of ') || undefined).toBe(rule)
  })

  test('where nothing is proven, with the environmentId to set or to correct', () => {
    expect(objection(target, undefined)?.hint).toMatch(/^Set environmentId/)
    expect(objection({ ...target, environmentId: 'gone' }, undefined)).toMatchObject({
      message: expect.stringContaining('lists no environment with environmentId gone'),
      hint: expect.stringMatching(/^Correct environmentId/),
    })
  })

  test('not where it still has its former name, or where any will do', () => {
    const renamed = { ...target, environment: 'Live' }
    expect(objection(renamed, found, 'Production')).toBeUndefined()
    expect(objection(renamed, found, 'Other')?.rule).toBe('wrong-environment')
    expect(objection({ alias: 'Any', url: '', unmanaged: 'report' }, found)).toBeUndefined()
  })
})

type Placed = readonly [url: string, environmentId: string, organisation: unknown]

test.each<[string, readonly Placed[], readonly string[]]>([
  ['one', [['a', '1', 'o']], []],
  ['two of one environment', [['a', '1', 'o'], ['a', '1', 'o']], ['same-environment T1']], // prettier-ignore
  ['two services', [['a', '1', 'o'], ['b', '1', 'p']], []], // prettier-ignore
  ['two unknown environments', [['a', '', 'o'], ['a', '', 'o']], []], // prettier-ignore
  ['two organisations', [['a', '1', 'o'], ['a', '2', 'o'], ['a', '3', 'p']], ['several-organisations T2']], // prettier-ignore
  ['an organisation without a name', [['a', '1', ''], ['a', '2', 'o']], []], // prettier-ignore
  ['an organisation that is no text', [['a', '1', 'o'], ['a', '2', 7]], []], // prettier-ignore
])('targets of %s disagree: %j', async (_, placed, expected) => {
  const readers = placed.map(
    ([url, id, _organizationId], index) =>
      ({
        session: { target: { alias: `T${index}`, url }, environment: { id, name: 'E' } },
        access: { once: async () => [{ _organizationId }] },
      }) as unknown as Reader,
  )
  expect((await disagreements(readers)).map((each) => `${each.rule} ${each.target}`)).toEqual(expected)
})
