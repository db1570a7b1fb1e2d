// The project file and the environment → targets, and all that is wrong with them.
import { describe, expect, it } from 'vitest'
import { join } from 'node:path'
import { isEqual } from '../../src/core/plan/compare-fields.ts'
import { Secret } from '../../src/core/secrets/secret.ts'
import { loadProject } from '../../src/project/load-project.ts'
import type { Settings } from '../../src/project/project.ts'
import { folderWith } from '../support/cli-process.ts'
import { settingsIn } from '../manifest/load-files.ts'

async function load(file: string | undefined, settings: Partial<Settings> = {}, inside = '') {
  const folder = folderWith({ 'deep/er/x': '', ...(file !== undefined && { 'belfry.yaml': file }) })
  const { project, problems } = await loadProject({
    ...settingsIn(join(folder, inside)),
    need: 'live',
    ...settings,
  })
  return { project, said: problems.map(({ rule, position }) => `${position?.line ?? '-'} ${rule}`) }
}

const numbers = Array.from({ length: 65 }, (_, number) => `n${number}`)
/** It has 65 choices, one more than are matched. */
const broad = `{${numbers.join()}}`

const two = `service: { url: "https://api.example.com" }
targets:
  Development: { apiKey: "\${env:DEV}" }
  Production: { apiKey: "\${env:PROD}", environment: Live, unmanaged: ignore }
`

describe('targets', () => {
  it('come in project order, with what their keys are read from', async () => {
    const { project, said } = await load(two, { env: { DEV: 'key of dev\n' } }, 'deep/er')
    expect(said).toEqual([])
    expect(project?.file).toBe('../../belfry.yaml')
    expect(project?.targets).toMatchObject([
      { alias: 'Development', environment: 'Development', apiKeyFrom: 'env:DEV', unmanaged: 'report' },
      { alias: 'Production', environment: 'Live', apiKeyFrom: 'env:PROD', unmanaged: 'ignore' },
    ])
    expect(isEqual(project?.targets[0]?.apiKey, Secret.of('key of dev', ''))).toBe(true)
    // Its environment may not exist yet.
    expect(project?.targets[1]?.apiKey).toBeUndefined()
  })

  it.each([
    [['Prod*'], ['Production'], []],
    [['*'], ['Development', 'Production'], []],
    [['Productoin'], [], ['- unknown-target']],
  ])('%j picks %j', async (targets, aliases, expected) => {
    const { project, said } = await load(two, { targets })
    expect(project?.targets.map(({ alias }) => alias)).toEqual(aliases)
    expect(project?.allTargets.map(({ alias }) => alias)).toEqual(['Development', 'Production'])
    expect(said).toEqual(expected)
  })

  it('is one without a project file', async () => {
    const env = { BELFRY_API_KEY: 'key', BELFRY_URL: 'https://api.example.com/' }
    const { project, said } = await load(undefined, { env, files: ['a.yaml'] })
    expect(said).toEqual([])
    expect(project?.targets).toMatchObject([
      { alias: 'default', url: 'https://api.example.com', apiKeyFrom: 'env:BELFRY_API_KEY' },
    ])
    expect(project?.targets[0]?.environment).toBeUndefined()
    expect(isEqual(project?.targets[0]?.apiKey, Secret.of('key', ''))).toBe(true)
    expect(project?.manifests).toEqual(['a.yaml'])
  })

  it('is the sandbox where nothing else is named', async () => {
    expect((await load(undefined)).project?.targets[0]?.url).toBe('http://127.0.0.1:4111')
    expect((await load('service: { url: sandbox }')).project?.targets[0]?.url).toBe('http://127.0.0.1:4111')
  })

  it.each([
    ['sandbox', { url: 'http://127.0.0.1:4111', isSandbox: true }],
    ['sandbox:4711', { url: 'http://127.0.0.1:4711', isSandbox: true }],
    ['http://127.0.0.1:4111/', { url: 'http://127.0.0.1:4111', isSandbox: true }],
    // Anything may listen there.
    ['http://127.0.0.1:4711', { url: 'http://127.0.0.1:4711', isSandbox: false }],
  ])('%s as the address', async (url, expected) => {
    const { project, said } = await load(`service: { url: '${url}' }`)
    expect(said).toEqual([])
    expect(project?.targets).toMatchObject([expected])
  })

  it.each(['sandbox:65536', 'sandbox:', 'sandbox:x', 'sandbox:4711/', 'sandbox:0', 'sandbox:04711'])(
    '%s is no address',
    async (url) => {
      expect((await load(`service: { url: '${url}' }`)).said).toEqual(['1 bad-service-url'])
    },
  )
})

describe('keys', () => {
  const loose = 'service: { url: sandbox }\ntargets:\n  One:\n  Two: { apiKey: "${env:TWO}" }\n'
  const env = { BELFRY_API_KEY: 'outside', TWO: 'two' }
  const keyOf = async (alias: string, settings: Partial<Settings>) => {
    const { project, said } = await load(loose, { env, ...settings })
    const key = project?.targets.find((target) => target.alias === alias)?.apiKey
    return { said, key: ['outside', 'two', 'given'].find((text) => isEqual(key, Secret.of(text, ''))) }
  }

  it('from outside counts for one selected target without a key of its own', async () => {
    expect(await keyOf('One', { targets: ['One'] })).toEqual({ said: [], key: 'outside' })
    expect(await keyOf('One', {})).toEqual({ said: [], key: undefined })
    expect(await keyOf('Two', { targets: ['Two'] })).toEqual({ said: [], key: 'two' })
  })

  it('that is given comes first, and must be of use', async () => {
    const apiKey = Secret.of('given', 'file:key')
    expect(await keyOf('One', { targets: ['One'], apiKey })).toEqual({ said: [], key: 'given' })
    expect((await keyOf('Two', { targets: ['Two'], apiKey })).said).toEqual(['- key-not-used'])
  })

  it.each([
    ['targets:\n  One: { apiKey: "${env:SAME}" }\n  Two: { apiKey: "${env:SAME}" }', {}, ['3 same-key']],
    [
      'targets:\n  One: { apiKey: "${env:A}" }\n  Two: { apiKey: "${env:B}" }',
      { A: 'x', B: 'x' },
      ['3 same-key'],
    ],
    ['targets:\n  One: { apiKey: "${env:A}" }\n  Two: { apiKey: "${env:B}" }', { A: '', B: '' }, []],
    ['targets:\n  One: { apiKey: plain }', {}, ['2 literal-secret']],
    ['service: { url: sandbox }\ntargets:\n  One: { apiKey: plain }', {}, ['3 literal-secret']],
    ['service: { url: sandbox }\ntargets:\n  One: { apiKey: of-the-sandbox }', {}, []],
    ['targets:\n  One: { apiKey: "x${env:A}" }', {}, ['2 bad-reference']],
    ['targets:\n  One: { apiKey: "${env:A|plain}" }', {}, ['2 bad-reference']],
    ['targets:\n  One: { apiKey: "${var:A}" }', {}, ['2 bad-reference']],
    ['targets:\n  One: { apiKey: "${env:GITHUB_TOKEN}" }', {}, ['2 forbidden-reference']],
    ['targets:\n  One: { apiKey: "${file:../key}" }', {}, ['2 file-outside']],
  ])('%j with %j', async (file, variables, expected) => {
    const isSandboxKey = (key: string): boolean => key === 'of-the-sandbox'
    expect((await load(file, { env: variables, need: 'offline', isSandboxKey })).said).toEqual(expected)
  })
})

describe('addresses', () => {
  const url = 'https://api.example.com'
  it.each([
    ['service: { url: "${env:BELFRY_URL}" }', { BELFRY_URL: url }, []],
    ['service: { url: "${env:BELFRY_URL}" }', {}, ['1 empty-reference']],
    ['service: { url: "https://api.example.com/" }', { BELFRY_URL: url }, []],
    ['service: { url: "https://api.elsewhere.example" }', { BELFRY_URL: url }, ['1 other-origin']],
    ['service: { url: sandbox }', { BELFRY_URL: url }, ['1 other-origin']],
    ['targets: { One: { url: "https://api.elsewhere.example" } }', { BELFRY_URL: url }, ['1 other-origin']],
    ['manifests: []', {}, ['- missing-url']],
    ['service: { url: "https://user:canary@api.example.com" }', {}, ['1 bad-service-url']],
    ['service: { url: "ftp://api.example.com" }', {}, ['1 bad-service-url']],
    ['service: { url: "${file:x}" }', {}, ['1 bad-reference']],
    ['manifests: []', { BELFRY_URL: 'not an address' }, ['- bad-service-url']],
    ['service: { url: "${env:BELFRY_URL}" }', { BELFRY_URL: 'not an address' }, ['- bad-service-url']],
    [
      'targets: { One: { url: "https://x.example/${env:BELFRY_URL}" } }',
      { BELFRY_URL: url },
      ['1 other-origin'],
    ],
    [
      'targets: { One: { url: "${env:OTHER}" } }',
      { BELFRY_URL: url, OTHER: 'https://other.example' },
      ['1 other-origin'],
    ],
    [
      'targets: { One: { url: "${env:BELFRY_OTHER_URL}" } }',
      { BELFRY_URL: url, BELFRY_OTHER_URL: 'https://other.example' },
      [],
    ],
    [
      'service: { url: "${env:BELFRY_URL}" }',
      { BELFRY_URL: url, NODE_TLS_REJECT_UNAUTHORIZED: '0' },
      ['- unverified-tls'],
    ],
    ['service: { url: sandbox }', { NODE_TLS_REJECT_UNAUTHORIZED: '0' }, []],
  ])('%s with %j', async (file, env, expected) => {
    expect((await load(file, { env })).said).toEqual(expected)
  })

  it.each([
    ['http://127.0.0.1:3000', []],
    ['http://127.8.8.8', []],
    ['http://localhost', []],
    ['http://api.localhost', []],
    ['http://[::1]:3000', []],
    ['http://0x7f.1', []],
    ['http://0.0.0.0', ['1 insecure-http']],
    ['http://127.0.0.1.example', ['1 insecure-http']],
    ['http://localhost.example', ['1 insecure-http']],
    ['http://notlocalhost', ['1 insecure-http']],
    ['http://10.0.0.1', ['1 insecure-http']],
    ['http://[::ffff:10.0.0.1]', ['1 insecure-http']],
  ])('%s takes a key only on this machine, or where that is allowed', async (address, expected) => {
    const file = `service: { url: "${address}" }`
    expect((await load(file)).said).toEqual(expected)
    expect((await load(file, { insecureHttp: true })).said).toEqual([])
    expect((await load(file, { need: 'offline' })).said).toEqual([])
  })
})

describe('the file', () => {
  it.each([
    ['vendor: svc', ['1 unknown-field']],
    ['service: { url: sandbox, vendor: novu }\ntargets: { One: { vendor: acme } }', []],
    ['service: { url: sandbox, vendor: Novu-1 }', ['1 wrong-value']],
    ['targets: { One: { guarded: true } }', ['1 unknown-field']],
    ['unmanaged: delete', ['1 wrong-value']],
    ['unreadable: sometimes', ['1 wrong-value']],
    ['manifests: manifests', ['1 wrong-type']],
    ['targets: [One]', ['1 wrong-type']],
    ['targets: { "a/b": {}, "c*": {} }', ['1 bad-target-name', '1 bad-target-name']],
    [
      'rules: { literal-secret: error, yaml-syntax: off, literal-secert: off }',
      ['1 fixed-rule', '1 unknown-rule'],
    ],
    [
      'variables: { a: "${var:b}", b: "${env:GITHUB_TOKEN}", c: ["${x}"] }',
      ['1 bad-reference', '1 forbidden-reference', '1 bad-reference'],
    ],
    ['targets: { One: { apiKey: "${env:K}" } }\nvariables: { a: "${env:K}" }', ['2 forbidden-reference']],
    [`unmanaged: { mode: deactivate, ignore: ["${broad}"] }`, ['1 wrong-value']],
    [`targets: { One: { unmanaged: { mode: deactivate, ignore: ["${broad}"] } } }`, ['1 wrong-value']],
    [`owns: { integration: ["${broad}"] }`, ['1 wrong-value']],
    [`ignore: { subscriber: ["${broad}"] }`, ['1 wrong-value']],
    [`smoke: { recipients: ["${broad}", "${broad}{y}"] }`, ['1 wrong-value', '1 wrong-value']],
    [`unmanaged: { mode: deactivate, ignore: ["{${numbers.slice(1).join()}}"] }`, []],
    ['- a', ['1 wrong-type']],
    ['a: [', ['1 yaml-syntax']],
    ['', []],
  ])('%j', async (file, expected) => {
    expect((await load(file, { need: 'offline' })).said).toEqual(expected)
  })

  it('must exist where it is named', async () => {
    expect((await load('', { configPath: 'other.yaml' })).said).toEqual(['- no-project'])
  })
})
