// Law: the sentences of plans and applies, their counts and exit codes are so, and the commands that they give lead on.
import * as fc from 'fast-check'
import { expect } from 'vitest'
import { seededRandom, virtualClock, type ProfileName } from '../../src/sandbox/index.ts'
import { registry } from '../../src/kinds/registry.ts'
import { folderIn } from '../support/cli-process.ts'
import { startProxy } from '../support/cli-proxy.ts'
import type { Case } from '../support/laws/case.ts'
import { leftActive } from './worlds/converges.ts'
import { crowded } from './worlds/crowded.ts'
import type { Mix } from './worlds/mix.ts'
import { untrueSentences } from './sentences.ts'
import { targetOf } from '../support/laws/texts.ts'
import { nextOf, teller, type Told, type Way } from './worlds/told.ts'
import { unlike } from './worlds/unlike.ts'
import { openWorld, type World } from '../support/laws/world.ts'

/** What an apply meets. Only a forgotten write ends in *Not converged*, and seldom, so it is met more often. */
const incidents =
  'none faults lost interrupted edited forgotten forgotten forgotten limited protected unconfirmed'.split(' ')
const writeFaults =
  '500-before 500-after reset-before reset-after half-after html-before=502 html-after 409 429'.split(' ')
const readFaults = ['500-before:GET:10%', 'reset-after:GET:5%', 'half-after:GET:5%', '429=0:GET:5%']

export interface Incident {
  readonly incident: string
  /** Whether the plan is saved as its last line says. */
  readonly isSaved: boolean
  /** The number of the write that it hits, from 1. */
  readonly nth: number
}

export const someIncident: fc.Arbitrary<Incident> = fc.record({
  incident: fc.constantFrom(...incidents),
  isSaved: fc.boolean(),
  nth: fc.constantFrom(1, 1, 1, 2, 3, 4),
})

/** Runs after the worst incident until all is as declared. */
const most = 4

export async function tellsTruth(live: Case & Incident, profile: ProfileName, mix: Mix): Promise<void> {
  const { incident, isSaved, random } = live
  const kinds = { registry, profile }
  const world = await openWorld(live, kinds, { clock: virtualClock(), faultSeed: random })
  const { folder, remove } = folderIn({})
  try {
    const none = { integration: { updates: 0 }, subscriber: { updates: 0 } }
    const guards = { ...(incident === 'limited' && { limits: none }), protected: incident === 'protected' }
    const tell = teller(live, world, folder, guards)
    const checked = async (args: readonly string[], way: Way = { forgotten: 0 }): Promise<Told> => {
      const told = await tell([...args, '--concurrency', String(1 + (random % 4))], way)
      const different = differences(live, world)
      const withoutKey = different.filter((line) => needsKey(line, live, profile))
      const { isInterrupted = false, forgotten } = way
      const untrue = untrueSentences(told, { unlike: different, withoutKey, isInterrupted, forgotten })
      const last = `${told.out.split('\n').slice(-25).join('\n')}${told.err}`
      const where = `${incident}, $ belfry ${told.command}\n${last}exit code ${told.exit}`
      expect(untrue.length === 0 ? '' : `${untrue.join('; ')} is untrue: ${where}`).toBe('')
      for (const [sentence] of `${told.out}${told.err}`.matchAll(noted)) mix.add(sentence)
      return told
    }
    const [save, saved] = nextOf(await checked(['plan']))
    if (isSaved && save !== undefined) await checked(save)
    const direct = ['apply', ...(incident === 'unconfirmed' ? [] : ['--yes'])]
    let told = await checked(isSaved && saved !== undefined ? saved : direct, await meet(live, world))
    world.sandbox.faults.set([])
    mix.add(`${incident}: exit ${told.exit}`)
    for (let run = 1; nextOf(told).length > 0; run += 1) {
      expect([run, told.out]).toSatisfy(() => run <= most)
      for (const next of nextOf(told)) told = await checked(next)
      mix.add('Next was run')
      if (told.exit === 6 && crowded(live, world).length > 0) break
      expect([told.exit, told.out, told.err]).toSatisfy(() => [0, 4, 5].includes(told.exit))
    }
  } finally {
    remove()
    await world.close()
  }
}

const noted =
  /^(?:No changes|Plan|Applied|Verified|Not converged|Not verified|Nothing to send)\b|Nothing was written/gm

/** What is not as declared, without what nobody can find: that a service dropped what it never returns. */
function differences(live: Case & Incident, world: World): string[] {
  const unreadable = /: (?:color|dns|bridge|credentials|configurations)$/
  const all = [...unlike(live, world), ...leftActive(live, world)]
  return all.filter((line) => live.incident !== 'forgotten' || !unreadable.test(line))
}

/** Whether only the API key of an environment could change it, which no target has. */
function needsKey(line: string, { targets }: Case, profile: ProfileName): boolean {
  const [, name] = /^environment (.*): \w+$/.exec(line) ?? []
  const isKnown = targets.some(({ alias, hasKey }) => alias === name && hasKey)
  return profile === 'novu-2026-09' && name !== undefined && !isKnown
}

/** Sets faults, or a proxy that does something at the nth write. */
async function meet({ incident, nth, random, ...live }: Case & Incident, world: World): Promise<Way> {
  const { sandbox } = world
  const chance = seededRandom(random)
  const faults = (scopes: readonly string[], where: string): string[] =>
    scopes.map((scope) => `${writeFaults[Math.floor(chance() * writeFaults.length)]}:${scope}${where}`)
  if (incident === 'faults') sandbox.faults.set([...readFaults, ...faults(['PATCH', 'PUT'], `@${nth}`)])
  if (incident === 'lost') sandbox.faults.set(faults(['PATCH', 'PUT', 'POST'], ':60%'))
  if (!['interrupted', 'edited', 'forgotten'].includes(incident)) return { forgotten: 0 }
  let writes = 0
  const url = await startProxy(sandbox.url, ({ method }) => {
    if (method === 'GET' || (writes += 1) !== nth) return undefined
    if (incident === 'interrupted') way.interrupt?.()
    if (incident === 'edited') editAs(live, world)
    if (incident !== 'forgotten') return undefined
    way.forgotten += 1
    return { status: 200, body: '{}' }
  })
  const way: Way = { url, forgotten: 0 }
  return way
}

/** Another client changes what the manifest declares. */
function editAs({ manifest }: Pick<Case, 'manifest'>, { sandbox: { state } }: World): void {
  for (const { name: environment } of state.environments.list()) {
    const own = (list: string) => manifest[list]?.filter((item) => targetOf(item) === environment) ?? []
    for (const { subscriberId } of state.subscribers.list(environment)) {
      const item = own('subscribers').find((each) => each['subscriberId'] === subscriberId)
      const field = ['firstName', 'lastName', 'avatar'].find((name) => item?.[name] !== undefined)
      if (field !== undefined) state.subscribers.edit(environment, subscriberId, { [field]: 'Edited' })
    }
    for (const { identifier } of state.integrations.list(environment))
      if (own('integrations').some((each) => each['identifier'] === identifier && each['name'] !== undefined))
        state.integrations.edit(environment, identifier, { name: 'Edited' })
  }
}
