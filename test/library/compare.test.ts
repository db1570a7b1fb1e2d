// A program compares targets: two as a plan, several side by side. It gets the data of the command, and nothing is written.
import { expect, test } from 'vitest'
import { thrownBy, worldWith } from './library-world.ts'

const mail = `integrations:
  - identifier: ses-eu
    name: SES
    providerId: ses
    channel: email
    active: false
    credentials: { from: d@acme.example }
    perTarget: { Production: { credentials: { from: p@acme.example } } }
`
const only = ['integration/ses-eu']
const pair = { from: 'Development', to: 'Production', only } as const

test('compare of two targets is what one would change in the other', async () => {
  const { project, sandbox, writes } = await worldWith({ 'manifests/mail.yaml': mail })
  await project.apply(await project.plan({ targets: ['Development'], only }))
  const before = writes()
  const { command, from, to, by, plan } = await project.compare({ ...pair, throwOnErrors: true })
  expect({ command, from, to, by }).toEqual({ command: 'compare', from: 'Development', to: 'Production', by: 'live' }) // prettier-ignore
  expect(plan.sections.flatMap(({ changes }) => changes)).toMatchObject([
    { action: 'create', name: 'ses-eu' },
  ])
  expect(writes()).toBe(before)
  const sent = sandbox.log.length
  const declared = await project.compare({ ...pair, by: 'declared' })
  expect(declared.plan.sections.flatMap(({ changes }) => changes)).toMatchObject([
    { action: 'update', differences: [{ path: 'credentials.from', cause: 'meant' }] },
  ])
  expect(sandbox.log).toHaveLength(sent)
})

test('two files with an entry at one place are two entries', async () => {
  const of = (target: string, from: string): string =>
    mail.replace(/ {4}perTarget.*\n/, `    targets: [${target}]\n`).replace('d@acme', from)
  const { project } = await worldWith({
    'manifests/a.yaml': of('Development', 'd@acme'),
    'manifests/b.yaml': of('Production', 'pp@acme'),
  })
  const { plan } = await project.compare({ ...pair, by: 'declared' })
  const [change] = plan.sections.flatMap(({ changes }) => changes)
  expect(change?.differences).toMatchObject([{ path: 'credentials.from', cause: 'unmeant' }])
})

test.each([
  [{ from: 'Development', to: 'Prod' }, 'unknown target "Prod"'],
  [{ from: 'Development', to: 'Prod*' }, 'compare needs the names of two targets'],
  [{ ...pair, only: ['integration/none'] }, 'only integration/none matches no resource of Development'],
  [{ ...pair, exclude: ['integration/none'] }, 'exclude integration/none matches no resource of Development'],
])('compare of %j throws: %s', async (options, message) => {
  const { project } = await worldWith({ 'manifests/mail.yaml': mail })
  const error = await thrownBy(() => project.compare(options))
  expect(error.message).toContain(message)
  expect(error.exit).toBe(3)
})

test('two targets that declare nothing are alike', async () => {
  const { project } = await worldWith({ 'manifests/mail.yaml': 'environments: [{ name: Production }]\n' })
  const { plan, problems } = await project.compare({ from: 'Development', to: 'Production', by: 'declared' })
  expect([plan.sections.flatMap(({ changes }) => changes), problems]).toEqual([[], []])
})

test('a warning names the options of the library', async () => {
  const { project } = await worldWith({ 'manifests/mail.yaml': mail })
  const { problems } = await project.compare(pair)
  expect(problems).toMatchObject([
    {
      rule: 'idle-selector',
      hint: "To compare what the manifests declare, use by: 'declared'.",
    },
  ])
})

test('fields that the manifests ignore are compared', async () => {
  const people = `subscribers: [{ subscriberId: eve, data: { x: 1, y: 5 }, ignore: [data.y] }]\n`
  const { project, sandbox } = await worldWith({ 'manifests/people.yaml': people })
  for (const [environment, y] of [
    ['Development', 2],
    ['Production', 3],
  ] as const)
    // prettier-ignore
    sandbox.state.subscribers.add({ environment, subscriberId: 'eve', data: { x: 1, y } })
  const eve = { ...pair, only: ['subscriber/eve'] }
  const { plan } = await project.compare(eve)
  expect(plan.sections.flatMap(({ changes }) => changes)).toMatchObject([
    { action: 'update', differences: [{ path: 'data.y' }] },
  ])
})
