// Law: an edit that is visible for longer than the freshness before a write is sent is never overwritten.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Result } from '../../src/core/plan/outcome.ts'
import { seededRandom, type ProfileName } from '../../src/sandbox/index.ts'
import type { Transport, WireRequest } from '../../src/service/transport.ts'
import { lawTimeout } from '../support/laws/runs.ts'
import { openScene } from '../support/laws/scene.ts'
import type { World } from '../support/laws/world.ts'
import { quietTime } from '../support/virtual-clock.ts'
import { check } from './worlds/law.ts'
import type { Mix } from './worlds/mix.ts'

interface FreshnessCase {
  readonly profile: ProfileName
  readonly parallel: number
  /** Milliseconds from plan to apply, as if a person read the plan. */
  readonly pause: number
  /** Milliseconds that a request takes at the most. */
  readonly latency: number
  /** How many people the directory shows, and which of them are declared: every so many. */
  readonly people: number
  readonly every: number
  readonly edits: number
  readonly random: number
}

const freshness = 5000
const integrations = ['push-a', 'push-b', 'push-c', 'push-d', 'push-e', 'push-f']
const stages = ['Stage 1', 'Stage 2', 'Stage 3']
/** People that the manifest declares and the service doesn't have. */
const newcomers = 40
const pushChannel = (deviceTokens: string[]) => ({
  providerId: 'fcm' as const,
  integrationIdentifier: 'push-0',
  credentials: { deviceTokens },
})
const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index)
const person = (index: number): string => `p-${index}`

/** What a person changes by hand, and how the service's state shows it. */
interface Edit {
  readonly method: 'PUT' | 'PATCH' | 'POST'
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
  /** `PATCH /v2/subscribers/p-1 firstName`: the same in a write that overwrites it. */
  readonly field: string
}

async function keepsEdits(given: FreshnessCase, mix: Mix): Promise<void> {
  const world = await openScene({ ...sceneOf(given), profile: given.profile })
  try {
    const random = seededRandom(given.random)
    const time = quietTime(world.transport)
    const edited = new Map<string, { readonly at: number; readonly value: string }>()
    const broken: string[] = []
    const transport: Transport = async (request) => {
      if (request.method !== 'GET')
        for (const [field, earlier] of edited) {
          if (!overwrites(request, field, earlier.value)) continue
          mix.add('overwritten inside the window')
          if (earlier.at < time.clock() - freshness)
            broken.push(`${field} at ${time.clock()}, edited at ${earlier.at}`)
        }
      await time.sleep(random() * given.latency)
      const reply = await time.transport(request)
      await time.sleep(random() * given.latency)
      return reply
    }
    const request = { missing: 'create' as const }
    const options = { parallel: given.parallel, clock: time.clock, transport, request }
    const planned = await time.run(world.plan(options))
    const span = given.pause + 20_000
    const editing = numbers(given.edits).map(async (index) => {
      await time.sleep(random() * span)
      const made = someEdit(world, given, index, random)
      const { status } = await time.transport(asRequest(world, made))
      // A subscriber that is created by hand may be there already.
      if (status > 299) return
      edited.set(made.field, { at: time.clock(), value: valueOf(index) })
      mix.add(
        made.method === 'POST'
          ? 'creation'
          : `edit of ${made.path
              .split('/')
              .slice(2)
              .join(' ')
              .replace(/ p-\d+| [0-9a-f]{24}/, '')}`,
      )
    })
    const result = await time.run(
      (async () => {
        await time.sleep(given.pause)
        const done = await world.apply(options, planned)
        await Promise.all(editing)
        return done
      })(),
    )
    expect(broken).toEqual([])
    for (const each of result.results) mix.add(statusOf(each))
  } finally {
    await world.close()
  }
}

function sceneOf({ profile, people, every }: FreshnessCase) {
  const declared = numbers(people).filter((index) => index % every === 0)
  const added = profile === 'contract' ? [] : numbers(newcomers).map((index) => people + index)
  // Newer services let only an environment's own key change it.
  const environments = profile === 'novu-2026-09' ? [] : stages
  return {
    yaml: JSON.stringify({
      environments: environments.map((name) => ({ name, identifier: `new-${name.at(-1)}` })),
      integrations: [...integrations, 'push-0'].map((identifier) => ({
        identifier,
        providerId: 'fcm',
        channel: 'push',
        name: identifier === 'push-0' ? 'Old' : 'New',
      })),
      subscribers: [...declared, ...added].map((index) => ({
        subscriberId: person(index),
        ...(index % 3 !== 0 && { firstName: 'New' }),
        ...(index % 3 === 0 && { data: { team: 'new' } }),
        ...(index % 4 === 0 && { channels: [pushChannel(['new'])] }),
      })),
    }),
    environments: [
      { name: 'Production' },
      ...stages.map((name) => ({ name, identifier: `old-${name.at(-1)}` })),
    ],
    integrations: [...integrations, 'push-0'].map((identifier) => ({
      environment: 'Production',
      identifier,
      providerId: 'fcm',
      channel: 'push' as const,
      name: 'Old',
      ...(identifier === 'push-0' && { active: true }),
    })),
    subscribers: numbers(people).map((index) => ({
      environment: 'Production',
      subscriberId: person(index),
      firstName: 'Old',
      data: { team: 'old', seen: '0' },
      channels: [pushChannel(['old'])],
    })),
  }
}

const valueOf = (index: number): string => `By hand ${index}`

function someEdit(
  { sandbox }: World,
  { profile, people, every }: FreshnessCase,
  index: number,
  random: () => number,
): Edit {
  const value = valueOf(index)
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T
  const sort = random()
  if (sort < 0.2) {
    const identifier = pick(integrations)
    const found = sandbox.state.integrations.list('Production').find((row) => row.identifier === identifier)
    return edit('PUT', `/v1/integrations/${found?._id}`, { name: value }, 'name')
  }
  if (sort < 0.3 && profile !== 'novu-2026-09') {
    const stage = pick(stages)
    const found = sandbox.state.environments.list().find((row) => row.name === stage)
    return edit('PUT', `/v1/environments/${found?._id}`, { identifier: value }, 'identifier')
  }
  const one = person(Math.floor(random() * Math.ceil(people / every)) * every)
  if (sort < 0.5) {
    const path = `/v1/subscribers/${one}/credentials`
    const [channel] = sandbox.state.subscribers.get('Production', one)?.channels ?? []
    // As an app does that keeps the other devices.
    const others = channel?.credentials?.deviceTokens ?? []
    return { method: 'PUT', path, body: pushChannel([...others, value]), field: `${path} ${value}` }
  }
  if (sort < 0.65 && profile !== 'contract') {
    const path = '/v2/subscribers?failIfExists=true'
    const subscriberId = person(people + Math.floor(random() * newcomers))
    return {
      method: 'POST',
      path,
      body: { subscriberId, firstName: value },
      field: `${path} ${subscriberId}`,
    }
  }
  return random() < 0.7
    ? edit('PATCH', `/v2/subscribers/${one}`, { firstName: value }, 'firstName')
    : edit('PATCH', `/v2/subscribers/${one}`, { data: { team: 'old', seen: value } }, 'data.seen')
}

function edit(method: Edit['method'], path: string, body: Edit['body'], field: string): Edit {
  return { method, path, body, field: `${path} ${field}` }
}

function asRequest({ sandbox }: World, { method, path, body }: Edit): WireRequest {
  return {
    method,
    url: `${sandbox.url}${path}`,
    headers: { authorization: `ApiKey ${sandbox.keys['Production']}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
}

/** Whether the write replaces what was edited: a value, a list that lacks a token, or a whole subscriber. */
function overwrites(request: WireRequest, field: string, value: string): boolean {
  const { pathname, search } = new URL(request.url)
  const sent = JSON.parse(request.body ?? '{}') as {
    subscriberId?: string
    credentials?: { deviceTokens?: string[] }
  }
  if (request.method === 'POST') return field === `${pathname}${search} ${sent.subscriberId}`
  if (pathname.endsWith('/credentials'))
    return field.startsWith(`${pathname} `) && sent.credentials?.deviceTokens?.includes(value) !== true
  return fieldsOf(request).some(([name, each]) => name === field && each !== value)
}

/** What a write replaces: `PATH FIELD` and the value; the keys of `data` each. */
function fieldsOf({ url, body = '{}' }: WireRequest): [string, unknown][] {
  const { pathname } = new URL(url)
  const sent = JSON.parse(body) as Record<string, unknown>
  return Object.entries(sent).flatMap(([key, value]) =>
    key === 'data'
      ? Object.entries(value as object).map(([name, each]): [string, unknown] => [
          `${pathname} data.${name}`,
          each,
        ])
      : [[`${pathname} ${key}`, value] as [string, unknown]],
  )
}

function statusOf({ change, outcome }: Result): string {
  return `${change.kind} ${outcome.status}`
}

const profiles: readonly ProfileName[] = ['contract', 'novu-2026-04', 'novu-2026-09']

test.each(profiles)(
  'an edit that is visible for 5 seconds before its write is sent is never overwritten, %s',
  { timeout: lawTimeout },
  async (profile) => {
    const cases: fc.Arbitrary<FreshnessCase> = fc.record({
      profile: fc.constant(profile),
      parallel: fc.integer({ min: 1, max: 6 }),
      pause: fc.constantFrom(0, 2000, 8000),
      latency: fc.constantFrom(100, 600, 1500),
      people: fc.constantFrom(30, 110, 250),
      every: fc.constantFrom(2, 7),
      edits: fc.integer({ min: 5, max: 25 }),
      random: fc.nat(),
    })
    expect(
      await check({
        name: `freshness in ${profile}`,
        cases,
        runs: { small: 3, full: 100 },
        mix: [
          'edit of subscribers',
          'edit of subscribers credentials',
          ...(profile === 'contract' ? [] : ['creation']),
          'edit of integrations',
          'subscriber stale',
          'subscriber done',
          'overwritten inside the window',
        ],
        holds: keepsEdits,
      }),
    ).toEqual([])
  },
)
