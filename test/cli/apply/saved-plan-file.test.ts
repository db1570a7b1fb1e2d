// The file of a saved plan: written piece by piece under another name, and read piece by piece, however it is laid out.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { savedFormatVersion as formatVersion } from '../../../src/core/plan/plan-json.ts'
import { createFilter } from '../../../src/core/secrets/redact.ts'
import { Secret } from '../../../src/core/secrets/secret.ts'
import { cliWorld, project, type CliWorld } from '../../support/cli-world.ts'
import { runProgram } from '../../support/cli.ts'
import { applied, refused, written } from '../../support/plan-file.ts'

const count = 200

/** As many changes as take more than two pieces of the file. */
function files(firstName: string): Record<string, string> {
  const people = Array.from({ length: count }, (_, index) =>
    JSON.stringify({ subscriberId: `user-${String(index + 1).padStart(4, '0')}`, firstName }),
  )
  return {
    'belfry.yaml': project.replace(/ {2}Development.*\n/, ''),
    'manifests/people.yaml': 'subscribers: [{ include: ../people.ndjson }]\n',
    'people.ndjson': `${people.join('\n')}\n`,
  }
}

async function saved(): Promise<CliWorld & { readonly path: string; readonly content: SavedJson }> {
  const world = await cliWorld(files('Renamed'))
  expect(await world.run('plan --out plan.json')).toMatchObject({ exit: 0, err: '' })
  const path = join(world.folder, 'plan.json')
  const text = readFileSync(path, 'utf8')
  expect(text.length).toBeGreaterThan(2 * 65_536)
  return { ...world, path, content: JSON.parse(text) as SavedJson }
}

interface SavedJson {
  readonly formatVersion: number
  readonly sections: readonly { readonly changes: readonly { readonly name: string }[] }[]
  readonly seals: Readonly<Record<string, { readonly mac: string }>>
}

test('a plan without changes says that its file was saved; one with changes names the file in the next command', async () => {
  const world = await cliWorld({
    'belfry.yaml': project.replace(/ {2}Development.*\n/, ''),
    'manifests/people.yaml': 'subscribers: [{ subscriberId: user-0001, firstName: Renamed }]\n',
  })
  expect((await world.run('plan --out plan.json')).err).toBe('')
  expect((await world.run('apply plan.json')).exit).toBe(0)
  const again = await world.run('plan --out again.json')
  expect(again).toMatchObject({ exit: 0, err: 'The plan was saved in again.json.\n' })
  expect(again.out).toContain('No changes.')
  expect((await world.run('plan --out again.json --format json')).err).toBe('')
  expect((await world.run('plan')).err).toBe('')
})

test('what is not compared is in the section of its target', async () => {
  const mail = "integrations: [{ identifier: mailgun-old, targets: [Production], name: Mailgun, providerId: mailgun, channel: email, credentials: { apiKey: '${env:UNSET}', user: '${env:USER_NAME}', domain: mg.acme.example, from: notify@acme.example, senderName: Acme } }]\n"
  const { run, folder } = await cliWorld({ 'manifests/mail.yaml': mail, 'manifests/people.yaml': 'subscribers: [{ subscriberId: user-0001 }]\n' })
  expect((await run('plan --secrets=defer --out plan.json')).exit).toBe(0)
  const { sections } = JSON.parse(readFileSync(join(folder, 'plan.json'), 'utf8')) as { sections: { target: string; unreadable: { name: string }[] }[] }
  expect(sections.map(({ target, unreadable }) => [target, ...unreadable.map(({ name }) => name)])).toEqual([
    ['Development'],
    ['Production', 'mailgun-old'],
  ])
}) // prettier-ignore

test('it is the same plan in any layout of its JSON', async () => {
  const world = await saved()
  writeFileSync(world.path, `\n${JSON.stringify(world.content, null, 7)}\r\n`)
  expect(await applied(world, 'apply plan.json', {})).toMatchObject({ exit: 0, problems: [] })
  expect(written(world)).toHaveLength(count)
})

test('the signature is over the content outside the seals, wherever they are', async () => {
  const world = await saved()
  const { seals, ...rest } = world.content
  writeFileSync(world.path, JSON.stringify({ seals, ...rest }))
  expect(await applied(world, 'apply plan.json', {})).toMatchObject({ exit: 0, problems: [] })
})

test.each([1, formatVersion - 1])(
  'a plan of format %s, which an earlier version made, is refused and not shown',
  async (format) => {
    const world = await saved()
    const { sections, ...rest } = world.content
    writeFileSync(world.path, JSON.stringify({ ...rest, formatVersion: format, belfry: '0.4.0', sections }))
    const message = `plan.json was made by belfry 0.4.0 (format ${format}); this version reads only format ${formatVersion}`
    expect(await applied(world, 'apply plan.json', {})).toEqual(refused(message))
    const shown = await world.run('show plan.json')
    expect(shown).toMatchObject({ exit: 3, out: '' })
    expect(shown.err).toContain(message)
    expect(shown.err).toContain('Make the plan again: belfry plan --out FILE.')
  },
)

test.each([
  ['two lists of sections', (text: string) => text.replace('"sections"', '"sections": [],\n"sections"')],
  ['two lists of changes', (text: string) => text.replace('"changes":[', '"changes":[],"changes":[')],
  ['two names of a resource', (text: string) => text.replace('"name":', '"name":"user-9","name":')],
])('what could be read in two ways is not read: %s', async (_, change) => {
  const world = await saved()
  writeFileSync(world.path, change(readFileSync(world.path, 'utf8')))
  expect(await applied(world, 'apply plan.json', {})).toEqual(
    refused('plan.json is not a saved plan: an object has two members of the same name'),
  )
})

test('the field of a change that is invalid is named', async () => {
  const world = await saved()
  const text = readFileSync(world.path, 'utf8')
  writeFileSync(world.path, text.replace(/(user-0100\/update","action":)"update"/, '$1"delete"'))
  expect(await applied(world, 'apply plan.json', {})).toEqual(
    refused('plan.json is not a saved plan: the field "sections.0.changes.99.action" is invalid'),
  )
})

test('a plan that would show a secret is not saved, and no part of it is left', async () => {
  const world = await cliWorld(files('Renamed'))
  const filter = createFilter()
  // In the last of the changes only.
  filter.addSecrets(Secret.of(`/subscriber/user-0${count}/update`, 'env:LEAKED'))
  const said = await runProgram(['plan', '--out', 'plan.json'], {
    cwd: world.folder,
    env: world.env,
    filter: { ...filter, redact: (text) => text },
  })
  expect(said.exit).toBe(1)
  expect(said.err).toContain('(secret env:LEAKED) would be shown in the field id')
  expect(namesIn(world)).toEqual([])
})

/** Ends the process at its second write of text to a file, of which the first is then on the disk. */
const killAtWrite = `import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
const { writeFileSync } = fs
let writes = 0
fs.writeFileSync = (file, ...rest) => {
  if (typeof file === 'number' && rest[0] !== '' && ++writes === 2) process.kill(process.pid, 'SIGKILL')
  return writeFileSync(file, ...rest)
}
syncBuiltinESMExports()`

test('killed while it is written: the earlier plan is still there, and the part has a name that says so', async () => {
  const world = await saved()
  const before = readFileSync(world.path, 'utf8')
  writeFileSync(join(world.folder, 'people.ndjson'), files('Other')['people.ndjson'] ?? '')
  const env = { NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(killAtWrite)}"` }
  const killed = await world.start('plan --out plan.json', { env }).ended
  expect(killed.signal).toBe('SIGKILL')
  expect(readFileSync(world.path, 'utf8')).toBe(before)
  const left = namesIn(world).filter((name) => name !== 'plan.json')
  expect(left).toEqual([expect.stringMatching(/^\.plan\.json\.\d+\.[-0-9a-f]{36}\.part$/)])
  expect(readFileSync(join(world.folder, left[0] ?? ''), 'utf8').length).toBeGreaterThanOrEqual(65_536)
  expect((await world.run('apply plan.json')).exit).toBe(4)
  expect(existsSync(world.path)).toBe(true)
})

function namesIn({ folder }: CliWorld): string[] {
  return readdirSync(folder).filter((name) => name.includes('plan.json'))
}
