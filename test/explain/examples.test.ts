// The examples of rules: a wrong one has exactly the problem that it is about, and a right one hasn't.
import { describe, expect, test } from 'vitest'
import type { Example } from '../../src/explain/explained.ts'
import { explainedProviders } from '../../src/explain/explained-providers.ts'
import { explainedRules } from '../../src/explain/rules.ts'
import { cases, hostileCases, rulesIn } from '../support/cli-cases.ts'
import { folderWith } from '../support/cli-process.ts'
import { runProgram } from '../support/cli.ts'
import { rules } from '../../src/core/rules.ts'

const project = `targets:
  Development: { apiKey: '\${env:BELFRY_DEVELOPMENT_API_KEY}' }
  Production: { apiKey: '\${env:BELFRY_PRODUCTION_API_KEY}' }
manifests: [manifests]
variables: { sender: hello@acme.example, oncall: ops-oncall }
`

const env = {
  BELFRY_DEVELOPMENT_API_KEY: 'key-of-development-4f9d2c7b',
  BELFRY_PRODUCTION_API_KEY: 'key-of-production-1a84d0c9',
  MAIL_KEY: 'mail-3b1f0a9e7c',
  SPARE_KEY: 'mail-77e0c1d2a9',
  TWILIO_SID: 'twilio-8d2e6b5c40',
  ACME_OPTION: 'option-5c40d2e6b8',
  SLACK_WEBHOOK: 'https://hooks.acme.example/T1/B2/c4d5e6f7',
  DEVICE_TOKEN: 'device-90ab12cd34ef',
}

const manifest = 'manifests/all.yaml'

function filesOf(examples: readonly Example[], url: string): Readonly<Record<string, string>> {
  const own = Object.fromEntries(examples.map(({ file = manifest, text }) => [file, text]))
  const suites = Object.keys(own).some((file) => file.startsWith('smoke/'))
    ? 'smoke: { suites: [smoke] }\n'
    : ''
  return {
    'belfry.yaml': `service: { url: ${url} }\n${project}${suites}`,
    // An example of a project file needs something to manage.
    ...(own['belfry.yaml'] !== undefined && { [manifest]: 'subscribers:\n  - subscriberId: ada\n' }),
    ...own,
  }
}

/** `plan` also needs secrets and an address. */
async function rulesOf(examples: readonly Example[], command = 'validate'): Promise<readonly string[]> {
  const files = filesOf(examples, command === 'plan' ? 'https://api.acme.example' : 'sandbox')
  const url = Object.values(files).some((text) => text.includes('BELFRY_URL'))
    ? { BELFRY_URL: 'https://api.acme.example' }
    : {}
  const world = { cwd: folderWith(files), env: { ...env, ...url } }
  const { out } = await runProgram([command, '--format', 'json'], world)
  const { problems } = JSON.parse(out) as { readonly problems: readonly { readonly rule: string }[] }
  return [...new Set(problems.map(({ rule }) => rule))]
}

const kindsOf = (kind: Example['kind']) =>
  explainedRules
    .map(({ name, examples }) => ({ name, examples: examples.filter((each) => each.kind === kind) }))
    .filter(({ examples }) => examples.length > 0)

/** What is checked only when requests follow. */
const planned = new Set(['empty-reference', 'missing-key', 'missing-url'])

/** Warnings that a short example may have besides. */
const beside = new Set(['empty-file', 'missing-credentials'])

describe('a wrong example has the problem, and no other', () => {
  test.each(kindsOf('bad'))('$name', async ({ name, examples }) => {
    const found = await rulesOf(examples, planned.has(name) ? 'plan' : 'validate')
    expect(found.filter((id) => id === name || !beside.has(id))).toEqual([name])
  })
})

describe('a right example has no problem', () => {
  test.each(kindsOf('good'))('$name', async ({ examples }) => {
    expect(await rulesOf(examples)).toEqual([])
  })
})

describe('the program accepts the commands of a fix', () => {
  const lines = kindsOf('fix').flatMap(({ name, examples }) =>
    examples.flatMap(({ text }) => text.split('\n').map((line) => ({ name, line }))),
  )
  // `init` asks in a terminal.
  test.each(lines.filter(({ line }) => /^belfry (?!init)/.test(line)))('$name: $line', async ({ line }) => {
    const [, ...args] = line.match(/'[^']*'|\S+/g) ?? []
    const { err } = await runProgram(
      args.map((word) => word.replaceAll("'", '')),
      { cwd: folderWith({}), env },
    )
    expect(err).not.toMatch(/bad-flag|bad-argument|unknown command|unknown option|needs? an? /)
  })
})

describe('the manifest of a provider has no problem', () => {
  test.each(explainedProviders().map(({ name, examples }) => ({ name, examples })))(
    '$name',
    async ({ examples }) => {
      expect(await rulesOf(examples)).toEqual([])
    },
  )
})

/** What a run needs a service, a signal or a particular machine for. */
const shown = new Set([...cases, ...hostileCases].flatMap(({ expected }) => rulesIn(expected)))

test('every rule of the table has a wrong example here or a case in test/cases', () => {
  const withExample = new Set(kindsOf('bad').map(({ name }) => name))
  const without = rules.map(({ id }) => id).filter((id) => !withExample.has(id) && !shown.has(id))
  // It needs a file of more than 8 MiB.
  expect(without).toEqual(['max-file-size'])
})
