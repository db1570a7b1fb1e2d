// Every way that belfry smoke can end, in every format: exit code, streams, schema, and no text that acts on a reader.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  createSandbox,
  developmentApiKey,
  productionApiKey,
  virtualClock,
  type Sandbox,
} from '../../../src/sandbox/index.ts'
import { formatsFor } from '../../../src/report/formats.ts'
import { folderWith } from '../../support/cli-process.ts'
import { envelopeIn } from '../../support/cli-schemas.ts'
import { runProgram, type ProgramWorld, type Said } from '../../support/cli.ts'

const hostile = 'no\u001B[31m <b>bold</b> @you #1 | `x` ::error::'

const files = {
  'belfry.yaml': `service: { url: '\${env:BELFRY_URL}' }
targets:
  Development: { apiKey: '\${env:DEVELOPMENT_KEY}' }
  Production: { apiKey: '\${env:PRODUCTION_KEY}' }
smoke: { suites: [smoke.yaml] }
`,
  'smoke.yaml': `targets: [Production]
workflow: order-shipped
payload: { order: '17' }
timeout: 20s
cases:
  - { name: reaches somebody, to: user-0003, expect: { email: sent } }
  - { name: reaches somebody else, to: user-0006, expect: { email: sent } }
`,
}

interface Cell {
  readonly exit: number
  readonly given?: (sandbox: Sandbox) => void
  readonly env?: Readonly<Record<string, string>>
  readonly suite?: string
  /** Interrupts it at the first wait. */
  readonly signal?: number
  readonly outcomes?: readonly string[]
  /** How many reach the service. */
  readonly triggers?: number
}

const cells: Readonly<Record<string, Cell>> = {
  'all is met': { exit: 0, outcomes: ['met', 'met'] },
  'a provider refuses, with a text that wants to act': {
    exit: 7,
    given: ({ providers }) => providers.set('mailgun', { outcome: 'refuse', text: hostile }),
    outcomes: ['unmet', 'unmet'],
  },
  'the time is over': {
    exit: 7,
    given: ({ providers }) => providers.set('mailgun', { outcome: 'silent' }),
    suite: files['smoke.yaml'].replace('timeout:', 'retries: 2\ntimeout:'),
    outcomes: ['unmet', 'unmet'],
    triggers: 2,
  },
  'the replies are lost, and nothing appears': {
    exit: 5,
    given: ({ faults }) => faults.set(['500-before:triggerEvent']),
    suite: files['smoke.yaml'].replace('timeout:', 'retries: 2\ntimeout:'),
    outcomes: ['unknown', 'unknown'],
    triggers: 2,
  },
  'the replies are lost, and it was sent': {
    exit: 0,
    given: ({ faults }) => faults.set(['500-after:triggerEvent']),
    outcomes: ['met', 'met'],
    triggers: 2,
  },
  'one is lost, and one is not as expected': {
    exit: 5,
    given: ({ faults, providers }) => {
      faults.set(['500-before:triggerEvent@1'])
      providers.set('mailgun', { outcome: 'refuse', text: 'no' })
    },
    outcomes: ['unknown', 'unmet'],
    triggers: 2,
  },
  'API down': { exit: 1, env: { BELFRY_URL: 'http://127.0.0.1:9' } },
  '401': { exit: 3, env: { PRODUCTION_KEY: 'a-key-that-nobody-knows' } },
  'a suite that is wrong': { exit: 3, suite: files['smoke.yaml'].replace('order-shipped', "''") },
  'somebody unknown': { exit: 4, suite: files['smoke.yaml'].replace('user-0006', 'user-9999') },
  interrupted: {
    exit: 130,
    signal: 130,
    given: ({ providers }) => providers.set('mailgun', { outcome: 'silent' }),
    outcomes: ['unknown', 'unknown'],
  },
}

async function smoke(
  cell: Cell,
  args: readonly string[],
): Promise<Said & { readonly folder: string; readonly triggers: number }> {
  const sandbox = await createSandbox({ clock: virtualClock() })
  onTestFinished(() => sandbox.close())
  cell.given?.(sandbox)
  const folder = folderWith({ ...files, ...(cell.suite !== undefined && { 'smoke.yaml': cell.suite }) })
  let interrupt: ((code: number) => void) | undefined
  const world: ProgramWorld = {
    cwd: folder,
    env: {
      BELFRY_URL: sandbox.url,
      DEVELOPMENT_KEY: developmentApiKey,
      PRODUCTION_KEY: productionApiKey,
      ...cell.env,
    },
    pass: (milliseconds) => {
      sandbox.clock.advance(milliseconds)
      if (cell.signal !== undefined) interrupt?.(cell.signal)
    },
    io: {
      onSignal: (first) => {
        interrupt = first
        return () => undefined
      },
    },
  }
  const said = await runProgram(['smoke', '--concurrency', '1', ...args], world)
  const triggers = sandbox.log.filter(({ operation }) => operation === 'triggerEvent').length
  return { ...said, folder, triggers }
}

interface Cases {
  readonly cases?: readonly { readonly outcome: string }[]
}

const formats = formatsFor('stdout', 'smoke')
const reports = formatsFor('file', 'smoke')

test('there are the formats that the docs name', () => {
  expect([...formats].sort()).toEqual(['html', 'json', 'markdown', 'text'])
  expect(reports).toEqual(expect.arrayContaining(['junit', 'markdown', 'html', 'json']))
})

describe.each(Object.entries(cells))('%s', (_, cell) => {
  test.each(formats)('as %s', async (format) => {
    const flags = reports.flatMap((kind) => ['--report', `${kind}=report.${kind}`])
    const { exit, out, err, folder, triggers } = await smoke(cell, ['--format', format, ...flags])
    expect(exit).toBe(cell.exit)
    expect(triggers).toBe(cell.triggers ?? triggers)
    const report = (kind: string): string => readFileSync(join(folder, `report.${kind}`), 'utf8')
    for (const text of [out, err, ...reports.map(report)]) expect(text).not.toContain('\u001B')
    for (const kind of ['html', 'junit']) expect(report(kind)).not.toContain('<b>bold')
    const envelope = envelopeIn(report('json'))
    expect(envelope).toMatchObject({ command: 'smoke', exit })
    expect((envelope as unknown as Cases).cases?.map(({ outcome }) => outcome)).toEqual(cell.outcomes)
    expect(out === '').toBe(cell.outcomes === undefined && format === 'text')
    const told = [...(format === 'json' ? [] : [out]), ...['markdown', 'html', 'junit'].map(report)]
    for (const text of told)
      expect(text.includes('not started, because the run was interrupted')).toBe(exit === 130)
    expect(/<failure|<error/.test(report('junit'))).toBe(exit !== 0)
  })
})
