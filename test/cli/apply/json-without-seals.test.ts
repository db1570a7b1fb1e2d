// What a saved plan is signed and compared with stays in its file: no JSON for programs has it, and persons are masked there.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cliWorld, project } from '../../support/cli-world.ts'

const manifest = `integrations:
  - { identifier: mail, name: Mail, providerId: sendgrid, channel: email, credentials: { apiKey: '\${env:MAIL_KEY}', from: a@acme.example, senderName: A } }
subscribers:
  - { subscriberId: jane.doe@acme.example, firstName: Newname, data: { shoe: newshoe }, perTarget: { Development: { firstName: Devname } } }
`
const seed = {
  subscribers: [
    {
      environment: 'Production',
      subscriberId: 'jane.doe@acme.example',
      firstName: 'Oldname',
      data: { shoe: 'oldshoe' },
    },
  ],
}
const persons = ['jane.doe', 'Oldname', 'Newname', 'Devname', 'oldshoe', 'newshoe']

/** The strings below members of these names. */
function stringsBelow(value: unknown, names: readonly string[], isBelow = false): readonly string[] {
  if (typeof value === 'string') return isBelow ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) =>
    stringsBelow(member, names, isBelow || names.includes(name)),
  )
}

test.each([
  'plan --out again.json',
  'show plan.json',
  'apply plan.json --yes',
  'apply --approved plan.json --yes',
  'diff old.yaml manifests/all.yaml',
  'compare Development Production',
  'compare Development Production --declared',
])('%s', async (command) => {
  const old = manifest.replaceAll('New', 'Old').replaceAll('new', 'old')
  const { run, folder } = await cliWorld(
    { 'belfry.yaml': `${project}privacy: mask\n`, 'manifests/all.yaml': manifest, 'old.yaml': old },
    seed,
  )
  const env = { MAIL_KEY: 'SG.5f6a7b8c9d' }
  expect(await run('plan --out plan.json', { env })).toMatchObject({ exit: 0 })
  const plan: unknown = JSON.parse(readFileSync(join(folder, 'plan.json'), 'utf8'))
  const marks = [
    ...stringsBelow(plan, ['mac', 'keyId', '$live', 'is', 'declared']),
    'SG.5f6a7b8c9d',
    ...persons,
  ]
  expect(marks.length).toBeGreaterThan(12)
  const { out } = await run(`${command} --format json`, { env })
  expect(out).toContain('***')
  expect(marks.filter((mark) => out.includes(mark))).toEqual([])
  expect(out).not.toMatch(/"(?:seals|sealed|wanted|keyId|mac)":/)
})
