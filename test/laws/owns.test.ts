// Law: two projects that share an environment never write to, nor change by a side effect, what is outside of their `owns`.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ApplyResult } from '../../src/core/plan/outcome.ts'
import type { PlanRequest } from '../../src/engine/plan/plan-request.ts'
import { registry } from '../../src/kinds/registry.ts'
import { isOwned, type Owns } from '../../src/kinds/resource.ts'
import { profileNames, seededRandom, type IntegrationRecord, type Seed } from '../../src/sandbox/index.ts'
import type { Transport } from '../../src/service/transport.ts'
import { isFull } from '../support/form.ts'
import type { Case, Manifest } from '../support/laws/case.ts'
import { lawTimeout } from '../support/laws/runs.ts'
import type { Fields } from '../support/laws/texts.ts'
import { errorsIn, openWorld, type Kinds, type World } from '../support/laws/world.ts'
import { check } from './worlds/law.ts'
import type { Mix } from './worlds/mix.ts'

interface Project {
  readonly name: string
  readonly owns: Owns
  /** What it wants at first, and later. */
  readonly manifests: readonly Manifest[]
}

interface Shared extends Case {
  readonly profile: (typeof profileNames)[number]
  readonly projects: readonly [Project, Project]
}

const environment = 'Production'
const providers = { email: 'ses', sms: 'twilio' } as const
type Channel = keyof typeof providers
const prefixes = ['left', 'right', 'shared', 'legacy'] as const
type Prefix = (typeof prefixes)[number]
/** The names of a channel, by who has them. */
const slots = prefixes.flatMap((prefix) => [1, 2].map((index) => ({ prefix, index })))

const group = [
  {
    type: 'GROUP',
    isNegated: false,
    value: 'AND',
    children: [{ on: 'subscriber', field: 'locale', operator: 'EQUAL', value: 'de' }],
  },
]

const someLive = fc.array(
  fc.constantFrom('absent', 'absent', 'inactive', 'active', 'active', 'conditional'),
  {
    minLength: slots.length,
    maxLength: slots.length,
  },
)
const someWishes = fc.array(fc.constantFrom('no', 'yes', 'active', 'active', 'inactive', 'conditional'), {
  minLength: slots.length,
  maxLength: slots.length,
})
const both = <T>(arbitrary: fc.Arbitrary<T>) => fc.tuple(arbitrary, arbitrary)
const someIndex = fc.integer({ min: 0, max: slots.length - 1 })

interface Wanted {
  readonly wishes: readonly string[]
  /** The slot that is to be primary, if it is the project's own. */
  readonly primary: number
}
const someManifest = fc.record({ wishes: someWishes, primary: someIndex })

interface Now {
  readonly states: readonly string[]
  /** The slots that may be primary: the first that is active. */
  readonly primaries: readonly number[]
}
const someService = fc.record({ states: someLive, primaries: fc.array(someIndex, { maxLength: 3 }) })

/** Who manages the primary integration: `both`, and names under `shared-*`, overlap. */
const someOwners = fc.constantFrom('left', 'right', 'left', 'right', 'none')
const anyOwners = fc.constantFrom('left', 'right', 'none', 'both', 'both')

/** Between the plan and the apply of one project, the other one leaves the channel without a primary: chance seldom does. */
const vacated = {
  now: { states: slots.map((_, index) => (index === 0 ? 'active' : 'absent')), primaries: [0] },
  owner: 'left',
  left: slots.map((_, index) => (index === 0 ? 'inactive' : 'no')),
  right: slots.map((_, index) => (index === 2 ? 'active' : 'no')),
}

function someShared(overlap: 'disjoint' | 'overlapping'): fc.Arbitrary<Shared> {
  const shared = overlap === 'disjoint' ? [] : ['shared-*']
  return fc
    .record({
      now: someService,
      channel: fc.constantFrom<Channel>('email', 'sms'),
      owner: overlap === 'disjoint' ? someOwners : anyOwners,
      left: both(someManifest),
      right: both(someManifest),
      profile: fc.constantFrom(...profileNames),
      random: fc.nat(),
    })
    .map((drawn) => {
      const { channel, profile, random } = drawn
      const isVacated = random % 3 === 0
      const { now, owner } = isVacated ? vacated : drawn
      const firstOf = (name: 'left' | 'right'): Wanted =>
        isVacated ? { wishes: vacated[name], primary: -1 } : drawn[name][0]
      const left = [firstOf('left'), drawn.left[1]]
      const right = [firstOf('right'), drawn.right[1]]
      const project = (name: 'left' | 'right', wanted: typeof left): Project => {
        const primary = [name, 'both'].includes(owner) ? [channel] : []
        const owns = { integration: [`${name}-*`, ...shared], primary }
        return { name, owns, manifests: wanted.map((each) => manifestOf(channel, each, owns)) }
      }
      const projects = [project('left', left), project('right', right)] as const
      return {
        seed: {
          integrations: liveOf(channel, now, owner),
          subscribers: [],
          workflows: [],
          messages: [],
          notifications: [],
        } as unknown as Seed,
        rows: {},
        manifest: projects[0].manifests[0] as Manifest,
        targets: [{ alias: environment, hasKey: true, unmanaged: 'deactivate' as const }],
        random,
        profile,
        projects,
      }
    })
}

function identifierOf(
  { prefix, index }: { readonly prefix: Prefix; readonly index: number },
  channel: Channel,
) {
  return `${prefix}-${channel}-${index}`
}

/** Where a project manages the primary integration of a channel, it mostly has it. */
function liveOf(channel: Channel, { states, primaries }: Now, owner: string): Fields[] {
  const isOwn = (index: number): boolean => slots[index]?.prefix === owner
  const candidates = [
    ...primaries.filter(isOwn),
    ...[0, 1, 2, 3].filter(isOwn).slice(primaries.length),
    ...primaries,
  ]
  const primary = candidates.find((index) => states[index] === 'active')
  return slots.flatMap((slot, index) => {
    const state = states[index]
    if (state === 'absent') return []
    return {
      environment,
      identifier: identifierOf(slot, channel),
      providerId: providers[channel],
      channel,
      active: state !== 'inactive',
      ...(state === 'conditional' && { conditions: group }),
      ...(index === primary && { primary: true }),
    }
  })
}

function manifestOf(channel: Channel, { wishes, primary }: Wanted, owns: Owns): Manifest {
  const integrations = slots.flatMap((slot, index): Fields[] => {
    const identifier = identifierOf(slot, channel)
    const wish = wishes[index]
    if (wish === 'no' || !isOwned(owns, 'integration', identifier)) return []
    const isPrimary = index === primary && isOwned(owns, 'primary', channel)
    return [
      {
        identifier,
        providerId: providers[channel],
        channel,
        ...(isPrimary
          ? { active: true, primary: true, conditions: null }
          : {
              ...(wish !== 'yes' && { active: wish !== 'inactive' }),
              ...(wish === 'conditional' && { conditions: group }),
            }),
      },
    ]
  })
  if (integrations.length > 0) return { integrations }
  // A manifest always declares something: without anything `deactivate` would be refused as a mistake.
  const [own = ''] = owns['integration'] ?? []
  return {
    integrations: [
      { identifier: own.replace('*', 'chat-0'), providerId: 'slack', channel: 'chat', active: true },
    ],
  }
}

/** Plans and applies of both, in any order, also at the same time: write by write, after each write the other may be next. */
async function staysInside(live: Shared, kinds: Kinds, mix: Mix): Promise<void> {
  const world = await openWorld(live, { ...kinds, profile: live.profile })
  const random = seededRandom(live.random)
  try {
    for (let round = 0; round < 3; round += 1) {
      const turns = new Turns(random)
      const runs = live.projects.map((project) => new Run(project, world, mix, turns))
      const plans: Awaited<ReturnType<Run['plan']>>[] = []
      for (const run of runs) plans.push(await run.plan(round === 0 ? 0 : Math.floor(random() * 2)))
      await Promise.all(runs.map((run, index) => run.apply(plans[index] as Awaited<ReturnType<Run['plan']>>)))
      expect(runs.flatMap(({ broken }) => broken)).toEqual([])
    }
  } finally {
    await world.close()
  }
}

/** From what a change reads to what it writes, nothing comes between: the service has no other guard against that. */
class Turns {
  readonly #random: () => number
  readonly #waiting: (() => void)[] = []
  #isTaken = false

  constructor(random: () => number) {
    this.#random = random
  }

  async take(): Promise<void> {
    if (this.#isTaken) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#isTaken = true
  }

  giveBack(): void {
    const [next] = this.#waiting.splice(Math.floor(this.#random() * this.#waiting.length), 1)
    if (next === undefined) this.#isTaken = false
    else next()
  }
}

class Run {
  /** What it changed outside, or without saying so. */
  readonly broken: string[] = []
  readonly #project: Project
  readonly #world: World
  readonly #mix: Mix
  readonly #turns: Turns
  #hasTurn = false
  /** Milliseconds. A list serves for a quarter of a second, so each write is based on one of its own. */
  #now = 0

  constructor(project: Project, world: World, mix: Mix, turns: Turns) {
    this.#project = project
    this.#world = world
    this.#mix = mix
    this.#turns = turns
  }

  async plan(index: number) {
    const manifest = this.#project.manifests[index] as Manifest
    const request: Partial<PlanRequest> = { owns: this.#project.owns }
    const options = { manifest, request, transport: this.#transport(), clock: () => this.#now }
    return { options, planned: await this.#world.plan(options) }
  }

  async apply({ options, planned }: Awaited<ReturnType<Run['plan']>>): Promise<void> {
    const refused = errorsIn(planned.plan).map(({ rule }) => rule)
    for (const rule of refused) this.#mix.add(rule)
    if (refused.length > 0) return
    this.#mix.addPlan(planned.plan)
    const told = planned.plan.sections.flatMap(({ changes }) =>
      changes.flatMap(({ name, sideEffects }) => [name, ...sideEffects]),
    )
    const transport = this.#watched(this.#transport(), told)
    try {
      const result: ApplyResult = await this.#world.apply({ ...options, transport }, planned)
      for (const { outcome } of result.results) this.#mix.add(outcome.status)
    } finally {
      if (this.#hasTurn) this.#giveBack()
    }
  }

  #giveBack(): void {
    this.#hasTurn = false
    this.#turns.giveBack()
  }

  #transport(): Transport {
    return this.#world.transport
  }

  /** After each write, what it changed in the service is inside, and was in the plan. */
  #watched(inner: Transport, told: readonly string[]): Transport {
    return async (request) => {
      if (!this.#hasTurn) await this.#turns.take()
      this.#hasTurn = true
      if (request.method === 'GET') return inner(request)
      const before = this.#rows()
      const reply = await inner(request)
      this.#look(before, told)
      this.#now += 300
      this.#giveBack()
      return reply
    }
  }

  #look(before: readonly IntegrationRecord[], told: readonly string[]): void {
    const { name: project, owns } = this.#project
    const after = this.#rows()
    for (const name of changedNames(before, after)) {
      this.#mix.add('changed row')
      if (!isOwned(owns, 'integration', name)) this.broken.push(`${project}: ${name}`)
      if (!told.some((text) => text.includes(name))) this.broken.push(`${project}: ${name} untold`)
    }
    for (const channel of Object.keys(providers) as Channel[]) {
      if (primariesIn(before, channel) === primariesIn(after, channel)) continue
      this.#mix.add('primary moved')
      if (!isOwned(owns, 'primary', channel)) this.broken.push(`${project}: primary of ${channel}`)
    }
  }

  #rows(): readonly IntegrationRecord[] {
    return structuredClone(this.#world.sandbox.state.integrations.list(environment))
  }
}

/** Without what a service keeps for itself. */
function changedNames(before: readonly IntegrationRecord[], after: readonly IntegrationRecord[]): string[] {
  const seen = ({ priority: _priority, updatedAt: _updatedAt, ...row }: IntegrationRecord): string =>
    JSON.stringify(row)
  const was = new Map(before.map((row) => [row._id, seen(row)]))
  return after.filter((row) => was.get(row._id) !== seen(row)).map(({ identifier }) => identifier)
}

function primariesIn(rows: readonly IntegrationRecord[], channel: Channel): string {
  return rows
    .filter((row) => row.primary && row.channel === channel)
    .map(({ identifier }) => identifier)
    .sort()
    .join()
}

test.each(['disjoint', 'overlapping'] as const)(
  'no write and no side effect goes outside of owns: %s',
  { timeout: lawTimeout },
  async (overlap) => {
    expect(
      await check({
        name: `owns, ${overlap}`,
        cases: someShared(overlap),
        runs: { full: 150 },
        mix: isFull
          ? [
              'changed row',
              'primary moved',
              'outside-effect',
              'integration deactivate',
              'integration set-primary',
              'stale',
            ]
          : ['changed row', 'outside-effect'],
        holds: (live, mix) => staysInside(live, { registry }, mix),
      }),
    ).toEqual([])
  },
)
