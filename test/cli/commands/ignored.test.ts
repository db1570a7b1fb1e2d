// Ignored fields from the plan to the apply: listed in each format, kept in saved and approved plans.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cliWorld, project } from '../../support/cli-world.ts'

const person = (ignore: string): string => `targets: [Production]
subscribers:
  - subscriberId: user-0003
    firstName: Changed
    data: { plan: pro, lastLogin: declared }
    ${ignore}
`
const files = {
  'belfry.yaml': `${project}ignore: { subscriber: [email] }\n`,
  'manifests/people.yaml': person('ignore: [data.lastLogin]').replace(
    '    data',
    '    email: other@acme.example\n    data',
  ),
}

async function world() {
  const opened = await cliWorld(files)
  const { subscribers } = opened.sandbox.state
  const login = (lastLogin: string, plan = 'free') =>
    subscribers.edit('Production', 'user-0003', { data: { plan, lastLogin } })
  login('monday')
  return { ...opened, login, row: () => subscribers.get('Production', 'user-0003') }
}

test('each format lists them once', async () => {
  const { run } = await world()
  const text = (await run('plan -t Production')).out
  expect(text).toContain('not changed: subscriber * (email); subscriber user-0003 (data.lastLogin)')
  expect(text.replace('integrations declared', '')).not.toMatch(/monday|declared|other@/)
  expect((await run('plan -t Production --summary')).out).toContain(
    'Ignored fields (2 entries) are not compared and not changed\n',
  )
  const markdown = (await run('plan -t Production --format markdown')).out
  expect(markdown).toContain('- subscriber user-0003 (data.lastLogin)')
  const html = (await run('plan -t Production --format html')).out
  expect(html).toContain('Ignored fields (2 entries) are not compared and not changed')
  const json = JSON.parse((await run('plan -t Production --format json')).out) as {
    readonly plan: {
      readonly sections: readonly { readonly ignored?: readonly { readonly paths: readonly string[] }[] }[]
    }
  }
  expect(json.plan.sections.at(-1)?.ignored?.map(({ paths }) => paths)).toEqual([
    ['email'],
    ['data.lastLogin'],
  ])
})

test.each([
  ['apply plan.json', 'the service shows what the saved plan contains'],
  ['apply --approved plan.json -t Production --yes', 'a new plan shows no approved changes'],
])('after the plan was saved, its drift is kept: %s', async (command, verified) => {
  const { run, login, row } = await world()
  expect(await run('plan -t Production --out plan.json')).toMatchObject({ exit: 0 })
  expect((await run('show plan.json')).out).toContain('subscriber user-0003 (data.lastLogin)')
  login('tuesday')
  const { exit, out } = await run(command)
  expect(out).toContain(`Verified: ${verified} (`)
  expect(exit).toBe(0)
  expect(row()).toMatchObject({ firstName: 'Changed', data: { plan: 'pro', lastLogin: 'tuesday' } })
  login('wednesday', 'pro')
  expect(await run('plan -t Production --detailed-exitcode')).toMatchObject({ exit: 0 })
})

test('a saved plan is refused if something else is ignored by now', async () => {
  const { run, folder, row } = await world()
  await run('plan -t Production --out plan.json')
  const path = join(folder, 'manifests/people.yaml')
  writeFileSync(path, readFileSync(path, 'utf8').replace('data.lastLogin', 'data.plan'))
  const { exit, err } = await run('apply plan.json')
  expect(exit).toBe(4)
  expect(err).toContain('ignore changed in the manifest since the plan was made')
  expect(row()).toMatchObject({ data: { lastLogin: 'monday' } })
})

test('an update of the manifests leaves them as they are declared', async () => {
  const { run, folder } = await world()
  expect(await run('export --write -t Production')).toMatchObject({ exit: 0 })
  const text = readFileSync(join(folder, 'manifests/people.yaml'), 'utf8')
  expect(text).toContain('data: { plan: free, lastLogin: declared }')
  expect(text).toContain('ignore: [data.lastLogin]')
})

const pushed = `targets: [Production]
subscribers:
  - subscriberId: user-0003
    channels:
      - providerId: fcm
        integrationIdentifier: fcm-push
        credentials: { deviceTokens: [made-up-token-1f4c8a] }
`

test.each([
  ['channels.*.deviceTokens', 'its resource'],
  ['channels.fcm@*', 'its resource'],
  ['channels.*.deviceTokens', 'its kind'],
])(
  'a channel with nothing but ignored fields is not created, and plans say so: %s of %s',
  async (pattern, owner) => {
    const ofKind = owner === 'its kind'
    const { run, row } = await cliWorldOf(
      ofKind ? `${project}ignore: { subscriber: [${pattern}] }\n` : project,
      ofKind ? pushed : `${pushed}    ignore: [${pattern}]\n`,
    )
    const said = `subscriber user-0003 (${pattern}; not in the service and not created: channels.fcm@fcm-push)`
    const { out, exit } = await run('plan -t Production --detailed-exitcode --out plan.json')
    expect(out).toContain(said)
    expect(exit).toBe(0)
    expect((await run('show plan.json')).out).toContain(said)
    const { plan } = JSON.parse((await run('plan -t Production --format json')).out) as {
      plan: { sections: { ignored?: { name: string; uncreated?: string[] }[] }[] }
    }
    expect(plan.sections.flatMap(({ ignored = [] }) => ignored)).toContainEqual(
      expect.objectContaining({ name: 'user-0003', uncreated: ['channels.fcm@fcm-push'] }),
    )
    await run('apply -t Production --yes')
    expect(row()?.channels ?? []).toEqual([])
  },
)

async function cliWorldOf(file: string, people: string) {
  const opened = await cliWorld({ 'belfry.yaml': file, 'manifests/people.yaml': people })
  const { subscribers } = opened.sandbox.state
  subscribers.edit('Production', 'user-0003', { channels: [] })
  return { ...opened, row: () => subscribers.get('Production', 'user-0003') }
}

test('a pattern that matches nothing names its resource', async () => {
  const { run } = await cliWorld({ 'manifests/people.yaml': person('ignore: [data.lastLogon]') })
  const { problems } = JSON.parse((await run('validate --format json')).out) as {
    readonly problems: readonly { readonly rule: string; readonly resource?: string }[]
  }
  expect(problems).toMatchObject([{ rule: 'idle-ignore', resource: 'subscriber user-0003' }])
})
