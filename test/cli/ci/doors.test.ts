// What a project file says × how it says it × BELFRY_URL × who starts the run → whether a server elsewhere hears anything.
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createSandbox, productionApiKey } from '../../../src/sandbox/index.ts'
import { folderWith } from '../../support/cli-process.ts'
import { runProgram, type ProgramWorld, type Said } from '../../support/cli.ts'
import { sampled } from '../../support/form.ts'
import { getCommands } from '../../support/get-commands.ts'
import { startServer } from '../../support/local-server.ts'

const forms = ['literal', 'whole reference', 'part', 'perTarget', 'include'] as const
const events = {
  'no event': {},
  'a merge request': { CI_MERGE_REQUEST_IID: '7' },
  'a pull request': { GITHUB_EVENT_NAME: 'pull_request' },
} as const
type Form = (typeof forms)[number]

/** What a project is made of in one cell. */
interface Place {
  /** The origin of the server that must not hear anything. */
  readonly elsewhere: string
  readonly tools: string
}

interface Written {
  readonly service?: string
  readonly target?: string
  readonly more?: string
  readonly files?: Readonly<Record<string, string>>
  readonly env?: ProgramWorld['env']
  readonly args?: string
  /** In place of the server elsewhere, BELFRY_URL: what is sent there is what counts. */
  readonly isService?: true
}

interface Cell {
  readonly write: (place: Place) => Written
  /** The rule that refuses it wherever it stands: the language has no such cell. */
  readonly not?: string
  /** The rules that refuse it only where BELFRY_URL is set, or only where a pull request can start the run. */
  readonly outside?: string
  readonly proposed?: string | readonly string[]
}

const ownKey = "apiKey: '${env:BELFRY_PRODUCTION_API_KEY}'"
const shared = "url: '${env:BELFRY_URL}'"
/** Variables that the author of a merge request writes, or that a job has for something else. */
const title = ({ elsewhere }: Place) => ({
  CI_MERGE_REQUEST_TITLE: elsewhere,
  PORT: new URL(elsewhere).port,
})
const suite = 'workflow: app-update\ncases: [{ name: a, to: ops-oncall, expect: { status: processed } }]\n'

/** Each way to write a URL, and what keeps the key at home. */
function urls(
  write: (url: string, place: Place) => Written,
  proposed: string | readonly string[] = ['missing-url', 'foreign-variable'],
): Record<Form, Cell> {
  const cell = (url: (place: Place) => string): Cell => ({
    write: (place) => ({ env: title(place), ...write(url(place), place) }),
    outside: 'other-origin',
    proposed,
  })
  return {
    literal: cell(({ elsewhere }) => `url: '${elsewhere}'`),
    'whole reference': cell(() => "url: '${env:CI_MERGE_REQUEST_TITLE}'"),
    part: cell(() => "url: 'http://127.0.0.1:${env:PORT}'"),
    perTarget: {
      ...cell(({ elsewhere }) => `url: { perTarget: { Production: '${elsewhere}' } }`),
      not: 'wrong-type',
    },
    include: { ...cell(() => 'url: { include: url.yaml }'), not: 'wrong-type' },
  }
}

/** Each way to write an API key that isn't the target's: the service itself must not hear of it. */
function otherKeys(write: (value: string) => Written): Record<Form, Cell> {
  const cell = (value: string, more: Partial<Cell> = {}): Cell => ({
    write: () => ({
      env: { AWS_SECRET_ACCESS_KEY: 'canary-of-the-job-4711', BELFRY_URL_PART: 'a' },
      isService: true,
      ...write(value),
      files: { 'key.txt': 'canary-of-the-file-4711', ...write(value).files },
    }),
    proposed: 'foreign-variable',
    ...more,
  })
  return {
    literal: cell('canary-written-in-the-file'),
    'whole reference': cell("'${env:AWS_SECRET_ACCESS_KEY}'"),
    part: cell("'${env:BELFRY_URL_PART}${env:AWS_SECRET_ACCESS_KEY}'", { not: 'bad-reference' }),
    perTarget: cell("{ perTarget: { Production: '${env:AWS_SECRET_ACCESS_KEY}' } }", { not: 'wrong-type' }),
    // A key that is in a file of its own is the nearest to an include.
    include: cell("'${file:key.txt}'"),
  }
}

function everyForm(cell: Cell): Record<Form, Cell> {
  return Object.fromEntries(forms.map((form) => [form, cell])) as Record<Form, Cell>
}

const mail = (key: string, more = '') =>
  `integrations:\n  - { identifier: new, providerId: sendgrid, channel: email, ${more}credentials: { apiKey: ${key}, from: a@acme.example } }\n`
const secretCommand = (files: Readonly<Record<string, string>>): Cell => ({
  write: ({ tools }) => ({
    files,
    env: { BELFRY_SECRET_COMMAND: `${join(tools, 'get')} {}`, PATH: '/bin' },
  }),
  proposed: 'secret-command',
})

/** Resources have no address of the service. */
function resource(write: (url: string) => string): Cell {
  return {
    write: (place) => ({
      env: title(place),
      files: {
        'manifests/people.yaml': `subscribers: [{ subscriberId: ops-oncall, ${write(place.elsewhere)} }]\n`,
      },
    }),
    not: 'unknown-field',
  }
}

const matrix: Readonly<Record<string, Record<Form, Cell>>> = {
  'service.url': urls((service) => ({ service })),
  'url of a target': urls((url) => ({ target: `${ownKey}, ${url}` })),
  apiKey: otherKeys((value) => ({ target: `apiKey: ${value}` })),
  'a list of apiKey': otherKeys((value) => ({ target: `apiKey: [${value}, '\${env:BELFRY_OTHER_KEY}']` })),
  apiKeyFrom: everyForm({
    write: () => ({ target: `${ownKey}, apiKeyFrom: 'env:AWS_SECRET_ACCESS_KEY'` }),
    not: 'unknown-field',
  }),
  'the URL in a dotenv file': {
    ...urls((url, { elsewhere }) => ({
      service: url.replace('CI_MERGE_REQUEST_TITLE', 'BELFRY_EU_URL').replace('PORT', 'BELFRY_EU_PORT'),
      files: { '.env': `BELFRY_EU_URL=${elsewhere}\nBELFRY_EU_PORT=${new URL(elsewhere).port}\n` },
      args: 'plan --dotenv .env',
    })),
    literal: {
      write: ({ elsewhere }) => ({
        files: { '.env': `BELFRY_URL=${elsewhere}\n` },
        args: 'plan --dotenv .env',
      }),
      not: 'bad-flag',
    },
    'whole reference': {
      write: ({ elsewhere }) => ({
        service: "url: '${env:BELFRY_EU_URL}'",
        files: { '.env': `BELFRY_EU_URL=${elsewhere}\n` },
        args: 'plan --dotenv .env',
      }),
    },
    part: {
      write: ({ elsewhere }) => ({
        service: "url: 'http://127.0.0.1:${env:BELFRY_EU_PORT}'",
        files: { '.env': `BELFRY_EU_PORT=${new URL(elsewhere).port}\n` },
        args: 'plan --dotenv .env',
      }),
      not: 'empty-reference',
      proposed: 'foreign-variable',
    },
  },
  'the API key in a dotenv file': {
    ...otherKeys((value) => ({
      target: `apiKey: ${value.replaceAll('AWS_SECRET_ACCESS_KEY', 'BELFRY_LEAKED_KEY')}`,
      files: { '.env': 'BELFRY_LEAKED_KEY=canary-of-the-file-4711\n' },
      args: 'plan --dotenv .env',
    })),
    literal: {
      write: () => ({
        target: '',
        files: { '.env': 'BELFRY_API_KEY=canary-of-the-file-4711\n' },
        args: 'plan --dotenv .env',
        isService: true,
      }),
      proposed: 'foreign-variable',
    },
  },
  'a secret command': {
    literal: {
      write: ({ tools }) => ({ more: `secretCommand: ${join(tools, 'get')} {}\n` }),
      not: 'unknown-field',
    },
    'whole reference': secretCommand({ 'manifests/a.yaml': mail("'${secret:prod/mail}'") }),
    part: secretCommand({ 'manifests/a.yaml': mail("'Bearer ${secret:prod/mail}'") }),
    perTarget: secretCommand({
      'manifests/a.yaml': mail(
        'made-up-key-of-16',
        "perTarget: { Production: { credentials: { apiKey: '${secret:prod/mail}' } } }, ",
      ),
    }),
    include: secretCommand({
      'manifests/a.yaml': 'integrations:\n  - { include: more.ndjson, references: true }\n',
      'manifests/more.ndjson':
        '{"identifier":"new","providerId":"sendgrid","channel":"email","credentials":{"apiKey":"${secret:prod/mail}","from":"a@acme.example"}}\n',
    }),
  },
  'a smoke suite': urls(
    (service) => ({ service, files: { 'smoke/a.yaml': suite }, args: 'smoke smoke/a.yaml' }),
    'pull-request',
  ),
  'the URL of a smoke suite': everyForm({
    write: ({ elsewhere }) => ({
      files: { 'smoke/a.yaml': `url: ${elsewhere}\n${suite}` },
      args: 'smoke smoke/a.yaml',
    }),
    not: 'unknown-field',
    proposed: 'pull-request',
  }),
  // The rules of a project file are the policy that it can loosen.
  policy: {
    ...everyForm({
      write: ({ elsewhere }) => ({ more: `policy: { url: '${elsewhere}' }\n` }),
      not: 'unknown-field',
    }),
    literal: {
      write: ({ elsewhere }) => ({
        service: `url: '${elsewhere}'`,
        more: 'rules: { other-origin: off, foreign-variable: off, missing-url: off }\n',
      }),
      not: 'fixed-rule',
    },
  },
  'a resource': {
    ...everyForm(resource((url) => `url: '${url}'`)),
    'whole reference': resource(() => "url: '${env:CI_MERGE_REQUEST_TITLE}'"),
    part: resource(() => "url: 'http://127.0.0.1:${env:PORT}'"),
    perTarget: resource((url) => `perTarget: { Production: { url: '${url}' } }`),
    include: {
      write: ({ elsewhere }) => ({
        files: {
          'manifests/people.yaml': 'subscribers: [{ include: people.ndjson }]\n',
          'manifests/people.ndjson': `{"subscriberId":"ops-oncall","url":"${elsewhere}"}\n`,
        },
      }),
      not: 'unknown-field',
    },
  },
}

interface Row {
  readonly what: string
  readonly form: Form
  readonly isSet: boolean
  readonly event: keyof typeof events
  readonly cell: Cell
}

const rows = Object.entries(matrix).flatMap(([what, cells]) =>
  forms.flatMap((form) =>
    [true, false].flatMap((isSet) =>
      Object.keys(events).map((event): Row => ({
        what,
        form,
        isSet,
        event: event as keyof typeof events,
        cell: cells[form],
      })),
    ),
  ),
)

/** What reached the server, and what belfry said. */
async function runIn({ cell, isSet, event }: Row): Promise<{ said: Said; heard: readonly string[] }> {
  const heard: string[] = []
  const server = await startServer((request, response) => {
    heard.push(`${request.method} ${request.url} ${request.headers.authorization}`)
    response.writeHead(401).end('{}')
  })
  onTestFinished(() => server.close())
  const sandbox = await createSandbox()
  onTestFinished(() => sandbox.close())
  const tools = folderWith({ get: '' })
  const place = { elsewhere: server.origin, tools }
  chmodSync(join(tools, 'get'), 0o755)
  const { service, target = ownKey, more = '', files, env, args = 'plan', isService } = cell.write(place)
  const url = isService === true ? server.origin : sandbox.url
  const folder = folderWith({
    'belfry.yaml': `service: { ${service ?? (isSet ? shared : "url: '${env:BELFRY_HOME}'")} }\ntargets: { Production: { ${target} } }\nmanifests: [manifests]\n${more}`,
    'manifests/people.yaml': 'subscribers: [{ subscriberId: ops-oncall, lastName: Duty }]\n',
    ...files,
  })
  const said = await runProgram(args.split(' '), {
    cwd: folder,
    env: {
      BELFRY_PRODUCTION_API_KEY: productionApiKey,
      ...(isSet ? { BELFRY_URL: url } : { BELFRY_HOME: url }),
      ...env,
      ...events[event],
    },
    io: {
      runProgram: (_program, [name = '']) => {
        heard.push(`ran for ${name}`)
        return Promise.resolve({ out: Buffer.from('canary-of-the-vault-4711'), err: '' })
      },
    },
  })
  return { said, heard }
}

describe('what a project file can lead elsewhere', () => {
  test.each(sampled(rows, 13))('$what, $form, BELFRY_URL set: $isSet, $event', async (row) => {
    const { cell, isSet, event } = row
    const { said, heard } = await runIn(row)
    const rules = [
      cell.not,
      isSet ? cell.outside : undefined,
      event === 'no event' ? undefined : cell.proposed,
    ]
      .flat()
      .filter((rule) => rule !== undefined)
    // Without BELFRY_URL and without an event the project file is one that was merged: it may say where the service is.
    const isTrusted = rules.length === 0 && (cell.outside ?? cell.proposed) !== undefined
    expect(heard.length > 0, `${heard.join('\n')}\n${said.err}`).toBe(isTrusted)
    if (rules.length === 0) return
    expect([2, 3, 4]).toContain(said.exit)
    expect(
      rules.some((rule) => said.err.includes(rule)),
      `${rules.join(', ')}:\n${said.err}`,
    ).toBe(true)
  })
})

type Files = Readonly<Record<string, string>>

const key = '${env:BELFRY_PRODUCTION_API_KEY}'

const people = 'subscribers:\n  - subscriberId: ada\n    lastName: L\n'

function projectFile(service: string, target: string, more = ''): Files {
  return {
    'belfry.yaml': `service: { ${service} }\ntargets:\n  Production: { ${target} }\nmanifests: [manifests]\n${more}`,
    'manifests/people.yaml': people,
  }
}

test.each(['BELFRY_URL', 'BELFRY_KEY_VARIABLES', 'BELFRY_SECRET_COMMAND', 'HTTPS_PROXY'])(
  'a dotenv file sets no %s',
  async (name) => {
    const cwd = folderWith({ ...projectFile('', `apiKey: "${key}"`), '.env': `${name}=http://127.0.0.1:1\n` })
    const { err } = await runProgram(['plan', '--dotenv', '.env'], { cwd, env: {} })
    expect(err).toContain('bad-flag')
  },
)

test('a URL in a variable that is not set leads nowhere: BELFRY_URL and --url replace it', async () => {
  const own = await listener()
  const cwd = folderWith(projectFile('url: "${env:NOVU_URL}"', `apiKey: "${key}"`))
  const env = { BELFRY_PRODUCTION_API_KEY: 'made-up-key-of-production-1' }
  await runProgram(['plan'], { cwd, env: { ...env, BELFRY_URL: own.origin } })
  await runProgram(['plan', '--url', own.origin], { cwd, env })
  expect(own.keys.length).toBeGreaterThan(1)
})

test.each(['plan', 'doctor', ...getCommands, 'events list', 'messages list', 'audit', 'export'])(
  '%s sends no key that a pull request chose, and one for belfry',
  async (command) => {
    const run = async (name: string) => {
      const own = await listener()
      const { exit, err } = await runProgram(command.split(' '), {
        cwd: folderWith(projectFile('url: "${env:BELFRY_URL}"', `apiKey: "\${env:${name}}"`)),
        env: { BELFRY_URL: own.origin, [name]: 'made-up-key-of-production-1', CI_MERGE_REQUEST_IID: '7' },
      })
      return { exit, isRefused: err.includes('error  foreign-variable'), isHeard: own.keys.length > 0 }
    }
    expect(await run('AWS_SECRET_ACCESS_KEY')).toEqual({ exit: 3, isRefused: true, isHeard: false })
    expect(await run('BELFRY_EU_KEY')).toMatchObject({ isRefused: false, isHeard: true })
  },
)

test('variables for belfry are not those of a pull request', async () => {
  const own = await listener()
  const run = (env: Readonly<Record<string, string>>) =>
    runProgram(['plan'], {
      cwd: folderWith(projectFile('url: "${env:BELFRY_EU_URL}"', 'apiKey: "${env:NOVU_KEY}"')),
      env: {
        BELFRY_EU_URL: own.origin,
        NOVU_KEY: 'made-up-key-of-production-1',
        GITHUB_EVENT_NAME: 'pull_request',
        ...env,
      },
    })
  const refused = await run({})
  expect(refused.exit).toBe(3)
  expect(refused.err).toContain(
    "a pull request can start this run (GITHUB_EVENT_NAME is pull_request), so belfry doesn't use ${env:NOVU_KEY} as the API key of target Production",
  )
  expect(refused.err).toContain('set BELFRY_KEY_VARIABLES=NOVU_KEY in the pipeline')
  expect(own.keys).toEqual([])
  await run({ BELFRY_KEY_VARIABLES: 'OTHER_KEY' })
  expect(own.keys).toEqual([])
  for (const listed of ['NOVU_KEY', 'OTHER_KEY, NOVU_*']) {
    await run({ BELFRY_KEY_VARIABLES: listed })
    expect(new Set(own.keys.splice(0))).toEqual(new Set(['ApiKey made-up-key-of-production-1']))
  }
  // A part of the address of another server is bound to BELFRY_URL, also where belfry's own variable is in it.
  const part = await runProgram(['plan'], {
    cwd: folderWith(projectFile('url: "http://127.0.0.1:1/${env:BELFRY_EU_URL}"', `apiKey: "${key}"`)),
    env: { BELFRY_EU_URL: 'x', BELFRY_URL: own.origin, BELFRY_PRODUCTION_API_KEY: 'made-up-key-1' },
  })
  expect(part.err).toContain('error  other-origin')
})

test('a variable without a value in the environment is that of the dotenv file', async () => {
  const { exit, err } = await runProgram(['plan', '--dotenv', '.env'], {
    cwd: folderWith({
      ...projectFile('url: "https://a.example"', 'apiKey: "${env:BELFRY_NEW_KEY}"'),
      '.env': 'BELFRY_NEW_KEY=made-up-key-of-production-1\n',
    }),
    env: { BELFRY_URL: 'https://a.example', BELFRY_NEW_KEY: undefined, GITHUB_EVENT_NAME: 'pull_request' },
  })
  expect(exit).toBe(3)
  expect(err).toContain('Set BELFRY_NEW_KEY in the pipeline instead of the file of --dotenv.')
})

test('validate refuses what plan refuses', async () => {
  const files = projectFile('url: "${env:CI_MERGE_REQUEST_TITLE}"', 'apiKey: "${env:AWS_SECRET_ACCESS_KEY}"')
  const env = { CI_MERGE_REQUEST_TITLE: 'https://elsewhere.example', AWS_SECRET_ACCESS_KEY: 'a' }
  const proposed = await runProgram(['validate'], {
    cwd: folderWith(files),
    env: { ...env, CI_MERGE_REQUEST_IID: '7' },
  })
  expect(proposed.exit).toBe(3)
  expect(proposed.err.match(/error {2}foreign-variable/g)).toHaveLength(2)
  const bound = await runProgram(['validate'], {
    cwd: folderWith(files),
    env: { ...env, BELFRY_URL: 'https://own.example' },
  })
  expect(bound.err).toContain('error  other-origin')
})

/** Answers 401, and keeps what it was sent as a key. */
async function listener(): Promise<{ readonly origin: string; readonly keys: string[] }> {
  const keys: string[] = []
  const { origin, close } = await startServer((request, response) => {
    keys.push(request.headers.authorization ?? '')
    response.writeHead(401, { 'content-type': 'application/json' }).end('{"statusCode":401,"message":"no"}')
  })
  onTestFinished(close)
  return { origin, keys }
}
