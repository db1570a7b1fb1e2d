// A result that holds a secret outside its type is a bug: nothing of it is printed, and the field is named.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createFilter, type Filter } from '../../src/core/secrets/redact.ts'
import { LeakError, refuseSecrets } from '../../src/core/secrets/leak.ts'
import type { Plan } from '../../src/core/plan/plan.ts'
import { Secret } from '../../src/core/secrets/secret.ts'
import { learn } from '../../src/engine/plan/close-secrets.ts'
import { registry } from '../../src/kinds/registry.ts'
import { formatsFor } from '../../src/report/formats.ts'
import { developmentApiKey, productionApiKey } from '../../src/sandbox/index.ts'
import { cliWorld } from '../support/cli-world.ts'
import { runProgram } from '../support/cli.ts'
import { changeOf } from '../support/sketched-change.ts'

/** A filter that takes words of belfry's own for a secret. */
function knowing(text: string): Filter {
  const filter = createFilter()
  filter.addSecrets(Secret.of(text, 'env:LEAKED'))
  return filter
}

const manifest = `targets: [Production]
integrations:
  - { identifier: new-sms, name: New, providerId: twilio, channel: sms, active: false, credentials: { from: '+15550100', colour: red } }
subscribers:
  - { subscriberId: ops-oncall, lastName: Duty }
`

const files = { 'manifests/all.yaml': manifest }
/** Of the warning `unknown-credential`, which plan and validate show. */
const words = 'unknown credential'

describe.each(formatsFor('stdout', 'plan'))('as %s', (format) => {
  test('nothing of a plan is printed', async () => {
    const { folder, env } = await cliWorld(files)
    const plain = await runProgram(['plan', '--format', format], { cwd: folder, env })
    expect(plain).toMatchObject({ exit: 0 })
    expect(plain.out + plain.err).toContain(words)
    const said = await runProgram(['plan', '--format', format], { cwd: folder, env, filter: knowing(words) })
    expect(said.exit).toBe(1)
    const all = said.out + said.err
    expect(all).toMatch(
      /this is a bug in belfry: LeakError: \(secret env:LEAKED\) would be shown in the field problems\.\d+\.message/,
    )
    expect(all).not.toContain(words)
    expect(all).not.toContain('new-sms')
  })
})

const reported = (['validate', 'plan', 'apply'] as const).flatMap((command) =>
  formatsFor('file', command).map((kind) => [command, kind] as const),
)

test.each(reported)('%s says so in a report as %s', async (command, kind) => {
  const { folder, env } = await cliWorld(files)
  const args = [command, ...(command === 'apply' ? ['--yes'] : []), '--report', `${kind}=report`]
  const said = await runProgram(args, { cwd: folder, env, filter: knowing(words) })
  expect(said.exit).toBe(1)
  const report = readFileSync(join(folder, 'report'), 'utf8')
  expect(report).not.toContain(words)
  // Figures of nothing are the lines that explain them.
  expect(report).toMatch(/LeakError|^\{\}\n?$|^(?:#.*\n)+$/)
})

test('nothing is printed by commands that tell no account', async () => {
  const { folder, env } = await cliWorld(files)
  const run = (args: string, filter: Filter) => runProgram(args.split(' '), { cwd: folder, env, filter })
  const said = await run('events list -t Production --channel nonsense --format json', knowing('nonsense'))
  expect(said).toMatchObject({ exit: 1 })
  expect(JSON.parse(said.out)).toMatchObject({ command: 'belfry', problems: [{ rule: 'bug' }] })
  expect(said.out).toContain('problems.0.message')
  expect(said.out + said.err).not.toContain('nonsense')
})

test('a field that a kind says is secret proves nothing by being shown', () => {
  const change = changeOf({
    kind: 'integration',
    name: 'sendgrid-main',
    before: { credentials: { apiKey: 'a-forgotten-secret', from: 'notify@acme.example' } },
  })
  const plan = { sections: [{ changes: [change], notes: [] }] } as unknown as Plan
  const filter = createFilter()
  filter.addSecrets([Secret.of('a-forgotten-secret', 'live'), Secret.of('notify@acme.example', 'env:SENDER')])
  learn(plan, [], registry, filter)
  expect(() => refuseSecrets(plan, filter)).toThrow(LeakError)
  expect(() => refuseSecrets(plan, filter)).toThrow(/sections\.0\.changes\.0\.before\.credentials\.apiKey/)
})

test('a name that is a secret is not repeated', () => {
  const filter = knowing('canary-as-a-name')
  expect(() => refuseSecrets({ data: { 'canary-as-a-name': 1 } }, filter)).toThrow(
    '(secret env:LEAKED) would be shown in the field data.(secret env:LEAKED)',
  )
})

test.each([
  'plan',
  'plan --out plan.json --report html=page --report markdown=summary',
  'apply --yes',
  'apply --yes --format json',
])('%s neither shows nor saves nor sends a plan in which a live key is a secret', async (command) => {
  const { env, folder, run, writes } = await cliWorld(
    {
      'manifests/all.yaml':
        'targets: [Production]\nsubscribers:\n  - { subscriberId: ops, exact: [data], data: { team: ops } }\n',
    },
    {
      environments: [
        { name: 'Development', apiKey: developmentApiKey },
        { name: 'Production', apiKey: productionApiKey },
      ],
      subscribers: [
        { environment: 'Production', subscriberId: 'ops', data: { [productionApiKey]: 'is a key' } },
      ],
    },
  )
  const said = await run(`${command} -t Production`, { env })
  expect(said.exit).toBe(1)
  expect(said.err).toContain('LeakError: (secret env:PRODUCTION_KEY) would be shown')
  expect(said.out + said.err).not.toContain(productionApiKey)
  expect(writes()).toEqual([])
  const written = readdirSync(folder).filter((name) => !['belfry.yaml', 'manifests'].includes(name))
  // Reports say why there is no result. There is no plan, and no part of one.
  expect(written).toEqual(command.includes('--out') ? ['page', 'summary'] : [])
  for (const name of written)
    expect(readFileSync(join(folder, name), 'utf8').includes(productionApiKey)).toBe(false)
})
