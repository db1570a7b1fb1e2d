// Whoever writes a project file must not choose where the API key goes, nor which variable of the job is sent as one.
import { onTestFinished, expect, test } from 'vitest'
import { runProgram } from '../../support/cli.ts'
import { folderWith } from '../../support/cli-process.ts'
import { sampled } from '../../support/form.ts'
import { startServer } from '../../support/local-server.ts'

type Files = Readonly<Record<string, string>>

/** What the author of a pull request wrote. */
interface Attempt {
  readonly files: Files
  readonly args?: string
  /** The rule that refuses it; where the file alone decides about the service there is none. */
  readonly rule: string | readonly string[]
}

interface Place {
  /** The origin that the author would like the key to go to. */
  readonly elsewhere: string
  readonly isUrlSet: boolean
  readonly isProposed: boolean
}

const forms = ['literal', 'whole reference', 'part', 'perTarget', 'include'] as const
type Form = (typeof forms)[number]

const key = '${env:BELFRY_PRODUCTION_API_KEY}'
const people = 'subscribers:\n  - subscriberId: ada\n    lastName: L\n'
/** Set by who opens the pull request. */
const titles = (elsewhere: string) => ({
  CI_MERGE_REQUEST_TITLE: elsewhere,
  CHANGE_TITLE: elsewhere.replace('http://', ''),
})

function projectFile(service: string, target: string, more = ''): Files {
  return {
    'belfry.yaml': `service: { ${service} }\ntargets:\n  Production: { ${target} }\nmanifests: [manifests]\n${more}`,
    'manifests/people.yaml': people,
  }
}

const address: Partial<Record<Form, (elsewhere: string) => string>> = {
  literal: (elsewhere) => elsewhere,
  'whole reference': () => '${env:CI_MERGE_REQUEST_TITLE}',
  part: () => 'http://${env:CHANGE_TITLE}',
}

const keyForms: Partial<Record<Form, string>> = {
  literal: 'made-up-key-of-the-author-1234',
  'whole reference': '${env:AWS_SECRET_ACCESS_KEY}',
  part: 'x${env:AWS_SECRET_ACCESS_KEY}',
}

/** Where an address is written: refused if another is set outside, or if a pull request names its variable. */
function atAddress(write: (url: string) => Files) {
  return (form: Form, { elsewhere, isUrlSet, isProposed }: Place): Attempt | undefined => {
    const url = address[form]?.(elsewhere)
    if (url === undefined) return undefined
    const isForeign = isProposed && form !== 'literal'
    return { files: write(url), rule: isForeign ? 'foreign-variable' : isUrlSet ? 'other-origin' : [] }
  }
}

const doors: Readonly<Record<string, (form: Form, place: Place) => Attempt | undefined>> = {
  'service.url': atAddress((url) => projectFile(`url: "${url}"`, `apiKey: "${key}"`)),
  'url of a target': atAddress((url) =>
    projectFile('url: "${env:BELFRY_URL}"', `url: "${url}", apiKey: "${key}"`),
  ),
  apiKey: (form, { isProposed }) => {
    const value = keyForms[form]
    if (value === undefined) return undefined
    const rule =
      form === 'part' ? 'bad-reference' : form === 'whole reference' && isProposed ? 'foreign-variable' : []
    return { files: projectFile('url: "${env:BELFRY_URL}"', `apiKey: "${value}"`), rule }
  },
  'apiKey, the second of a list': (form, { isProposed }) => {
    const value = keyForms[form]
    if (value === undefined) return undefined
    const rule =
      form === 'part' ? 'bad-reference' : form === 'whole reference' && isProposed ? 'foreign-variable' : []
    return { files: projectFile('url: "${env:BELFRY_URL}"', `apiKey: ["${key}", "${value}"]`), rule }
  },
  // belfry has no such setting: an unknown field stops the run.
  apiKeyFrom: (form) =>
    form === 'literal'
      ? {
          files: projectFile('url: "${env:BELFRY_URL}"', 'apiKeyFrom: AWS_SECRET_ACCESS_KEY'),
          rule: 'unknown-field',
        }
      : undefined,
  'apiKey from a file': (form, { isProposed }) =>
    form === 'whole reference'
      ? {
          files: {
            ...projectFile('url: "${env:BELFRY_URL}"', 'apiKey: "${file:key.txt}"'),
            'key.txt': 'AWS-CANARY-0123456789',
          },
          rule: isProposed ? 'foreign-variable' : [],
        }
      : undefined,
  dotenv: (form, { elsewhere }) => {
    const lines: Partial<Record<Form, string>> = {
      literal: `BELFRY_URL=${elsewhere}`,
      'whole reference': 'BELFRY_KEY_VARIABLES=*',
      part: `HTTPS_PROXY=${elsewhere}`,
    }
    const line = lines[form]
    return line === undefined
      ? undefined
      : {
          files: {
            ...projectFile('url: "${env:BELFRY_URL}"', 'apiKey: "${env:AWS_SECRET_ACCESS_KEY}"'),
            'job.env': `${line}\n`,
          },
          args: 'plan --dotenv job.env',
          rule: 'bad-flag',
        }
  },
  'secret command': (form) =>
    form === 'whole reference' || form === 'part'
      ? {
          files: projectFile(
            'url: "${env:BELFRY_URL}"',
            `apiKey: "${form === 'part' ? 'x' : ''}\${secret:AWS}"`,
          ),
          rule: 'bad-reference',
        }
      : undefined,
  smoke: (form, { elsewhere, isUrlSet, isProposed }) => {
    const url = address[form]?.(elsewhere)
    if (url === undefined) return undefined
    const isForeign = isProposed && form !== 'literal'
    const rule = isProposed
      ? isForeign
        ? ['pull-request', 'foreign-variable']
        : 'pull-request'
      : isUrlSet
        ? 'other-origin'
        : []
    return {
      files: {
        ...projectFile(`url: "${url}"`, `apiKey: "${key}"`, 'smoke: { suites: [smoke] }\n'),
        'smoke/a.yaml':
          'suite: a\nworkflow: welcome\ncases: [{ name: a, to: ada, expect: { in_app: sent } }]\n',
      },
      args: 'smoke',
      rule,
    }
  },
  // The rules of a project file can't be loosened by it.
  policy: (form, { elsewhere }) =>
    form === 'literal'
      ? {
          files: projectFile(
            `url: "${elsewhere}"`,
            `apiKey: "${key}"`,
            'rules: { other-origin: off, foreign-variable: off }\n',
          ),
          rule: 'fixed-rule',
        }
      : undefined,
  // Resources have no address or key of the service: both fields are unknown there.
  manifest: (form) =>
    form === 'perTarget'
      ? {
          files: {
            ...projectFile('url: "${env:BELFRY_URL}"', `apiKey: "${key}"`),
            'manifests/people.yaml': `${people}    perTarget: { Production: { apiKey: "\${env:AWS_SECRET_ACCESS_KEY}", url: http://x.example } }\n`,
          },
          rule: ['unknown-field', 'empty-reference'],
        }
      : form === 'include'
        ? {
            files: {
              ...projectFile('url: "${env:BELFRY_URL}"', `apiKey: "${key}"`),
              'manifests/people.yaml': 'subscribers: [{ include: ../people.ndjson }]\n',
              'people.ndjson': '{"subscriberId":"ada","url":"http://x.example"}\n',
            },
            rule: ['unknown-field', 'empty-reference'],
          }
        : undefined,
}

const anywhere = { elsewhere: 'http://127.0.0.1:1', isUrlSet: true, isProposed: true }

/** Without the forms that a door doesn't have, such as `perTarget` of an address. */
const cells = Object.keys(doors).flatMap((door) =>
  forms
    .filter((form) => doors[door]?.(form, anywhere) !== undefined)
    .flatMap((form) =>
      [true, false].flatMap((isUrlSet) =>
        [true, false].map((isProposed) => ({ door, form, isUrlSet, isProposed })),
      ),
    ),
)

test('each door has a form, and each form a door', () => {
  expect(new Set(cells.map(({ door }) => door))).toEqual(new Set(Object.keys(doors)))
  expect(new Set(cells.map(({ form }) => form))).toEqual(new Set(forms))
})

test.each(sampled(cells, 3))(
  '$door as $form, BELFRY_URL set: $isUrlSet, of a pull request: $isProposed',
  async ({ door, form, ...setting }) => {
    const own = await listener()
    const elsewhere = await listener()
    const place = { ...setting, elsewhere: elsewhere.origin }
    const attempt = doors[door]?.(form, place)
    if (attempt === undefined) throw new Error('no such form')
    const { exit, err } = await runProgram((attempt.args ?? 'plan').split(' '), {
      cwd: folderWith(attempt.files),
      env: {
        ...titles(elsewhere.origin),
        BELFRY_PRODUCTION_API_KEY: 'made-up-production-key-0001',
        AWS_SECRET_ACCESS_KEY: 'AWS-CANARY-0123456789',
        ...(setting.isUrlSet && { BELFRY_URL: own.origin }),
        ...(setting.isProposed && { CI_MERGE_REQUEST_IID: '7' }),
      },
    })
    const rules = [attempt.rule].flat()
    const isRefused = rules.length > 0
    // Without BELFRY_URL, an address in the file is the only one there is.
    const isOnlyOne = !isRefused && !setting.isUrlSet && /url|smoke/.test(door)
    const everyKey = [...own.keys, ...elsewhere.keys].join()
    expect({
      exits: isRefused ? [exit] : [3],
      rules: !isRefused || rules.some((rule) => err.includes(`error  ${rule}`)),
      elsewhere: isOnlyOne ? [] : elsewhere.keys,
      own: isRefused ? own.keys : [],
      canary: setting.isProposed && everyKey.includes('AWS-CANARY'),
    }).toEqual({
      exits: [err.includes('error  pull-request') ? 4 : 3],
      rules: true,
      elsewhere: [],
      own: [],
      canary: false,
    })
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
