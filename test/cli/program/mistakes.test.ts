// Mistakes that people make with a command line or a project: each message says what is wrong and what to do.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createSandbox, productionApiKey } from '../../../src/sandbox/index.ts'
import { folderWith } from '../../support/cli-process.ts'
import { cliWorld, people, project } from '../../support/cli-world.ts'
import { runProgram } from '../../support/cli.ts'

describe('options of other tools', () => {
  test.each([
    ['apply --dryrun', 'belfry plan'],
    ['apply --dry-run', 'belfry plan'],
    ['trigger --dryrun', '--dry-run'],
    ['apply --auto-approve', '--yes'],
    ['trigger welcome --to ops-oncall --wait 30s', '--expect within=30s'],
    ['trigger welcome --to ops-oncall --wait 30', '--expect within=30s'],
    ['trigger welcome --to ops-oncall --wait=30s', '--expect within=30s'],
    ['plan -o plan.json', '--out'],
    ['plan --output plan.json', '--out'],
    ['plan -o json', '--format json'],
    ['plan --output=yaml', '--format json'],
    ['get integrations -o wide', '--format json'],
    ['get integrations -o yaml', '--format yaml'],
    ['apply --limit Production', '--target'],
    ['plan -C ../x', '--config'],
    ['plan -n Production', '--target'],
    ['plan --context Production', '--target'],
    ['apply -target=integration.mail', '--only integration/mail'],
    ['plan --profile x', '--target'],
    ['validate manifests', '-t manifests or -f manifests'],
    ['validate manifests/', '-f manifests/'],
    ['plan mail', '-t mail or -f mail or --only KIND/mail'],
    ['plan --env Production', '--target'],
    ['plan --json', '--format json'],
    ['plan --verbose', '--debug'],
    ['validate --jsno', undefined],
    ['validate --auto-approve', undefined],
    ['plan production', '-t production or -f production or --only KIND/production'],
    ['plan production --env-file=.env', '--dotenv'],
    ['validate -t Development production', '-t production or -f production'],
    ['sandbox --env Production', undefined],
    ['plan --timeout', undefined],
    ['trigger welcome ada', '--to ada'],
    ['trigger welcome --subscriber ada', '--to'],
    ['trigger welcome --data {}', '--payload'],
    ['plan --since main', '--diff-base'],
    ['apply --no-input', '--yes'],
    ['plan --config-file x.yaml', '--config'],
    ['plan --stack Production', '--target'],
    ['plan -vvv', '--debug'],
    ['plan -l channel=email', '--only'],
    ['get subscribers --page-size 5', '--limit'],
    ['plan --yaml', '--format json'],
    ['aply --help', 'apply'],
    ['help aply', 'apply'],
    ['events lst --help', 'list'],
  ])('%s', async (args, suggestion) => {
    const { exit, out, err } = await runProgram(args.split(' '), { cwd: folderWith({}) })
    const [command = ''] = args.split(' ')
    const second =
      suggestion === undefined
        ? `belfry ${command} --help lists its arguments and options.`
        : `Did you mean ${suggestion}?`
    expect([exit, out, err.split('\n')[1]]).toEqual([3, '', second])
  })
})

const email = (more = ''): string => `integrations:
  - identifier: mail
    providerId: sendgrid
    channel: email
${more}`

async function validated(manifest: string) {
  const { run } = await cliWorld({ 'manifests/email.yaml': manifest })
  return run('validate')
}

test('plan names files that look like manifests and have another ending', async () => {
  const { run } = await cliWorld({
    'manifests/people.yaml': people,
    'manifests/more.YAML': people,
    'manifests/old.yaml.txt': people,
    'manifests/x.ymal': people,
    'manifests/old.csv': '',
  })
  expect((await run('plan')).err).toContain(
    'Ignored: manifests/more.YAML, manifests/old.csv, manifests/old.yaml.txt and 1 more.',
  )
})

test('a folder in place of a saved plan leads to the way to apply it', async () => {
  const { run } = await cliWorld({ 'manifests/people.yaml': people })
  const { exit, err } = await run('apply manifests --yes')
  expect([
    exit,
    err.includes('manifests is a folder, but'),
    err.includes('belfry apply -f manifests'),
  ]).toEqual([3, true, true])
})

test('a field of targets that is written in another map is only unknown there', async () => {
  const { run } = await cliWorld({ 'belfry.yaml': `${project}subscribers: { protected: true }\n` })
  const { err } = await run('validate')
  expect(err).toContain('unknown field "protected" in "subscribers"\n')
})

test.each(['protected', 'limits'])('%s of a target, at the top of the project file', async (field) => {
  const { run } = await cliWorld({ 'belfry.yaml': `${project}${field}: {}\n` })
  const { exit, err } = await run('validate')
  expect(exit).toBe(3)
  expect(err).toContain(
    `unknown field "${field}" in a project file; write "${field}" under each target in "targets"`,
  )
})

test.each(['validate', 'plan'])(
  '%s: blanks around the URL in a variable are no part of it',
  async (command) => {
    const { run, env } = await cliWorld({ 'manifests/people.yaml': people })
    expect(await run(command, { env: { BELFRY_URL: ` ${env['BELFRY_URL'] ?? ''} ` } })).toMatchObject({
      exit: 0,
    })
  },
)

test('a saved plan in place of a manifest', async () => {
  const { run } = await cliWorld({ 'manifests/people.yaml': people })
  await run('plan --out plan.json')
  const { exit, err } = await run('apply -f plan.json --yes')
  expect(exit).toBe(3)
  expect(err).toContain('this is JSON that belfry wrote, such as a saved plan, and not a manifest')
  expect(err.match(/ error {2}/g)).toHaveLength(1)
})

test('a saved plan has no name of a manifest', async () => {
  const { run, writes } = await cliWorld({ 'manifests/people.yaml': people })
  const { exit, err } = await run('plan --out manifests/x.yaml')
  expect([exit, err.includes('--out manifests/x.yaml has the ending of a manifest'), writes()]).toEqual([
    3,
    true,
    [],
  ])
})

test.each(['apply Production', 'apply integration/mail'])('%s', async (args) => {
  const { run } = await cliWorld({ 'manifests/people.yaml': people })
  const { exit, err } = await run(args)
  expect(exit).toBe(3)
  expect(err).toContain('To apply a part of the manifests, use -t NAME or --only KIND/NAME.')
})

test.each(['log nofile', 'log integration/mail'])('%s', async (args) => {
  const { run } = await cliWorld({ 'manifests/people.yaml': people })
  const { exit, err } = await run(args)
  expect(exit).toBe(3)
  expect(err).toContain(
    'Use a journal that belfry apply --journal or belfry failover wrote. To choose resources, use --only KIND/NAME.',
  )
})

test.each(['--api-key-file', '--dotenv'])(
  'a key in place of the file of %s is not printed',
  async (option) => {
    const { run } = await cliWorld({ 'manifests/people.yaml': people })
    const key = 'acbd18db4cc2f85cedef654fccc4a4d8'
    const { exit, out, err } = await run(`plan -t Production ${option} ${key}`)
    expect(exit).toBe(3)
    expect(err).toContain(`${option} needs the name of a file, but the value looks like a key`)
    expect(`${out}${err}`).not.toContain(key)
  },
)

test.each(['{{ .Values.name }}', '{{ env "MAIL_KEY" }}'])('a template without quotes: %s', async (name) => {
  const { exit, err } = await validated(`${email()}    name: ${name}\n`)
  expect(exit).toBe(3)
  expect(err).toContain("belfry doesn't expand {{ }}; write a reference such as ${env:NAME} or ${var:NAME}")
})

test.each([
  ['https://service.invalid:10', 'http://127.0.0.1:9'],
  ['https://service.invalid:9', 'http://127.0.0.1:9'],
  ['https://service.invalid:10', 'http://proxy.invalid:3128'],
  ['http://service.invalid:10', 'http://127.0.0.1:9'],
])('%s through a proxy that is not there: %s', async (url, proxy) => {
  const cwd = folderWith({
    'belfry.yaml': `service: { url: '${url}' }\ntargets: { Production: { apiKey: ${productionApiKey} } }\nmanifests: [manifests]\n`,
    'manifests/people.yaml': people,
  })
  const { exit, err } = await runProgram(['plan', '--insecure-http'], {
    cwd,
    env: { HTTPS_PROXY: proxy, HTTP_PROXY: proxy },
  })
  expect(exit).toBe(1)
  expect(err).toContain(`the proxy for ${url} can't be reached`)
})

test.each(['doctor', 'get subscribers'])(
  'without a project and a URL, %s names the sandbox',
  async (command) => {
    const { out, err } = await runProgram(command.split(' '), {
      cwd: folderWith({}),
      env: { BELFRY_API_KEY: productionApiKey },
    })
    expect(out + err).toContain(
      'This is the URL of the sandbox, which belfry also uses if there is no project file. To start the sandbox, run belfry sandbox. For another service, change to the folder of its project, or correct "url" in the project file; without a project file, use --url URL.',
    )
  },
)

test('without a project, doctor says how to come to one', async () => {
  const { out } = await runProgram(['doctor'], { cwd: folderWith({}), env: {} })
  expect(out).toContain(
    'Change to the folder of your project, or use --config FILE. To start a project, run belfry init.',
  )
})

test('a project with one target that is named default', async () => {
  const { run } = await cliWorld({
    'belfry.yaml': project.replace(/targets:[^]*?manifests/, 'targets: { default: {} }\nmanifests'),
    'manifests/people.yaml': `targets: [foo]\n${people}`,
  })
  expect((await run('validate')).err).toContain('unknown target "foo"; the targets are default')
})

test('manifests of a project that was not found', async () => {
  const cwd = folderWith({ 'app/manifests/people.yaml': `targets: [Production]\n${people}` })
  const { exit, err } = await runProgram(['validate', '-f', 'app/manifests'], { cwd })
  expect(exit).toBe(3)
  expect(err).toContain(
    'unknown target "Production": belfry found no project file with targets; change to the folder of your project, or use --config FILE',
  )
})

test('a merge conflict is named with its place', async () => {
  const manifest = email('<<<<<<< HEAD\n    active: true\n=======\n    active: false\n>>>>>>> branch\n')
  const { exit, err } = await validated(manifest)
  expect(exit).toBe(3)
  expect(err).toBe(`manifests/email.yaml:5:1  error  yaml-syntax
  4 |     …
> 5 | …
    | ^ unresolved merge conflict; keep one side and delete the lines with <<<<<<<, ======= and >>>>>>>
1 error in 1 file. Nothing was sent.
More about a rule: belfry explain yaml-syntax
`)
})

test.each([
  ['the end', '    active: true\n>>>>>>> branch\n', 6],
  ['the begin', '<<<<<<< HEAD\n    active: true\n', 5],
  ['the line between', '    active: true\n=======\n    primary: true\n', 6],
])('%s of a merge conflict alone is named too', async (_, left, line) => {
  const { err } = await validated(email(left))
  expect(err).toContain(`manifests/email.yaml:${line}:1  error  yaml-syntax`)
  expect(err).toContain('unresolved merge conflict; keep one side and delete')
})

test.each([
  ['more.yaml', 'integrations:\n  - identifier: more\n', true],
  ['more.yml', 'integrations: # all\n\n- identifier: more\n', true],
  ['more.yaml', 'integrations: # all\r\n  - identifier: more\r\n', true],
  ['more.yaml', 'integrations:\n\n  [{ identifier: more }]\n', true],
  ['more.yaml', 'subscribers: [{ subscriberId: a }]\n', true],
  ['other-project.yaml', 'subscribers: { create: api }\n', false],
  ['compose.yaml', 'services:\n  - integrations\n', false],
  ['notes/more.yaml', 'integrations:\n  - identifier: more\n', false],
])('a manifest beside the project file that nothing names: %s, %j', async (name, text, isSaid) => {
  const { run, folder } = await cliWorld({ 'manifests/people.yaml': people })
  mkdirSync(join(folder, 'notes'))
  writeFileSync(join(folder, name), text)
  expect((await run('plan')).err.includes(`Ignored: ${name}.`)).toBe(isSaid)
  expect((await run('plan -f manifests/people.yaml')).err).not.toContain('Ignored')
  const reason = `${name}: a manifest that "manifests" in the project file does not name`
  expect((await run('validate --full')).out.includes(reason)).toBe(isSaid)
  writeFileSync(
    join(folder, 'belfry.yaml'),
    readFileSync(join(folder, 'belfry.yaml'), 'utf8').replace('manifests: [', `manifests: [${name}, `),
  )
  expect((await run('validate --full')).out).not.toContain(reason)
})

test('a tab is named with its place, and no secret on its line', async () => {
  const shown = await validated('integrations:\n  - identifier: mail\n\tproviderId: sendgrid\n')
  expect(shown.err).toContain(`manifests/email.yaml:3:2  error  yaml-syntax
  2 |   - …
> 3 | \\t…
    |   ^ tabs are not allowed`)
  const hidden = await validated(
    `${email()}    credentials:\n\tapiKey: SG.secret-in-a-tabbed-line\n      from: a\n`,
  )
  expect(hidden.err).toContain('yaml-syntax')
  expect(hidden.err).not.toContain('secret-in-a-tabbed-line')
})

test.each(['ndjson', 'jsonl', 'csv'])(
  'an ignored .%s file is listed with the way to include it',
  async (ending) => {
    const { run } = await cliWorld({ 'manifests/email.yaml': email(), [`manifests/people.${ending}`]: '' })
    expect((await run('validate --full')).out).toContain(
      `manifests/people.${ending}: belfry reads NDJSON and CSV only through a manifest, for example one with subscribers: [{ include: FILE }]`,
    )
  },
)

test('a folder without a project says where to go', async () => {
  const { exit, err } = await runProgram(['plan'], { cwd: folderWith({ 'other.txt': '' }) })
  expect(exit).toBe(3)
  expect(err).toBe(`error  no-manifests
  belfry has no manifests to read: neither this folder nor a folder above it contains belfry.yaml, and -f FILE is not given
  Change to the folder of your project, or use --config FILE for the project file, or -f FILE for manifests. To start a project, run belfry init.
1 error. Nothing was sent.
More about a rule: belfry explain no-manifests
`)
})

test('a missing key names its variable, and how to go on without it', async () => {
  const { run } = await cliWorld({ 'manifests/people.yaml': people })
  const { exit, err } = await run('plan', { env: { DEVELOPMENT_KEY: '' } })
  expect(exit).toBe(3)
  expect(err).toContain('env:DEVELOPMENT_KEY is unset or empty (target Development)')
  expect(err).toContain(
    'Set DEVELOPMENT_KEY to the API key of the environment, which the dashboard of the service shows. belfry reads variables from a file such as .env only with --dotenv FILE. To leave target Development out, choose other targets with -t NAME.',
  )
})

test.each([
  ['apply -k manifests', 'name manifests with -f FOLDER'],
  ['plan -A', "To select all targets, use -t '*'."],
  [
    'plan --only integration/a integration/b',
    'Did you mean --only integration/b? Repeat the option for each resource.',
  ],
  ['plan --only subscriber/a manifests/b', 'Did you mean -f manifests/b?'],
  ['apply --only integration/a integration/b', 'To give an option several values, repeat the option.'],
  ['apply -t Development Production', 'To give an option several values, repeat the option.'],
  ['plan -f belfry.yaml', 'belfry always reads the project file: remove this path.'],
  ['smoke --dry-run', 'Run belfry trigger WORKFLOW --to ID --dry-run.'],
  ['export mine', 'or --out mine?'],
])('belfry %s', async (args, answer) => {
  const { run } = await cliWorld({})
  expect((await run(args)).err).toContain(answer)
})

describe('a wrong field or value names what is right', () => {
  test.each<[file: string, text: string, shown: string]>([
    ['belfry.yaml', 'zzz: 1\n', 'belfry explain project lists the fields.'],
    ['belfry.yaml', 'targets: []\n', 'Write targets: { Production: {} }.'],
    ['belfry.yaml', 'manifests: manifests\n', 'Write manifests: [manifests].'],
    ['belfry.yaml', 'targets: { A: { protected: "true" } }\n', 'must be true without quotes'],
    ['manifests/a.yaml', email('    zzz: 1\n'), 'belfry explain integration lists the fields.'],
    ['manifests/a.yaml', email('    primary: "true"\n'), '"primary" must be true without quotes'],
    [
      'manifests/a.yaml',
      'subscribers: [{ subscriberId: a, channels: [{ provider: slack, zzz: 1 }] }]\n',
      'belfry explain subscriber.channels lists the fields.',
    ],
    [
      'manifests/a.yaml',
      'subscribers: [{ ID: a }]\n',
      'unknown field "ID" in a subscriber; did you mean "subscriberId"?',
    ],
    [
      'manifests/a.yaml',
      'subscribers: [{ subscriberId: a, e: 1 }]\n',
      'belfry explain subscriber lists the fields.',
    ],
    [
      'manifests/a.yaml',
      'subscribers: [{ subscriberId: a, perTarget: { Production: { zzz: 1 } } }]\n',
      'belfry explain subscriber lists the fields.',
    ],
    [
      'manifests/a.yaml',
      'subscribers: [{ subscriberId: a, zzz: 1 }]\n',
      'belfry explain subscriber lists the fields.',
    ],
    [
      'manifests/a.yaml',
      'environments: [{ name: A, zzz: 1 }]\n',
      'belfry explain environment lists the fields.',
    ],
    ['smoke.yaml', 'zzz: 1\n', 'belfry explain smoke lists the fields.'],
    [
      'smoke.yaml',
      'workflow: w\ncases: [{ name: a, to: a, expect: { email: { outcome: ok } } }]\n',
      '; valid: sent, completed, failed, skipped, canceled, merged, delayed, none, any',
    ],
  ])('%s: %j', async (file, text, shown) => {
    const { run } = await cliWorld({ 'manifests/people.yaml': people, [file]: text })
    const { exit, err } = await run(file === 'smoke.yaml' ? 'smoke smoke.yaml' : 'validate')
    expect([exit, err]).toEqual([3, expect.stringContaining(shown)])
  })

  test('a project file that is not there', async () => {
    const { err } = await runProgram(['plan', '--config', 'none.yaml'], { cwd: folderWith({}) })
    expect(err).toContain('To start a project, run belfry init.')
  })
})

describe('several targets without apiKey', () => {
  const keyless = (service = ''): string => `${service}targets: { Development: {}, Production: {} }
manifests: [manifests]
`
  const unused =
    'target Production has no apiKey in the project file; belfry uses BELFRY_API_KEY only if a single target is selected'
  const hint =
    'Write apiKey: ${env:BELFRY_PRODUCTION_API_KEY} under the target and set this environment variable, or select a single target with -t.'

  test.each(['plan', 'apply --yes', 'doctor', 'smoke smoke.yaml'])(
    '%s does not call BELFRY_API_KEY unset',
    async (args) => {
      const { run, sandbox } = await cliWorld({
        'belfry.yaml': keyless(),
        'manifests/people.yaml': people,
        'smoke.yaml': 'workflow: w\ncases: [{ name: a, to: ada, expect: { status: processed } }]\n',
      })
      const { exit, out, err } = await run(args, { env: { BELFRY_API_KEY: productionApiKey } })
      const shown = `${out}${err}`
      expect(exit).toBe(3)
      expect(shown).toContain(unused)
      expect(shown).toContain(
        `${hint} For the sandbox, write service: { url: sandbox:${new URL(sandbox.url).port} }.`,
      )
      expect(shown).not.toContain('unset or empty')
    },
  )

  test('a single one uses BELFRY_API_KEY', async () => {
    const { run } = await cliWorld({ 'belfry.yaml': keyless(), 'manifests/people.yaml': people })
    const { exit, err } = await run('plan -t Production', { env: { BELFRY_API_KEY: productionApiKey } })
    expect([exit, err]).toEqual([0, expect.not.stringContaining('missing-key')])
    const empty = await run('plan -t Production', { env: { BELFRY_API_KEY: '' } })
    expect(empty.err).toContain('env:BELFRY_API_KEY is unset or empty')
  })
})

test('apply belfry.yaml is a wrong argument', async () => {
  const { run, sandbox } = await cliWorld({ 'manifests/people.yaml': people })
  const { exit, err } = await run('apply belfry.yaml')
  expect(exit).toBe(3)
  expect(err).toContain('belfry.yaml is a YAML file, but a saved plan is a JSON file')
  expect(err).toContain('belfry apply or belfry apply --config belfry.yaml')
  expect(sandbox.log).toEqual([])
})

test('apply of a journal names it, and leads to show', async () => {
  const { run, writes } = await cliWorld({ 'manifests/people.yaml': people })
  expect(await run('apply --yes --journal runs.ndjson')).toMatchObject({ exit: 0 })
  const sent = writes().length
  const { exit, err } = await run('apply runs.ndjson')
  expect(exit).toBe(3)
  expect(err).toContain('runs.ndjson is a journal, and not a saved plan')
  expect(err).toContain('run belfry show runs.ndjson')
  expect(writes()).toHaveLength(sent)
})

test.each([
  ['plan', { CI: 'true' }, true],
  ['plan', {}, false],
  ['apply --yes', { CI: 'true' }, false],
])('an unset variable: %s with %j hints at --secrets=defer: %s', async (command, env, hints) => {
  const { run } = await cliWorld({
    'manifests/email.yaml': email("    credentials: { apiKey: '${env:SG}' }\n"),
  })
  const { exit, err } = await run(command, { env })
  expect(exit).toBe(3)
  expect(err).toContain('the environment variable SG is not set or is empty')
  expect(err.includes('belfry plan --secrets=defer')).toBe(hints)
})

test('what is wrong with two targets alike is shown once, and counted for each', async () => {
  const { run } = await cliWorld({ 'manifests/people.yaml': people })
  const { exit, err } = await run('plan', { env: { BELFRY_URL: 'http://127.0.0.1:9' } })
  expect(exit).toBe(1)
  expect(err).toBe(`error  no-reply
  nothing listens at http://127.0.0.1:9: check the service URL, and that the service is running (targets Development, Production)
  The service URL is on this machine. To start a local service there, run belfry sandbox --port 9.
2 errors. Nothing was written.
More about a rule: belfry explain no-reply
`)
})

test('a key that is not accepted is named by its variable, with the advice of doctor', async () => {
  const { run } = await cliWorld({ 'manifests/people.yaml': people })
  const { exit, err } = await run('plan -t Production', { env: { PRODUCTION_KEY: 'not-a-key' } })
  expect(exit).toBe(3)
  expect(err).toContain('(API key: env:PRODUCTION_KEY) (target Production)')
  expect(err).toContain('Most API keys are 32 hexadecimal digits, but this API key is not. Copy')
})

test('an address that ends in /v1 is told from a resource that is not found', async () => {
  const { run, sandbox } = await cliWorld({ 'manifests/people.yaml': people })
  const { exit, err } = await run('plan', { env: { BELFRY_URL: `${sandbox.url}/v1` } })
  expect(exit).toBe(1)
  expect(err).toContain('If the URL has a path such as /v1 or /v2, remove the path.')
})

test('a shared rename is a warning until it is done', async () => {
  const sandbox = await createSandbox({
    seed: {
      integrations: [
        { environment: 'Production', identifier: 'old', providerId: 'ses', channel: 'email', name: 'Mail' },
        { environment: 'Development', identifier: 'new', providerId: 'ses', channel: 'email', name: 'Mail' },
      ],
    },
  })
  const manifest = `integrations:
  - { identifier: new, previously: old, providerId: ses, channel: email, name: Mail }
`
  const cwd = folderWith({ 'belfry.yaml': project, 'manifests/email.yaml': manifest })
  const env = {
    BELFRY_URL: sandbox.url,
    DEVELOPMENT_KEY: sandbox.keys['Development'],
    PRODUCTION_KEY: productionApiKey,
  }
  const run = (...args: string[]) => runProgram(args, { cwd, env })
  expect((await run('validate')).err).toContain('shared-rename')
  const pending = await run('plan')
  expect(pending.err.split('shared-rename')).toHaveLength(2)
  expect((await run('apply', '--yes')).exit).toBe(0)
  expect((await run('plan')).err).not.toContain('shared-rename')
  await sandbox.close()
})
