// Law: environments that are renamed keep all that they are, and each is changed with its own key where a target has one.
import { expect } from 'vitest'
import { Secret } from '../../src/core/secrets/secret.ts'
import { registry } from '../../src/kinds/registry.ts'
import { seededRandom } from '../../src/sandbox/index.ts'
import { isFull } from '../support/form.ts'
import type { Case } from '../support/laws/case.ts'
import { isFields, textOf, type Fields } from '../support/laws/texts.ts'
import { inAnyOrder } from '../support/laws/transports.ts'
import { errorsIn, openWorld, requestFor, type Kinds, type World } from '../support/laws/world.ts'
import { law } from './worlds/law.ts'
import type { Mix } from './worlds/mix.ts'
import { inProfile, withKeys } from './worlds/profiles.ts'
import { someWorld } from './worlds/worlds.ts'

/** An environment that is live under one name, and declared under another, which is also that of its target. */
interface Renamed {
  readonly former: string
  readonly name: string
}

interface Renaming extends Case {
  readonly renamed: readonly Renamed[]
  /** Names of environments that have a target, in project order. */
  readonly keyed: readonly string[]
}

/** Environments alone, some of them live under former names, and keys of one to all of them in any order. */
function withRenames(live: Case): Renaming {
  const random = seededRandom(live.random)
  const { manifest, seed } = inProfile(withKeys(live), 'contract')
  const all = (seed.environments ?? []).map(({ name }) => name)
  const renamed = all.filter(() => random() < 0.6).map((name) => ({ name, former: `${name} before` }))
  const formerOf = (name: string): string => renamed.find((each) => each.name === name)?.former ?? name
  const declared = new Map((manifest['environments'] ?? []).map((item) => [textOf(item['name'] ?? ''), item]))
  const environments = all.flatMap((name): Fields[] => {
    const item = declared.get(name)
    const former = formerNameFor(name, renamed)
    return item === undefined && former === undefined
      ? []
      : [{ ...(item ?? { name }), ...(former !== undefined && { previously: former }) }]
  })
  const keyed = inAnyOrder(all, random).slice(0, 1 + Math.floor(random() * all.length))
  return {
    ...live,
    rows: {},
    targets: [],
    manifest: { environments },
    seed: {
      ...seed,
      environments: (seed.environments ?? []).map((each) => ({
        ...each,
        name: formerOf(each.name),
        ...(each.parent !== undefined && { parent: formerOf(each.parent) }),
      })),
      integrations: [],
      subscribers: [],
    },
    renamed,
    keyed,
  }
}

function formerNameFor(name: string, renamed: readonly Renamed[]): string | undefined {
  return renamed.find((each) => each.name === name)?.former
}

async function renamesWithOwnKeys(live: Renaming, kinds: Kinds, mix: Mix): Promise<void> {
  const { renamed, keyed } = live
  const world = await openWorld(live, kinds)
  try {
    const ids = idsByName(world)
    const idOf = (name: string): string =>
      ids.get(formerNameFor(name, renamed) ?? name) ?? `no environment ${name}`
    const keys = new Map(Object.entries(world.sandbox.keys).map(([name, key]) => [ids.get(name), key]))
    const targets = keyed.map((name) => ({
      alias: `${name} target`,
      environment: name,
      url: world.sandbox.url,
      unmanaged: 'report' as const,
      apiKey: Secret.of(keys.get(idOf(name)) ?? '', 'env:KEY'),
    }))
    const { declared } = await world.request()
    const request = requestFor(declared, targets)
    const planned = await world.plan({ request })
    expect(errorsIn(planned.plan)).toEqual([])
    mix.addPlan(planned.plan)
    mix.add('rename', renamed.length)
    if (keyed.length > 1) mix.add('several keys')
    const result = await world.apply({ request }, planned)
    expect(result.results.filter(({ outcome }) => outcome.status !== 'done')).toEqual([])
    expect(result.after?.sections.flatMap(({ changes }) => changes)).toEqual([])

    const now = idsByName(world)
    for (const { name } of renamed) expect([name, now.get(name)]).toEqual([name, idOf(name)])
    expect([...now.values()].sort()).toEqual([...ids.values()].sort())
    const idOfKey = (name: string | undefined): string | undefined =>
      ids.get(name ?? '') ?? now.get(name ?? '')
    for (const { path, environment, body } of world.writes()) {
      const id = path.split('/').at(-1)
      const own = keyed.find((each) => idOf(each) === id)
      expect([body, idOfKey(environment)]).toEqual([body, own === undefined ? idOf(keyed[0] ?? '') : id])
      mix.add(own === undefined ? "with the first target's key" : 'with its own key')
      if (isFields(body) && body['name'] !== undefined) mix.add('renamed in a call')
    }
  } finally {
    await world.close()
  }
}

function idsByName({ sandbox }: World): ReadonlyMap<string, string> {
  return new Map(sandbox.state.environments.list().map(({ name, _id }) => [name, _id]))
}

law('a renamed environment keeps what it is, and is changed with its own key', {
  name: 'renames',
  cases: someWorld.map(withRenames),
  runs: { full: 150 },
  mix: isFull
    ? ['rename', 'several keys', 'with its own key', "with the first target's key", 'renamed in a call']
    : ['rename', 'with its own key'],
  holds: (live, mix) => renamesWithOwnKeys(live, { registry }, mix),
})
