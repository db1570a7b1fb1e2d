// Export into manifests that exist: only the values that are listed change, and what is left differing is listed.
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PlanJson } from '../../src/core/plan/plan-shape.ts'
import {
  createSandbox,
  parseSeed,
  type ProfileName,
  type Sandbox,
  type Seed,
} from '../../src/sandbox/index.ts'
import { runProgram, type Said } from '../support/cli.ts'
import { sampled } from '../support/form.ts'
import { lawTimeout } from '../support/laws/runs.ts'
import { someText } from '../support/laws/texts.ts'
import { exampleEnv } from '../support/sandbox-process.ts'
import { check } from './worlds/law.ts'
import { someConditions, someLive } from './worlds/live.ts'
import type { Mix } from './worlds/mix.ts'

interface Field {
  readonly file: string
  readonly line: number
  readonly resource: string
  readonly target?: string
  readonly field: string
}

interface Updated {
  readonly changes: readonly Field[]
  readonly appended: readonly { readonly file: string; readonly resource: string }[]
  readonly leftAlone: readonly (Field & { readonly why: string })[]
  readonly notes: readonly { readonly resource: string; readonly note: string }[]
}

type Files = ReadonlyMap<string, string>
type Run = (args: string) => Promise<Said>

/** What a person does to a file, which says the same after it. */
const habits: Readonly<Record<string, (text: string) => string>> = {
  none: (text) => text,
  CRLF: (text) => text.replaceAll('\r', '').replaceAll('\n', '\r\n'),
  'no final line break': (text) => text.trimEnd(),
  comments: (text) => text.replaceAll(/^( +(?:- )?(?:active|primary|channel): \w+)$/gm, '$1   # as agreed'),
}

/** A service in one state is exported; in its other state, the manifests are updated. */
async function updateIsExact(
  before: Seed,
  after: Seed,
  { profile, layout, habit }: { profile: ProfileName; layout: string; habit: string },
  mix: Mix,
): Promise<void> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'belfry-splice-')))
  try {
    await within(before, profile, folder, async (run) => {
      await must(run(`export --out manifests --layout ${layout}`))
      const written = filesIn(folder)
      await must(run('export --write'))
      assertSame(written, filesIn(folder), 'an export into its own output')
    })
    for (const [file, text] of filesIn(folder))
      if (file.endsWith('.yaml'))
        writeFileSync(join(folder, 'manifests', file), habits[habit]?.(text) ?? text)
    await within(sameEnvironments(after, before), profile, folder, (run) => updateOf(folder, run, mix))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The projects have one list of targets. */
function sameEnvironments(seed: Seed, { environments = [] }: Seed): Seed {
  const isKnown = ({ environment }: { readonly environment: string }): boolean =>
    environments.some(({ name }) => name === environment)
  return {
    ...seed,
    environments: environments.map(
      (each) => seed.environments?.find(({ name }) => name === each.name) ?? each,
    ),
    integrations: (seed.integrations ?? []).filter(isKnown),
    subscribers: (seed.subscribers ?? []).filter(isKnown),
  }
}

/** An edit of one of the integrations in the service, by its place in the list. */
interface HandEdit {
  readonly index: number
  readonly fields: Readonly<Record<string, unknown>>
}

/** Manifests that people wrote: they are applied, someone edits the service, and the manifests are updated. */
async function exampleUpdateIsExact(example: URL, edits: readonly HandEdit[], mix: Mix): Promise<void> {
  const seed = new URL('sandbox.json', example)
  const sandbox = await createSandbox(
    existsSync(seed) ? { seed: parseSeed(JSON.parse(readFileSync(seed, 'utf8'))) } : {},
  )
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'belfry-splice-')))
  try {
    cpSync(example, folder, { recursive: true })
    const env = exampleEnv(example, sandbox.url)
    const run: Run = (args) => runProgram(args.split(' '), { cwd: folder, env })
    await must(run('apply --yes'))
    for (const [environment, key] of Object.entries(sandbox.keys)) {
      const rows = sandbox.state.integrations.list(environment)
      for (const { index, fields } of edits)
        await fetch(`${sandbox.url}/v1/integrations/${rows[index % rows.length]?._id}`, {
          method: 'PUT',
          headers: { Authorization: `ApiKey ${key}`, 'Content-Type': 'application/json' },
          body: JSON.stringify(fields),
        })
    }
    await updateOf(folder, run, mix)
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await sandbox.close()
  }
}

async function updateOf(folder: string, run: Run, mix: Mix): Promise<void> {
  const old = filesIn(folder)
  const exported = async (args: string): Promise<Updated> =>
    JSON.parse((await must(run(`export --format json${args}`))).out) as Updated
  // Their lines are those of the files before, and of the result those of the files after it.
  const before = await exported('')
  const result = await exported(' --write')
  const now = filesIn(folder)
  for (const [file, text] of old)
    assertKept(file, text, now.get(file) ?? '', { ...result, changes: before.changes })
  for (const { field } of result.changes) mix.add(`changed ${field.split('.')[0]}`)
  for (const { why } of result.leftAlone) mix.add(`left: ${why}`)
  mix.add('appended', result.appended.length)
  mix.add('late target', result.appended.filter(({ resource }) => resource.includes(' in ')).length)
  const again = JSON.parse((await must(run('export --write --format json'))).out) as Updated
  assertSame(now, filesIn(folder), 'a second export')
  // What the first one noted at a resource that it added, the second one leaves alone: primary of an inactive integration.
  const isNoted = ({ resource, field }: { readonly resource: string; readonly field: string }): boolean =>
    result.notes.some(
      (each) => each.resource === resource && each.note.startsWith(`${field.split('.')[0]}: `),
    )
  if (again.leftAlone.filter((each) => !isNoted(each)).length > result.leftAlone.length)
    throw new Error('the second export leaves more alone')
  const planned = await run('plan --secrets=defer --format json')
  const { plan } = JSON.parse(planned.out) as { readonly plan?: PlanJson }
  if (plan === undefined) throw new Error(`there is no plan:\n${planned.out}${[...now].join('\n')}`)
  for (const change of plan.sections.flatMap(({ changes }) => changes)) {
    const listed = result.leftAlone.filter(
      ({ resource, target }) => resource === `${change.kind} ${change.name}` && target === change.target,
    )
    const fields = new Set(listed.map(({ field }) => field.split('.')[0]))
    const isListed = ({ path }: { readonly path: string }): boolean =>
      fields.has('') || fields.has(path.split('.')[0])
    const differences = change.differences as readonly { readonly path: string }[]
    if (listed.length === 0 || !differences.every(isListed))
        throw new Error(`the plan has a change that was not listed: ${JSON.stringify(change)}\n${JSON.stringify(result)}\n${[...now].join('\n')}`) // prettier-ignore
  }
}

/**
 * Lines without a change are there, as they were and in their order; of a changed one the key and the comment are. A line of
 * `primary` may go, but not its comment; the line of `targets` has the targets that are new to the declaration.
 */
function assertKept(file: string, old: string, now: string, { changes, appended }: Updated): void {
  const lines = old.split(/(?<=\n)/)
  const isHere = (each: { readonly file: string }): boolean => each.file === `manifests/${file}`
  const late = new Set(appended.filter(isHere).map(({ resource }) => resource))
  const isLate = ({ resource, target }: Field): boolean => late.has(`${resource} in ${target}`)
  const all = changes.filter((each) => isHere(each) && !isLate(each))
  const own = all.map(({ line }) => line - 1)
  const inside = new Set(own.flatMap((first) => blockFrom(lines, first)))
  const rest = now.split(/(?<=\n)/)
  const hasChanges = all.length > 0
  // A target that comes late may have another primary, so that the line moves to the targets that had it.
  const moved = late.size > 0 || all.some(({ field }) => field === 'primary')
  let at = 0
  for (const [index, line] of lines.entries()) {
    if (inside.has(index) && !own.includes(index)) continue
    const [, key = '', comment = ''] = /^(.*?:|).*?((?: {3}# as agreed)?)\r?\n?$/.exec(line) ?? []
    const isPrimary = moved && key.trim() === 'primary:'
    if (isPrimary && comment === '') continue
    // A target without values of its own gets some.
    const opened = hasChanges ? /^.*: \{(?=\}\r?\n?$)/.exec(line)?.[0] : undefined
    const grown = late.size > 0 ? /^ +targets: \[.+(?=\]\r?\n?$)/.exec(line)?.[0] : undefined
    const begins = isPrimary ? '' : own.includes(index) ? key : (opened ?? (grown && `${grown}, `))
    const isIt = (other: string): boolean =>
      other === line ||
      other.replace(/\r?\n$/, '') === line ||
      // The last line went, of a file that doesn't end with a line break.
      other === line.replace(/\r?\n$/, '') ||
      // The values of a target had only that line.
      (moved && other.trimEnd() === `${line.trimEnd()} {}`) ||
      (begins !== undefined &&
        other.startsWith(begins) &&
        (isPrimary || own.includes(index) ? other.trimEnd().endsWith(comment.trim()) : true))
    const found = rest.findIndex((other, place) => place >= at && isIt(other))
    if (found < 0)
      throw new Error(
        `line ${index + 1} of ${file} is not kept: ${line}\n--- before\n${old}\n--- after\n${now}`,
      )
    at = found + 1
  }
}

/** The indexes of a field's lines: its own, and those below it that are indented more or are items of its list. */
function blockFrom(lines: readonly string[], first: number): number[] {
  const indentOf = (line = ''): number => /^[ -]*/.exec(line)?.[0].length ?? 0
  const own = indentOf(lines[first])
  let end = first + 1
  while (end < lines.length && (lines[end]?.trim() === '' || indentOf(lines[end]) > own)) end += 1
  return Array.from({ length: end - first }, (_, index) => first + index)
}

async function within(
  seed: Seed,
  profile: ProfileName,
  folder: string,
  use: (run: Run) => Promise<void>,
): Promise<void> {
  // prettier-ignore
  const sandbox = await createSandbox({ seed, profile })
  try {
    writeFileSync(join(folder, 'belfry.yaml'), projectOf(sandbox))
    const keys = Object.values(sandbox.keys).map((key, index) => [`KEY_${index}`, key])
    const env = { BELFRY_URL: sandbox.url, ...Object.fromEntries(keys) } as Record<string, string>
    await use((args) => runProgram(args.split(' '), { cwd: folder, env }))
  } finally {
    await sandbox.close()
  }
}

function projectOf({ keys }: Sandbox): string {
  const targets = Object.keys(keys).map((name, index) => `  ${name}: { apiKey: '\${env:KEY_${index}}' }`)
  return `service: { url: '\${env:BELFRY_URL}' }\ntargets:\n${targets.join('\n')}\nmanifests: [manifests]\nrules: { shared-device-token: off }\n`
}

function filesIn(folder: string): Files {
  const root = join(folder, 'manifests')
  const names = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1))
  return new Map(names.map((name) => [name, readFileSync(join(root, name), 'utf8')]))
}

function assertSame(old: Files, now: Files, what: string): void {
  for (const file of new Set([...old.keys(), ...now.keys()]))
    if (old.get(file) !== now.get(file))
      throw new Error(`${what} changed ${file}:\n--- before\n${old.get(file)}\n--- after\n${now.get(file)}`)
}

async function must(running: Promise<Said>): Promise<Said> {
  const said = await running
  if (said.exit !== 0) throw new Error(`it ended with ${said.exit}:\n${said.out}${said.err}`)
  return said
}

const layouts = ['file', 'kind', 'channel', 'resource'] as const

test.each(sampled(['contract', 'novu-2026-04', 'novu-2026-09'] as const, 3))(
  'an export changes only what it lists in %s',
  { timeout: lawTimeout },
  async (profile) => {
    expect(
      await check({
        name: `update in ${profile}`,
        cases: fc.record({ before: someLive, after: someLive }),
        runs: { small: 3, full: 60 },
        mix: ['changed name', 'changed active', 'appended'],
        holds: ({ before, after }, mix) => {
          const layout = layouts[before.random % 4] ?? 'kind'
          const habit = Object.keys(habits)[after.random % 4] ?? 'none'
          return updateIsExact(before.seed, after.seed, { profile, layout, habit }, mix)
        },
      }),
    ).toEqual([])
  },
)

const edit = fc.record({
  index: fc.nat(5),
  fields: fc.oneof(
    fc.record({
      name: fc.oneof(someText, fc.constantFrom('a: b', "it's", '# no comment', '0123', 'x, y]', '${x}')),
    }),
    fc.record({ active: fc.boolean() }),
    fc.record({ conditions: someConditions }),
  ),
})

test.each(['quickstart', 'oncall'])(
  'an export changes only what it lists in examples/%s',
  { timeout: lawTimeout },
  async (example) => {
    expect(
      await check({
        name: `update of ${example}`,
        cases: fc.array(edit, { minLength: 1, maxLength: 4 }),
        runs: { small: 2, full: 30 },
        mix: ['changed name'],
        holds: (edits, mix) =>
          exampleUpdateIsExact(new URL(`../../examples/${example}/`, import.meta.url), edits, mix),
      }),
    ).toEqual([])
  },
)
