// No promotion sends a secret of one target to another, however the manifests and the project file hold it.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSandbox, developmentApiKey, productionApiKey } from '../../src/sandbox/index.ts'
import { runProgram } from '../support/cli.ts'
import { folderWith } from '../support/cli-process.ts'
import { lawTimeout, runsOf } from '../support/laws/runs.ts'
import { seedOf } from '../support/seed.ts'

const secrets = {
  DIRECT: 'SG.direct-0a1b2c3d4e5f',
  SHARED: 'SG.shared-6a7b8c9d0e1f',
  OWN: 'SG.own-2a3b4c5d6e7f',
}
const written = 'SG.written-8a9b0c1d2e3f'
const inVariable = 'SG.variable-4a5b6c7d8e9f'

/** How a field of an entry of Development holds a secret, in YAML. */
const ways = [
  '${env:DIRECT}',
  'pre-${env:DIRECT}-post',
  '${var:shared}',
  'x${var:shared}',
  '${var:own}',
  '${var:literal}',
  written,
  `${written}-\${var:region}`,
  `\${var:region}-${written}`,
]
const someField = fc.constantFrom(...ways)
const someCase = fc.record({
  apiKey: someField,
  secretKey: fc.option(someField),
  isPerTarget: fc.boolean(),
  hasOwnEntry: fc.boolean(),
})

const projectOf = (names: readonly string[]): string => `service: { url: '\${env:BELFRY_URL}' }
variables: { shared: '\${env:SHARED}', literal: ${inVariable} }
targets:
  Development: { apiKey: '\${env:KEY_0}', variables: { region: eu, own: '\${env:OWN}' } }
  Production: { apiKey: '\${env:KEY_1}', variables: { region: us, ${names.map((name) => `${name}: '\${env:NEW}'`).join(', ')} } }
manifests: [manifests]
rules: { literal-secret: off, placeholder-secret: off, weak-secret: off }
`

test('a promotion sends no secret of the first target to the second', { timeout: lawTimeout }, async () => {
  const met = { promoted: 0, sent: 0 }
  const holds = fc.asyncProperty(someCase, async ({ apiKey, secretKey, isPerTarget, hasOwnEntry }) => {
    const fields = `apiKey: '${apiKey}', region: eu${secretKey === null ? '' : `, secretKey: '${secretKey}'`}`
    const own = isPerTarget
      ? `perTarget: { Development: { credentials: { ${fields} } } }`
      : `credentials: { ${fields} }`
    const other = `  - { identifier: mail, targets: [Production], name: Other, providerId: ses, channel: email, active: false, credentials: { region: us } }\n`
    const cwd = folderWith({
      'belfry.yaml': projectOf([]),
      'manifests/mail.yaml': `integrations:
  - identifier: mail
    targets: [Development]
    name: Mail
    providerId: ses
    channel: email
    active: false
    ${own}
${hasOwnEntry ? other : ''}`,
    })
    const sandbox = await createSandbox()
    try {
      const env = { ...secrets, BELFRY_URL: sandbox.url, NEW: 'SG.new-production', KEY_0: developmentApiKey, KEY_1: productionApiKey } // prettier-ignore
      const run = (...args: readonly string[]) => runProgram(args, { cwd, env })
      const promoted = await run('promote', 'Development', 'Production', '--only', 'integration/mail', '--write', '--format', 'json') // prettier-ignore
      if (promoted.exit === 3) return
      met.promoted += 1
      const { variables } = JSON.parse(promoted.out) as { variables: readonly { name: string }[] }
      writeFileSync(join(cwd, 'belfry.yaml'), projectOf([...new Set(variables.map(({ name }) => name))]))
      const applied = await run('apply', '--yes', '-t', 'Production')
      const bodies = JSON.stringify(sandbox.log.filter(({ method }) => method !== 'GET'))
      met.sent += bodies.includes('"ses"') ? 1 : 0
      const foreign = [...Object.values(secrets), written, inVariable].filter((each) => bodies.includes(each))
      const text = readFileSync(join(cwd, 'manifests/mail.yaml'), 'utf8')
      expect({ foreign, exit: applied.exit, text, err: applied.err }).toEqual({ foreign: [], exit: 0, text, err: applied.err }) // prettier-ignore
    } finally {
      await sandbox.close()
    }
  })
  await fc.assert(holds, {
    numRuns: runsOf({ full: 150 }),
    seed: seedOf('promoted secrets', 'BELFRY_LAWS_SEED'),
  })
  expect(met.promoted).toBeGreaterThan(0)
  expect(met.sent).toBeGreaterThan(0)
})
