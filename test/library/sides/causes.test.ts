// A plan with --diff-base says which changes come from the branch, and which undo what drifted.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { gitIn } from '../../../src/library/sides/git.ts'
import { createSandbox } from '../../../src/sandbox/index.ts'
import { runProgram, type Said } from '../../support/cli.ts'
import { put } from '../../support/cli-process.ts'
import { plainEnv, repositoryWith } from '../../support/trees.ts'

const project = `
service: { url: "\${env:BELFRY_URL}" }
targets: { Production: { apiKey: "\${env:KEY}" } }
manifests: [manifests]
`

const mail = (name: string, from: string): string => `
integrations:
  - identifier: mail
    name: ${name}
    providerId: sendgrid
    channel: email
    active: true
    credentials: { apiKey: "\${env:MAIL_KEY}", from: ${from} }
`

async function planned(...args: string[]): Promise<Said & { readonly folder: string }> {
  const folder = repositoryWith({
    'belfry.yaml': project,
    'manifests/mail.yaml': mail('Mail', 'a@acme.example'),
  })
  put(folder, { 'manifests/mail.yaml': mail('Mail of the branch', 'a@acme.example') })
  const integrations = [
    {
      environment: 'Production',
      identifier: 'mail',
      name: 'Mail',
      providerId: 'sendgrid',
      channel: 'email' as const,
      active: true,
      credentials: { apiKey: 'made-up-mail-key', from: 'by-hand@acme.example' },
    },
  ]
  const sandbox = await createSandbox({
    seed: { integrations, subscribers: [], workflows: [], messages: [], notifications: [] },
  })
  onTestFinished(() => sandbox.close())
  const env = { BELFRY_URL: sandbox.url, KEY: sandbox.keys['Production'], MAIL_KEY: 'made-up-mail-key' }
  const said = await runProgram(['plan', '--diff-base', 'main', ...args], {
    cwd: folder,
    git: gitIn(plainEnv),
    env,
  })
  return { ...said, folder }
}

/** What a plan says below its heading. */
const below = (out: string): string => out.slice(out.indexOf('\nProduction\n'), out.indexOf('\nNext: '))

test('a saved plan shows the same', async () => {
  const { out, folder } = await planned('--out', 'plan.json', '--report', 'json=said.json')
  const shown = await runProgram(['show', 'plan.json', '--report', 'json=shown.json'], { cwd: folder })
  expect(out).toContain('Changed by this branch:')
  expect(below(shown.out).replace(/\n\d+ reads?.*/, '')).toBe(below(out).replace(/\n\d+ reads?.*/, ''))
  const read = (file: string): Read => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Read
  const [said, again] = [read('said.json').plan, read('shown.json').saved.plan]
  expect(again).toMatchObject({ causes: said.causes, declaredSince: said.declaredSince })
  expect(causesIn(again)).toEqual(causesIn(said))
})

interface Caused {
  readonly causes: unknown
  readonly declaredSince: unknown
  readonly sections: readonly {
    readonly changes: readonly { cause: unknown; differences: { cause: unknown }[] }[]
  }[]
}

interface Read {
  readonly plan: Caused
  readonly saved: { readonly plan: Caused }
}

const causesIn = ({ sections }: Caused): unknown =>
  sections.flatMap(({ changes }) =>
    changes.map((change) => [change.cause, change.differences.map(({ cause }) => cause)]),
  )

test('as JSON', async () => {
  const { out } = await planned('--format', 'json')
  const { plan } = JSON.parse(out) as { plan: { sections: { changes: unknown[] }[] } }
  expect(plan.sections.flatMap(({ changes }) => changes)).toMatchObject([
    {
      cause: 'both',
      differences: [
        { path: 'name', cause: 'branch' },
        { path: 'credentials.from', cause: 'drift' },
      ],
    },
  ])
})

test('as text', async () => {
  const { out } = await planned()
  const changes = out.slice(out.indexOf('\nProduction\n'), out.indexOf('\nPlan: '))
  expect(changes).toBe(`
Production
Changed by this branch:
~ integration mail                                        manifests/mail.yaml:3
    ~ name              Mail → Mail of the branch
    ~ credentials.from  by-hand@acme.example → a@acme.example  (drift)
`)
  expect(out).toMatch(
    /^Since [0-9a-f]{12} \(merge base of HEAD and main\): 1 changed by this branch \(1 also undoes drift\)\.$/m,
  )
})

test('as Markdown', async () => {
  const { out } = await planned('--format', 'markdown')
  expect(out).toContain('### Plan: 1 changed by this branch (1 also undoes drift), 2 warnings\n')
  expect(out).toMatch(
    /^project `belfry\.yaml`, branch `main`, base `[0-9a-f]{12} \(merge base of HEAD and main\)`$/m,
  )
  expect(out).toContain('#### Changed by this branch (1)\n')
  expect(out).toContain(
    '\n!     name              Mail → Mail of the branch\n!     credentials.from  by-hand@acme.example → a@acme.example  (drift)\n',
  )
})

test('as a page', async () => {
  const { out } = await planned('--format', 'html')
  expect(out).toContain('<h1>Plan: 1 changed by this branch (1 also undoes drift), 2 warnings</h1>')
  expect(out).toContain('>Changed by this branch (1)</h2>')
  const [, json = ''] = /<script type="application\/json" id="data">(.*?)<\/script>/.exec(out) ?? []
  const { lists } = JSON.parse(json) as { lists: readonly (readonly { lines: readonly string[] }[])[] }
  expect(lists.flat().flatMap(({ lines }) => lines)).toEqual([
    '!     name              Mail → Mail of the branch',
    '!     credentials.from  by-hand@acme.example → a@acme.example  (drift)',
    '      PUT /v1/integrations/{id of integration mail}',
  ])
})
