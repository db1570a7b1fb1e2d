// The laws of the main job on services that differ from the contract, and from each other.
import { expect, test } from 'vitest'
import { registry } from '../../src/kinds/registry.ts'
import type { ProfileName } from '../../src/sandbox/index.ts'
import type { Case } from '../support/laws/case.ts'
import { edit } from './worlds/edits.ts'
import { converges } from './worlds/converges.ts'
import { check } from './worlds/law.ts'
import type { Mix } from './worlds/mix.ts'
import { sendsOneField } from './worlds/one-field.ts'
import { isOrderFree } from './worlds/order.ts'
import { keepsPrimaries } from './worlds/primary.ts'
import { isPrinted } from './worlds/printed.ts'
import {
  inProfile,
  newSubscribersIn,
  withKeys,
  withNewSubscribers,
  withOwnKeys,
  withoutHidden,
} from './worlds/profiles.ts'
import { rulesIn, withRules } from './worlds/rules.ts'
import { lawTimeout } from '../support/laws/runs.ts'
import { unlike } from './worlds/unlike.ts'
import type { Kinds } from '../support/laws/world.ts'
import { someWorld } from './worlds/worlds.ts'

type Holds = (live: Case, kinds: Kinds, mix: Mix) => Promise<void>

/**
 * Without edits that come to nothing: deployed services promote a first integration by themselves, and 2026-09 leaves
 * keys of new environments to persons and shows nobody credentials.
 */
function editIn(profile: ProfileName | undefined): typeof edit {
  return (live, manifest, random) => {
    const made = edit(live, manifest, random)
    if (made === undefined || made.calls.includes('POST integrations set-primary')) return undefined
    const { environments = [] } = made.manifest
    const isLonger = environments.length > (manifest['environments'] ?? []).length
    const isIdle = isLonger || made.calls.includes('PUT integrations id: credentials')
    return isIdle && profile === 'novu-2026-09' ? undefined : made
  }
}

const laws: Readonly<Record<string, Holds>> = {
  printed: (live, kinds, mix) => isPrinted(live, { ...kinds, parallel: 1 + (live.random % 4) }, mix),
  order: isOrderFree,
  'one field': (live, kinds, mix) => sendsOneField(live, { ...kinds, edit: editIn(kinds.profile) }, mix),
  primary: (live, kinds, mix) => keepsPrimaries(live, { ...kinds, parallel: 1 + (live.random % 4) }, mix),
}

/** What a law of one apply, or of fields that are compared, can be tried on. */
function caseFor(law: string, live: Case, profile: ProfileName): Case {
  const compared = law === 'one field' ? withoutHidden(live, profile) : live
  if (profile !== 'novu-2026-09') return compared
  return withRules(withKeys(law === 'one field' ? withOwnKeys(compared) : compared))
}

/** Only in the latest release, of which each case that has rules says so. */
function mixOf(profile: ProfileName): readonly string[] {
  return profile === 'novu-2026-09' ? ['rules in the service', 'declared rules', 'needs its own key'] : []
}

const cases = (['novu-2026-04', 'novu-2026-09'] as const).flatMap((profile) =>
  Object.keys(laws).map((law) => [law, profile] as const),
)

test.each(cases)('%s in %s', { timeout: lawTimeout }, async (law, profile) => {
  expect(
    await check({
      name: `${law} in ${profile}`,
      cases: someWorld.map((live) => caseFor(law, inProfile(live, profile), profile)),
      runs: { small: 2, full: 40 },
      mix: [],
      holds: (live, mix) => (laws[law] as Holds)(live, { registry, profile }, mix),
    }),
  ).toEqual([])
})

test.each([
  ['contract', 'always'],
  ['novu-2026-04', 'never'],
  ['novu-2026-04', 'always'],
  ['novu-2026-09', 'never'],
  ['novu-2026-09', 'always'],
] as const)(
  'after an apply the plan is empty in %s, unreadable: %s',
  { timeout: lawTimeout },
  async (profile, unreadable) => {
    expect(
      await check({
        name: `${profile}, unreadable: ${unreadable}`,
        cases: someWorld
          .map((live) => inProfile(live, profile))
          .map((live) => (profile === 'novu-2026-09' ? withRules(live) : live)),
        runs: { small: 2, full: 80 },
        mix: mixOf(profile),
        holds: (live, mix) => {
          for (const each of rulesIn(live)) mix.add(each)
          return converges(live, { registry, unlike, profile, unreadable }, mix)
        },
      }),
    ).toEqual([])
  },
)

test.each(['novu-2026-04', 'novu-2026-09'] as const)(
  'after an apply that creates subscribers the plan is empty in %s',
  { timeout: lawTimeout },
  async (profile) => {
    expect(
      await check({
        name: `${profile}, new subscribers`,
        cases: someWorld
          .map((live) => withNewSubscribers(inProfile(live, profile)))
          .filter((live) => newSubscribersIn(live).length > 0),
        runs: { small: 3, full: 80 },
        mix: ['new subscriber with channels', 'new subscriber without channels'],
        holds: (live, mix) => {
          for (const each of newSubscribersIn(live)) mix.add(each)
          return converges(live, { registry, unlike, profile, missing: 'create' }, mix)
        },
      }),
    ).toEqual([])
  },
)
