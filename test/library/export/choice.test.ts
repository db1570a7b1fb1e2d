// What export is asked for: resources, subscribers, and a folder; what can't be is refused before anything is written.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { developmentApiKey, productionApiKey, type Seed } from '../../../src/sandbox/index.ts'
import { startProxy } from '../../support/cli-proxy.ts'
import { cliWorld, project } from '../../support/cli-world.ts'

const email = { providerId: 'sendgrid', channel: 'email' as const }
const seed: Seed = {
  environments: [
    { name: 'Development', apiKey: developmentApiKey },
    { name: 'Production', apiKey: productionApiKey },
  ],
  integrations: [
    { environment: 'Development', identifier: 'mail-one', name: 'One', ...email },
    { environment: 'Production', identifier: 'mail-two', name: 'Two', ...email },
    { environment: 'Production', identifier: 'sms-one', name: 'SMS', providerId: 'twilio', channel: 'sms' },
  ],
  subscribers: [
    { environment: 'Development', subscriberId: 'same', firstName: 'Same' },
    { environment: 'Production', subscriberId: 'same', firstName: 'Same' },
    { environment: 'Development', subscriberId: 'other', firstName: 'Dev', email: 'dev@acme.example' },
    { environment: 'Production', subscriberId: 'other', firstName: 'Prod', email: 'ada@acme.example' },
    { environment: 'Production', subscriberId: 'ada', firstName: 'Ada', email: 'ada@acme.example' },
    { environment: 'Production', subscriberId: 'plus', firstName: 'Plus', email: 'ada+1@acme.example' },
  ],
}

test.each([
  ['--only integration/mail*', ['mail-one', 'mail-two']],
  ['--only integration/* --exclude integration/mail-*', ['in_app', 'sms-one']],
  ['--exclude environment/* --exclude integration/sms-one', ['in_app', 'mail-one', 'mail-two']],
  ['-t Production --only integration/mail-two', ['mail-two']],
] as const)('%s', async (args, names) => {
  const { run, folder } = await cliWorld({}, seed)
  expect((await run(`export --out out ${args}`)).exit).toBe(0)
  expect(readdirSync(join(folder, 'out'))).toEqual(['integrations.yaml'])
  const text = readFileSync(join(folder, 'out/integrations.yaml'), 'utf8')
  const found = [...text.matchAll(/identifier: (\S+)|channel: (in_app)/g)]
  const shown = new Set(found.map(([, identifier = '', channel]) => channel ?? identifier))
  expect([...shown].toSorted()).toEqual(names)
})

test.each(['--exclude */*', '--only integration/mail-* --exclude integration/*', '--write --exclude */*'])(
  'an export that leaves out every resource is refused, as a plan is: %s',
  async (args) => {
    const { run, folder } = await cliWorld(
      { 'manifests/a.yaml': 'subscribers: [{ subscriberId: same }]\n' },
      seed,
    )
    const { exit, err } = await run(`export ${args.includes('--write') ? '' : '--out out '}${args}`)
    expect([exit, existsSync(join(folder, 'out'))]).toEqual([3, false])
    expect(err).toContain('the selection leaves out every resource, so nothing would be exported')
  },
)

test.runIf(existsSync('/proc/self'))(
  'a folder in which nothing can be created is refused at once',
  async () => {
    const { run, sandbox } = await cliWorld({}, seed)
    const { exit, err } = await run('export --out /proc/belfry/out')
    expect([exit, sandbox.log]).toEqual([3, []])
    expect(err).toContain("--out /proc/belfry/out can't be used")
    expect(err).toContain('\n  Give a new folder, in a folder that you can write to.\n')
  },
)

const keys = project.replace("'${env:PRODUCTION_KEY}'", "['${env:PRODUCTION_KEY}', '${env:NEXT_KEY}']")
test.each([
  ['--only integration/mail-on', '--only integration/mail-on matches no exported resource; did you mean "integration/mail-one"?'],
  ['--config keys.yaml --only integrations/*', 'target Production lists several API keys'],
  ['--only integrations/*', '--only integrations/* matches no exported resource: unknown kind "integrations"'],
  ['--only subscriber/ada', '--only subscriber/ada: subscribers are exported only with --subscribers'],
  ['--only subscriber/x --subscribers email=@nope.example', '--only subscriber/x matches nothing: --subscribers found no subscriber'],
  ['--only subscriber/adda --subscribers all', '--only subscriber/adda matches no exported resource; did you mean "subscriber/ada"?'],
])('a selector that matches nothing is a mistake: %s', async (args, message) => {
  const { run, folder } = await cliWorld({ 'keys.yaml': keys }, seed)
  const { exit, err, out } = await run(`export --out out ${args}`)
  expect({ exit, isWritten: existsSync(join(folder, 'out')) }).toEqual({ exit: 3, isWritten: false })
  expect(out + err).toContain(message)
  expect(err).toContain('Nothing was written.')
}) // prettier-ignore

test.each([
  ['all', ['same', 'other Development', 'other Production', 'ada Production', 'plus Production']],
  ['email=ada@acme.example', ['other Production', 'ada Production']],
  ['email=ada@acme.example&name=Ada', ['ada Production']],
  ['subscriberId=same', ['same']],
  // A plus is one, not a space.
  ['email=ada+1@acme.example', ['plus Production']],
])('--subscribers %s', async (which, names) => {
  const { run, folder } = await cliWorld({}, seed)
  const { exit, err, out } = await run(`export --out out --only subscriber/* --subscribers ${which}`)
  expect(exit).toBe(0)
  expect(out + err).toContain('Add the line out/.people/ to .gitignore')
  const path = join(folder, 'out/.people/subscribers.ndjson')
  expect(statSync(path).mode & 0o077).toBe(0)
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  const found = lines.map((line) => {
    const { subscriberId, targets = [] } = JSON.parse(line) as { subscriberId: string; targets?: string[] }
    return [subscriberId, ...targets].join(' ')
  })
  expect(found.toSorted()).toEqual(names.toSorted())
  expect((await run('plan -f out/.people --detailed-exitcode')).exit).toBe(0)
})

test.each(['warn', 'off'])('the rule of a warning is %s', async (severity) => {
  const settings = `${project}rules: { unknown-provider: ${severity} }\n`
  const unknown = { environment: 'Production', identifier: 'pigeon', providerId: 'homing-pigeon', channel: 'chat' as const }
  const { run } = await cliWorld({ 'belfry.yaml': settings }, { integrations: [unknown] })
  const { err } = await run('export --out out')
  expect(err.includes('the provider "homing-pigeon"')).toBe(severity === 'warn')
}) // prettier-ignore

test('a search that finds no one writes no line, and the folder can be planned all the same', async () => {
  const { run, folder } = await cliWorld({}, seed)
  expect((await run('export --out out --subscribers email=nobody@acme.example')).exit).toBe(0)
  expect((await run('plan -f out --secrets=needed --detailed-exitcode')).exit).toBe(0)
  expect(existsSync(join(folder, 'out/.people/subscribers.ndjson'))).toBe(false)
})

test.each([
  ['everyone', 'is not a valid search'],
  ['email=', 'is not a valid search'],
  ['email=a@b.example&age=3', 'is not a valid search'],
  ['email=a@b.example&email=c@d.example', 'is not a valid search'],
  ['&', 'is not a valid search'],
])('--subscribers %s is refused', async (which, message) => {
  const { run } = await cliWorld({}, seed)
  const { exit, out, err } = await run(`export --out out --subscribers ${which}`)
  expect(exit).toBe(3)
  expect(out + err).toContain(message)
})

test.each([
  ['--subscribers all', 3],
  ['--subscribers all --show-personal-data', 0],
  ['--subscribers none', 0],
])('privacy: mask and %s', async (args, expected) => {
  const { run, folder } = await cliWorld({ 'belfry.yaml': `${project}privacy: mask\n` }, seed)
  const { exit, err } = await run(`export --out out ${args}`)
  expect([exit, existsSync(join(folder, 'out'))]).toEqual([expected, expected === 0])
  expect(err.includes('--subscribers writes unmasked personal data')).toBe(expected === 3)
})

test('a target without a key is named, and nothing is written', async () => {
  const { run, folder } = await cliWorld({}, seed)
  const { exit, out, err } = await run('export --out out', { env: { PRODUCTION_KEY: undefined } })
  expect(exit).toBe(3)
  expect(out + err).toContain('PRODUCTION_KEY')
  expect(existsSync(join(folder, 'out'))).toBe(false)
})

test('a file in place of the folder, and a folder that no file can be written to', async () => {
  const { run, folder } = await cliWorld({ 'a-file': 'x' }, seed)
  for (const name of ['a-file', 'a-file/out']) {
    const { exit, err } = await run(`export --out ${name}`)
    expect([exit, err]).toEqual([
      3,
      expect.stringContaining(`--out ${name} can't be used: a part of the path is a file`),
    ])
  }
  mkdirSync(join(folder, 'closed'))
  chmodSync(join(folder, 'closed'), 0o500)
  // No permission stops the owner of everything.
  if (process.getuid?.() === 0) return
  const { exit, err } = await run('export --out closed/out')
  expect(exit).toBe(3)
  expect(err).toContain("--out closed/out can't be used: permission denied")
  expect(readdirSync(join(folder, 'closed'))).toEqual([])
})

test('a new folder below a new one may have the name of a folder that exists', async () => {
  const { run, folder } = await cliWorld({ 'manifests/all.yaml': 'subscribers: []\n' }, seed)
  expect(await run('export --out backup/manifests')).toMatchObject({ exit: 0 })
  expect(readdirSync(join(folder, 'backup/manifests'))).toContain('integrations.yaml')
  expect(readdirSync(folder)).not.toContainEqual(expect.stringContaining('.part'))
})

test('an empty folder is used, and one with a hidden file is not', async () => {
  const { run, folder } = await cliWorld({ 'out/.gitignore': '.env\n' }, seed)
  const refused = await run('export --out out')
  expect([refused.exit, refused.err]).toEqual([
    3,
    expect.stringContaining("isn't empty: the folder contains .gitignore"),
  ])
  rmSync(join(folder, 'out/.gitignore'))
  expect((await run('export --out out')).exit).toBe(0)
  expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
})

test('what another process writes into the folder in the meantime stays', async () => {
  const { folder, sandbox, env, run } = await cliWorld({}, seed)
  const file = join(folder, 'out/integrations.yaml')
  const url = await startProxy(sandbox.url, () => {
    mkdirSync(join(folder, 'out'), { recursive: true })
    writeFileSync(file, '# by hand\n')
    return undefined
  })
  const { exit, err } = await run('export --out out', { env: { ...env, BELFRY_URL: url } })
  expect([exit, err]).toEqual([3, expect.stringContaining("the export can't be written to out")])
  expect(readFileSync(file, 'utf8')).toBe('# by hand\n')
  expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
})

test('a subscriber who is in the service twice is listed and not written', async () => {
  const { folder, sandbox, env, run } = await cliWorld({}, seed)
  const url = await startProxy(sandbox.url, async ({ path, key }) => {
    if (!path.startsWith('/v2/subscribers') || key !== productionApiKey) return undefined
    const reply = await fetch(`${sandbox.url}${path}`, { headers: { authorization: `ApiKey ${key}` } })
    const page = (await reply.json()) as { data: { _id: string; subscriberId: string }[]; totalCount: number }
    const again = page.data
      .filter(({ subscriberId }) => subscriberId === 'same' || subscriberId === 'ada')
      .map((each) => ({ ...each, _id: '6b00000500000000000000ff', firstName: 'Other' }))
    const body = { ...page, data: [...page.data, ...again], totalCount: page.totalCount + again.length }
    return { status: 200, body: JSON.stringify(body) }
  })
  const said = await run('export --out out --subscribers all', { env: { ...env, BELFRY_URL: url } })
  expect([said.exit, said.out]).toEqual([
    0,
    expect.stringMatching(/subscriber same in Production +the subscriber is in the service several times/),
  ])
  const lines = readFileSync(join(folder, 'out/.people/subscribers.ndjson'), 'utf8').trim().split('\n')
  const same = lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ subscriberId }) => subscriberId === 'same' || subscriberId === 'ada')
  expect(same).toEqual([{ subscriberId: 'same', firstName: 'Same', targets: ['Development'] }])
})
