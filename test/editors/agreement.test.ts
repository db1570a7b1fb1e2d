// What validate accepts, no editor may underline. The exception is an active integration without required credentials.
import type { ValidateFunction } from 'ajv/dist/2020.js'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseAllDocuments, stringify } from 'yaml'
import { load, project } from '../manifest/load-files.ts'
import { cases } from '../support/cli-cases.ts'
import { compiled } from '../support/editor-schemas.ts'
import { isFull } from '../support/form.ts'
import { seedOf } from '../support/seed.ts'

const isManifest = compiled(new URL('../../schemas/manifest.schema.json', import.meta.url))
const isProject = compiled(new URL('../../schemas/project.schema.json', import.meta.url))

/** What an editor underlines. */
function underlined(isValid: ValidateFunction, value: unknown): readonly string[] {
  if (isValid(value)) return []
  return (isValid.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

const accepted = cases.filter(
  ({ expected }) => expected.startsWith('exit 0') && !expected.includes('missing-credentials'),
)

test('there are cases that validate accepts', () => expect(accepted.length).toBeGreaterThan(10))

test.each(accepted)('the files of test/cases/$name', ({ files }) => {
  for (const { path, content } of files) {
    if (!/^(?:belfry\.ya?ml|manifests\/.*\.ya?ml)$/.test(path)) continue
    const isValid = /^belfry\.ya?ml$/.test(path) ? isProject : isManifest
    for (const document of parseAllDocuments(content.toString(), { merge: true })) {
      const value: unknown = document.toJS()
      const found = value === null ? [] : underlined(isValid, value)
      expect({ path, found }).toEqual({ path, found: [] })
    }
  }
})

const variables = {
  provider: 'sendgrid',
  on: true,
  keys: { apiKey: '${env:KEY}', from: 'a@acme.example', senderName: 'Acme' },
  hook: { inboundWebhookEnabled: true },
  groups: [{ isNegated: false, type: 'GROUP', value: 'AND', children: [] }],
}

const keys = {
  apiKey: fc.constant('${env:KEY}'),
  secretKey: fc.constant('${env:KEY}'),
  from: fc.constant('a@acme.example'),
  senderName: fc.constant('Acme'),
  region: fc.constant('eu-west-1'),
  host: fc.constant('mail.acme.example'),
  port: fc.constantFrom<unknown>(25, '25', '25', true),
  secure: fc.constantFrom<unknown>(true, 'false', '${var:on}', '${env:KEY}'),
  tenantId: fc.constantFrom<unknown>('a', 1),
  apikey: fc.constant('${env:KEY}'),
  madeUp: fc.constantFrom<unknown>(1, [], 'a'),
}

const someCredentials = fc.oneof(
  fc.constant('${var:keys}'),
  someOf('apiKey', 'from', 'senderName'),
  someOf('secretKey', 'madeUp'),
  someOf('host', 'port', 'secure', 'from', 'tenantId'),
  someOf('region', 'apikey'),
)

function someOf(...names: readonly (keyof typeof keys)[]): fc.Arbitrary<unknown> {
  return fc.record(Object.fromEntries(names.map((name) => [name, keys[name]])), { requiredKeys: [] })
}

const providers = [
  'sendgrid',
  'ses',
  'nodemailer',
  'svc-email',
  'novu-email',
  'acme',
  '${var:provider}',
  'msteams',
]

const someFields = {
  providerId: fc.constantFrom(...providers),
  active: fc.constantFrom<unknown>(true, false, false, false, 'true', '${var:on}', '${env:KEY}'),
  credentials: someCredentials,
  configurations: fc.constantFrom<unknown>('${var:hook}', { inboundWebhookEnabled: true }),
  conditions: fc.constantFrom<unknown>('${var:groups}', null, variables.groups),
}

const someIntegration = fc.record(
  {
    ...someFields,
    identifier: fc.constant('mail'),
    channel: fc.constantFrom('email', 'email', 'email', '${var:channel}', '${var:channel}', 'mail', 'sms'),
    // Development has the values of the integration, so that none is without a use.
    perTarget: fc.record({ Production: fc.record(someFields, { requiredKeys: [] }) }),
  },
  { requiredKeys: ['identifier', 'channel', 'providerId'] },
)

interface Integration {
  readonly providerId: string
  readonly credentials?: unknown
  readonly perTarget?: object
}

/** Whether an editor can know the provider and the credentials. */
function isForEditors({ providerId, credentials, perTarget }: Integration): boolean {
  return perTarget === undefined && !providerId.includes('$') && typeof credentials !== 'string'
}

const seed = seedOf('editors agree with validate', 'BELFRY_LAWS_SEED')
const numRuns = isFull ? 2000 : 150

test('required fields that each target has for itself', async () => {
  const perTarget = { Production: { providerId: 'ses' }, Development: { providerId: 'mailtrap' } }
  const manifest = { integrations: [{ identifier: 'mail', channel: 'email', perTarget }] }
  expect((await load(stringify(manifest))).problems).toEqual([])
  expect(underlined(isManifest, manifest)).toEqual([])
})

test('any integration that validate accepts', { timeout: 120_000 }, async () => {
  const seen = { accepted: 0, foreign: 0 }
  const property = fc.asyncProperty(someIntegration, async (integration) => {
    const manifest = { integrations: [integration] }
    const { problems } = await load({
      'belfry.yaml': project + stringify({ variables: { ...variables, channel: 'email' } }),
      'manifests/a.yaml': stringify(manifest),
    })
    const rules = new Set(problems.map(({ rule }) => rule))
    const found = underlined(isManifest, manifest)
    const isAccepted =
      !rules.has('missing-credentials') && problems.every(({ severity }) => severity !== 'error')
    const isForeign = rules.has('foreign-credential') && isForEditors(integration)
    if (isAccepted) seen.accepted += 1
    if (isForeign) seen.foreign += 1
    expect(isAccepted ? found : []).toEqual([])
    expect(isForeign && found.length === 0).toBe(false)
  })
  await fc.assert(property, { seed, numRuns })
  expect(seen).toEqual({ accepted: expect.any(Number), foreign: expect.any(Number) })
  expect(Math.min(seen.accepted, seen.foreign)).toBeGreaterThan(0)
})
