// Law: after an apply a channel has at most one primary, or the apply ends with exit 6.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ApplyResult } from '../../src/core/plan/outcome.ts'
import { registry } from '../../src/kinds/registry.ts'
import { exitOfApply } from '../../src/library/exit.ts'
import { virtualClock, type Seed, profileNames } from '../../src/sandbox/index.ts'
import { isFull } from '../support/form.ts'
import type { Case } from '../support/laws/case.ts'
import { lawTimeout } from '../support/laws/runs.ts'
import type { Fields } from '../support/laws/texts.ts'
import { watched } from '../support/laws/transports.ts'
import { openWorld, type Kinds, type World } from '../support/laws/world.ts'
import { check } from './worlds/law.ts'
import type { Mix } from './worlds/mix.ts'
import { sharedTime } from './worlds/shared-time.ts'

/** Who else writes: nobody, or another run of the same manifest at the same time. */
type Rival = 'none' | 'another run'

interface Channels extends Case {
  readonly rival: Rival
}

const environment = 'Production'
const providers = { email: 'ses', sms: 'twilio' } as const
type Channel = keyof typeof providers
const channels: readonly Channel[] = ['email', 'sms']
const sizes = [0, 1, 2, 3]

interface Slot {
  readonly live: 'absent' | 'inactive' | 'active' | 'primary'
  readonly declared: 'no' | 'yes' | 'active' | 'inactive'
}

const someSlot: fc.Arbitrary<Slot> = fc.record({
  live: fc.constantFrom('absent', 'absent', 'inactive', 'active', 'primary', 'primary'),
  declared: fc.constantFrom('no', 'yes', 'active', 'active', 'active', 'inactive'),
})

const someChannel = fc.record({
  slots: fc.array(someSlot, { minLength: sizes.length, maxLength: sizes.length }),
  /** Of which the manifest declares that it is primary; -1 for none. */
  primary: fc.constantFrom(-1, ...sizes),
})

type Draft = ReturnType<(typeof someChannel)['generate']>['value']

const someChannels: fc.Arbitrary<Channels> = fc
  .record({
    drafts: fc.tuple(someChannel, someChannel),
    rival: fc.constantFrom<Rival>('none', 'none', 'none', 'another run'),
    random: fc.nat(),
  })
  .map(({ drafts, rival, random }) => ({
    seed: {
      integrations: drafts.flatMap((draft, index) => liveOf(channels[index] as Channel, draft)),
      subscribers: [],
      workflows: [],
      messages: [],
      notifications: [],
    } as unknown as Seed,
    rows: {},
    manifest: {
      integrations: drafts.flatMap((draft, index) => declaredOf(channels[index] as Channel, draft)),
    },
    targets: [{ alias: environment, hasKey: true }],
    rival,
    random,
  }))

function liveOf(channel: Channel, { slots }: Draft): Fields[] {
  return slots.flatMap(({ live }, index) =>
    live === 'absent'
      ? []
      : [
          {
            environment,
            identifier: `${channel}-${index}`,
            providerId: providers[channel],
            channel,
            active: live !== 'inactive',
            primary: live === 'primary',
          },
        ],
  )
}

function declaredOf(channel: Channel, { slots, primary }: Draft): Fields[] {
  return slots.flatMap(({ declared }, index) => {
    const isPrimary = index === primary
    if (declared === 'no' && !isPrimary) return []
    const active = declared === 'active' || (declared === 'inactive' && !isPrimary ? false : undefined)
    return [
      {
        identifier: `${channel}-${index}`,
        providerId: providers[channel],
        channel,
        ...(declared !== 'yes' && active !== undefined && { active: declared === 'active' }),
        ...(isPrimary && { primary: true }),
      },
    ]
  })
}

async function keepsOnePrimary(live: Channels, kinds: Kinds, mix: Mix): Promise<void> {
  const faults = ['race=1s:80%', 'latency=700ms:25%', 'lag']
  const world = await openWorld(live, kinds, { clock: virtualClock(), faults, faultSeed: live.random })
  const time = sharedTime(world.sandbox, world.transport)
  try {
    const before = primaries(world)
    const declared = channels.filter((channel) => isDeclared(live, channel))
    for (const [channel, count] of before) if (count > 1) mix.add(`several, ${place(channel, live)}`)
    const gaps: string[] = []
    const guarded = channels.filter((channel) => (before.get(channel) ?? 0) > 1 && endsActive(live, channel))
    const transport = watched(time.transport, ({ method, url }) => {
      for (const channel of guarded)
        if (!hasActive(world, channel)) gaps.push(`${method} ${new URL(url).pathname}: ${channel}`)
    })
    const options = { parallel: 1 + (live.random % 4), clock: time.clock, transport }
    const plans = [await time.run(world.plan(options))]
    if (live.rival === 'another run') plans.push(await time.run(world.plan(options)))
    const ended: ApplyResult[] = []
    const running = plans.map(async (planned) => void ended.push(await world.apply(options, planned)))
    await time.run(Promise.all(running))
    const exits = ended.map((result) => exitOfApply(result, undefined))
    for (const exit of exits) mix.add(`${live.rival}, exit ${exit}`)

    const crowded = [...primaries(world)].filter(
      ([channel, count]) => count > 1 && place(channel, live) !== 'left alone',
    )
    // The last one to end has seen what all of them did.
    expect(crowded.length > 0 && exits.at(-1) === 0).toBe(false)
    if (live.rival !== 'none') return
    expect(gaps).toEqual([])
    expect(exits).toEqual([crowded.length > 0 ? 6 : 0])
    // Only what nobody declares is left: no apply makes several, and it sets all others right.
    for (const [channel] of crowded) {
      expect(declared).not.toContain(channel)
      expect(before.get(channel)).toBeGreaterThan(1)
    }
  } finally {
    await world.close()
  }
}

function isDeclared({ manifest }: Case, channel: Channel): boolean {
  return (manifest['integrations'] ?? []).some(
    (item) => item['channel'] === channel && item['primary'] === true,
  )
}

/** Whether the primary that is declared for a channel works in the end, as far as the contract promises it. */
function endsActive({ manifest, seed }: Case, channel: Channel): boolean {
  const item = (manifest['integrations'] ?? []).find(
    (each) => each['channel'] === channel && each['primary'] === true,
  )
  const row = seed.integrations?.find(({ identifier }) => identifier === item?.['identifier'])
  return item !== undefined && (item['active'] ?? row?.active) === true
}

function place(channel: Channel, live: Case): 'declared' | 'undeclared' | 'left alone' {
  if (isDeclared(live, channel)) return 'declared'
  const isManaged = (live.manifest['integrations'] ?? []).some((item) => item['channel'] === channel)
  return isManaged ? 'undeclared' : 'left alone'
}

function primaries(world: World): Map<Channel, number> {
  const all = world.sandbox.state.integrations.list(environment)
  return new Map(
    channels.map((channel) => [channel, all.filter((row) => row.channel === channel && row.primary).length]),
  )
}

function hasActive({ sandbox }: World, channel: Channel): boolean {
  return sandbox.state.integrations
    .list(environment)
    .some((row) => row.channel === channel && row.primary && row.active)
}

test.each(profileNames)(
  'a channel has at most one primary after an apply, or it ends with exit 6: %s',
  { timeout: lawTimeout },
  async (profile) => {
    expect(
      await check({
        name: `one primary, ${profile}`,
        cases: someChannels,
        runs: { full: 100 },
        mix: isFull ? ['several, declared', 'several, undeclared'] : [],
        least: 5,
        holds: (live, mix) => keepsOnePrimary(live, { registry, profile }, mix),
      }),
    ).toEqual([])
  },
)
