// Law: a promotion changes the named resource of one target only, and gives that target no secret of another.
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseDocument } from 'yaml'
import { Secret } from '../../src/core/secrets/secret.ts'
import { eachLeaf, mapLeaves, valueAt, type ValueMap } from '../../src/core/value.ts'
import { registry } from '../../src/kinds/registry.ts'
import { loadManifests } from '../../src/manifest/load-manifests.ts'
import { loadProject } from '../../src/project/load-project.ts'
import { createSandbox } from '../../src/sandbox/index.ts'
import { runProgram } from '../support/cli.ts'
import { law } from './worlds/law.ts'
import { type LiveCase, someLive } from './worlds/live.ts'
import type { Mix } from './worlds/mix.ts'

interface Promoted {
  readonly changes: readonly { readonly field: string }[]
  readonly variables: readonly { readonly name: string }[]
  readonly left: readonly { readonly why: string }[]
}

interface Differing {
  readonly diff: {
    readonly sections: readonly {
      readonly target?: string
      readonly changes: readonly { readonly kind: string; readonly name: string }[]
      readonly noLongerManaged: readonly object[]
    }[]
  }
}

async function promotesOnly(live: LiveCase, mix: Mix): Promise<void> {
  const sandbox = await createSandbox({ seed: live.seed })
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'belfry-promote-')))
  try {
    const names = Object.keys(sandbox.keys)
    const keys = Object.values(sandbox.keys)
    const env = {
      BELFRY_URL: sandbox.url,
      ...Object.fromEntries(keys.map((key, index) => [`KEY_${index}`, key])),
    }
    const cwd = join(folder, 'now')
    const projectOf = (variables: readonly { readonly name: string }[], to: string): string => {
      const own = variables.map(({ name }) => `${name}: '\${env:NEW_${name}}'`).join(', ')
      const targets = names.map((name, index) => `  ${JSON.stringify(name)}: { apiKey: '\${env:KEY_${index}}'${name === to ? `, variables: { ${own} }` : ''} }`) // prettier-ignore
      return `service: { url: '\${env:BELFRY_URL}' }\ntargets:\n${targets.join('\n')}\nmanifests: [manifests]\n# Random subscribers have the same few tokens.\nrules: { shared-device-token: off, placeholder-secret: off }\n`
    }
    mkdirSync(cwd)
    writeFileSync(join(cwd, 'belfry.yaml'), projectOf([], ''))
    const run = (...args: readonly string[]) => runProgram(args, { cwd, env })
    await run('export', '--out', 'manifests', '--layout', live.random % 2 === 0 ? 'file' : 'kind')
    const { random } = live
    const from = names[random % names.length] ?? ''
    const to = names[(random + 1) % names.length] ?? ''
    const declared = await declaredIn(cwd)
    const eligible = [...declared.forTarget(from)].filter(
      ({ kind, name }) => kind === 'integration' && /^[\w.-]+$/.test(name),
    )
    const known = new Map([...declared.forTarget(to)].map((each) => [each.name, textOf(each)]))
    // What both have alike is promoted without a change, so it is rarely chosen.
    const chosen =
      among(random, [
        eligible.filter((each) => secretsOf([each]).size > 0 && !known.get(each.name)?.includes('env:')),
        eligible.filter((each) => known.has(each.name) && known.get(each.name) !== textOf(each)),
        eligible.filter(({ name }) => !known.has(name)),
      ]) ?? eligible[0]
    if (chosen === undefined) return mix.add('nothing to promote')
    const before = secretsOf(declared.forTarget(to))
    cpSync(cwd, join(folder, 'before'), { recursive: true })
    const only = `integration/${chosen.name}`
    const said = await run('promote', from, to, '--only', only, '--write', '--format', 'json')
    const texts = `${said.out}${said.err}`
    for (const secret of live.secrets) if (texts.includes(secret)) throw new Error('a secret is shown')
    if (said.exit !== 0) {
      if (said.exit !== 3) throw new Error(`promote ended with ${said.exit}:\n${texts}`)
      return mix.add('refused')
    }
    const { variables, changes, left } = JSON.parse(said.out) as Promoted
    for (const each of [cwd, join(folder, 'before')])
      writeFileSync(join(each, 'belfry.yaml'), projectOf(variables, to))
    const told = await run('diff', '../before', '.', '--format', 'json')
    if (told.exit !== 0) throw new Error(`diff ended with ${told.exit}:\n${told.out}${told.err}`)
    const { sections } = (JSON.parse(told.out) as Differing).diff
    for (const { target, changes: all, noLongerManaged } of sections)
      for (const each of [...all, ...noLongerManaged] as { kind?: string; name?: string }[])
        if (target !== to || `${each.kind}/${each.name}` !== only)
          throw new Error(`${target}: ${each.kind}/${each.name} changed, and not only ${to}: ${only}`)
    const after = await declaredIn(cwd)
    const foreign = [...secretsOf(after.forTarget(to))].filter((each) => !before.has(each) && !each.startsWith('env:NEW_')) // prettier-ignore
    if (foreign.length > 0) throw new Error(`${to} has secrets of another target: ${foreign.join()}`)
    const shown = sections.some(({ changes: all }) => all.length > 0)
    if (changes.length > 0 && !shown) throw new Error('a promotion shows in no diff')
    const all = [...after.forTarget(to)]
    const own = all.find((each) => `${each.kind}/${each.name}` === only)
    if (left.length === 0)
      eachLeaf(chosen.declared, (leaf, path) => {
        if (!(leaf instanceof Secret) && valueAt(own?.declared ?? null, path) !== leaf)
          throw new Error(`${path.join('.')} of ${only} was not promoted`)
      })
    mix.add(changes.length === 0 ? 'the same already' : 'promoted')
    if (hasPerTarget(cwd, chosen.name, to)) mix.add('with perTarget')
    if (variables.length > 0) mix.add('with variables')
    if (left.length > 0) mix.add('left')
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await sandbox.close()
  }
}

/** One of the first list that has any, from another list on in each turn. */
function among<Item>(random: number, lists: readonly (readonly Item[])[]): Item | undefined {
  const turn = random % lists.length
  const found = [...lists.slice(turn), ...lists.slice(0, turn)].find((list) => list.length > 0) ?? []
  return found[random % Math.max(1, found.length)]
}

function textOf({ declared }: { readonly declared: ValueMap }): string {
  return JSON.stringify(mapLeaves(declared, (leaf) => (leaf instanceof Secret ? leaf.origin : leaf)))
}

function hasPerTarget(cwd: string, identifier: string, target: string): boolean {
  const folder = join(cwd, 'manifests')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.yaml'),
  )
  return files.some((file) => {
    const entries: unknown = parseDocument(readFileSync(join(folder, file), 'utf8')).toJS()
    const { integrations = [] } = entries as { integrations?: { identifier: unknown; perTarget?: object }[] }
    return integrations.some(
      (each) => each.identifier === identifier && each.perTarget && target in each.perTarget,
    )
  })
}

async function declaredIn(cwd: string) {
  const { project } = await loadProject({
    cwd,
    env: {},
    targets: [],
    need: 'offline',
    inputLimits: {},
    fileRoots: [],
  })
  if (project === undefined) throw new Error('no project')
  return loadManifests(project, registry)
}

function secretsOf(declared: Iterable<{ readonly declared: Parameters<typeof eachLeaf>[0] }>): Set<string> {
  const found = new Set<string>()
  for (const each of declared)
    eachLeaf(each.declared, (leaf) => leaf instanceof Secret && found.add(leaf.origin))
  return found
}

law('a promotion changes the named resource only', {
  name: 'promote',
  cases: someLive.filter(({ seed }) => /"(?:apiKey|secretKey)":"live/.test(JSON.stringify(seed))),
  runs: { full: 100 },
  mix: ['promoted', 'with variables', 'with perTarget'],
  holds: promotesOnly,
})
