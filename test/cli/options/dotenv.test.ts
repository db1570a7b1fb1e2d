// --dotenv: variables for manifests and apiKey, and for nothing else.
import { onTestFinished, expect, test } from 'vitest'
import { createSandbox, productionApiKey, virtualClock } from '../../../src/sandbox/index.ts'
import { runProgram, type Said } from '../../support/cli.ts'
import { folderWith } from '../../support/cli-process.ts'

const files = {
  'belfry.yaml': `service: { url: '\${env:SERVICE_URL}' }
targets:
  Production: { apiKey: '\${env:PRODUCTION_KEY}' }
manifests: [manifests]
`,
  'manifests/all.yaml': `integrations:
  - identifier: ses-eu
    providerId: sendgrid
    channel: email
    credentials: { apiKey: '\${env:SES_KEY}', from: a@acme.example, senderName: '\${env:SES_NAME|plain}' }
`,
}

const sesKey = 'only-in-the-env-file-4711'
const dotenv = `# comment
export PRODUCTION_KEY=${productionApiKey}
SES_NAME="From the file"
SES_KEY='${sesKey}'
`

async function typed(text: string, args: string, env: Readonly<Record<string, string>> = {}): Promise<Said> {
  const sandbox = await createSandbox({ clock: virtualClock() })
  onTestFinished(() => sandbox.close())
  const cwd = folderWith({ ...files, '.env': text })
  return runProgram(args.split(' '), { cwd, env: { SERVICE_URL: sandbox.url, ...env } })
}

test('manifests and apiKey read it, and its secrets are hidden', async () => {
  const { exit, out, err } = await typed(dotenv, 'plan --dotenv .env')
  expect(err).toBe('')
  expect(exit).toBe(0)
  expect(out).toContain('From the file')
  expect(out).toContain('secret env:SES_KEY')
  expect(out).not.toContain(sesKey)
  expect(out).toContain('Next: belfry plan --dotenv .env --out plan.json')
})

test.each([
  ['NAME: value', `${dotenv}OTHER: ${sesKey}\n`],
  ['a bare name', `${dotenv}OTHER\n`],
])('a line with %s is a mistake, and is not repeated', async (_, text) => {
  const { exit, out, err } = await typed(text, 'plan --dotenv .env')
  expect([exit, out]).toEqual([3, ''])
  expect(err).toContain('--dotenv .env: line 5 is not NAME=value')
  expect(err).not.toContain(sesKey)
})

test('a byte order mark before the first variable is no part of its name', async () => {
  const text = dotenv.replace('# comment\nexport ', '\uFEFF')
  expect(await typed(text, 'plan --dotenv .env')).toMatchObject({ exit: 0, err: '' })
})

test('a value of several lines is none', async () => {
  expect((await typed(`${dotenv}\n  # more\nTEXT="one\ntwo: three\n"\n`, 'plan --dotenv .env')).exit).toBe(0)
})

test('the environment comes first', async () => {
  const { exit, out } = await typed(dotenv, 'plan --dotenv .env', { SES_NAME: 'From the environment' })
  expect(exit).toBe(0)
  expect(out).toContain('From the environment')
})

test('the address is not read from it', async () => {
  const { exit, err } = await typed(
    `${dotenv}OTHER_URL=http://127.0.0.1:1\n`,
    'plan --dotenv .env --config other.yaml',
  )
  expect(exit).toBe(3)
  expect(err).toContain('other.yaml')
  const cwd = folderWith({ ...files, '.env': `${dotenv}SERVICE_URL=http://127.0.0.1:1\n` })
  const unset = await runProgram(['plan', '--dotenv', '.env'], { cwd, env: {} })
  expect(unset.exit).toBe(3)
  expect(unset.err).toContain('the environment variable SERVICE_URL is not set or is empty')
})

test.each([
  'BELFRY_URL',
  'BELFRY_FILE_ROOTS',
  'BELFRY_FINGERPRINT_KEY',
  'BELFRY_SECRET_COMMAND',
  'NODE_TLS_REJECT_UNAUTHORIZED',
  'NODE_OPTIONS',
  'PATH',
  'HTTPS_PROXY',
  'https_proxy',
  'NO_PROXY',
  'CI',
  'CI_JOB_TOKEN',
  'GITHUB_OUTPUT',
])('%s in it is refused, whatever its value', async (name) => {
  // prettier-ignore
  const { exit, out, err } = await typed(`${dotenv}${name}=value-of-it\n`, 'plan --dotenv .env')
  expect({ exit, out }).toEqual({ exit: 3, out: '' })
  expect(err).toContain(
    `--dotenv .env sets ${name}, which belfry accepts only from the shell or the pipeline`,
  )
  expect(err).not.toContain('value-of-it')
})

test('a name that only begins like one of CI is accepted', async () => {
  const { exit, err } = await typed(`${dotenv}CITY=Berlin\n`, 'plan --dotenv .env')
  expect({ exit, err }).toEqual({ exit: 0, err: '' })
})

test('a file that is not there, is empty by name, or never ends', async () => {
  expect((await typed(dotenv, 'plan --dotenv nowhere')).err).toContain("--dotenv nowhere can't be used")
  expect((await typed(dotenv, 'plan --dotenv=')).err).toContain('--dotenv is empty')
  expect((await typed(dotenv, 'plan --dotenv /dev/zero')).err).toContain('the content is larger than')
})

test('trigger takes its key from it', async () => {
  const { exit, out } = await typed(dotenv, 'trigger welcome --to user-0001 --dry-run --dotenv .env')
  expect({ exit, starts: out.startsWith('POST ') }).toEqual({ exit: 0, starts: true })
  expect((await typed(dotenv, 'events list --dotenv .env')).exit).toBe(0)
})

test('no report replaces it', async () => {
  const { exit, err } = await typed(dotenv, 'plan --dotenv .env --report markdown=.env')
  expect(exit).toBe(3)
  expect(err).toContain('--dotenv')
})

test('a saved plan reads it once', async () => {
  const sandbox = await createSandbox({ clock: virtualClock() })
  onTestFinished(() => sandbox.close())
  const cwd = folderWith({ ...files, '.env': dotenv })
  const env = { SERVICE_URL: sandbox.url }
  await runProgram(['plan', '--dotenv', '.env', '--out', 'plan.json'], { cwd, env })
  const { exit } = await runProgram(['apply', 'plan.json', '--yes', '--dotenv', '.env'], { cwd, env })
  expect(exit).toBe(0)
})
