// Why the file of a saved or an approved plan can't be used: a row for each reason. No request is sent.
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { allowProtectedProblems, maxChangesProblems } from '../../../src/library/options/plan.ts'
import { folderWith } from '../../support/cli-process.ts'
import { cliWorld, people, project, type CliWorld } from '../../support/cli-world.ts'

const files = { 'manifests/people.yaml': people }
const toSave = 'To save a plan, run belfry plan --out plan.json.'

test.each([
  ['manifests/people.yaml', 'a YAML file', 'apply -f manifests/people.yaml'],
  ['manifests/people.YML', 'a YAML file', 'apply -f manifests/people.YML'],
  ['belfry.yaml', 'a YAML file', 'apply --config belfry.yaml'],
  ['belfry.yml', 'a YAML file', 'apply --config belfry.yml'],
  ['deep/belfry.yaml', 'a YAML file', 'apply --config deep/belfry.yaml'],
  ['my-belfry.yaml', 'a YAML file', 'apply -f my-belfry.yaml'],
  ['belfry.yaml.yml', 'a YAML file', 'apply -f belfry.yaml.yml'],
  ['manifests', 'a folder', 'apply -f manifests'],
])('apply %s: it is %s', async (file, what, command) => {
  const { run, sandbox } = await cliWorld(files)
  for (const args of [`apply ${file}`, `apply --approved ${file}`]) {
    const { exit, err } = await run(args)
    expect(exit).toBe(3)
    expect(err).toContain(`${file} is a ${what.slice(2)}, but a saved plan is a JSON file`)
    expect(err).toContain(`To apply manifests, run belfry apply or belfry ${command}. ${toSave}`)
  }
  expect(sandbox.log).toEqual([])
})

test.each(['apply nowhere.json', 'apply --approved nowhere.json', 'apply file/nowhere.json'])(
  '%s names the options for a part of the manifests, in case a name was meant',
  async (args) => {
    const { run } = await cliWorld({ ...files, file: '' })
    const { exit, err } = await run(args)
    expect(exit).toBe(3)
    expect(err).toContain("nowhere.json can't be read: ")
    expect(err).toContain(
      'Use a file that belfry plan --out wrote. To apply a part of the manifests, use -t NAME or --only KIND/NAME.',
    )
  },
)

async function planned(): Promise<CliWorld & { readonly plan: string }> {
  const world = await cliWorld(files)
  await world.run('plan --out plan.json')
  world.sandbox.clearLog()
  return { ...world, plan: readFileSync(join(world.folder, 'plan.json'), 'utf8') }
}

const noProject =
  'plan.json is a plan of a project, but neither this folder nor a folder above it contains belfry.yaml'

test.each([
  ['where no project is', 'apply plan.json', {}, 4, noProject],
  ['where no project is, as an approved plan', 'apply --approved plan.json', {}, 4, noProject],
  [
    'where a project with mistakes is',
    'apply plan.json',
    { 'belfry.yaml': 'manifest: []\n' },
    3,
    'unknown field "manifest"',
  ],
])('%s: %s', async (_, args, around, expected, message) => {
  const { run, sandbox, plan } = await planned()
  const cwd = folderWith({ ...around, 'plan.json': plan })
  const { exit, err } = await run(args, { cwd })
  expect(exit).toBe(expected)
  expect(err).toContain(message)
  expect(err.includes('use --config FILE for the project file')).toBe(message === noProject)
  expect(sandbox.log).toEqual([])
})

test.each([
  ['from a folder below the project', 'apply ../plan.json', 'below'],
  ['with --config', 'apply project/plan.json --config project/belfry.yaml', '..'],
])('a saved plan is applied %s', async (_, args, at) => {
  const { run, folder, writes } = await planned()
  mkdirSync(join(folder, 'below'))
  const cwd = at === '..' ? folderWith({}) : join(folder, at)
  const typed = args.replaceAll('project/', `${folder}/`)
  expect(await run(typed, { cwd })).toMatchObject({ exit: 0, err: '' })
  expect(writes()).toHaveLength(2)
})

test('a short fingerprint key is reported before the file is read', async () => {
  const { run } = await cliWorld({ 'belfry.yaml': project.replace('manifests:', 'manifest:') })
  for (const args of ['apply nowhere.json', 'apply --approved nowhere.json']) {
    const { exit, err } = await run(args, { env: { BELFRY_FINGERPRINT_KEY: 'short' } })
    expect(exit).toBe(3)
    expect(err).toContain('BELFRY_FINGERPRINT_KEY has fewer than 16 characters')
    expect(err).not.toContain("can't be read")
  }
})

test.each([
  [{ most: 5, unit: 'resources' }, 'maxChanges: { subscribr: 5 }'],
  [{ most: 5, unit: 'percent' }, "maxChanges: { subscribr: '5%' }"],
] as const)('a limit of an unknown kind: %j', (limit, written) => {
  const known = { subscriber: limit, integration: limit, environment: limit }
  expect(maxChangesProblems(known)).toEqual([])
  expect(maxChangesProblems()).toEqual([])
  const problems = maxChangesProblems({ ...known, subscribr: limit, x: limit })
  expect(problems.map(({ message }) => message)).toEqual([
    `${written}: unknown kind "subscribr"; did you mean "subscriber"?`,
    `${written.replace('subscribr', 'x')}: unknown kind "x"`,
  ])
  for (const { hint } of problems) expect(hint).toBe('The kinds are environment, integration, subscriber.')
})

test('each protected target that is allowed must exist', () => {
  const targets = ['Development', 'Production']
  expect(allowProtectedProblems([], targets)).toEqual([])
  expect(allowProtectedProblems(targets, targets)).toEqual([])
  expect(
    allowProtectedProblems(['Produktion', 'Development', 'x'], targets).map(({ message }) => message),
  ).toEqual([
    'allowProtected Produktion: unknown target; did you mean "Production"?',
    'allowProtected x: unknown target',
  ])
})
