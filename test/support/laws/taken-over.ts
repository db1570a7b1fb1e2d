// Law: `export --write` takes over what users changed in the dashboard, so the next plan is empty and the next export changes nothing.
import * as fc from 'fast-check'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSandbox, type Seed } from '../../../src/sandbox/index.ts'
import { keys, project } from '../cli-world.ts'
import { runProgram } from '../cli.ts'
import type { Mix } from './mix.ts'

const environments = ['Development', 'Production'] as const
type Environment = (typeof environments)[number]

const sorts = ['name', 'from', 'senderName', 'active'] as const

/** What a user sets in the dashboard of one environment. */
const someEdit = fc.record({
  environment: fc.constantFrom<Environment>(...environments),
  integration: fc.nat(2),
  sort: fc.constantFrom(...sorts),
  text: fc.constantFrom('Acme', 'Acme: sales # 2', "it's", '${name}', 'yes'),
})

export const someEdits = fc.record({
  edits: fc.array(someEdit, { minLength: 1, maxLength: 6 }),
  /** Of the first integration: the others are for both. */
  targets: fc.constantFrom('both', 'Production'),
  style: fc.constantFrom('block', 'flow', 'perTarget'),
})

type Edits = typeof someEdits extends fc.Arbitrary<infer Case> ? Case : never
type Live = NonNullable<Seed['integrations']>[number]

const identifiers = ['first', 'second', 'third'] as const

function liveIn(environment: Environment, index: number): Live {
  return {
    environment,
    identifier: identifiers[index] ?? '',
    name: `Mail ${index}`,
    providerId: 'sendgrid',
    channel: 'email',
    active: true,
    primary: false,
    credentials: { apiKey: `canary-key-${index}`, from: 'old@acme.example', senderName: 'Old' },
  }
}

function seedOf({ edits, targets }: Edits, mix: Mix): Seed {
  const live = new Map<string, Live>(
    environments.flatMap((environment) =>
      identifiers.map((name, index) => [`${environment} ${name}`, liveIn(environment, index)] as const),
    ),
  )
  if (targets !== 'both') live.delete('Development first')
  for (const { environment, integration, sort, text } of edits) {
    const key = `${environment} ${identifiers[integration]}`
    const old = live.get(key)
    if (old === undefined) continue
    mix.add(sort)
    const change = {
      name: { name: text },
      from: { credentials: { ...old.credentials, from: `${text.length}@acme.example` } },
      senderName: { credentials: { ...old.credentials, senderName: text } },
      active: { active: old.active !== true },
    }[sort]
    live.set(key, { ...old, ...change })
  }
  return { integrations: [...live.values()] }
}

function manifestOf({ targets, style }: Edits): string {
  const items = identifiers.map((identifier, index) => {
    const own = index === 0 && targets !== 'both' ? '[Production]' : '[Development, Production]'
    const credentials = `credentials: { apiKey: "\${env:KEY_${index}}", from: old@acme.example, senderName: Old }`
    const fields = [
      `identifier: ${identifier}`,
      `targets: ${own}`,
      `name: Mail ${index}`,
      'providerId: sendgrid',
      'channel: email',
      'active: true',
      ...(style === 'perTarget' ? ['perTarget: { Production: { credentials: { senderName: Old } } }'] : []),
      credentials,
    ]
    return style === 'flow'
      ? `  # about ${identifier}\n  - { ${fields.join(', ')} }\n`
      : `  # about ${identifier}\n  - ${fields.join('\n    ')} # at the end of ${identifier}\n`
  })
  return `# The e-mail of Acme.\nintegrations:\n${items.join('\n')}`
}

export async function exportTakesOver(edits: Edits, mix: Mix): Promise<void> {
  const sandbox = await createSandbox({ seed: seedOf(edits, mix) })
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
