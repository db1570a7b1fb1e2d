// Plans tell how every integration stands before and after; applies tell when each call was sent.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createSandbox } from '../../../src/sandbox/index.ts'
import { runProgram } from '../../support/cli.ts'
import { folderWith } from '../../support/cli-process.ts'
import { keys, project } from '../../support/cli-world.ts'

const manifest = `integrations:
  - identifier: ses-eu
    name: SES Europe
    providerId: ses
    channel: email
    active: true
    primary: true
    credentials: { apiKey: '\${env:KEY}', secretKey: '\${env:KEY}', region: eu, from: a@b.example, senderName: A }
  - identifier: mailgun-old
    name: Mailgun
    providerId: mailgun
    channel: email
    active: false
`

interface Told {
  readonly plan?: {
    readonly sections: readonly { readonly delivery?: readonly { readonly name: string }[] }[]
  }
  readonly saved?: Told
  readonly results?: readonly { readonly status: string; readonly startedAt?: number }[]
}

async function world() {
  const sandbox = await createSandbox()
  onTestFinished(() => sandbox.close())
  const folder = folderWith({
    'belfry.yaml': project.replace(/ {2}Development.*\n/, ''),
    'manifests/a.yaml': manifest,
  })
  const env = { BELFRY_URL: sandbox.url, KEY: 'made-up', ...keys }
  // A millisecond passes whenever someone asks for the time.
  let time = 1_000_000
  const io = { clock: () => (time += 1) }
  const told = async (args: string): Promise<Told> => {
    const { out } = await runProgram([...args.split(' '), '--format', 'json'], { cwd: folder, env, io })
    return JSON.parse(out) as Told
  }
  return { folder, told }
}

const standing = (active: boolean, primary: boolean) => ({ active, primary, conditional: false })

test('a plan says it, and a saved one keeps it', async () => {
  const { folder, told } = await world()
  const { plan } = await told('plan --out plan.json')
  const [section] = plan?.sections ?? []
  const email = section?.delivery?.filter(({ name }) => /ses-eu|mailgun-old/.test(name))
  expect(email?.sort((left, right) => (left.name < right.name ? -1 : 1))).toEqual([
    {
      name: 'mailgun-old',
      channel: 'email',
      providerId: 'mailgun',
      declaredInactive: true,
      before: standing(true, true),
      after: standing(false, false),
    },
    { name: 'ses-eu', channel: 'email', providerId: 'ses', after: standing(true, true) },
  ])
  const { saved } = await told('show plan.json')
  expect(saved?.plan?.sections[0]?.delivery).toEqual(section?.delivery)
  expect(readFileSync(join(folder, 'plan.json'), 'utf8')).not.toContain('made-up')
})

test('an apply says when each call was sent, counted from its start', async () => {
  const { told } = await world()
  const { results = [] } = await told('apply --yes')
  const starts = results.map(({ startedAt = -1 }) => startedAt)
  expect(results.map(({ status }) => status)).toEqual(['done', 'done', 'done'])
  expect(starts[0]).toBeGreaterThanOrEqual(0)
  expect(starts).toEqual([...starts].sort((left, right) => left - right))
  expect(starts[2]).toBeLessThan(1_000_000)
})
