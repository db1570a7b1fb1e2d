// Which requests reading subscribers takes: by page, or one by one, whatever is cheaper.
import { describe, expect, test } from 'vitest'
import type { Subscriber } from '../../../src/wire/generated.ts'
import { subscriber } from '../../../src/kinds/subscriber/subscriber.ts'
import { json } from '../../support/scripted-transport.ts'
import { collect, declared, lookAt } from '../../support/laws-kinds.ts'
import { Resources } from '../../../src/kinds/declared-resources.ts'

interface Directory {
  readonly live: readonly string[]
  readonly deleted?: readonly string[]
  /** Whether the filter matches parts of ids, as some services' does. */
  readonly matchesParts?: true
  readonly cap?: number
  readonly ignoresOrder?: true
}

const integrations = [
  { _id: 'i1', _environmentId: 'env', identifier: 'slack-ops', providerId: 'slack', channel: 'chat' },
]

function row(subscriberId: string, deleted = false): Partial<Subscriber> {
  return { _id: subscriberId, subscriberId, deleted }
}

/** Pages of at most 100; a cursor is the index where the next page begins. */
function open({ live, deleted = [], matchesParts, cap = 50_000, ignoresOrder }: Directory) {
  const rows = live.map((id) => row(id, deleted.includes(id)))
  return lookAt(({ url }) => {
    const { pathname, searchParams } = new URL(url)
    if (pathname === '/v1/integrations') return json(integrations)
    const filter = searchParams.get('subscriberId')
    const found =
      filter === null
        ? rows
        : rows.filter(({ subscriberId = '' }) =>
            matchesParts ? subscriberId.includes(filter) : subscriberId === filter,
          )
    const start = Number(searchParams.get('after') ?? 0)
    const end = start + Number(searchParams.get('limit') ?? 10)
    const isOldestFirst = searchParams.get('orderDirection') === 'ASC' && ignoresOrder !== true
    return json({
      data: (isOldestFirst ? found.toReversed() : found).slice(start, end),
      next: end < found.length ? String(end) : null,
      previous: null,
      totalCount: Math.min(found.length, cap),
      totalCountCapped: found.length > cap,
    })
  })
}

async function read(directory: Directory, wanted: readonly string[]) {
  const { access, asked } = open(directory)
  const found = await collect(
    subscriber.observe(
      access,
      Resources.of(wanted.map((subscriberId) => declared(subscriber, { subscriberId }))),
    ),
  )
  const requests = asked().map((path) =>
    path
      .replace('/v2/subscribers?', '')
      .replace('limit=100&orderDirection=', '')
      .replace('limit=100', '')
      .replaceAll('&', ' ')
      .trim(),
  )
  return {
    requests,
    found: found.filter(({ live }) => live !== undefined).map(({ desired }) => desired?.name),
    missing: found.filter(({ live }) => live === undefined).map(({ desired }) => desired?.name),
  }
}

const many = (count: number, prefix = 'u'): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`)

describe('requests', () => {
  test('none declared: none', async () => {
    expect((await read({ live: many(5) }, [])).requests).toEqual([])
  })

  test('one declared: one look-up', async () => {
    expect(await read({ live: many(500) }, ['u7'])).toEqual({
      requests: ['subscriberId=u7'],
      found: ['u7'],
      missing: [],
    })
  })

  test('few of many: the first page tells, then look-ups for those it did not show', async () => {
    const { requests, found } = await read({ live: many(5000) }, ['u3', 'u4000', 'u999'])
    expect(requests).toEqual(['DESC', 'subscriberId=u4000', 'subscriberId=u999'])
    expect(found).toEqual(['u3', 'u4000', 'u999'])
  })

  test('all of them: every page once', async () => {
    const { requests, found } = await read({ live: many(350) }, many(350))
    expect(requests).toEqual(['DESC', 'DESC after=100', 'ASC', 'DESC after=200'])
    expect(found).toHaveLength(350)
  })

  test('a service without the order of pages costs one page more', async () => {
    const { requests, found } = await read({ live: many(350), ignoresOrder: true }, many(350))
    expect(requests).toEqual(['DESC', 'DESC after=100', 'ASC', 'DESC after=200', 'DESC after=300'])
    expect(found).toHaveLength(350)
  })

  test('paging stops when all are found', async () => {
    expect((await read({ live: many(1000) }, many(150))).requests).toEqual(['DESC', 'DESC after=100'])
  })

  test('paging gives way to look-ups when these are fewer', async () => {
    const wanted = [...many(95), 'u450', 'u460']
    expect((await read({ live: many(500) }, wanted)).requests).toEqual([
      'DESC',
      'subscriberId=u450',
      'subscriberId=u460',
    ])
  })

  test('a capped total is only the least that there can be', async () => {
    const { requests, found } = await read({ live: many(600), cap: 200 }, many(600))
    expect(requests).toHaveLength(6)
    expect(found).toHaveLength(600)
  })
})

describe('what is there', () => {
  test('missing is what the only page does not show', async () => {
    expect(await read({ live: many(3) }, ['u1', 'gone', 'lost'])).toEqual({
      requests: ['DESC'],
      found: ['u1'],
      missing: ['gone', 'lost'],
    })
    expect((await read({ live: [] }, many(200))).requests).toEqual(['DESC'])
  })

  test('where pages may skip one, missing is said only after a look-up', async () => {
    const { requests, missing } = await read({ live: many(150) }, [...many(150), 'gone', 'lost'])
    expect(requests).toEqual(['DESC', 'DESC after=100', 'subscriberId=gone', 'subscriberId=lost'])
    expect(missing).toEqual(['gone', 'lost'])
  })

  test.each([
    ['counts no subscribers', { totalCount: 0, totalCountCapped: false }],
    ['counts more than it shows', { totalCount: 4, totalCountCapped: false }],
    ['counts only up to a number', { totalCount: 2, totalCountCapped: true }],
  ])('a service that %s: missing is said only after a look-up', async (_, counts) => {
    const { access, asked } = lookAt(({ url }) =>
      json({
        data: url.includes('subscriberId=') ? [] : [row('a'), row('b')],
        next: null,
        previous: null,
        ...counts,
      }),
    )
    const wanted = ['a', 'b', 'gone'].map((subscriberId) => declared(subscriber, { subscriberId }))
    const found = await collect(subscriber.observe(access, Resources.of(wanted)))
    expect(found.filter(({ live }) => live === undefined).map(({ desired }) => desired?.name)).toEqual([
      'gone',
    ])
    expect(asked().filter((path) => path.includes('subscriberId='))).toHaveLength(1)
  })

  test('deleted is missing, on a page and by look-up', async () => {
    expect((await read({ live: ['a', 'b'], deleted: ['a'] }, ['a', 'b'])).missing).toEqual(['a'])
    expect((await read({ live: ['a'], deleted: ['a'] }, ['a'])).missing).toEqual(['a'])
  })

  test('a filter that matches parts is walked to the exact id', async () => {
    const { requests, found } = await read({ live: [...many(150), 'u'], matchesParts: true }, ['u'])
    expect(requests).toEqual(['subscriberId=u', 'subscriberId=u after=100'])
    expect(found).toEqual(['u'])
    expect((await read({ live: ['ux'], matchesParts: true }, ['u'])).missing).toEqual(['u'])
  })

  test('a look-up whose cursor leads to itself is given up', async () => {
    let requests = 0
    const { access } = lookAt(({ url }) => {
      requests += 1
      if (requests > 10) throw new Error('it goes round')
      return json(
        url.includes('integrations')
          ? []
          : { data: [row('ops-2')], next: 'same', previous: null, totalCount: 9 },
      )
    })
    const reading = collect(
      subscriber.observe(access, Resources.of([declared(subscriber, { subscriberId: 'ops' })])),
    )
    await expect(reading).rejects.toThrow('a cursor that an earlier page already contained')
  })

  test('channels by identifier: as shown, else from the list of integrations, else by id', async () => {
    const channels = [
      {
        providerId: 'fcm',
        integrationIdentifier: 'push',
        _integrationId: 'i9',
        credentials: { deviceTokens: ['t'] },
      },
      {
        providerId: 'slack',
        _integrationId: 'i1',
        credentials: { webhookUrl: 'https://x', channel: '#ops' },
      },
      { providerId: 'discord', _integrationId: 'i2' },
      { providerId: 'msteams' },
    ]
    const { access } = lookAt(({ url }) =>
      url.includes('integrations')
        ? json(integrations)
        : json({
            data: [{ ...row('ada'), email: 'a@b.example', data: { a: 1 }, channels }],
            next: null,
            previous: null,
            totalCount: 1,
            totalCountCapped: false,
          }),
    )
    const ada = { subscriberId: 'ada', channels: [{ providerId: 'discord', integrationIdentifier: 'i2' }] }
    const [found] = await collect(subscriber.observe(access, Resources.of([declared(subscriber, ada)])))
    expect(JSON.parse(JSON.stringify(found?.live?.fields))).toEqual({
      firstName: null,
      lastName: null,
      email: 'a@b.example',
      phone: null,
      avatar: null,
      locale: null,
      timezone: null,
      data: { a: 1 },
      channels: {
        'fcm@push': { deviceTokens: ['(secret live)'] },
        'slack@slack-ops': { webhookUrl: '(secret live)', channel: '#ops' },
        'discord@i2': {},
        'msteams@': {},
      },
    })
  })
})
