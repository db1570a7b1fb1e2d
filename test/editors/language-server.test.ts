// The schemas in the language server that VS Code, Neovim, Emacs and others start: what an editor shows of a file.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createSandbox, productionApiKey } from '../../src/sandbox/index.ts'
import { folderWith } from '../support/cli-process.ts'
import { runProgram } from '../support/cli.ts'
import {
  startLanguageServer,
  type Completion,
  type LanguageServer,
  type OpenFile,
} from './language-server.ts'

/** The files of the tests are only in the editor. */
const folder = fileURLToPath(new URL('../../examples/', import.meta.url))

let server: LanguageServer
let count = 0

beforeAll(async () => {
  server = await startLanguageServer(folder)
})
afterAll(() => server.close())

/** With the line that names the schema, which is line 1. */
function open(schema: string, text: string): OpenFile {
  count += 1
  const line = `# yaml-language-server: $schema=../schemas/${schema}.schema.json\n`
  return server.open(`${folder}${count}.yaml`, line + text)
}

function integration(...lines: readonly string[]): OpenFile {
  return open(
    'manifest',
    ['integrations:', '  - identifier: mail', ...lines.map((line) => `    ${line}`)].join('\n'),
  )
}

function labels(found: readonly Completion[]): readonly string[] {
  return found.map(({ label }) => label)
}

function about(found: readonly Completion[], name: string): unknown {
  return found.find(({ label }) => label === name)?.documentation
}

describe('fields', () => {
  test('a wrong field', async () => {
    const file = integration('providerId: mailtrap', 'channel: email', 'chanel: email')
    expect(await file.problems()).toEqual(['6: Property chanel is not allowed.'])
  })

  test('a field that is missing', async () => {
    expect(await integration('providerId: mailtrap').problems()).toEqual(['3: Missing property "channel".'])
  })

  test('a hover is a sentence or two', async () => {
    const text = await integration('providerId: send|grid', 'channel: email').hover()
    expect(text).toMatch(
      /^#### integration\n\nThe ID of the provider, such as sendgrid or twilio\. [^\n]*\n\nSource: /,
    )
  })

  test('an enumeration, with what each value means', async () => {
    const found = await integration('providerId: mailtrap', 'channel: |').completions()
    expect(labels(found)).toEqual(['in_app', 'email', 'sms', 'chat', 'push', 'tool'])
    expect(about(found, 'chat')).toBe('Messages in chat tools such as Slack.')
  })

  test('a value that is not in an enumeration', async () => {
    const file = integration('providerId: mailtrap', 'channel: mail')
    expect(await file.problems()).toEqual([
      '5: Value is not accepted. Valid values: "in_app", "email", "sms", "chat", "push", "tool".',
    ])
  })

  test('providers are completed, and others are only reported', async () => {
    const found = await integration('channel: email', 'providerId: |').completions()
    expect(labels(found)).toEqual(expect.arrayContaining(['sendgrid', 'svc-email', 'novu-email']))
    expect(about(found, 'sendgrid')).toBe('SendGrid, for email.')
    expect(await integration('channel: email', 'providerId: acme').problems()).toEqual([
      "5: belfry doesn't know this provider, so it doesn't check the credentials.",
    ])
  })
})

describe('the channel of a provider', () => {
  const delivered = '5: This provider delivers email.'

  test.each([
    ['sendgrid', 'sms', [], [delivered]],
    ['novu-email', 'sms', [], [delivered]],
    ['sendgrid', 'email', [], []],
    ['sendgrid', '${var:channel}', [], []],
    ['sendgrid', 'sms', ['perTarget:', '  Production: { name: Mail }'], [delivered]],
    ['sendgrid', 'sms', ['perTarget:', '  Production: { providerId: twilio }'], []],
    ['sendgrid', 'sms', ['perTarget:', '  Production: { channel: email }'], []],
  ])('%s for %s, and %j', async (providerId, channel, others, problems) => {
    const file = integration(`providerId: ${providerId}`, `channel: ${channel}`, ...others)
    expect(await file.problems()).toEqual(problems)
  })
})

describe('fields that are true or false', () => {
  const reason =
    'Write true or false. Or write ${var:NAME} if the value of the variable is true or false. Other references are not allowed, because their values are strings.'

  test.each([
    ['${env:ON}', [`6: ${reason}`]],
    ['${file:on.txt}', [`6: ${reason}`]],
    ['${var:on}', []],
    ['true', []],
  ])('%s', async (value, expected) => {
    const file = integration('providerId: mailtrap', 'channel: email', `active: ${value}`)
    expect(await file.problems()).toEqual(expected)
  })

  test('are completed', async () => {
    const found = await integration('providerId: mailtrap', 'channel: email', 'active: |').completions()
    expect(labels(found)).toEqual(['true', 'false'])
  })

  test('a primary integration is true or nothing', async () => {
    const found = await integration('providerId: mailtrap', 'channel: email', 'primary: |').completions()
    expect(labels(found)).toEqual(['true'])
  })
})

describe('credentials', () => {
  const mailtrap = ['providerId: mailtrap', 'channel: email']

  test('those of the provider are completed', async () => {
    const found = await integration(...mailtrap, 'credentials:', '  |').completions()
    expect(labels(found)).toEqual(['apiKey', 'from', 'senderName'])
    expect(about(found, 'apiKey')).toBe('The API key of the provider account. Required.')
  })

  test('for one target too', async () => {
    const lines = ['perTarget:', '  Production:', '    credentials:', '      |']
    expect(labels(await integration(...mailtrap, ...lines).completions())).toEqual([
      'apiKey',
      'from',
      'senderName',
    ])
  })

  test.each(['acme', '${var:provider}'])('all are completed for %s', async (provider) => {
    const found = await integration(
      `providerId: ${provider}`,
      'channel: email',
      'credentials:',
      '  |',
    ).completions()
    expect(labels(found)).toEqual(expect.arrayContaining(['apiKey', 'accountSid', 'tenantId']))
  })

  test.each(['novu-email', 'svc-email'])('%s has none', async (provider) => {
    const file = integration(`providerId: ${provider}`, 'channel: email', 'credentials:', '  apiKey: x')
    expect(await file.problems()).toEqual(['7: This provider has no credentials.'])
  })

  test('required ones of an active integration', async () => {
    const credentials = ['credentials:', '  apiKey: ${env:KEY}']
    expect(await integration(...mailtrap, 'active: true', ...credentials).problems()).toEqual([
      '7: An active integration of this provider requires the credentials apiKey, from and senderName.',
    ])
    expect(await integration(...mailtrap, 'active: false', ...credentials).problems()).toEqual([])
  })

  test('one of another provider is refused', async () => {
    const file = integration(...mailtrap, 'credentials:', '  accountSid: x', '  from: a@acme.example')
    expect(await file.problems()).toEqual([
      '7: This provider has no such credential, only apiKey, from and senderName.',
    ])
  })

  test('one that belfry does not know is reported', async () => {
    const file = integration(...mailtrap, 'credentials:', '  colour: blue')
    expect(await file.problems()).toEqual(["7: belfry doesn't know this credential, and sends it unchanged."])
  })
})

describe('files that belfry writes, in a folder without node_modules', () => {
  test('of a new project', async () => {
    const cwd = folderWith({})
    expect((await runProgram(['init', '--yes', '--url', 'sandbox:9'], { cwd })).exit).toBe(0)
    await expectSchema(join(cwd, 'belfry.yaml'), 'manifests:', 'The manifests: ')
    await expectSchema(join(cwd, 'manifests/integrations.yaml'), 'providerId:', 'The ID of the provider')
  })

  test('of an export', async () => {
    const sandbox = await createSandbox()
    onTestFinished(() => sandbox.close())
    const project = `service: { url: ${sandbox.url} }\ntargets: { Production: { apiKey: "\${env:KEY}" } }\n`
    const cwd = folderWith({ 'belfry.yaml': project })
    const args = ['export', '--out', 'all/manifests', '--layout', 'resource']
    expect((await runProgram(args, { cwd, env: { KEY: productionApiKey } })).exit).toBe(0)
    const file = join(cwd, 'all/manifests/integrations/mailgun-old.yaml')
    await expectSchema(file, 'providerId:', 'The ID of the provider')
  })

  async function expectSchema(file: string, key: string, description: string) {
    const text = readFileSync(file, 'utf8')
    const opened = server.open(file, text.replace(key, `|${key}`))
    expect(await opened.problems()).toEqual([])
    expect(await opened.hover()).toContain(description)
  }
})

describe('the project file and smoke suites', () => {
  test('a limit above 100%', async () => {
    const file = open('project', 'targets:\n  Production:\n    limits: { integration: { updates: 130% } }\n')
    expect(await file.problems()).toEqual([
      '4: Write a number of resources, or a percentage from 0% to 100%.',
    ])
  })

  test('an enumeration of the project file', async () => {
    const found = await open('project', 'privacy: |').completions()
    expect(labels(found)).toEqual(['mask', 'show'])
    expect(about(found, 'mask')).toBe('Mask personal data.')
  })

  test('the result of a step', async () => {
    const text = 'workflow: welcome\nto: ada\ncases:\n  - name: one\n    expect:\n      email: |\n'
    const found = await open('smoke', text).completions()
    expect(labels(found)).toEqual(expect.arrayContaining(['sent', 'delayed', 'failed:provider']))
    expect(about(found, 'sent')).toBe('The step is completed, and its message has no error.')
  })
})
