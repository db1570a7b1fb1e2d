// ${secret:NAME}: a command of the user prints it; nothing in the repository and no pull request makes it run.
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { folderWith } from '../../support/cli-process.ts'
import { cliWorld, project, type CliWorld } from '../../support/cli-world.ts'
import type { ProgramWorld, Running, Said } from '../../support/cli.ts'

const value = 'canary-of-the-vault-4711'

const manifest = (apiKey: string): string => `integrations:
  - identifier: ses-new
    providerId: sendgrid
    channel: email
    targets: [Production]
    credentials: { apiKey: '${apiKey}', from: a@acme.example }
`

interface Vault extends Pick<CliWorld, 'folder' | 'sandbox' | 'writes'> {
  /** The program, outside of the project. */
  readonly program: string
  readonly plan: (more?: Partial<ProgramWorld>, args?: string) => Promise<Said>
  readonly begin: (more: Partial<ProgramWorld>) => Running<Said>
  /** The arguments of each run of the program. */
  readonly calls: () => readonly string[]
}

/** `script` is what the program does after it noted its arguments. */
async function vault(
  script = `echo ${value}`,
  apiKey = '${secret:prod/ses}',
  files: Readonly<Record<string, string>> = {},
): Promise<Vault> {
  const world = await cliWorld({ 'manifests/a.yaml': manifest(apiKey), ...files })
  const tools = folderWith({})
  const program = programIn(tools, `echo "$*" >> '${tools}/calls'\n${script}`)
  const noted = join(tools, 'calls')
  const within = ({ env, ...more }: Partial<ProgramWorld>) => ({
    ...more,
    env: { PATH: '/usr/bin:/bin', BELFRY_SECRET_COMMAND: `${program} read {}`, ...env },
  })
  return {
    ...world,
    program,
    plan: (more = {}, args = 'plan -t Production') => world.run(args, within(more)),
    begin: (more) => world.begin('plan -t Production', within(more)),
    calls: () => (existsSync(noted) ? readFileSync(noted, 'utf8').trim().split('\n') : []),
  }
}

function programIn(folder: string, script: string): string {
  const path = join(folder, 'get')
  writeFileSync(path, `#!/bin/sh\n${script}\n`)
  chmodSync(path, 0o755)
  return path
}

test('what the command prints is sent, shown as a label, and known to the filter', async () => {
  const { plan, calls, sandbox, writes } = await vault()
  const planned = await plan()
  expect(planned).toMatchObject({ exit: 0, err: '' })
  expect(planned.out).toContain('(secret command:prod/ses)')
  expect(await plan({}, 'apply --yes -t Production')).toMatchObject({ exit: 0 })
  expect(writes()).toHaveLength(1)
  const bodies = sandbox.log.map(({ body }) => JSON.stringify(body)).join('\n')
  expect(bodies).toContain(value)
  expect(`${planned.out}${planned.err}`).not.toContain(value)
  expect(calls()).toEqual(['read prod/ses', 'read prod/ses'])
})

test('doctor runs the command too', async () => {
  const { plan, calls } = await vault()
  const { err } = await plan({}, 'doctor -t Production')
  expect([err, calls()]).toEqual(['', ['read prod/ses']])
})

test('saved and approved plans know the secret by its fingerprint, or by its name', async () => {
  const { plan } = await vault()
  expect((await plan({}, 'plan -t Production --secrets=defer --out deferred.json')).exit).toBe(0)
  expect((await plan({}, 'plan -t Production --out plan.json')).exit).toBe(0)
  const rotated = await vault(`echo ${value}-2`)
  const other = { env: { BELFRY_SECRET_COMMAND: `${rotated.program} {}` } }
  expect(await plan(other, 'apply plan.json')).toMatchObject({ exit: 4 })
  expect(await plan(other, 'apply -t Production --approved deferred.json')).toMatchObject({ exit: 0 })
})

test('the command runs once for a name, and JSON has several secrets', async () => {
  const more = manifest('Bearer ${secret:prod/ses#second}').replace('ses-new', 'ses-more')
  const { plan, calls } = await vault(`echo '{"first": "${value}", "second": "${value}-2"}'`, '${secret:prod/ses#first}', {
    'manifests/b.yaml': more,
  }) // prettier-ignore
  const { exit, out } = await plan()
  expect(exit).toBe(0)
  expect(out).toContain('(secret command:prod/ses#first)')
  expect(out).toContain('(secret command:prod/ses#second)')
  expect(calls()).toEqual(['read prod/ses'])
})

test.each([
  ['plan --only integration/ses-new', ['read prod/ses']],
  ['plan --exclude integration/ses-m*', ['read prod/ses']],
  ['apply --yes --only integration/ses-more', ['read prod/more', 'read prod/shared']],
  ['plan', ['read prod/ses', 'read prod/more', 'read prod/shared']],
])('only for resources that are selected: %s', async (args, expected) => {
  const more = manifest('${secret:prod/more#key}').replace('ses-new', 'ses-more')
  const { plan, calls, writes } = await vault(`echo '{"key": "${value}"}'`, undefined, {
    'manifests/b.yaml': more.replace('from: a@acme.example', "secretKey: '${secret:prod/shared#key}'"),
    'belfry.yaml': `${project}rules: { foreign-credential: off, missing-credentials: off }\n`,
  })
  expect(await plan({}, `${args} -t Production`)).toMatchObject({ exit: 0, err: '' })
  expect(calls().toSorted()).toEqual(expected.toSorted())
  expect(writes()).toHaveLength(args.startsWith('apply') ? 1 : 0)
})

test('a saved plan reads only the secrets of the resources it changes', async () => {
  const more = manifest('${secret:prod/more}').replace('ses-new', 'ses-more')
  const { plan, calls } = await vault(undefined, undefined, { 'manifests/b.yaml': more })
  const planned = await plan({}, 'plan -t Production --only integration/ses-new --out plan.json')
  expect(planned).toMatchObject({ exit: 0, err: '' })
  expect(await plan({}, 'apply plan.json')).toMatchObject({ exit: 0, err: '' })
  expect(calls()).toEqual(['read prod/ses', 'read prod/ses'])
})

test('a variable of a target may hold the reference', async () => {
  const { plan } = await vault(undefined, '${var:ses}', {
    'belfry.yaml': `${project}variables: { ses: '\${secret:prod/ses}' }\n`,
  })
  expect((await plan()).out).toContain('(secret command:prod/ses)')
})

test('{} may follow a fixed beginning, and quotes hold words together', async () => {
  const { plan, program, calls } = await vault()
  const run = (command: string) => plan({ env: { BELFRY_SECRET_COMMAND: command } })
  expect((await run(`${program} 'a b' "--secret={}" last`)).exit).toBe(0)
  expect(calls()).toEqual(['a b --secret=prod/ses last'])
})

test('--secret-command comes before the variable, and the next command repeats it', async () => {
  const { folder, plan, program, calls } = await vault()
  const script = programIn(join(folder, '..'), '')
  const { exit, out } = await plan(
    { env: { BELFRY_SECRET_COMMAND: `${script}-none {}` } },
    `plan -t Production --secret-command=${program}\u00a0{}`,
  )
  expect(exit).toBe(0)
  expect(out.replaceAll('\u00a0', ' ')).toContain(`Next: belfry plan --secret-command '${program} {}'`)
  expect(calls()).toEqual(['prod/ses'])
})

test('the program gets the environment without the keys and variables of belfry, and no stdin', async () => {
  const { plan } = await vault(`test -z "$(cat)" || exit 7
test -z "$PRODUCTION_KEY$DEVELOPMENT_KEY$BELFRY_URL$BELFRY_FINGERPRINT_KEY" || exit 8
echo "$VAULT_ADDR"`)
  const env = { VAULT_ADDR: value, BELFRY_FINGERPRINT_KEY: 'a-key-of-fingerprints-1' }
  expect(await plan({ env, stdin: 'typed' })).toMatchObject({ exit: 0, err: '' })
})

describe('refused, and nothing runs', () => {
  test.each(['-rf', '../prod', 'a/../b', '', 'a b', 'a;b', '$(id)', '/etc/passwd', 'a#', 'a#-x', 'a#b#c'])(
    'the name "%s"',
    async (name) => {
      const { plan, calls } = await vault(undefined, `\${secret:${name}}`)
      const { exit, err } = await plan()
      expect(exit).toBe(3)
      expect(err).toContain('bad-reference')
      expect(calls()).toEqual([])
    },
  )

  test.each([
    ['in the project', (folder: string) => join(folder, 'tools')],
    ['elsewhere in its git repository', (folder: string) => join(folder, '..', 'tools')],
  ])('a program %s', async (_, folderOf) => {
    const outer = folderWith({ 'project/belfry.yaml': project, 'project/manifests/a.yaml': manifest('${secret:prod/ses}') }) // prettier-ignore
    mkdirSync(join(outer, '.git'))
    const cwd = join(outer, 'project')
    mkdirSync(folderOf(cwd), { recursive: true })
    const noted = join(outer, 'noted')
    const program = programIn(folderOf(cwd), `echo ran > '${noted}'`)
    const link = join(folderWith({}), 'link')
    symlinkSync(program, link)
    const out = join(folderOf(cwd), 'out')
    symlinkSync('/bin/echo', out)
    const chain = join(folderWith({}), 'chain')
    symlinkSync(out, chain)
    const tools = join(folderOf(cwd), 'bin')
    symlinkSync('/bin', tools)
    const folder = join(folderWith({}), 'bin')
    symlinkSync(tools, folder)
    const { plan } = await vault()
    for (const [command, env] of [
      [`${program} {}`, {}],
      [`${link} {}`, {}],
      [`${out} {}`, {}],
      [`${chain} {}`, {}],
      [`${folder}/echo {}`, {}],
      ['echo {}', { PATH: folder }],
      ['get {}', { PATH: folderOf(cwd) }],
    ] as const) {
      const said = await plan({ cwd, env: { ...env, BELFRY_SECRET_COMMAND: command } })
      expect(said.exit).toBe(3)
      expect(said.err).toContain('secret-command')
      expect(said.err).toContain('is in the project or in its git repository')
    }
    expect(existsSync(noted)).toBe(false)
  })

  test.each([
    { GITHUB_EVENT_NAME: 'pull_request' },
    { GITHUB_EVENT_NAME: 'pull_request_target' },
    { GITHUB_EVENT_NAME: 'pull_request_review_comment' },
    { GITHUB_EVENT_NAME: 'issue_comment' },
    { GITHUB_EVENT_NAME: 'workflow_run', GITHUB_EVENT_PATH: '/no/such/event.json' },
    { CI_MERGE_REQUEST_IID: '7' },
    { CI_EXTERNAL_PULL_REQUEST_IID: '7' },
  ])('in the environment of a pull request: %o', async (env) => {
    const { plan, calls } = await vault()
    const { exit, err } = await plan({ env })
    expect(exit).toBe(3)
    expect(err).toContain('a pull request can start this run')
    expect(calls()).toEqual([])
  })

  test('a name that BELFRY_SECRET_NAMES does not have, and any if CI is set without it', async () => {
    const { plan, calls } = await vault()
    const named = (env: Readonly<Record<string, string>>) => plan({ env })
    expect((await named({ BELFRY_SECRET_NAMES: 'dev/*, smtp' })).err).toContain('secret-name')
    expect((await named({ CI: 'true' })).err).toContain('secret-name')
    expect(calls()).toEqual([])
    expect((await named({ CI: 'true', BELFRY_SECRET_NAMES: 'dev/*, prod/*' })).exit).toBe(0)
  })

  test.each(['', 'op read', '{} read', 'op {} {}', 'op {}.json', "op 'read {}", 'no-such-program {}'])(
    'the command "%s"',
    async (command) => {
      const { plan } = await vault()
      const { exit, err } = await plan({ env: { BELFRY_SECRET_COMMAND: command } })
      expect(exit).toBe(3)
      expect(err).toContain('secret-command')
    },
  )

  test.each([
    ['a field that is not secret', { 'manifests/a.yaml': manifest('${secret:prod/ses}').replace('apiKey', 'senderName') }], // prettier-ignore
    ['an identity', { 'manifests/a.yaml': manifest('x').replace('ses-new', "'${secret:prod/ses}'") }],
    ['a variable in an identity', { 'manifests/a.yaml': manifest('x').replace('ses-new', "'${var:ses}'"), 'belfry.yaml': `${project}variables: { ses: '\${secret:prod/ses}' }\n` }], // prettier-ignore
    ['the API key of a target', { 'belfry.yaml': project.replace('env:PRODUCTION_KEY', 'secret:prod/ses') }],
    ['the URL of the service', { 'belfry.yaml': project.replace('env:BELFRY_URL', 'secret:prod/ses') }],
  ])('%s', async (name, files) => {
    const outside = name.includes('URL') ? {} : { BELFRY_URL: 'http://127.0.0.1:9' }
    const { plan, calls } = await vault(undefined, undefined, files)
    const { exit, err } = await plan({ env: { BELFRY_URL: undefined, ...outside } })
    expect(exit).toBe(3)
    expect(err).toMatch(/bad-reference|reference-in-identity|bad-service-url/)
    expect(calls()).toEqual([])
  })

  test('a smoke suite', async () => {
    const { plan, calls } = await vault(undefined, undefined, {
      'manifests/a.yaml': manifest('literal-key-1'),
      'belfry.yaml': `${project}smoke: { suites: [smoke.yaml] }\n`,
      'smoke.yaml':
        "cases: [{ name: a, workflow: welcome, to: user-0001, payload: { key: '${secret:prod/ses}' }, expect: { email: sent } }]\n",
    })
    // Mistakes in suites are warnings in a plan.
    expect((await plan()).err).toMatch(/warning {2}bad-reference/)
    expect(calls()).toEqual([])
  })

  test('manifests with a different mistake', async () => {
    const { plan, calls } = await vault(undefined, undefined, { 'manifests/b.yaml': 'integrations: [{}]\n' })
    expect((await plan()).exit).toBe(3)
    expect(calls()).toEqual([])
  })

  test.each(['validate', 'plan -t Production --secrets=defer', 'diff . .', 'get integrations -t Production'])(
    'nothing runs for %s',
    async (command) => {
      const { plan, calls } = await vault()
      expect(await plan({}, command)).toMatchObject({ exit: 0 })
      expect(calls()).toEqual([])
    },
  )
})

test('what a command leaves in the background, with stdout open, is not waited for', async () => {
  const { plan } = await vault(`sleep 1000 & echo ${value}`)
  const { exit, err } = await plan({ patience: 20_000 })
  expect([exit, err]).toEqual([0, expect.not.stringContaining('did not finish')])
})

describe('a command that fails', () => {
  test.each([
    ['fails', `echo ${value}; echo "not signed in: ${value}" >&2; echo more >&2; exit 4`, 'ended with exit code 4: not signed in: (secret command:prod/ses)'],
    ['is killed', 'kill -9 $$', 'was ended by SIGKILL'],
    ['prints nothing', 'echo', 'printed nothing'],
    ['prints only white space', "printf ' \\n\\t\\n'", 'printed nothing'],
    ['prints NUL', "printf 'a\\000b'", 'is not valid text'],
    ['prints no UTF-8', "printf '\\377'", 'is not valid text'],
    ['never ends', 'sleep 1000 & wait', 'did not finish within'],
    ['prints without end', 'yes', 'printed more than 1 MiB'],
  ])('%s', async (_, script, message) => {
    const { plan } = await vault(script)
    const patience = script.startsWith('sleep') ? 200 : 20_000
    const { exit, out, err } = await plan({ patience })
    expect(exit).toBe(3)
    expect(err).toContain('secret-value')
    expect(err).toContain(message)
    expect(err).not.toContain('more\n')
    expect(`${out}${err}`).not.toContain(value)
  }) // prettier-ignore

  test.each([
    ['an unknown value', 'hv3s9x2kq8w1', 'login hv3s9x2kq8w1 refused', 'login (secret) refused'],
    ['a long word', 'swordfish', 'bad key abcdefGHIJKLmnopQRST.', 'bad key (secret).'],
    ['a variable of the program', 'swordfish', '$VAULT_TOKEN is old', '(secret) is old'],
    ['a password', 'hunter', 'password=hunter user=ada', 'password=(secret) user=ada'],
    ['JSON', 'hunter', '{"token": "hunter"}', '{"token": (secret)}'],
    ['a header', 'hunter', 'Authorization: Bearer hunter', 'Authorization: Bearer (secret)'],
    ['an address', 'hunter', 'https://ada:hunter@vault.example/a', 'https://(secret)@vault.example/a'],
    ['the name', 'swordfish', 'no item prod/ses in VAULT_TOKEN', 'no item prod/ses in VAULT_TOKEN'],
  ])('its stderr shows no secret: %s', async (_, hidden, line, shown) => {
    const { plan } = await vault(`cat >&2 <<END\n${line}\nEND\nexit 1`)
    const { err } = await plan({ env: { VAULT_TOKEN: 'swordfish' } })
    expect(err).toContain(`ended with exit code 1: ${shown}\n`)
    expect(err).not.toContain(hidden)
  }) // prettier-ignore

  test('a BOM is left out', async () => {
    const { plan, sandbox } = await vault(`printf '\\357\\273\\277${value}'`)
    expect(await plan({}, 'apply --yes -t Production')).toMatchObject({ exit: 0 })
    const bodies = sandbox.log.map(({ body }) => JSON.stringify(body)).join('\n')
    expect(bodies).toContain(`"${value}"`)
  })

  test.each(['{"key": 1}', '{"other": "x"}', '["key"]', 'null', 'key', '{"key": ""}'])('JSON %s', async (json) => {
    const { plan } = await vault(`echo '${json}'`, '${secret:prod/ses#key}')
    const { exit, err } = await plan()
    expect(exit).toBe(3)
    expect(err).toContain('is not a JSON object with a string "key"')
  }) // prettier-ignore

  test('if the first four fail, it is not run again', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
    const files = Object.fromEntries(names.map((name) => [`manifests/${name}.yaml`, manifest(`\${secret:${name}}`).replace('ses-new', name)])) // prettier-ignore
    const { plan, calls } = await vault('exit 1', undefined, files)
    const { exit, err } = await plan()
    expect([exit, calls().length]).toEqual([3, 4])
    expect(err).toContain(
      "the secret f can't be read: belfry doesn't run the command again after it failed for 4 secrets",
    )
  })

  test('a secret that fails for itself keeps no other from being read', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
    const files = Object.fromEntries(names.map((name) => [`manifests/${name}.yaml`, manifest(`\${secret:${name}}`).replace('ses-new', name)])) // prettier-ignore
    const { plan } = await vault('[ "$2" = a ] && exit 1; sleep 0.05; echo of-$2', undefined, files)
    const { err } = await plan()
    expect(err.match(/the secret \S+ can't be read/g)).toEqual(["the secret a can't be read"])
  })

  test.each(['its limit', 'a signal'])('a program that hangs is ended at %s with all that it started', async (end) => {
    const noted = join(folderWith({ pids: '' }), 'pids')
    const pids = (): string[] => readFileSync(noted, 'utf8').split('\n').slice(0, -1)
    const { begin } = await vault(`sleep 1000 & echo $! >> '${noted}'; echo $$ >> '${noted}'; wait`)
    const running = begin({ patience: end === 'a signal' ? 60_000 : 300 })
    if (end === 'a signal') {
      await vi.waitUntil(() => pids().length === 2, 20_000)
      running.kill('SIGINT')
    }
    expect((await running.ended).exit).toBe(end === 'a signal' ? 130 : 3)
    await vi.waitUntil(() => !pids().some(isAlive), 20_000)
  }) // prettier-ignore
})

function isAlive(pid: string): boolean {
  try {
    // A process that ended and that nobody waited for is still in the table.
    return !/^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
