// What export writes as CSV is what is in the service, whatever the values are, and holds no formula that a spreadsheet runs.
import * as fc from 'fast-check'
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { createSandbox, productionApiKey } from '../../src/sandbox/index.ts'
import { runProgram } from '../support/cli.ts'
import { lawTimeout, runsOf } from '../support/laws/runs.ts'
import { seedOf } from '../support/seed.ts'

const piece = fc.constantFrom(
  '=1+1', '+49 30', '-1', '@SUM(A1)', "'", "'=", '"', '""', ',', ';', '\n', '\r\n', '\t', ' ', 'Zoë', '😀', '${env:X}', 'true', '1', '0x1',
) // prettier-ignore
const text = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(''))
const value = fc.oneof(
  { weight: 4, arbitrary: text },
  fc.integer(),
  fc.boolean(),
  fc.constant(''),
  fc.array(text, { maxLength: 2 }),
  fc.record({ code: text }),
)
const key = fc.constantFrom('plan', 'a.b', 'with space', 'a;b', 'a,b', '"quoted"', '=1')
const person = fc.record(
  {
    firstName: text,
    lastName: text,
    phone: text,
    data: fc.dictionary(key, value, { maxKeys: 4 }),
    deviceTokens: fc.array(fc.stringMatching(/^token-[a-z]{12}$/), { minLength: 1, maxLength: 2 }),
  },
  { requiredKeys: [] },
)

test('after an export as CSV the plan is empty', { timeout: lawTimeout }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(person, { minLength: 1, maxLength: 5 }), async (people) => {
      const environment = 'Production'
      const sandbox = await createSandbox({
        seed: {
          environments: [{ name: environment, apiKey: productionApiKey }],
          integrations: [
            {
              environment,
              identifier: 'push',
              name: 'Push',
              providerId: 'fcm',
              channel: 'push',
              active: true,
            },
          ],
          subscribers: people.map(({ deviceTokens, ...fields }, index) => ({
            environment,
            subscriberId: `=user-${index}`,
            ...fields,
            ...(deviceTokens && {
              channels: [{ providerId: 'fcm', integrationIdentifier: 'push', credentials: { deviceTokens } }],
            }),
          })),
        },
      })
      const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'belfry-csv-')))
      try {
        const project =
          "service: { url: '${env:BELFRY_URL}' }\ntargets:\n  Production: { apiKey: '${env:KEY}' }\nrules: { shared-device-token: off }\n"
        writeFileSync(join(cwd, 'belfry.yaml'), project)
        const env = { BELFRY_URL: sandbox.url, KEY: productionApiKey }
        const run = (args: string) => runProgram(args.split(' '), { cwd, env })
        const written = await run('export --out out --subscribers all --channels --format csv')
        expect([written.exit, written.out.includes('resources were not written')]).toEqual([0, false])
        const csv = readFileSync(join(cwd, 'out/.people/subscribers.csv'), 'utf8')
        const rows: string[][] = parse(csv, { bom: true })
        expect(rows).toHaveLength(people.length + 1)
        expect(rows.flat().filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([])
        const planned = await run('plan -f out -f out/.people --secrets=needed --detailed-exitcode')
        expect([planned.err, planned.exit]).toEqual(['', 0])
      } finally {
        rmSync(cwd, { recursive: true })
        await sandbox.close()
      }
    }),
    { seed: seedOf('export as CSV', 'BELFRY_LAWS_SEED'), numRuns: runsOf({ small: 20, full: 100 }) },
  )
})
