// Export, then plan: what is written of a service is exactly what is in it, with its secrets and without.
import {
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
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { createSandbox, type ProfileName, type Sandbox } from '../../src/sandbox/index.ts'
import { runProgram, type Said } from '../support/cli.ts'
import { lawTimeout } from '../support/laws/runs.ts'
import { isFields, textOf, type Fields, type Json } from '../support/laws/texts.ts'
import { check } from './worlds/law.ts'
import { type LiveCase, someLive } from './worlds/live.ts'
import type { Mix } from './worlds/mix.ts'

type Subscribers = 'none' | 'all' | 'all --channels'

interface ExportOptions {
  readonly profile: ProfileName
  readonly layout: 'file' | 'kind' | 'channel' | 'resource'
  readonly subscribers: Subscribers
}

interface Exported {
  readonly variables: readonly { readonly name: string }[]
  readonly left: readonly { readonly name: string; readonly why: string }[]
  readonly notes: readonly { readonly note: string }[]
}

async function exportPlansEmpty(live: LiveCase, options: ExportOptions, mix: Mix): Promise<void> {
  const sandbox = await createSandbox({ seed: live.seed, profile: options.profile })
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'belfry-export-')))
  try {
    writeFileSync(join(folder, 'belfry.yaml'), projectOf(sandbox))
    const env = {
      BELFRY_URL: sandbox.url,
      ...Object.fromEntries(Object.values(sandbox.keys).map((key, index) => [`KEY_${index}`, key])),
    }
    const run = (args: string, more: object = {}) =>
      runProgram(args.split(' '), { cwd: folder, env: { ...env, ...more } })
    const written = await run(
      `export --out out --layout ${options.layout} --subscribers ${options.subscribers} --format json`,
    )
    if (written.exit !== 0)
      throw new Error(`export ended with ${written.exit}:\n${written.out}${written.err}`)
    const result = JSON.parse(written.out) as Exported
    for (const { why } of result.left) mix.add(`left out: ${generic(why)}`)
    for (const { note } of result.notes) mix.add(`not written: ${generic(note)}`)
    const files = filesIn(join(folder, 'out'))
    for (const [file, text] of [...files, ['stdout', written.out], ['stderr', written.err]] as const)
      for (const secret of live.secrets)
        if (text.includes(secret)) throw new Error(`${file} has a secret of the service`)
    const people = existsSync(join(folder, 'out/.people')) ? ' -f out/.people' : ''
    const plan = `plan -f out${people} --detailed-exitcode`
    assertEmpty(await run(`${plan} --secrets=needed`), 'with --secrets=needed', files)
    const values = valuesOf(files, sandbox)
    const listed = result.variables.map(({ name }) => name).toSorted()
    if (listed.join() !== [...values.keys()].toSorted().join())
      throw new Error(`variables ${listed.join()}, but references ${[...values.keys()].join()}`)
    mix.add(values.size > 0 ? 'with variables' : 'without variables')
    assertEmpty(await run(plan, Object.fromEntries(values)), 'with all variables', files)
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await sandbox.close()
  }
}

function generic(why: string): string {
  return why.replaceAll(/"[^"]*"/g, '"…"').slice(0, 60)
}

function projectOf(sandbox: Sandbox): string {
  const targets = Object.keys(sandbox.keys).map(
    (name, index) => `  ${name}: { apiKey: '\${env:KEY_${index}}' }`,
  )
  return `service: { url: '\${env:BELFRY_URL}' }\ntargets:\n${targets.join('\n')}\n# Random subscribers have the same few tokens.\nrules: { shared-device-token: off }\n`
}

function filesIn(folder: string): (readonly [file: string, text: string])[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => [name, readFileSync(join(parentPath, name), 'utf8')])
}

function assertEmpty(
  { exit, out, err }: Said,
  how: string,
  files: readonly (readonly [string, string])[],
): void {
  if (exit === 0) return
  const texts = files.map(([file, text]) => `--- ${file}\n${text}`)
  throw new Error(`the plan ${how} ended with ${exit}:\n${out}${err}${texts.join('\n')}`)
}

/** What each variable stands for in the service. It must be the same wherever the variable is used. */
function valuesOf(
  files: readonly (readonly [file: string, text: string])[],
  sandbox: Sandbox,
): ReadonlyMap<string, string> {
  const values = new Map<string, string>()
  const all = Object.keys(sandbox.keys)
  const align = (written: Json, live: unknown): void => {
    if (typeof written === 'string') {
      const [, name] = /^\$\{env:(\w+)\}$/.exec(written) ?? []
      if (name === undefined) return
      if (typeof live !== 'string') throw new Error(`${name} stands for ${textOf(live)}`)
      if ((values.get(name) ?? live) !== live) throw new Error(`${name} stands for two values`)
      values.set(name, live)
    } else if (Array.isArray(written)) {
      const items = written as readonly Json[]
      items.forEach((item, index) => align(item, (live as readonly unknown[] | undefined)?.[index]))
    } else if (isFields(written))
      for (const [key, inner] of Object.entries(written)) align(inner, (live as Fields | undefined)?.[key])
  }
  const rowOf = (list: string, item: Fields, target: string): unknown =>
    list === 'integrations'
      ? sandbox.state.integrations
          .list(target)
          .find(({ identifier, providerId, channel }) =>
            item['identifier'] === undefined
              ? channel === 'in_app'
              : channel !== 'in_app' &&
                identifier === unescaped(item['identifier']) &&
                providerId === item['providerId'],
          )
      : sandbox.state.subscribers
          .list(target)
          .find(({ subscriberId }) => subscriberId === unescaped(item['subscriberId']))
  for (const [file, text] of files) {
    const lists: Fields = file.endsWith('.ndjson')
      ? { subscribers: text.split('\n').flatMap((line) => (line === '' ? [] : (JSON.parse(line) as Json))) }
      : file.endsWith('.yaml')
        ? (parse(text) as Fields)
        : {}
    for (const [list, items] of Object.entries(lists))
      for (const { targets = all, perTarget = {}, ...item } of items as readonly Fields[])
        for (const target of item['include'] === undefined ? (targets as readonly string[]) : []) {
          const row = rowOf(list, item, target)
          align(item, row)
          if (isFields(perTarget)) align(perTarget[target] ?? {}, row)
        }
  }
  return values
}

function unescaped(text: Json | undefined): string {
  return textOf(text).replaceAll('$${', '${')
}

const layouts = ['file', 'kind', 'channel', 'resource'] as const
const subscribers = ['all --channels', 'all', 'none'] as const

test.each(['contract', 'novu-2026-04', 'novu-2026-09'] as const)(
  'after an export the plan is empty in %s',
  { timeout: lawTimeout },
  async (profile) => {
    expect(
      await check({
        name: `export in ${profile}`,
        cases: someLive,
        runs: { small: 3, full: 120 },
        mix: ['with variables', 'without variables'],
        holds: (live, mix) => {
          const { random } = live
          const options = {
            profile,
            layout: layouts[random % 4] ?? 'kind',
            subscribers: subscribers[Math.floor(random / 4) % 3] ?? 'all',
          }
          return exportPlansEmpty(live, options, mix)
        },
      }),
    ).toEqual([])
  },
)
