// Command lines are completed: what belfry offers, and what bash makes of it with the printed script.
import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { bin, folderWith } from '../../support/cli-process.ts'
import { runProgram } from '../../support/cli.ts'
import { registry } from '../../../src/kinds/registry.ts'

const files = {
  'belfry.yaml': `service: { url: 'http://127.0.0.1:1' }
targets:
  Development: { apiKey: '\${env:DEVELOPMENT_KEY}' }
  EU Production: { apiKey: '\${env:PRODUCTION_KEY}' }
manifests: [manifests]
`,
  'manifests/all.yaml': `environments: [{ name: EU Production }]
integrations:
  - { identifier: ses-eu, providerId: ses, channel: email, credentials: { apiKey: '\${env:SES_KEY}' } }
  - { identifier: ses-us, providerId: ses, channel: email, targets: [Development] }
`,
  'other.yaml': `integrations: [{ identifier: other, providerId: ses, channel: email }]\n`,
}

/** The words that belfry offers in place of the last one. */
async function offered(cwd: string, ...words: readonly string[]): Promise<readonly string[]> {
  const { exit, out, err } = await runProgram(['completion', 'fish', '--', ...words], { cwd })
  expect({ exit, err }).toEqual({ exit: 0, err: '' })
  return out
    .split('\n')
    .map((line) => line.split('\t')[0] ?? '')
    .filter((word) => word !== '')
}

describe('offers', () => {
  test('commands, and those of a group', async () => {
    const cwd = folderWith({})
    expect(await offered(cwd, 'd')).toEqual(['diff', 'doctor'])
    expect(await offered(cwd, 'events', '')).toEqual(['list', 'get'])
    expect(await offered(cwd, 'nothing-like-it')).toEqual([])
  })

  test('help, its topics, and the commands that it explains', async () => {
    const cwd = folderWith({})
    expect(await offered(cwd, 'h')).toEqual(['help'])
    expect(await offered(cwd, 'help', 'e')).toEqual([
      'export',
      'events',
      'explain',
      'exit-codes',
      'environment',
    ])
    expect(await offered(cwd, 'help', 'get', 's')).toEqual(['subscribers'])
    expect(await offered(cwd, 'help', 'targets', 's')).toEqual([])
  })

  test('options of the command that is named, with what they do', async () => {
    const cwd = folderWith({})
    expect(await offered(cwd, 'apply', '-t', 'validate', '--a')).toEqual([
      '--allow-protected',
      '--allow-pull-request',
      '--approved',
      '--approve-secrets',
      '--api-key-file',
    ])
    expect(await offered(cwd, 'doctor', '')).toContain('--help')
    const { out } = await runProgram(['completion', 'zsh', '--', 'apply', '--yes'], { cwd })
    expect(out).toBe("--yes\tdon't ask for confirmation\n")
  })

  test('the names of schemas', async () => {
    expect(await offered(folderWith({}), 'schema', 'man')).toEqual(['manifest'])
  })

  test('the values of options that have a list of them', async () => {
    const cwd = folderWith({})
    expect(await offered(cwd, 'plan', '--format', 'm')).toEqual(['markdown'])
    expect(await offered(cwd, 'plan', '--format=m')).toEqual(['--format=markdown'])
    expect(await offered(cwd, 'plan', '--max-changes', '')).toEqual(registry.map(({ name }) => `${name}=`))
    expect(await offered(cwd, 'plan', '--max-changes', 's')).toEqual(['subscriber='])
    expect(await offered(cwd, 'plan', '--report', 'm')).toEqual(['markdown='])
    expect(await offered(cwd, 'plan', '--report', 's')).toEqual([])
    expect(await offered(cwd, 'audit', '--report', 's')).toEqual(['sarif='])
    expect(await offered(cwd, 'sandbox', '--provider', 'sendg')).toEqual(['sendgrid='])
  })

  test('targets and resources of the project, without any variable', async () => {
    const cwd = folderWith(files)
    expect(await offered(cwd, 'plan', '-t', '')).toEqual(['Development', 'EU Production'])
    expect(await offered(cwd, 'trigger', 'welcome', '--target=D')).toEqual(['--target=Development'])
    expect(await offered(cwd, 'apply', '--allow-protected', 'EU')).toEqual(['EU Production'])
    expect(await offered(cwd, 'plan', '--only', '')).toEqual([
      'environment/EU Production',
      'integration/ses-eu',
      'integration/ses-us',
    ])
    expect(await offered(cwd, 'plan', '--check-credentials', '')).toEqual(['integration/ses-eu'])
    expect(await offered(cwd, 'plan', '-f', 'other.yaml', '--only', '')).toEqual(['integration/other'])
  })

  test('resources of sound files where another is broken, and the target that there is without a project', async () => {
    const broken = folderWith({ ...files, 'manifests/broken.yaml': 'integrations: [' })
    expect(await offered(broken, 'plan', '--only', 'integration/')).toContain('integration/ses-eu')
    expect(await offered(folderWith({}), 'plan', '-t', '')).toEqual(['default'])
  })

  test('no subscribers where the project masks what is about persons', async () => {
    const people = 'subscribers: [{ subscriberId: ada@acme.example }]\n'
    const cwd = folderWith({ ...files, 'manifests/people.yaml': people })
    expect(await offered(cwd, 'plan', '--only', 'sub')).toEqual(['subscriber/ada@acme.example'])
    const masked = folderWith({
      ...files,
      'manifests/people.yaml': people,
      'belfry.yaml': `${files['belfry.yaml']}privacy: mask\n`,
    })
    expect(await offered(masked, 'plan', '--only', 'sub')).toEqual([])
    expect(await offered(masked, 'plan', '--only', 'integration/ses-e')).toEqual(['integration/ses-eu'])
  })

  test('no file names: shells know them', async () => {
    const cwd = folderWith(files)
    expect(await offered(cwd, 'show', '')).toEqual([])
    expect(await offered(cwd, 'plan', '--out', '')).toEqual([])
    expect(await offered(cwd, 'plan', '-f', '-', '--only', '')).not.toEqual([])
  })
})

test('an unknown shell', async () => {
  const { exit, out, err } = await runProgram(['completion', 'tcsh'], { cwd: folderWith({}) })
  expect({ exit, out }).toEqual({ exit: 3, out: '' })
  expect(err).toContain('Write one of bash, zsh and fish.')
})

test.each([
  ['belfry pl', ['plan']],
  ['belfry plan --format=m', ['markdown']],
  ['belfry plan -t EU', ['EU\\ Production']],
  ['belfry plan --max-changes subscriber=', []],
])('bash: %s', (line, expected) => {
  const cwd = folderWith(files)
  const script = `belfry() { "$NODE" "$BIN" "$@"; }
source <(belfry completion bash)
compopt() { :; }
COMP_LINE=$LINE COMP_POINT=\${#LINE}
_belfry
printf '%s\\n' "\${COMPREPLY[@]}"`
  const out = execFileSync('bash', ['--norc', '-c', script], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, NODE: process.execPath, BIN: bin, LINE: line },
  })
  expect(out.split('\n').filter((word) => word !== '')).toEqual(expected)
})
