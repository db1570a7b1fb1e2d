// Law: `export --write` takes over what users changed in the dashboard, so the next plan is empty and the next export changes nothing.
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { parse } from 'yaml'
import { createSandbox, type Seed } from '../../src/sandbox/index.ts'
import { keys, project } from '../support/cli-world.ts'
import { runProgram } from '../support/cli.ts'
import { law } from './worlds/law.ts'
import type { Mix } from './worlds/mix.ts'

const environments = ['Development', 'Production'] as const
type Environment = (typeof environments)[number]

const sorts = ['name', 'from', 'senderName', 'active', 'primary'] as const

/** What a user sets in the dashboard of one environment. */
const someEdit = fc.record({
  environment: fc.constantFrom<Environment>(...environments),
  integration: fc.nat(2),
  sort: fc.constantFrom(...sorts, 'primary', 'primary'),
  text: fc.constantFrom('Acme', 'Acme: sales # 2', "it's", '${name}', 'yes'),
})

const someEdits = fc.record({
  edits: fc.array(someEdit, { minLength: 1, maxLength: 6 }),
  /** Of the first integration: the others are for both. */
  targets: fc.constantFrom('both', 'Production', 'Production, and Development later'),
  style: fc.constantFrom('block', 'flow', 'perTarget'),
  /** Where `primary: true` of the first integration is: for all its targets, or for Production only. */
  primary: fc.constantFrom('at the end', 'in the middle', 'at the start', 'of Production', 'nowhere'),
})

type Edits = typeof someEdits extends fc.Arbitrary<infer Case> ? Case : never
type Live = NonNullable<Seed['integrations']>[number]

const identifiers = ['first', 'second', 'third'] as const

/** Before the edits, the service shows what the manifest declares. */
function isPrimary(environment: Environment, index: number, where: Edits['primary']): boolean {
  return index === 0 && where !== 'nowhere' && (where !== 'of Production' || environment === 'Production')
}

function liveIn(environment: Environment, index: number, where: Edits['primary']): Live {
  return {
    environment,
    identifier: identifiers[index] ?? '',
    name: `Mail ${index}`,
    providerId: 'sendgrid',
    channel: 'email',
    active: true,
    primary: isPrimary(environment, index, where),
    credentials: { apiKey: `canary-key-${index}`, from: 'old@acme.example', senderName: 'Old' },
  }
}

function seedOf({ edits, targets, primary: where }: Edits, mix: Mix): Seed {
  const live = new Map<string, Live>(
    environments.flatMap((environment) =>
      identifiers.map(
        (name, index) => [`${environment} ${name}`, liveIn(environment, index, where)] as const,
      ),
    ),
  )
  if (targets === 'Production') live.delete('Development first')
  for (const { environment, integration, sort, text } of edits) {
    const key = `${environment} ${identifiers[integration]}`
    const old = live.get(key)
    if (old === undefined) continue
    mix.add(sort)
    if (sort === 'primary')
      for (const [name, other] of live)
        if (other.environment === environment) live.set(name, { ...other, primary: false })
    const change = {
      name: { name: text },
      from: { credentials: { ...old.credentials, from: `${text.length}@acme.example` } },
      senderName: { credentials: { ...old.credentials, senderName: text } },
      // The service makes an integration that is switched off no primary one, and activates one that becomes primary.
      active: { active: old.active !== true, primary: false },
      primary: { primary: true, active: true },
    }[sort]
    live.set(key, { ...old, ...change })
  }
  return { integrations: [...live.values()] }
}

function manifestOf({ targets, style, primary }: Edits): string {
  const items = identifiers.map((identifier, index) => {
    const own = index === 0 && targets !== 'both' ? '[Production]' : '[Development, Production]'
    const credentials = `credentials: { apiKey: "\${env:KEY_${index}}", from: old@acme.example, senderName: Old }`
    const isOwn = index === 0
    const ofProduction = [
      ...(style === 'perTarget' ? ['credentials: { senderName: Old }'] : []),
      ...(isOwn && primary === 'of Production' ? ['primary: true'] : []),
    ]
    const flag = (where: Edits['primary']) => (isOwn && primary === where ? ['primary: true'] : [])
    const fields = [
      ...flag('at the start'),
      `identifier: ${identifier}`,
      `targets: ${own}`,
      `name: Mail ${index}`,
      'providerId: sendgrid',
      ...flag('in the middle'),
      'channel: email',
      'active: true',
      ...(ofProduction.length === 0 ? [] : [`perTarget: { Production: { ${ofProduction.join(', ')} } }`]),
      credentials,
      ...flag('at the end'),
    ]
    return style === 'flow'
      ? `  # about ${identifier}\n  - { ${fields.join(', ')} }\n`
      : `  # about ${identifier}\n  - ${fields.join('\n    ')} # at the end of ${identifier}\n`
  })
  return `# The e-mail of Acme.\nintegrations:\n${items.join('\n')}`
}

interface Item {
  readonly identifier: string
  readonly targets: readonly string[]
  readonly primary?: boolean
  readonly perTarget?: Readonly<Record<string, { readonly primary?: boolean }>>
}

/** By environment. */
function declaredPrimaries(manifest: string): Readonly<Record<string, string>> {
  const { integrations } = parse(manifest) as { readonly integrations: readonly Item[] }
  return Object.fromEntries(
    integrations.flatMap(({ identifier, targets, primary, perTarget }) =>
      targets
        .filter((target) => perTarget?.[target]?.primary ?? primary)
        .map((target) => [target, identifier]),
    ),
  )
}

function primariesIn({ integrations = [] }: Seed, environment: Environment): string[] {
  return integrations.flatMap((each) =>
    each.environment === environment && each.primary === true ? (each.identifier ?? '') : [],
  )
}

async function exportTakesOver(edits: Edits, mix: Mix): Promise<void> {
  const seed = seedOf(edits, mix)
  const sandbox = await createSandbox({ seed })
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'belfry-taken-over-')))
  const file = join(folder, 'manifests/email.yaml')
  const textIn = (): string => readFileSync(file, 'utf8')
  try {
    mkdirSync(join(folder, 'manifests'))
    writeFileSync(join(folder, 'belfry.yaml'), project)
    const before = manifestOf(edits)
    writeFileSync(file, before)
    const secrets = Object.fromEntries(identifiers.map((_, index) => [`KEY_${index}`, `canary-key-${index}`]))
    const env = { BELFRY_URL: sandbox.url, ...keys, ...secrets }
    const run = async (args: string) => {
      const said = await runProgram(
        `${args} --only integration/first --only integration/second --only integration/third`.split(' '),
        { cwd: folder, env },
      )
      if (said.exit !== 0)
        throw new Error(`${args} ends with ${said.exit}:\n${said.out}${said.err}\n${textIn()}`)
      return said
    }
    await run('export --write')
    const written = textIn()
    await run('plan --detailed-exitcode')
    for (const environment of environments)
      if (environment in declaredPrimaries(before)) {
        const [found = ''] = primariesIn(seed, environment)
        if ((declaredPrimaries(written)[environment] ?? '') !== found)
          throw new Error(`${found} is primary in ${environment}, but not in\n${written}`)
        mix.add(found === 'first' ? 'the same primary' : found === '' ? 'no primary' : 'another primary')
      }
    await run('export --write')
    if (textIn() !== written) throw new Error(`a second export changes\n${written}\nto\n${textIn()}`)
    const comments = before.match(/# .*/g) ?? []
    const lost = comments.find((comment) => !written.includes(comment))
    if (lost !== undefined) throw new Error(`the comment ${lost} is lost in\n${written}`)
    mix.add(written.includes('perTarget') ? 'different for each target' : 'the same in all targets')
    mix.add(written === before ? 'no change' : 'a change')
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await sandbox.close()
  }
}

law('after export --write the plan is empty, and a second export changes nothing', {
  name: 'export --write',
  cases: someEdits,
  runs: { full: 500 },
  mix: [
    'name',
    'from',
    'senderName',
    'active',
    'primary',
    'different for each target',
    'a change',
    'the same primary',
    'another primary',
    'no primary',
  ],
  holds: exportTakesOver,
})
