// Whatever path the user writes: a report that others read names no folder of the machine that made it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { shownPath, withoutLocalPaths } from '../../src/cli/masks.ts'
import type { AnyAccount } from '../../src/report/account.ts'
import { folderWith } from '../support/cli-process.ts'
import { runProgram } from '../support/cli.ts'
import { createSandbox, productionApiKey, virtualClock } from '../../src/sandbox/index.ts'

const project = `service: { url: '\${env:BELFRY_URL}' }
targets: { Production: { apiKey: '\${env:PRODUCTION_KEY}' } }
manifests: [manifests]
`
const files = {
  'app/belfry.yaml': project,
  'app/manifests/good.yaml': 'integrations: []\nsubscribers: [{ id: a, locale: de_DE }]\n',
  'other/bad.yaml': 'subscribers: [{ id: a, locle: de_DE }]\n',
  'elsewhere/belfry.yaml': project.replace('[manifests]', '[nowhere, ../other]'),
}

/** What the user writes for `FOLDER`, and what a reader of a report finds of it. */
const wishes: Readonly<Record<string, readonly [command: string, shown: string]>> = {
  'a project file that is missing': ['validate --config FOLDER/app/nope.yaml', 'nope.yaml'],
  'a project file elsewhere, with mistakes': [
    'validate --config FOLDER/elsewhere/belfry.yaml',
    '../elsewhere/belfry.yaml:3',
  ],
  'manifests that are missing': ['validate --file FOLDER/app/nope', 'nope'],
  'manifests elsewhere': ['validate --file FOLDER/other', '../other/bad.yaml'],
  stdin: ['validate --file -', '(stdin)'],
  'a saved plan that is missing': ['show FOLDER/app/plans/nope.json', 'plans/nope.json'],
  'a plan that has no folder': ['plan --out FOLDER/nope/plan.json', 'plan.json'],
  'a report that has no folder': ['validate --report json=FOLDER/nope/all.json', 'all.json'],
  'a folder of references that is missing': ['validate --file-root FOLDER/nope', 'nope'],
  'a tree to compare that has mistakes': ['diff FOLDER/other FOLDER/app', '../other/bad.yaml'],
  'a comparison': ['diff FOLDER/app/manifests FOLDER/app/manifests', 'manifests'],
}

describe.each(Object.entries(wishes))('%s', (_, [command, shown]) => {
  test('no folder in any report', async () => {
    const folder = folderWith(files)
    const sandbox = await createSandbox({ clock: virtualClock() })
    const names = ['markdown=r.md', 'html=r.html', 'github=r.txt', 'gitlab=r.json', 'sarif=r.sarif'].filter(
      (name) => command.startsWith('validate') || !name.startsWith('sarif'),
    )
    const args = [
      ...command.replaceAll('FOLDER', folder).split(' '),
      ...names.flatMap((name) => ['--report', name]),
    ]
    await runProgram(args, {
      cwd: join(folder, 'app'),
      env: { BELFRY_URL: sandbox.url, PRODUCTION_KEY: productionApiKey },
      stdin: 'subscribers: [{ id: a, locle: de_DE }]\n',
    })
    await sandbox.close()
    const texts = names.map((name) => readFileSync(join(folder, 'app', name.split('=')[1] ?? ''), 'utf8'))
    expect(texts.filter((text) => text.includes(folder))).toEqual([])
    expect(texts[0]).toContain(shown)
  })
})

test('the user who runs the command reads the whole path', async () => {
  const cwd = join(folderWith(files), 'app')
  const { out } = await runProgram(['validate', '--config', `${cwd}/nope.yaml`, '--format', 'json'], { cwd })
  expect(out).toContain(`${cwd}/nope.yaml`)
})

test.each([
  ['plan.html', 'plan.html'],
  ['../plan.html', '../plan.html'],
  ['/srv/app/out/plan.html', 'out/plan.html'],
  ['/srv/app', '.'],
  ['/srv/apple/plan.html', 'plan.html'],
  ['/srv/app/..data/plan.html', '..data/plan.html'],
  ['/tmp/plan.html', 'plan.html'],
])('%s is shown as %s', (path, shown) => {
  expect(shownPath(path, '/srv/app')).toBe(shown)
})

test.each([
  ['https://api.acme.example/v1 and /plans/x.json', '/', 'https://api.acme.example/v1 and plans/x.json'],
  ['https://acme.example/app/v1 in /app/a.yaml', '/app', 'https://acme.example/app/v1 in a.yaml'],
  ['../srv/app/a.yaml and "/app/b.yaml"', '/app', '../srv/app/a.yaml and "b.yaml"'],
  [
    '/mnt/plans/x.json, /plans/x.json.part and /plans/x.json.',
    '/app',
    '/mnt/plans/x.json, /plans/x.json.part and x.json.',
  ],
])('other paths and URLs stay: %s in %s', (message, cwd, expected) => {
  const account: AnyAccount = {
    command: 'plan',
    exit: 1,
    problems: [{ rule: 'service', severity: 'error', message }],
  }
  const shown = withoutLocalPaths(account, { out: '/plans/x.json' }, cwd)
  expect(shown.problems[0]?.message).toBe(expected)
})
