// Three merges in a row: the runs of the apply workflow wait for each other, and none is dropped.
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { expect, test } from 'vitest'
import { actionWorld, proposed, push, type ActionScene } from './action-world.ts'
import { put } from '../support/cli-process.ts'
import { sampled } from '../support/form.ts'

interface Concurrency {
  readonly queue?: string
}

const written = (name: string): Concurrency =>
  (
    parse(readFileSync(new URL(`../../examples/pipelines/github/${name}`, import.meta.url), 'utf8')) as {
      concurrency: Concurrency
    }
  ).concurrency

/** The runs that GitHub starts of those that came while the first was running, in order. */
function started<Run>(
  [first, ...waiting]: readonly Run[],
  { queue = 'single' }: Concurrency,
): readonly Run[] {
  return [first, ...(queue === 'max' ? waiting : waiting.slice(-1))].filter((run) => run !== undefined)
}

const fields = {
  a: 'lastName: Duty',
  b: 'locale: de-DE',
  c: 'timezone: Europe/Berlin',
} as const
type Change = keyof typeof fields

const manifest = (changes: readonly Change[]): string =>
  `subscribers:\n  - subscriberId: ops-oncall\n    firstName: On\n${changes.map((each) => `    ${fields[each]}\n`).join('')}`

/** Each pull request was planned on its own, from the main branch before the merges. */
async function approved({ folder, use }: ActionScene): Promise<void> {
  for (const change of ['a', 'b', 'c'] as const) {
    put(folder, { 'notify/manifests/people.yaml': manifest([change]) })
    await use(proposed, { secrets: 'defer', plan: `${change}.json`, targets: 'Production' })
  }
}

function merged({ folder, use }: ActionScene, change: Change) {
  const all = (['a', 'b', 'c'] as const).filter((each) => each <= change)
  put(folder, { 'notify/manifests/people.yaml': manifest(all) })
  return use(push, { command: 'apply', approved: `${change}.json`, targets: 'Production' })
}

test.each(sampled(['belfry-apply-approved.yml', 'belfry-apply-saved.yml'], 2))(
  'with the concurrency of %s, each merge applies what its pull request showed',
  async (name) => {
    const scene = await actionWorld(manifest([]))
    await approved(scene)
    for (const change of started(['a', 'b', 'c'] as const, written(name)))
      expect([change, await merged(scene, change)]).toMatchObject([change, { outcome: 'success' }])
    expect(scene.writes()).toBe(3)
  },
)

test('an apply of an earlier merge that never ran does not hold up a later one, and leaves its own change to its own apply', async () => {
  const scene = await actionWorld(manifest([]))
  await approved(scene)
  expect(started(['a', 'b', 'c'], {})).toEqual(['a', 'c'])
  expect(await merged(scene, 'a')).toMatchObject({ outcome: 'success' })
  const later = await merged(scene, 'c')
  expect(later).toMatchObject({ outcome: 'success', outputs: { exit: '0' } })
  expect(later.log).toContain('not in the approved plan, so belfry left it unchanged')
  expect(scene.writes()).toBe(2)
  expect(await merged(scene, 'b')).toMatchObject({ outcome: 'success' })
  expect(scene.writes()).toBe(3)
})
