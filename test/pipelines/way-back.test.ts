// From drift back to the manifests, or into them: the commands of the issue, and the workflow that a person starts.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { actionWorld, pipelineKeys, pipelineProject, type ActionScene } from './action-world.ts'
import type { Event } from '../support/action.ts'
import { put } from '../support/cli-process.ts'
import { runProgram } from '../support/cli.ts'
import { workflowCommands } from '../support/workflow-commands.ts'

const night: Event = { name: 'schedule', payload: {} }
const byHand: Event = { name: 'workflow_dispatch', payload: {} }

const people = `subscribers:
  - subscriberId: ops-oncall
    lastName: Duty
    targets: [Production]
  - subscriberId: user-0001
    lastName: Night
    targets: [Production]
`

const commandsIn = (body: string): readonly string[] =>
  body.split('\n').filter((line) => line.startsWith('belfry '))

async function run({ folder, sandbox }: ActionScene, command: string) {
  const [, ...args] = command.replaceAll("'", '').split(' ')
  return runProgram(args, { cwd: join(folder, 'notify'), env: { ...pipelineKeys, BELFRY_URL: sandbox.url } })
}

const onlyPeople = { targets: 'Production', issue: 'true' }

test('the issue has both commands of each row, and they do what it says', async () => {
  const scene = await actionWorld(people)
  await scene.use(night, onlyPeople)
  const [issue] = scene.api.issues
  expect(commandsIn(issue?.body ?? '')).toEqual([
    'belfry apply -t Production --only subscriber/ops-oncall',
    'belfry export --write -t Production --only subscriber/ops-oncall',
    'belfry apply -t Production --only subscriber/user-0001',
    'belfry export --write -t Production --only subscriber/user-0001',
  ])
  expect(issue?.body).toContain('belfry apply drift')
  const [back = '', , , adopt = ''] = commandsIn(issue?.body ?? '')
  expect(await run(scene, `${back} --yes`)).toMatchObject({ exit: 0 })
  expect(scene.writes()).toBe(1)
  expect(await run(scene, adopt)).toMatchObject({ exit: 0 })
  expect(scene.writes()).toBe(1)
  expect(readFileSync(join(scene.folder, 'notify/manifests/people.yaml'), 'utf8')).not.toContain('Night')
  await scene.use(night, onlyPeople)
  expect(scene.api.issues).toMatchObject([{ state: 'closed' }])
})

test('what belongs to the organisation has no target, and what a manifest creates can only be put back', async () => {
  const scene = await actionWorld(`environments: [{ name: QA, color: '#ff8800' }]\nintegrations:
  - { identifier: mail-eu, name: Mail, providerId: sendgrid, channel: email, active: true, primary: true, targets: [Production], credentials: { apiKey: '\${env:MAIL_KEY}', from: a@acme.example, senderName: Acme } }\n`)
  await scene.use(night, { issue: 'true' }, { MAIL_KEY: 'SG.a-key-of-sendgrid-0001' })
  const body = scene.api.issues[0]?.body ?? ''
  expect(commandsIn(body)).toEqual([
    'belfry apply --only environment/QA',
    'belfry apply -t Production --only integration/mail-eu',
  ])
  expect(body).toContain('To adopt that it is missing, remove this resource from the manifests')
})

test('what may be in no manifest has a command without --only', async () => {
  const scene = await actionWorld(`targets: [Production]
integrations:
  - { identifier: slack-ops, name: Slack for operations, providerId: slack, channel: chat }
  - { identifier: mailgun-old, name: Mailgun, providerId: mailgun, channel: email }
  - { identifier: twilio-sms, name: Twilio, providerId: twilio, channel: sms }
`)
  put(scene.folder, { 'notify/belfry.yaml': `${pipelineProject}unmanaged: deactivate\n` })
  await scene.use(night, onlyPeople)
  const body = scene.api.issues[0]?.body ?? ''
  expect(body).toContain(`belfry apply -t Production --only integration/fcm-push
# If it is in no manifest, use belfry apply -t Production instead.
`)
})

test('a declared subscriber that no apply creates is named, but opens no issue', async () => {
  const scene = await actionWorld('subscribers: [{ subscriberId: user-9999, targets: [Production] }]\n')
  expect((await scene.use(night, onlyPeople)).log).toContain('Nothing to send, 1 missing.')
  expect(scene.api.issues).toEqual([])
})

test('a name is data: quoted for a shell, and it ends no code block', async () => {
  const name = "it's `x` $(id)"
  const scene = await actionWorld(
    `subscribers: []\nenvironments: [{ name: ${JSON.stringify(name)}, color: '#ff8800' }]\n`,
  )
  await scene.use(night, { issue: 'true' })
  expect(scene.api.issues[0]?.body).toContain("belfry apply --only 'environment/it'\\''s `x` $(id)'")
  const glob = await actionWorld(`environments: [{ name: "Q*", color: '#ff8800' }]\n`)
  await glob.use(night, { issue: 'true' })
  const body = glob.api.issues[0]?.body ?? ''
  // A pattern would select more than this resource.
  expect(commandsIn(body)).toEqual([])
  expect(body).toContain('belfry plan')
})

test('a name that is masked in the report is in no command', async () => {
  const { api, sandbox, use } = await actionWorld(
    'subscribers: [{ subscriberId: ada@acme.example, firstName: Ada, targets: [Production] }]\n',
    { subscribers: [{ environment: 'Production', subscriberId: 'ada@acme.example', firstName: 'Bea' }] },
  )
  await use(night, onlyPeople)
  const body = api.issues[0]?.body ?? ''
  expect(body).not.toContain('ada@acme.example')
  expect(body).toContain('1 more')
  expect(sandbox.log.every(({ method }) => method === 'GET')).toBe(true)
})

test('what an issue has no room for is counted', async () => {
  const names = Array.from({ length: 400 }, (_, index) => `QA ${index}`)
  const scene = await actionWorld(
    `environments:\n${names.map((name) => `  - { name: ${name}, color: '#ff8800' }\n`).join('')}`,
  )
  await scene.use(night, { issue: 'true' })
  const body = scene.api.issues[0]?.body ?? ''
  const { length } = commandsIn(body)
  expect(length).toBeGreaterThan(100)
  expect(body).toContain(`${400 - length} more`)
  expect(body.length).toBeLessThan(65_536)
})

test('plan and apply keep to the resources of only', async () => {
  const { use, writes, sandbox } = await actionWorld(people)
  const only = { targets: 'Production', only: 'subscriber/ops-oncall\n' }
  const planned = await use(byHand, { ...only, secrets: 'defer', plan: 'plan.json' })
  expect(planned).toMatchObject({ outcome: 'success', outputs: { changes: '1' } })
  const applied = await use(byHand, { ...only, command: 'apply', approved: 'plan.json' })
  expect(applied).toMatchObject({ outcome: 'success', outputs: { exit: '0' } })
  expect(writes()).toBe(1)
  expect(sandbox.log.at(-1)?.path).toBeDefined()
  const misspelt = await use(byHand, { targets: 'Production', only: 'subscriber/ops-oncal' })
  expect(misspelt).toMatchObject({ outcome: 'failure', outputs: { exit: '3' } })
  const patterns = await use(byHand, {
    targets: 'Production',
    only: 'subscriber/ops-*, subscriber/user-0001',
  })
  expect(patterns).toMatchObject({ outputs: { updates: '1' } })
})

const suite = (status: string): string =>
  `targets: [Production]\nworkflow: app-update\ncases: [{ name: first, to: ops-oncall, expect: { status: ${status} } }]\n`

test('apply runs the smoke suites, whose cases are in the same JUnit file', async () => {
  const { folder, use, sandbox } = await actionWorld(people)
  put(folder, { 'notify/smoke/all.yaml': suite('processed') })
  const inputs = { command: 'apply', plan: 'plan.json', smoke: 'smoke' }
  await use(night, { targets: 'Production', plan: 'plan.json' })
  const ended = await use(night, inputs)
  expect(ended).toMatchObject({ outcome: 'success', outputs: { exit: '0' } })
  const junit = readFileSync(ended.outputs['junit'] ?? '', 'utf8')
  expect(junit).toContain('first')
  expect(junit).toContain('ops-oncall')
  expect(sandbox.log.filter(({ operation }) => operation === 'triggerEvent')).toHaveLength(1)
  put(folder, { 'notify/smoke/all.yaml': suite('trigger_not_active') })
  await use(night, { targets: 'Production', plan: 'plan.json' })
  expect(await use(night, inputs)).toMatchObject({ outcome: 'failure', outputs: { exit: '7' } })
})

test('without a suite, apply warns that nothing was tested, and applies', async () => {
  const { folder, use, writes } = await actionWorld(people)
  const inputs = { command: 'apply', plan: 'plan.json', smoke: 'smoke' }
  await use(night, { targets: 'Production', plan: 'plan.json' })
  const ended = await use(night, inputs)
  expect(ended).toMatchObject({ outcome: 'success' })
  expect(workflowCommands(ended.log)).toContainEqual(
    expect.objectContaining({
      name: 'warning',
      message: 'no smoke test ran: the path "smoke" is not found in the folder of belfry.yaml.',
    }),
  )
  expect(writes()).toBe(2)
  // An empty folder is a mistake: somebody meant to have suites.
  mkdirSync(join(folder, 'notify/smoke'))
  writeFileSync(join(folder, 'notify/smoke/README'), 'none yet\n')
  expect(await use(night, inputs)).toMatchObject({ outcome: 'failure' })
})
