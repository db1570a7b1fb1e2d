// A service that answers almost what it should: every command ends soon, in words, with a code of the table.
import type { ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { createSandbox } from '../../src/sandbox/index.ts'
import { forward, type Answer } from '../support/cli-proxy.ts'
import { keys, people, project } from '../support/cli-world.ts'
import { runProgram } from '../support/cli.ts'
import { belfry, folderWith } from '../support/cli-process.ts'
import { getCommands } from '../support/get-commands.ts'
import { fuzz } from './fuzz.ts'
import { judge } from './judge.ts'
import { textOf } from '../support/local-server.ts'
import { spoils, type Spoil } from './spoil.ts'
import { lawTimeout } from '../support/laws/runs.ts'

const manifest = `targets: [Production]
integrations:
  - identifier: inbound
    name: Inbound
    providerId: nodemailer
    channel: email
    active: true
    credentials: { host: smtp.acme.example, password: '\${env:SECRET}' }
`

const commands = [
  'plan',
  'plan --detailed-exitcode --target Production',
  'apply --yes',
  'doctor',
  'audit',
  'trigger welcome --to ops-oncall --target Production',
  'events list --target Production',
  'events list --all --max 40 --target Production',
  'events get 6b0000000000000000000001 --target Production',
  'messages list --target Production',
  ...getCommands.map((command) => `${command} --target Production`),
  'get subscribers --all --max 40 --target Production',
  'messages get 6b0000000000000000000001 --max 40 --target Production',
]

interface Case {
  readonly command: string
  readonly format: string
  readonly spoils: readonly Spoil[]
}

function casesOf(names: readonly string[]): fc.Arbitrary<Case> {
  return fc.record({ command: fc.constantFrom(...names), format: fc.constantFrom('text', 'json'), spoils })
}

/** A trigger whose reply is lost looks for its event for some ten seconds before it is repeated: not in real time. */
const endSoon = commands.filter((command) => !command.startsWith('trigger'))

interface World {
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
  /** What the replies of the next command suffer. */
  readonly spoil: (next: readonly Spoil[]) => void
}

async function hostileWorld(): Promise<World> {
  const sandbox = await createSandbox({ logLimit: 10 })
  onTestFinished(() => sandbox.close())
  let suffered: readonly Spoil[] = []
  let count = 0
  const respond = async (answer: Answer, response: ServerResponse): Promise<void> => {
    const spoil = suffered.find(({ nth }) => nth === count || nth === undefined)
    count += 1
    if (spoil === undefined) response.writeHead(answer.status, answer.headers ?? {}).end(answer.body)
    else spoil.answer(answer, response)
  }
  const server = createServer((request, response) => {
    textOf(request)
      .then((body) => forward(sandbox.url, request, body))
      .then((answer) => respond(answer, response))
      .catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  )
  const folder = folderWith({
    'belfry.yaml': project,
    'manifests/all.yaml': manifest,
    'manifests/people.yaml': people,
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const spoil = (next: readonly Spoil[]): void => {
    suffered = next
    count = 0
  }
  return { folder, env: { BELFRY_URL: url, SECRET: 'made-up-and-secret', ...keys }, spoil }
}

const argsOf = ({ command, format }: Case): string[] => [
  ...command.split(' '),
  '--timeout',
  '0.2',
  '--format',
  format,
]

test('replies', { timeout: lawTimeout }, async () => {
  const { folder, env, spoil } = await hostileWorld()
  const holds = async (each: Case): Promise<void> => {
    spoil(each.spoils)
    const said = await runProgram(argsOf(each), { cwd: folder, env, pass: () => undefined })
    expect(said.exit === 2 && !each.command.includes('detailed')).toBe(false)
    judge(argsOf(each), said)
  }
  await fuzz({ name: 'replies', cases: casesOf(commands), seconds: 3.5, least: 30, holds })
})

test('replies, to the built program', { timeout: lawTimeout }, async () => {
  const { folder, env, spoil } = await hostileWorld()
  const holds = async (each: Case): Promise<void> => {
    spoil(each.spoils)
    const { exit, out, err } = await belfry(argsOf(each), { cwd: folder, env })
    expect(exit).not.toBeNull()
    judge(argsOf(each), { exit: exit ?? -1, out, err })
  }
  await fuzz({ name: 'replies, built', cases: casesOf(endSoon), seconds: 1, least: 3, holds })
})
