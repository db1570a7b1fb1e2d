// Random folders below `manifests`: files, links, pipes, devices and names of all sorts; and what a pattern has to make of each.
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  linkSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
  mkdtempSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { registry } from '../../src/kinds/registry.ts'
import { loadManifests } from '../../src/manifest/load-manifests.ts'
import { loadProject } from '../../src/project/load-project.ts'
import { settingsIn } from '../manifest/load-files.ts'
import { runProgram } from '../support/cli.ts'
import { lawTimeout, runsOf } from '../support/laws/runs.ts'
import { seedOf } from '../support/seed.ts'

const everyone = ['file', 'folder', 'nothing', 'circle', 'pipe', 'device', 'up', 'beside'] as const
/** These are readable for root. */
const forbidden = ['unreadable', 'unlistable'] as const
type Sort = (typeof everyone)[number] | (typeof forbidden)[number]

interface Entry {
  readonly name: string
  readonly sort: Sort
  readonly inside: readonly Entry[]
}

const endings = ['.yaml', '.yaml', '.yml', '.yml', '', '', '.txt', '.yaml~', '.d']
const prefixes = ['', '', '', '', '', '.', '.#']

function someFolder(isRoot: 'root' | 'other', depth = 0): fc.Arbitrary<readonly Entry[]> {
  const sorts: readonly Sort[] = isRoot === 'root' ? everyone : [...everyone, ...forbidden]
  const entry = fc
    .record({
      prefix: fc.constantFrom(...prefixes),
      ending: fc.constantFrom(...endings),
      isPackages: fc.integer({ min: 0, max: 15 }).map((dice) => dice === 0),
      sort: fc.oneof(
        { weight: 5, arbitrary: fc.constantFrom<Sort>('file', 'folder') },
        { weight: 3, arbitrary: fc.constantFrom(...sorts) },
      ),
      inside: depth < 2 ? someFolder(isRoot, depth + 1) : fc.constant([]),
    })
    .map(({ prefix, ending, isPackages, sort, inside }) => ({
      name: { prefix, ending, isPackages },
      sort,
      inside,
    }))
  return fc.array(entry, { maxLength: 5 }).map((entries) =>
    entries.map(({ name: { prefix, ending, isPackages }, ...rest }, index) => ({
      ...rest,
      name: isPackages && index === 0 ? 'node_modules' : `${prefix}${'abcde'[index]}${ending}`,
    })),
  )
}

/** Each file declares the subscriber whose id is its number. Returns what gives back all permissions. */
function makeFolder(root: string, entries: readonly Entry[]): () => void {
  const pipe = join(dirname(root), 'pipe')
  spawnSync('mkfifo', [pipe])
  const locked: string[] = []
  let count = 0
  const make = (folder: string, some: readonly Entry[]): void => {
    mkdirSync(folder)
    for (const { name, sort, inside } of some) {
      const path = join(folder, name)
      const text = `subscribers: [{ subscriberId: s${(count += 1)}, firstName: Ada }]\n`
      if (sort === 'file' || sort === 'unreadable') writeFileSync(path, text)
      if (sort === 'folder' || sort === 'unlistable') make(path, inside)
      if (sort === 'nothing') symlinkSync('nowhere', path)
      if (sort === 'circle') symlinkSync(name, path)
      if (sort === 'pipe') linkSync(pipe, path)
      if (sort === 'device') symlinkSync('/dev/null', path)
      if (sort === 'up') symlinkSync('.', path)
      if (sort === 'beside') symlinkSync(some[0]?.name ?? '.', path)
      if (sort === 'unreadable' || sort === 'unlistable') locked.push(path)
    }
  }
  make(root, entries)
  for (const path of locked) chmodSync(path, 0)
  return () => [...locked].reverse().forEach((path) => chmodSync(path, 0o700))
}

/** Independent of how belfry matches: whether a path, by names, is to be read, and whether something in it may be. */
interface Reach {
  readonly pattern: string
  readonly isWanted: (names: readonly string[]) => boolean
  readonly mayHold: (names: readonly string[]) => boolean
  /** Whether other endings are listed as ignored. */
  readonly isFolder?: true
}

const reaches: readonly Reach[] = [
  {
    pattern: 'manifests',
    isWanted: (names) => /\.ya?ml$/.test(names.at(-1) ?? ''),
    mayHold: () => true,
    isFolder: true,
  },
  {
    pattern: 'manifests/*.yaml',
    isWanted: (names) => names.length === 1 && names[0]?.endsWith('.yaml') === true,
    mayHold: () => false,
  },
  {
    pattern: 'manifests/*/*.yml',
    isWanted: (names) => names.length === 2 && names[1]?.endsWith('.yml') === true,
    mayHold: (names) => names.length === 1,
  },
  {
    pattern: 'manifests/**/*.yaml',
    isWanted: (names) => names.at(-1)?.endsWith('.yaml') === true,
    mayHold: () => true,
  },
]

/** Entries by where they really are. */
interface Fate {
  readonly loaded: ReadonlySet<string>
  readonly ignored: ReadonlySet<string>
  readonly broken: ReadonlySet<string>
  readonly unreadable: ReadonlySet<string>
}

/** By following every path, links and circles too, until nothing new can come. */
function fateOf(root: string, reach: Reach): Fate {
  const fate = {
    loaded: new Set<string>(),
    ignored: new Set<string>(),
    broken: new Set<string>(),
    unreadable: new Set<string>(),
  }
  visit(root, [], reach, fate)
  return fate
}

type Growing = Readonly<Record<keyof Fate, Set<string>>>

function visit(folder: string, names: readonly string[], reach: Reach, fate: Growing): void {
  const found = attempt(() => readdirSync(folder))
  if (found === undefined) return void fate.unreadable.add(placeOf(folder))
  // No folder is deeper, and links lead to the same folders again.
  if (names.length > 2) return
  for (const name of found) judge(join(folder, name), [...names, name], reach, fate)
}

function judge(path: string, names: readonly string[], reach: Reach, fate: Growing): void {
  const [isWanted, mayHold] = [reach.isWanted(names), reach.mayHold(names)]
  const name = basename(path)
  if (!isWanted && !mayHold) return
  if (name.startsWith('.') || name === 'node_modules') return void fate.ignored.add(placeOf(path))
  const stats = attempt(() => statSync(path))
  if (stats?.isDirectory() === true) {
    if (mayHold) visit(path, names, reach, fate)
    else fate.ignored.add(placeOf(path))
  } else if (isWanted) {
    const isRead = stats?.isFile() === true && (process.getuid?.() === 0 || (stats.mode & 0o400) !== 0)
    if (isRead) fate.loaded.add(realpathSync(path))
    else fate.unreadable.add(placeOf(path))
  } else if (stats === undefined) (name.includes('.') ? fate.broken : fate.unreadable).add(placeOf(path))
  else if (reach.isFolder) fate.ignored.add(placeOf(path))
}

/** Of an entry, not of what it links to. */
function placeOf(path: string): string {
  return join(realpathSync(dirname(path)), basename(path))
}

function attempt<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}

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
