// Files of belfry's own below the project: a link, a device, a pipe or a huge file is refused, and nothing hangs or is written elsewhere.
import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runProgram } from '../../support/cli.ts'
import { cliWorld, project } from '../../support/cli-world.ts'
import { folderWith } from '../../support/cli-process.ts'

const seed = {
  integrations: ['old', 'main'].map((identifier) => ({
    environment: 'Production',
    identifier,
    name: identifier,
    providerId: 'ses',
    channel: 'email' as const,
    active: true,
    primary: identifier === 'old',
  })),
}
const files = {
  'belfry.yaml': `${project}rules: { missing-credentials: off }\n`,
  'manifests/email.yaml':
    'targets: [Production]\nintegrations: [{ identifier: main, name: main, providerId: ses, channel: email, active: true, primary: true }]\n',
}

/** What stands in place of a file; gives the text that must stay as it is. */
const traps: Readonly<Record<string, (path: string) => string | undefined | void>> = {
  'a link to a device': (path) => symlinkSync('/dev/zero', path),
  'a link to a file outside': (path) => {
    const outside = join(folderWith({ 'secret.ndjson': 'untouched\n' }), 'secret.ndjson')
    symlinkSync(outside, path)
    return outside
  },
  'a pipe': (path) => {
    execFileSync('mkfifo', [path])
  },
  'a folder': (path) => {
    mkdirSync(path)
  },
  'a file of a terabyte': (path) => {
    writeFileSync(path, '')
    truncateSync(path, 2 ** 40)
  },
  'a folder that leads out of the project': (path) => {
    const outside = folderWith({ 'failover.ndjson': 'untouched\n', 'ledger.json': 'untouched\n' })
    rmSync(dirname(path), { recursive: true })
    symlinkSync(outside, dirname(path))
    return join(outside, path.endsWith('.json') ? 'ledger.json' : 'failover.ndjson')
  },
}

async function trapped(file: string, trap: string) {
  const more = file === 'ledger.json' ? { 'belfry.yaml': `${files['belfry.yaml']}unreadable: ledger\n` } : {}
  const world = await cliWorld({ ...files, ...more }, seed)
  const path = join(world.folder, '.belfry', file)
  mkdirSync(dirname(path), { recursive: true })
  const outside = traps[trap]?.(path) ?? undefined
  return { ...world, outside }
}

describe.skipIf(process.platform === 'win32').each(Object.keys(traps))('%s', (trap) => {
  test('as the journal of failovers: it is neither read nor written, and the apply says so', async () => {
    const { run, outside, sandbox } = await trapped('failover.ndjson', trap)
    expect((await run('plan -t Production')).exit).toBe(0)
    const { exit, err } = await run('apply --yes -t Production')
    expect([exit, err]).toEqual([0, expect.stringContaining('is not logged in .belfry/failover.ndjson: ')])
    expect(sandbox.state.integrations.get('Production', 'main')?.primary).toBe(true)
    expect(outside === undefined ? 'untouched\n' : readFileSync(outside, 'utf8')).toBe('untouched\n')
  })

  test('as the ledger: the command is refused, and nothing is sent', async () => {
    const { run, outside, writes } = await trapped('ledger.json', trap)
    const { exit, err } = await run('apply --yes -t Production')
    expect([exit, err]).toEqual([3, expect.stringContaining('bad-ledger')])
    expect(writes()).toEqual([])
    expect(outside === undefined ? 'untouched\n' : readFileSync(outside, 'utf8')).toBe('untouched\n')
  })

  test.skipIf(trap.endsWith('out of the project'))('as a manifest: nothing hangs', async () => {
    const world = await cliWorld(files, seed)
    traps[trap]?.(join(world.folder, 'manifests/more.yaml'))
    const { exit } = await world.run('validate')
    expect(exit).toBe(trap === 'a folder' ? 0 : 3)
  })
})

describe.skipIf(process.platform === 'win32')('a folder that leads out of the project', () => {
  const outside = (): string => folderWith({})

  test.each(['.vscode', '.belfry', 'manifests'])('%s: init writes no file there', async (name) => {
    const [cwd, elsewhere] = [folderWith({}), outside()]
    symlinkSync(elsewhere, join(cwd, name))
    const { exit, err } = await runProgram(['init', '--yes', '--url', 'sandbox:9'], { cwd })
    expect([exit, err]).toEqual([1, expect.stringContaining('is a link that leads out of the project')])
    expect(readdirSync(elsewhere)).toEqual([])
  })

  test('.belfry: export writes no schema there', async () => {
    const [world, elsewhere] = [await cliWorld(files, seed), outside()]
    symlinkSync(elsewhere, join(world.folder, '.belfry'))
    const { exit, err } = await world.run('export --out new -t Production')
    expect([exit, err]).toEqual([3, expect.stringContaining('is a link that leads out of the project')])
    expect([readdirSync(elsewhere), existsSync(join(world.folder, 'new'))]).toEqual([[], false])
  })

  test('a link to nothing: the ledger makes no folder there', async () => {
    const more = { 'belfry.yaml': `${files['belfry.yaml']}unreadable: ledger\n` }
    const [world, elsewhere] = [await cliWorld({ ...files, ...more }, seed), join(outside(), 'new')]
    symlinkSync(elsewhere, join(world.folder, '.belfry'))
    expect((await world.run('apply --yes -t Production')).exit).toBe(3)
    expect([world.writes(), existsSync(elsewhere)]).toEqual([[], false])
  })
})
