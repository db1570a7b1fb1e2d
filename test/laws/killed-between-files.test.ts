// After any kill and a second run, files are as after one run: their text, their modes, and nothing beside them.
import { chmodSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { productionApiKey, type Seed } from '../../src/sandbox/index.ts'
import { cliWorld, type CliWorld } from '../support/cli-world.ts'
import { isFull } from '../support/form.ts'
import { lawTimeout } from '../support/laws/runs.ts'

/** Ends the process before its operation on files of this number. */
const killBefore = (turn: number): string => `import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
let turn = 0
for (const name of ['openSync', 'writeFileSync', 'fsyncSync', 'fchmodSync', 'closeSync', 'renameSync', 'linkSync', 'rmSync', 'mkdirSync', 'appendFileSync']) {
  const real = fs[name]
  fs[name] = (...given) => {
    const isRead = name === 'openSync' && !String(given[1]).includes('w')
    if (!isRead && fs.armed && ++turn === ${turn}) process.kill(process.pid, 'SIGKILL')
    if (name === 'openSync' && String(given[1]).includes('w')) fs.armed = true
    return real(...given)
  }
}
fs.armed = true
syncBuiltinESMExports()`

const integration = (identifier: string, providerId: string, channel: 'email' | 'sms', token: string) => ({
  environment: 'Production',
  identifier,
  name: identifier,
  providerId,
  channel,
  active: false,
  credentials: { apiKey: token, from: 'a@acme.example', senderName: 'Acme' },
})

const seed: Seed = {
  integrations: [
    integration('sendgrid', 'sendgrid', 'email', 'canary-key-of-sendgrid'),
    integration('mailjet', 'mailjet', 'email', 'canary-key-of-mailjet'),
  ],
  subscribers: [{ environment: 'Production', subscriberId: 'ada', firstName: 'Ada', locale: 'en_GB' }],
}

const files = {
  'belfry.yaml': `service: { url: '\${env:BELFRY_URL}' }
targets:
  Production: { apiKey: ${productionApiKey} }
  Staging: { apiKey: '\${env:STAGING}' }
manifests: [manifests]
rules: { literal-secret: off, missing-credentials: off }
`,
  'manifests/email.yaml': `integrations:
  - identifier: sendgrid
    targets: [Production]
    name: Old name
    providerId: sendgrid
    channel: email
    active: true
    credentials: { apiKey: '\${env:SENDGRID}', from: a@acme.example, senderName: Acme }
`,
  'manifests/people.yaml': `subscribers:
  - subscriberId: ada
    targets: [Production]
    firstName: Old
    locale: en_GB
`,
}

const commands = {
  'export to a folder': 'export --out new -t Production',
  export: 'export --write -t Production --only integration/* --only subscriber/ada',
  promote:
    'promote Production Staging --write --share-secret SENDGRID --only integration/sendgrid --only subscriber/ada',
}

/** Text and mode of each file, by name. */
function stateOf({ folder }: CliWorld): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  return Object.fromEntries(
    names.flatMap((name) => {
      const path = join(folder, name)
      const found = statSync(path)
      return found.isFile()
        ? [[name, `${(found.mode & 0o777).toString(8)} ${readFileSync(path, 'utf8')}`]]
        : []
    }),
  )
}

async function open(): Promise<CliWorld> {
  const world = await cliWorld(files, seed)
  for (const name of ['email', 'people']) chmodSync(join(world.folder, `manifests/${name}.yaml`), 0o640)
  return world
}

async function killedAt(
  command: string,
  turn: number,
): Promise<{ readonly isKilled: boolean; readonly state: object }> {
  const world = await open()
  const env = {
    ...world.env,
    SENDGRID: 'made-up-key-of-sendgrid',
    NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(killBefore(turn))}"`,
  }
  const { signal } = await world.start(command, { env }).ended
  await world.run(command, { env: { SENDGRID: 'made-up-key-of-sendgrid' } })
  return { isKilled: signal === 'SIGKILL', state: stateOf(world) }
}

// It replaces no file: the second run names those that the killed one left, each of them whole, and needs them gone.
test(
  'init',
  async () => {
    const command = 'init new --yes --export --url URL --target Production=PRODUCTION_KEY --pipeline github'
    const start = (world: CliWorld, turn: number): Promise<{ readonly signal: unknown }> => {
      const NODE_OPTIONS = `--import "data:text/javascript,${encodeURIComponent(killBefore(turn))}"`
      return world.start(command.replace('URL', world.env['BELFRY_URL'] ?? ''), { env: { NODE_OPTIONS } })
        .ended
    }
    const newFiles = (world: CliWorld): Record<string, string> =>
      Object.fromEntries(
        Object.entries(stateOf(world)).flatMap(([name, text]) =>
          name.startsWith('new/') ? [[name, text.replaceAll(world.sandbox.url, '{sandbox}')]] : [],
        ),
      )
    const one = await open()
    expect(await start(one, Infinity)).toMatchObject({ exit: 0 })
    const whole = newFiles(one)
    for (let turn = 1; ; turn += isFull ? 1 : 40) {
      const world = await open()
      const { signal } = await start(world, turn)
      const left = Object.entries(newFiles(world)).filter(([name]) => !name.endsWith('.part'))
      expect(left.filter(([name, text]) => whole[name] !== text)).toEqual([])
      // It names the files of the project before it asks, and the folder of the manifests after that.
      for (let named: string | undefined = ''; named !== undefined;) {
        const { err } = await world.run(command.replace('URL', world.sandbox.url))
        named = /^ {2}(.+) already exists?, and init doesn't replace files$/m.exec(err)?.[1]
        for (const name of named?.split(/, | and /) ?? [])
          rmSync(join(world.folder, 'new', name), { recursive: true })
      }
      expect([turn, newFiles(world)]).toEqual([turn, whole])
      if (signal !== 'SIGKILL') break
      expect(turn).toBeLessThan(1000)
    }
  },
  lawTimeout,
)

test.each(Object.entries(commands))(
  '%s',
  async (_, command) => {
    const world = await open()
    const { exit, err } = await world.run(command, { env: { SENDGRID: 'made-up-key-of-sendgrid' } })
    expect([exit, err]).toEqual([0, expect.any(String)])
    const whole = stateOf(world)
    expect(whole['manifests/people.yaml']).toMatch(/^640 /)
    let kills = 0
    for (let turn = 1; ; turn += isFull ? 1 : 5) {
      const { isKilled, state } = await killedAt(command, turn)
      expect([turn, state]).toEqual([turn, whole])
      if (!isKilled) break
      kills += 1
    }
    expect(kills).toBeGreaterThanOrEqual(isFull ? 10 : 2)
  },
  lawTimeout,
)
