// Whatever a pattern reaches is read, listed as ignored because of its name, or an error after which nothing is planned.
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { registry } from '../../src/kinds/registry.ts'
import { loadManifests } from '../../src/manifest/load-manifests.ts'
import { loadProject } from '../../src/project/load-project.ts'
import { settingsIn } from '../manifest/load-files.ts'
import { runProgram } from '../support/cli.ts'
import {
  fateOf,
  makeFolder,
  placeOf,
  reaches,
  someFolder,
  type Entry,
  type Fate,
  type Reach,
} from './entries.ts'
import { lawTimeout, runsOf } from '../support/laws/runs.ts'
import { seedOf } from '../support/seed.ts'

/** Who may read everything. */
const isRoot = process.getuid?.() === 0
const isWindows = process.platform === 'win32'

async function holds(entries: readonly Entry[], reach: Reach): Promise<void> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'belfry-')))
  const unlock = makeFolder(join(folder, 'manifests'), entries)
  try {
    writeFileSync(
      join(folder, 'belfry.yaml'),
      `service: { url: http://127.0.0.1:9 }\ntargets: { Only: { apiKey: '\${env:KEY}' } }\nunmanaged: deactivate\nmanifests: ['${reach.pattern}']\n`,
    )
    const fate = fateOf(join(folder, 'manifests'), reach)
    const { told, unlocated } = await toldOf(folder)
    const isEmpty = fate.loaded.size + fate.broken.size + fate.unreadable.size === 0
    expect({ ...told, unlocated }).toEqual({ ...fate, unlocated: isEmpty ? ['no-manifests'] : [] })

    const isRefused = isEmpty || fate.unreadable.size > 0
    const validated = await runProgram(['validate', '--format', 'json'], { cwd: folder })
    expect(validated.exit).toBe(isRefused ? 3 : 0)
    const { ignored } = JSON.parse(validated.out) as { ignored?: readonly { name: string }[] }
    if (!isRefused) expect(placesIn(folder, ignored ?? [])).toEqual(fate.ignored)
    // With exit 1 it would have asked the service, which isn't there.
    if (isRefused)
      expect((await runProgram(['plan'], { cwd: folder, env: { KEY: 'a-key-of-a-test' } })).exit).toBe(3)
  } finally {
    unlock()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What belfry says, by where the entries really are. */
async function toldOf(
  folder: string,
): Promise<{ readonly told: Fate; readonly unlocated: readonly string[] }> {
  const { project } = await loadProject(settingsIn(folder))
  if (project === undefined) throw new Error('there is no project')
  const { forTarget, ignored, problems } = await loadManifests(project, registry)
  const placesOf = (rule: string): ReadonlySet<string> =>
    placesIn(
      folder,
      problems.flatMap((each) => (each.rule === rule && each.position ? [{ name: each.position.file }] : [])),
    )
  const loaded = Array.from(forTarget('Only'), ({ position: { file } }) =>
    realpathSync(resolve(folder, file)),
  )
  const known = new Set(['file-unreadable', 'broken-link'])
  return {
    told: {
      loaded: new Set(loaded),
      ignored: placesIn(folder, ignored),
      broken: placesOf('broken-link'),
      unreadable: placesOf('file-unreadable'),
    },
    unlocated: problems.map(({ rule }) => rule).filter((rule) => !known.has(rule)),
  }
}

function placesIn(folder: string, entries: readonly { readonly name: string }[]): ReadonlySet<string> {
  return new Set(entries.map(({ name }) => placeOf(resolve(folder, name))))
}

function check(user: 'root' | 'other'): Promise<void> {
  const property = fc.asyncProperty(someFolder(user), fc.constantFrom(...reaches), holds)
  const numRuns = runsOf({ full: 120 })
  return fc.assert(property, { numRuns, seed: seedOf(`passed over by ${user}`, 'BELFRY_LAWS_SEED') })
}

test.skipIf(isWindows)('what validate passes over is listed', { timeout: lawTimeout }, async () => {
  await expect(check('root')).resolves.toBeUndefined()
})

test.skipIf(isWindows || isRoot)('what can not be read is an error', { timeout: lawTimeout }, async () => {
  await expect(check('other')).resolves.toBeUndefined()
})
