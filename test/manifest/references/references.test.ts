// References: what each stands for, where it may stand, and what is wrong with the others.
import { describe, expect, it } from 'vitest'
import { inspect } from 'node:util'
import { isEqual } from '../../../src/core/plan/compare-fields.ts'
import { Secret } from '../../../src/core/secrets/secret.ts'
import type { Settings } from '../../../src/project/project.ts'
import { load } from '../load-files.ts'

const project = `service: { url: sandbox }
variables:
  plain: shared
  on: true
  port: 587
  tags: [a, b]
  color: { deep: "\${env:SET}" }
  secret: \${env:SET}
  visible: \${env:SET|plain}
  looped: \${var:plain}
  none: ''
targets:
  One: { apiKey: "\${env:ONE_KEY}", variables: { own: one, plain: of one } }
  Two: { apiKey: "\${env:TWO_KEY}" }
manifests: [manifests]
`

async function resolve(field: string, text: string, settings: Partial<Settings> = {}) {
  const manifest = `subscribers:\n  - subscriberId: ${field === 'subscriberId' ? text : 'a'}
    targets: [One]
${field === 'subscriberId' ? '' : `    ${field}: ${text}`}`
  const files = {
    'belfry.yaml': project,
    'manifests/a.yaml': manifest,
    'note.txt': 'from a file\n',
    'empty.txt': '\n',
  }
  const env = { SET: 'value', EMPTY: '', GITHUB_TOKEN: 'token', ONE_KEY: 'key', TWO_KEY: 'other' }
  const { loaded, problems } = await load(files, { need: 'live', env, ...settings })
  const [desired] = loaded.forTarget('One')
  const rules = problems
    .filter(({ position }) => position?.file === 'manifests/a.yaml')
    .map(({ rule }) => rule)
  const elsewhere = problems
    .filter(({ position }) => position?.file === 'belfry.yaml')
    .map(({ rule }) => rule)
  return { value: desired?.declared[field], rules, elsewhere }
}

describe('where secrets are only named', () => {
  const named = { secrets: 'named' } as const

  it.each([
    ['${env:SET}', '(secret env:SET)'],
    ['${env:UNSET}', '(secret env:UNSET)'],
    ['${file:missing.txt}', '(secret file:missing.txt)'],
    ['${var:secret}', '(secret env:SET)'],
  ])('%s has no value and need not exist', async (text, label) => {
    const { value, rules } = await resolve('firstName', text, named)
    expect(rules).toEqual([])
    expect(String(value as Secret)).toBe(label)
    expect((value as Secret).isResolved).toBe(false)
  })

  it('what is no secret is to be seen', async () => {
    expect(await resolve('firstName', '${env:SET|plain}', named)).toMatchObject({ value: 'value', rules: [] })
    expect((await resolve('firstName', '${env:UNSET|plain}', named)).rules).toEqual(['empty-reference'])
  })
})

describe('in a visible field', () => {
  it.each([
    ['${var:plain}', 'of one'],
    ['x-${var:own}-${target:name}', 'x-one-One'],
    ['$${env:SET}', '${env:SET}'],
    ['${env:SET|plain}!', 'value!'],
    ['${var:visible}', 'value'],
    ['"port ${var:port}"', 'port 587'],
  ])('%s', async (text, expected) => {
    const { value, rules } = await resolve('firstName', text)
    expect(rules).toEqual([])
    expect(value).toBe(expected)
  })

  it.each([
    ['${env:SET}', 'env:SET', 'value'],
    ['${var:secret}', 'env:SET', 'value'],
    ['${file:note.txt}', 'file:note.txt', 'from a file'],
    ['${file:./x/../note.txt}', 'file:note.txt', 'from a file'],
    [
      'a ${env:SET} b ${file:note.txt} ${var:plain}',
      'env:SET + file:note.txt',
      'a value b from a file of one',
    ],
  ])('%s is a secret', async (text, origin, expected) => {
    const { value, rules } = await resolve('firstName', text)
    expect(rules).toEqual([])
    expect(inspect(value)).toBe(`(secret ${origin})`)
    expect(isEqual(value, Secret.of(expected, ''))).toBe(true)
  })

  it.each([
    ['${env:UNSET}', 'empty-reference'],
    ['${env:EMPTY|plain}', 'empty-reference'],
    ['${file:empty.txt}', 'empty-reference'],
    ['${file:nowhere.txt}', 'file-unreadable'],
    ['${file:../../etc/passwd}', 'file-outside'],
    ['${file:/etc/passwd}', 'file-outside'],
    ['${var:unknown}', 'unknown-variable'],
    ['${env:GITHUB_TOKEN}', 'forbidden-reference'],
    ['${env:ACTIONS_RUNTIME_TOKEN}', 'forbidden-reference'],
    ['${env:TWO_KEY}', 'forbidden-reference'],
    ['${NAME}', 'bad-reference'],
    ['${envS}', 'bad-reference'],
    ['${files}', 'bad-reference'],
    ['${vars}', 'bad-reference'],
    ['${env:NAME', 'bad-reference'],
    ['"${env:}"', 'bad-reference'],
    ['${target:id}', 'bad-reference'],
    ['"tags ${var:tags}"', 'bad-reference'],
    ['${var:port}', 'wrong-type'],
  ])('%s is a mistake', async (text, rule) => {
    expect((await resolve('firstName', text)).rules).toEqual([rule])
  })

  it('an empty variable is reported where it is written', async () => {
    const { rules, elsewhere } = await resolve('firstName', '${var:none}')
    expect(rules).toEqual([])
    expect(elsewhere).toContain('empty-reference')
  })
})

describe('in other fields', () => {
  it.each([
    ['data', '{ a: "${var:on}", b: "${var:port}", c: "${var:tags}" }', { a: true, b: 587, c: ['a', 'b'] }],
    ['data', '${var:color}', { deep: '(secret env:SET)' }],
    ['subscriberId', '${var:plain}', 'of one'],
    ['subscriberId', 'x-${var:visible}', 'x-value'],
  ])('%s: %s', async (field, text, expected) => {
    const { value, rules } = await resolve(field, text)
    expect(rules).toEqual([])
    expect(JSON.parse(JSON.stringify(value))).toEqual(expected)
  })

  it.each([
    ['subscriberId', '${env:SET}', 'reference-in-identity'],
    ['subscriberId', '${target:name}', 'reference-in-identity'],
    ['subscriberId', '${var:secret}', 'reference-in-identity'],
    [
      'channels',
      '[{ providerId: fcm, integrationIdentifier: a, credentials: { deviceTokens: ["${env:SET|plain}"] } }]',
      'plain-in-secret',
    ],
    [
      'channels',
      '[{ providerId: fcm, integrationIdentifier: a, credentials: { deviceTokens: ["${var:visible}"] } }]',
      'plain-in-secret',
    ],
    ['channels', '[{ providerId: fcm, integrationIdentifier: a, credentials: "${env:SET}" }]', 'wrong-type'],
  ])('%s: %s is a mistake', async (field, text, rule) => {
    expect((await resolve(field, text)).rules).toEqual([rule])
  })

  it('a plain variable in a secret field is a secret', async () => {
    const { value } = await resolve(
      'channels',
      '[{ providerId: fcm, integrationIdentifier: a, credentials: { deviceTokens: ["${var:plain}", "x${var:own}"] } }]',
    )
    expect(JSON.stringify(value)).toContain('["(secret var:plain)","(secret var:own)"]')
  })

  it('a variable can hold no variable', async () => {
    expect((await resolve('firstName', 'x')).elsewhere).toEqual(['bad-reference'])
  })
})

describe('offline', () => {
  it.each([
    ['${env:UNSET}', '(secret env:UNSET)'],
    ['${env:SET}', '(secret env:SET)'],
    ['${file:nowhere.txt}', '(secret file:nowhere.txt)'],
    ['${env:UNSET|plain}', '(secret env:UNSET)'],
    ['${env:SET|plain}', 'value'],
  ])('%s needs nothing to exist', async (text, expected) => {
    const { value, rules } = await resolve('firstName', text, { need: 'offline' })
    expect(rules).toEqual([])
    expect(JSON.parse(JSON.stringify(value ?? null))).toBe(expected)
    expect(value instanceof Secret && value.isResolved).toBe(false)
  })
})
