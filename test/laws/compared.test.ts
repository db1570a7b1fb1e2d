// Law: a target is the same as itself, and a comparison of two names what only one of them has.
import { existsSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSandbox, type ProfileName, type Sandbox } from '../../src/sandbox/index.ts'
import { runProgram } from '../support/cli.ts'
import { sampled } from '../support/form.ts'
import { lawTimeout } from '../support/laws/runs.ts'
import { check } from './worlds/law.ts'
import { type LiveCase, someLive } from './worlds/live.ts'
import type { Mix } from './worlds/mix.ts'

interface Compared {
  readonly plan: {
    readonly counts: Readonly<Record<string, number>>
    readonly sections: readonly {
      readonly resources: number
      readonly changes: readonly {
        readonly kind: string
        readonly name: string
        readonly action: string
        readonly cause: string
      }[]
      readonly absent?: readonly { readonly kind: string; readonly name: string }[]
      readonly duplicates: readonly { readonly name: string }[]
    }[]
  }
}

async function sameAsItself(live: LiveCase, profile: ProfileName, mix: Mix): Promise<void> {
  const sandbox = await createSandbox({ seed: live.seed, profile })
  // Another service in the same state: a target of it is the same, and it is read for itself.
  const environments = live.seed.environments?.map((each, index) => ({
    ...each,
    apiKey: `key-of-the-twin-${index}`,
  }))
  const twin = await createSandbox({ seed: { ...live.seed, ...(environments && { environments }) }, profile })
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'belfry-compare-')))
  try {
    const names = Object.keys(sandbox.keys)
    writeFileSync(join(folder, 'belfry.yaml'), projectOf(sandbox, twin))
    const run = async (...args: readonly string[]) => {
      const said = await runProgram(args, { cwd: folder })
      for (const secret of live.secrets)
        if (`${said.out}${said.err}`.includes(secret)) throw new Error('a secret of the service is shown')
      return said
    }
    const compared = async (...args: readonly string[]): Promise<Compared['plan']> => {
      const { exit, out, err } = await run('compare', ...args, '--format', 'json')
      if (exit !== 0) throw new Error(`compare ${args.join(' ')} ended with ${exit}:\n${out}${err}`)
      return (JSON.parse(out) as Compared).plan
    }
    await run('export', '--out', 'manifests', '--subscribers', 'all', '--channels')
    if (existsSync(join(folder, 'manifests/.people')))
      renameSync(join(folder, 'manifests/.people'), join(folder, 'manifests/people'))
    const writes = sandbox.log.filter(({ method }) => method !== 'GET').length
    for (const name of names)
      for (const by of ['--live', '--declared']) {
        const { counts, sections } = await compared(
          name,
          // Manifests of an export name the secrets of each target differently.
          by === '--live' ? `${name}-again` : name,
          by,
          '--detailed-exitcode',
        )
        const { unchanged = 0, duplicates = 0, ...others } = counts
        if (Object.values(others).some((count) => count > 0))
          throw new Error(`${name} ${by} differs from itself: ${JSON.stringify(sections)}`)
        if (by === '--live' && unchanged > 0) mix.add('resources that are the same')
        if (by === '--live' && duplicates > 0) mix.add('duplicates')
      }
    const [from = '', to = ''] = names
    const { sections } = await compared(from, to)
    const [section] = sections
    const several = new Set(section?.duplicates.map(({ name }) => name))
    const here = identifiersOf(sandbox, from).filter((name) => !several.has(name))
    const there = identifiersOf(sandbox, to).filter((name) => !several.has(name))
    const named = (all: readonly { readonly kind: string; readonly name: string }[] = []): string[] =>
      [...new Set(all.filter(({ kind }) => kind === 'integration').map(({ name }) => name))].toSorted()
    const created = named(section?.changes.filter(({ action }) => action === 'create'))
    expectSame(
      'only here',
      created,
      here.filter((name) => !there.includes(name)),
    )
    expectSame(
      'only there',
      named(section?.absent),
      there.filter((name) => !here.includes(name)),
    )
    if (created.length > 0) mix.add('resources that one target lacks')
    const back = await compared(to, from)
    if (
      [...sections, ...back.sections].some(({ changes }) => changes.some(({ action }) => action === 'update'))
    )
      mix.add('differing fields')
    if (sandbox.log.filter(({ method }) => method !== 'GET').length > writes)
      throw new Error('a comparison wrote to the service')
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await sandbox.close()
    await twin.close()
  }
}

function expectSame(what: string, found: readonly string[], wanted: readonly string[]): void {
  const all = [...new Set(wanted)].toSorted()
  if (found.join('\0') !== all.join('\0'))
    throw new Error(`${what}: ${JSON.stringify(found)} in place of ${JSON.stringify(all)}`)
}

/** The service brings the in-app integration and its own providers itself. */
function identifiersOf(sandbox: Sandbox, environment: string): readonly string[] {
  return sandbox.state.integrations
    .list(environment)
    .filter(
      ({ channel, providerId }) => channel !== 'in_app' && !/^(?:novu|svc)(?:-email|-sms)?$/.test(providerId),
    )
    .map(({ identifier }) => identifier)
}

function projectOf(sandbox: Sandbox, twin: Sandbox): string {
  const targetsOf = ({ url, keys }: Sandbox, again: string): string[] =>
    Object.entries(keys).map(
      ([name, key]) =>
        `  ${JSON.stringify(`${name}${again}`)}: { environment: ${JSON.stringify(name)}, url: ${JSON.stringify(url)}, apiKey: ${JSON.stringify(key)} }`,
    )
  const targets = [...targetsOf(sandbox, ''), ...targetsOf(twin, '-again')]
  return `service: { url: ${JSON.stringify(sandbox.url)} }\ntargets:\n${targets.join('\n')}\nmanifests: [manifests]\n# Random subscribers have the same few tokens.\nrules: { shared-device-token: off, literal-secret: off }\n`
}

test.each(sampled(['contract', 'novu-2026-04', 'novu-2026-09'] as const, 3))(
  'a target is the same as itself in %s',
  { timeout: lawTimeout },
  async (profile) => {
    expect(
      await check({
        name: `compare in ${profile}`,
        cases: someLive,
        runs: { small: 3, full: 100 },
        mix: ['resources that are the same', 'resources that one target lacks', 'differing fields'],
        holds: (live, mix) => sameAsItself(live, profile, mix),
      }),
    ).toEqual([])
  },
)
