import { expect, test } from 'vitest'
import { registry } from '../../src/kinds/registry.ts'
import { profileNames } from '../../src/sandbox/index.ts'
import { isFull, sampled } from '../support/form.ts'
import { askNames, demandOf, someDemands } from '../support/laws/demands.ts'
import { doctorAgrees } from '../support/laws/doctor-agrees.ts'
import { check } from '../support/laws/law.ts'
import { Mix } from '../support/laws/mix.ts'
import { lawTimeout } from '../support/laws/runs.ts'

test.each(profileNames)(
  'doctor names what an apply is refused, and no problem that stops none: %s',
  { timeout: lawTimeout },
  async (profile) => {
    const unseen = await check({
      name: `doctor agrees, ${profile}`,
      cases: someDemands,
      runs: { small: 2, full: 150 },
      mix: isFull ? ['refused as a whole', 'foreseen', 'named', 'done', ...waits[profile]] : [],
      least: 3,
      holds: (live, mix) => doctorAgrees(live, { registry, profile }, mix),
    })
    expect(unseen).toEqual([])
  },
)

const waits = { contract: [], 'novu-2026-04': [], 'novu-2026-09': ['waits'] } as const

const done = ['done', 'done', 'done']
const whole = ['refused as a whole', 'refused as a whole', 'refused as a whole']
const deployed = ['done', 'foreseen', 'foreseen']
const ownKey = ['done', 'done', 'waits']

/** `foreseen` is refused as doctor said, `named` may be refused; in the order of the profiles. */
const endings: Readonly<Record<string, readonly string[]>> = {
  'own key': done,
  "another's key": ownKey,
  'new environment without a target': ownKey,
  'new environment with a target': ownKey,
  'missing key': whole,
  'reserved name': deployed,
  'renamed built-in': ['done', 'foreseen', 'waits'],
  renamed: ownKey,
  'identifier of another environment': ['foreseen', 'foreseen', 'waits'],
  'eleventh environment': ['done', 'named', 'named'],
  'unknown parent': whole,
  'second built-in provider': deployed,
  'first built-in provider': ['done', 'named', 'named'],
  'rename to a name that another environment has': ['done', 'foreseen', 'named'],
  'primary of a channel without one': ['named', 'named', 'named'],
  'inactive channel': ['named', 'foreseen', 'foreseen'],
  'channel of an integration that the plan makes inactive': ['named', 'foreseen', 'foreseen'],
  'channel of an integration that is renamed': done,
  'channel of an integration that the plan activates': done,
  'too many device tokens': deployed,
  'missing subscriber': done,
  'no color': whole,
  'both live': whole,
  'wrong key': whole,
  'provider that moved': whole,
  twins: ['done, not verified', 'done, not verified', 'done, not verified'],
  limit: whole,
  'unmanaged resources': whole,
  'nothing special': done,
}

test('each ask has its endings', () => {
  expect(Object.keys(endings)).toEqual(askNames)
})

test.each(profileNames)('what becomes of each ask alone: %s', async (profile) => {
  const found: Record<string, string> = {}
  const names = sampled(askNames, 5)
  for (const name of names) {
    const mix = new Mix()
    await doctorAgrees(demandOf(name), { registry, profile }, mix)
    found[name] = mix.toString().replaceAll(/ \d+/g, '')
  }
  const expected = names.map((name) => [name, endings[name]?.[profileNames.indexOf(profile)]])
  expect(found).toEqual(Object.fromEntries(expected))
})
