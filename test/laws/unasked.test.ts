// What an apply never does, however it is asked and whatever goes wrong.
import { expect } from 'vitest'
import { matchesName } from '../../src/core/glob.ts'
import type { JournalRecord } from '../../src/core/plan/journal-lines.ts'
import { registry } from '../../src/kinds/registry.ts'
import { seededRandom } from '../../src/sandbox/index.ts'
import type { Transport, WireRequest } from '../../src/service/transport.ts'
import { isFull } from '../support/form.ts'
import { settled } from '../support/held.ts'
import type { Case } from '../support/laws/case.ts'
import { isFields, targetOf, textOf, type Fields } from '../support/laws/texts.ts'
import { fateful, type Fate } from '../support/laws/transports.ts'
import { openWorld, type Kinds, type World, errorsIn } from '../support/laws/world.ts'
import { law } from './worlds/law.ts'
import type { Mix } from './worlds/mix.ts'
import { someWorld } from './worlds/worlds.ts'

// Nothing is written to what no manifest declares, unless the whole project was looked at and says to switch it off.

/** The turns go through the ways to choose a part; in every third one, an integration is in the service twice. */
async function writesOnlyDeclared(live: Case, kinds: Kinds, mix: Mix, turn: number): Promise<void> {
  const asked: Case = {
    ...live,
    targets: live.targets.map((each) => ({ ...each, unmanaged: 'deactivate' as const })),
  }
  const world = await openWorld(asked, kinds)
  try {
    const random = seededRandom(live.random)
    const names = declaredNames(live)
    const some = (share: number): string[] =>
      names.filter(() => random() < share).map((name) => globOf(name, random))
    const way = turn % 4
    const only = way === 1 ? some(0.4) : []
    const exclude = way === 2 ? some(0.3) : []
    const manifests = way === 3 ? 'some' : 'all'
    const isPart = only.length + exclude.length > 0 || manifests === 'some'
    const ids = identities(world)
    const integrations = [...ids.keys()].filter((id) => ids.get(id)?.startsWith('integration/') === true)
    const forced = turn % 3 === 2 ? Math.floor(random() * integrations.length) : undefined
    const twins = new Set(integrations.filter((_, index) => index === forced || random() < 0.1))
    const options = {
      request: { selection: { only, exclude, resend: [] }, manifests },
      transport: withTwins(world.transport, twins),
      parallel: 1 + (live.random % 4),
    } as const
    const planned = await world.plan(options)
    // What can't be done by a part, or beside what is live twice, is refused as a whole.
    if (planned.plan.problems.some(({ severity }) => severity === 'error')) return mix.add('refused')
    await world.apply(options, planned)
    const known = new Map([...identities(world), ...ids])
    for (const { method, operation, path, body, environment } of world.writes()) {
      const id = path.split('/').find((part) => known.has(part)) ?? ''
      expect([path, twins.has(id)]).toEqual([path, false])
      const name = nameOf(operation ?? '', path, body, known.get(id) ?? '')
      const isDeclared = names.includes(name) && isOf(name, environment, live)
      const isSelected = (only.length === 0 || picks(name, only)) && !picks(name, exclude)
      if (isDeclared && isSelected) mix.add('declared')
      else {
        expect([name, isPart, method, body]).toEqual([name, false, 'PUT', { active: false }])
        mix.add('switched off')
      }
    }
    mix.add(isPart ? 'part' : 'whole')
    if (twins.size > 0) mix.add('twins')
  } finally {
    await world.close()
  }
}

const nameKeys: Readonly<Record<string, string>> = {
  environments: 'name',
  integrations: 'identifier',
  subscribers: 'subscriberId',
}

/** `integration/ses`, of every list. */
function declaredNames({ manifest }: Case): string[] {
  return Object.entries(manifest).flatMap(([list, items]) => [
    ...new Set(items.map((item) => `${list.slice(0, -1)}/${identityOf(list, item)}`)),
  ])
}

function identityOf(list: string, item: Fields): string {
  return textOf(item[nameKeys[list] ?? ''] ?? item['channel'] ?? '')
}

/** An item may be declared for one target alone; environments are of all. */
function isOf(name: string, environment: string | undefined, { manifest }: Case): boolean {
  return Object.entries(manifest).some(([list, items]) =>
    items.some(
      (item) =>
        name === `${list.slice(0, -1)}/${identityOf(list, item)}` &&
        (list === 'environments' || targetOf(item) === environment),
    ),
  )
}

/** `KIND/NAME` by the service's ids. */
function identities({ sandbox }: World): ReadonlyMap<string, string> {
  const environments = sandbox.state.environments.list()
  return new Map([
    ...environments.map(({ _id, name }) => [_id, `environment/${name}`] as const),
    ...environments.flatMap(({ name }) =>
      sandbox.state.integrations
        .list(name)
        .map(
          (row) => [row._id, `integration/${row.channel === 'in_app' ? 'in_app' : row.identifier}`] as const,
        ),
    ),
  ])
}

function nameOf(operation: string, path: string, body: unknown, known: string): string {
  const [, , , subscriber = ''] = decodedParts(path)
  if (operation.includes('ubscriber')) return `subscriber/${subscriber}`
  if (known !== '') return known
  const made = isFields(body) ? body : {}
  return operation === 'createEnvironment'
    ? `environment/${textOf(made['name'] ?? '')}`
    : `integration/${textOf(made['identifier'] ?? '')}`
}

function decodedParts(path: string): string[] {
  return path.split('/').map(decodeURIComponent)
}

/** Every such integration is shown once more, with an id of its own. */
function withTwins(inner: Transport, twins: ReadonlySet<string>): Transport {
  return async (request) => {
    const reply = await inner(request)
    if (request.method !== 'GET' || !request.url.endsWith('/v1/integrations')) return reply
    const all = JSON.parse(reply.body) as readonly { readonly _id: string }[]
    const more = all
      .filter(({ _id }) => twins.has(_id))
      .map((row) => ({ ...row, _id: row._id.replace(/^../, 'ff') }))
    return { ...reply, body: JSON.stringify([...all, ...more]) }
  }
}

/** Sometimes a selector picks more than one. */
function globOf(name: string, random: () => number): string {
  return random() < 0.3 ? `${name.slice(0, -1)}*` : name
}

function picks(name: string, selectors: readonly string[]): boolean {
  return selectors.some((selector) => selector === name || matchesName(name, selector))
}

// Where the organisation or a target ends in anything but done, nothing goes to what comes after it, unless it is to go on.

const fates: readonly Fate[] = ['refuse', 'lose', 'drop']

/** Every fourth turn goes on after a failure; in every other one, something fails for certain if anything is sent. */
async function holdsUp(live: Case, kinds: Kinds, mix: Mix, turn: number): Promise<void> {
  const world = await openWorld(live, kinds)
  try {
    const random = seededRandom(live.random)
    const keepGoing = turn % 4 === 3 ? 'yes' : 'no'
    const rate = random() * 0.3
    const planned = await world.plan()
    expect(errorsIn(planned.plan)).toEqual([])
    const sections = planned.plan.sections.map(({ target }) => target)
    const stop = new AbortController()
    const stopAt = random() < 0.15 ? Math.floor(random() * 10) : Infinity
    let sent = 0
    const fate = (index: number): Fate =>
      random() < rate || (index === 0 && turn % 2 === 1)
        ? (fates[Math.floor(random() * fates.length)] ?? 'pass')
        : 'pass'
    const { results, waiting } = await world.apply(
      {
        keepGoing,
        parallel: 1 + (live.random % 4),
        transport: fateful(world.transport, fate, []),
        stop: stop.signal,
        on: (event) => {
          if (event.type === 'sending' && (sent += 1) > stopAt) stop.abort()
        },
      },
      planned,
    )
    const undone = (target: string | undefined): readonly string[] => [
      ...results
        .filter(({ change, outcome }) => change.target === target && outcome.status !== 'done')
        .map(({ outcome }) => outcome.status),
      ...waiting.filter((each) => each.target === target).map(() => 'waiting'),
    ]
    const first = sections.findIndex((target) => undone(target).length > 0)
    const later = first < 0 ? [] : sections.slice(first + 1)
    const begun = results
      .filter(({ change: { target }, outcome }) => later.includes(target) && outcome.status !== 'skipped')
      .map(({ change, outcome }) => `${change.id} ${outcome.status}`)
    const written = world
      .writes()
      .filter(
        ({ environment, operation }) => later.includes(environment) && !operation?.endsWith('Environment'),
      )
    if (keepGoing === 'no') expect([...begun, ...written.map(({ path }) => path)]).toEqual([])
    for (const status of new Set(sections.flatMap(undone))) mix.add(`ends ${status}`)
    const isSkipped = results.some(({ change: { target } }) => later.includes(target)) && begun.length === 0
    if (isSkipped) mix.add('held up')
    if (keepGoing === 'yes' && written.length > 0) mix.add('went on')
  } finally {
    await world.close()
  }
}

// No request of a write is handed on before its journal line is kept, whatever fails, is lost or comes late.

/** In every third turn the disk is full from one of the first lines on, in every other third the first write is lost. */
async function isJournaled(live: Case, kinds: Kinds, mix: Mix, turn: number): Promise<void> {
  const world = await openWorld(live, kinds)
  try {
    const random = seededRandom(live.random)
    const planned = await world.plan()
    expect(errorsIn(planned.plan)).toEqual([])
    mix.addPlan(planned.plan)
    const kept = new Map<string, number>()
    const count = (key: string, among: Map<string, number>): number => {
      among.set(key, (among.get(key) ?? 0) + 1)
      return among.get(key) ?? 0
    }
    const isFullAfter = turn % 3 === 1 ? Math.floor(random() * 8) : Infinity
    let lines = 0
    const journal = {
      append: async (record: JournalRecord): Promise<void> => {
        lines += 1
        const hasNoRoom = lines > isFullAfter
        if (random() < 0.5) await settled()
        if (hasNoRoom) throw new Error('the disk is full')
        if (record.type === 'sending') count(`${record.method} ${withoutIds(record.path)}`, kept)
      },
    }
    const handed = new Map<string, number>()
    const unkept: string[] = []
    const fate = (index: number): Fate =>
      turn % 3 === 2 && index === 0 ? 'lose' : random() < 0.7 ? 'pass' : random() < 0.5 ? 'lose' : 'drop'
    const service = fateful(world.transport, fate, [])
    const transport: Transport = (request) => {
      const key = keyOf(request)
      if (request.method !== 'GET' && count(key, handed) > (kept.get(key) ?? 0)) unkept.push(key)
      return service(request)
    }
    const patience = { sleep: () => Promise.resolve(), random: seededRandom(live.random), budget: 60_000 }
    const { results } = await world.apply(
      { journal, transport, patience, parallel: 1 + (live.random % 4) },
      planned,
    )
    expect(unkept).toEqual([])
    if (isFullAfter < lines) mix.add('full disk')
    for (const { outcome } of results) mix.add(outcome.status)
    const attempts = [...handed.values()].reduce((sum, each) => sum + each, 0)
    mix.add('second attempt', attempts > results.length ? 1 : 0)
    mix.add('write', attempts)
  } finally {
    await world.close()
  }
}

function keyOf({ method, url }: WireRequest): string {
  return `${method} ${withoutIds(decodeURIComponent(new URL(url).pathname))}`
}

/** Ids of the service's own, once symbolic and once real; those of subscribers are the application's. */
function withoutIds(path: string): string {
  return path.replace(/^(\/v1\/(?:integrations|environments)\/)(?:\{id of .*\}|[0-9a-f]{24})/, '$1ID')
}

law('nothing is sent whose journal line is not kept', {
  name: 'journaled',
  cases: someWorld,
  runs: { small: 4, full: 100 },
  mix: isFull ? ['write', 'second attempt', 'full disk', 'done', 'failed'] : ['write'],
  holds: (live, mix, turn) => isJournaled(live, { registry }, mix, turn),
})

law('nothing goes to a target after one that is not done', {
  name: 'held up',
  cases: someWorld,
  runs: { full: 120 },
  // Few go on: only what waits for nothing.
  least: 4,
  mix: isFull ? ['held up', 'ends failed', 'ends unknown', 'ends waiting', 'went on'] : [],
  holds: (live, mix, turn) => holdsUp(live, { registry }, mix, turn),
})

law('nothing is written to what no manifest declares, unless all of the project says so', {
  name: 'declared only',
  cases: someWorld,
  runs: { full: 120 },
  mix: isFull ? ['declared', 'switched off', 'part', 'whole', 'twins'] : ['declared', 'part'],
  holds: (live, mix, turn) => writesOnlyDeclared(live, { registry }, mix, turn),
})
