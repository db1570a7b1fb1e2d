// Killed at any write, before its effect or after it: the next apply ends where the first one would have ended.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { beginProgram, runProgram } from '../../support/cli.ts'
import { createGate } from '../../support/cli-gate.ts'
import { folderIn, startBelfry, type Started } from '../../support/cli-process.ts'
import { isFull } from '../../support/form.ts'
import { env, files } from '../../support/kill-project.ts'
import { killWorld, type AtWrite, type KillWorld } from '../../support/kill-world.ts'

const profiles = ['contract', 'novu-2026-09'] as const
type Profile = (typeof profiles)[number]
const concurrencies = [1, 4] as const
const whens = ['before', 'after'] as const
type When = (typeof whens)[number]
/** Milliseconds after which it is stuck, in either form. */
const timeout = 600_000

const { folder, remove } = folderIn(files)
afterAll(remove)

interface Whole {
  readonly writes: readonly string[]
  readonly state: unknown
}

/** What an apply does that nobody interrupts. */
const whole = new Map<Profile, Whole>()
beforeAll(async () => {
  for (const profile of profiles) {
    const world = await killWorld(profile, (_, { through }) => through())
    const { exit, out } = await runProgram(['apply', '--yes'], worldOf(world))
    if (exit !== 0) throw new Error(out)
    whole.set(profile, { writes: world.writes().toSorted(), state: world.state() })
    await world.close()
  }
})

function worldOf({ url }: Pick<KillWorld, 'url'>) {
  return { cwd: folder, env: { ...env, BELFRY_URL: url } }
}

test('the apply makes at least 60 writes, of every operation that writes', () => {
  for (const { writes } of whole.values()) {
    expect(writes.length).toBeGreaterThanOrEqual(60)
    expect(new Set(writes.map((write) => write.split(' ')[0])).size).toBe(7)
    expect(new Set(writes).size).toBe(writes.length)
  }
})

interface Moment {
  readonly profile: Profile
  readonly concurrency: number
  readonly write: number
}

/** Kills at one write, applies again, and says what is not as it would have been; nothing where all is well. */
async function killed({ profile, concurrency, write }: Moment, when: When): Promise<string[]> {
  let running: Started | undefined
  const at: AtWrite = async (count, { through, toService }) => {
    if (count !== write) return through()
    if (when === 'after') await toService()
    running?.kill('SIGKILL')
    await running?.ended
  }
  const world = await killWorld(profile, at)
  try {
    running = startBelfry(['apply', '--yes', '--concurrency', String(concurrency)], worldOf(world))
    const { signal } = await running.ended
    await world.idle()
    const place = `${when} write ${write}: `
    if (signal !== 'SIGKILL') return [`${place}it was not killed`]
    const again = await runProgram(['apply', '--yes'], worldOf({ url: world.sandbox.url }))
    return differences(world, again, profile).map((text) => place + text)
  } finally {
    await world.close()
  }
}

function differences(world: KillWorld, again: { exit: number; out: string }, profile: Profile): string[] {
  const { writes, state } = whole.get(profile) as Whole
  const made = world.writes()
  const twice = made.filter((each, index) => made.indexOf(each) !== index)
  return [
    ...(again.exit === 0 ? [] : [`the next apply ended with ${again.exit}:\n${again.out}`]),
    ...twice.map((each) => `twice: ${each}`),
    ...writes.filter((each) => !made.includes(each)).map((each) => `lost: ${each}`),
    ...made.filter((each) => !writes.includes(each)).map((each) => `other: ${each}`),
    ...(JSON.stringify(world.state()) === JSON.stringify(state) ? [] : ['the state is another one']),
  ]
}

/** Two at a time: one process each. */
async function inPairs<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const rest = [...items].reverse()
  const walk = async (): Promise<void> => {
    for (let item = rest.pop(); item !== undefined; item = rest.pop()) results.push(await work(item))
  }
  await Promise.all([walk(), walk()])
  return results
}

/** In the full form all profiles, concurrencies and sides of the effect; else each profile with each concurrency once. */
const rounds = profiles.flatMap((profile, first) =>
  concurrencies.flatMap((concurrency, second) =>
    whens
      .filter((_, third) => isFull || third === (first + second) % 2)
      .map((when) => ({ profile, concurrency, when, nth: 2 * first + second })),
  ),
)

/** In the full form every other write: those between are for the other concurrency, and in the other profile the reverse. */
function moments({ profile, concurrency, nth }: (typeof rounds)[number]): Moment[] {
  const { length } = (whole.get(profile) as Whole).writes
  const one = 1 + Math.floor((length * (nth + 0.5)) / rounds.length)
  const side = (profiles.indexOf(profile) + concurrencies.indexOf(concurrency)) % 2
  const all = Array.from({ length }, (_, index) => index + 1)
  const writes = isFull ? all.filter((write) => write % 2 === side) : [one]
  return writes.map((write) => ({ profile, concurrency, write }))
}

test.each(rounds)(
  'like $profile, $concurrency at once: SIGKILL $when the effect',
  { timeout },
  async (round) => {
    const found = await inPairs(moments(round), (moment) => killed(moment, round.when))
    expect(found.flat()).toEqual([])
    expect(found.length).toBeGreaterThanOrEqual(isFull ? 30 : 1)
  },
)

test.each(rounds.filter(({ when }) => when === 'before'))(
  'like $profile, $concurrency at once: SIGINT ends with 130 and an account that is what the service saw',
  { timeout },
  async (round) => {
    const some = moments(round).filter((_, index) => index % 7 === 0)
    const found = await inPairs(some, interrupted)
    for (const { exit, told, seen, write } of found)
      expect({ write, exit, told }).toEqual({ write, exit: 130, told: seen })
    expect(found.length).toBeGreaterThanOrEqual(isFull ? 2 : 1)
  },
)

interface Account {
  readonly plans: readonly {
    readonly sections: readonly {
      readonly changes: readonly {
        readonly id: string
        readonly operation: string
        readonly kind: string
        readonly name: string
      }[]
    }[]
  }[]
  readonly results: readonly { readonly id: string; readonly status: string }[]
}

async function interrupted({ profile, concurrency, write }: Moment) {
  const reached = createGate()
  const gate = createGate()
  const world = await killWorld(profile, async (count, { through }) => {
    if (count === write) {
      reached.open()
      await gate.opened
    }
    return through()
  })
  try {
    const args = ['apply', '--yes', '--format', 'json', '--concurrency', String(concurrency)]
    const running = beginProgram(args, worldOf(world))
    await reached.opened
    running.kill('SIGINT')
    await running.says('Interrupted')
    gate.open()
    const { exit, out } = await running.ended
    const account = JSON.parse(out) as Account
    const changes = account.plans.flatMap(({ sections }) => sections.flatMap((section) => section.changes))
    const told = account.results
      .filter(({ status }) => status === 'done')
      .map(({ id }) => changes.find((change) => change.id === id))
      .map((change) => `${change?.operation} ${change?.kind}s/${change?.name}`)
    const seen = world.writes().map((line) => line.split(' ').slice(0, 2).join(' '))
    return { write, exit, told: told.toSorted(), seen: seen.toSorted() }
  } finally {
    gate.open()
    await world.close()
  }
}
