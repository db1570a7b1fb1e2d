// belfry init: what it asks, what it writes, and that it replaces nothing.
import { execFileSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parseDocument } from 'yaml'
import { createSandbox, developmentApiKey, productionApiKey } from '../../../src/sandbox/index.ts'
import { oneOf } from '../../../src/library/init/answers.ts'
import { createAtomically } from '../../../src/library/files/write-file.ts'
import { gitIn } from '../../../src/library/sides/git.ts'
import { folderWith } from '../../support/cli-process.ts'
import { beginProgram, runProgram, type ProgramWorld, type Said } from '../../support/cli.ts'

const examples = new URL('../../../examples/pipelines/', import.meta.url)

function read(folder: string, name: string): string {
  return readFileSync(join(folder, name), 'utf8')
}

function filesIn(folder: string): readonly string[] {
  const all = readdirSync(folder, { recursive: true, withFileTypes: true })
  return all.filter((each) => each.isFile()).map(({ name }) => name)
}

/** A terminal at which these lines are typed, one for each question; the questions as they were asked. */
function terminal(lines: readonly string[]) {
  const asked: string[] = []
  const ask = (question: string): Promise<string | undefined> => {
    asked.push(question)
    return Promise.resolve(lines[asked.length - 1])
  }
  return { asked, io: { isInteractive: true, ask } }
}

async function init(cwd: string, args: string, world: Partial<ProgramWorld> = {}): Promise<Said> {
  return runProgram(['init', ...args.split(' ').filter((word) => word !== '')], { cwd, ...world })
}

async function sandboxWith(seed: Parameters<typeof createSandbox>[0] = {}) {
  const sandbox = await createSandbox(seed)
  onTestFinished(() => sandbox.close())
  return sandbox
}

const key = { BELFRY_API_KEY: productionApiKey }

/** Besides two that have names as usual; the key is that of Production. */
function environments(...names: readonly string[]) {
  const others = ['Development', ...names].map((name) => ({ name }))
  return {
    seed: {
      environments: [others[0]!, { name: 'Production', apiKey: productionApiKey }, ...others.slice(1)],
    },
  }
}

describe('what it writes', () => {
  test('a project for the sandbox is valid, and its plan is empty', async () => {
    const { url } = await sandboxWith()
    const cwd = folderWith({})
    const address = `sandbox:${new URL(url).port}`
    const said = await init(cwd, `--yes --url ${address}`)
    expect(said).toEqual({
      exit: 0,
      out: `created      belfry.yaml
created      manifests/integrations.yaml
created      .env.example
created      .belfry/schemas/project.schema.json
created      .belfry/schemas/manifest.schema.json
created      .vscode/settings.json
created      .gitignore
Next:
  belfry validate
  belfry doctor
  belfry plan
`,
      err: '',
    })
    expect(read(cwd, 'belfry.yaml')).toContain(`
service:
  url: ${address}

targets: # apply changes the targets in this order
  Development: {} # uses the API key of the sandbox
  Production: {} # uses the API key of the sandbox

manifests: [manifests]
`)
    expect(await runProgram(['validate'], { cwd })).toMatchObject({ exit: 0, err: '' })
    expect(await runProgram(['doctor'], { cwd })).toMatchObject({ exit: 0, err: '' })
    const plan = await runProgram(['plan', '--detailed-exitcode'], { cwd })
    expect(plan).toMatchObject({ exit: 0, err: '' })
    expect(plan.out).toContain('No changes. 2 resources match')
  })

  test('a key finds the environments, and which of them is its own', async () => {
    const { url } = await sandboxWith(environments('QA: EU [1]'))
    const cwd = folderWith({})
    const world = { env: { ...key, BELFRY_URL: url } }
    expect(await init(cwd, '--pipeline none', world)).toMatchObject({ exit: 0, err: '' })
    expect(read(cwd, 'belfry.yaml')).toContain(`
  Development:
    apiKey: \${env:BELFRY_DEVELOPMENT_API_KEY}
  Production:
    apiKey: \${env:BELFRY_API_KEY}
  "QA: EU -1-":
    environment: "QA: EU [1]"
    apiKey: \${env:BELFRY_QA_EU_1_API_KEY}
`)
    expect(read(cwd, '.env.example')).toContain(`
# the API key of the environment Development
BELFRY_DEVELOPMENT_API_KEY=

# the API key of the environment Production
BELFRY_API_KEY=
`)
    expect(await runProgram(['validate'], { cwd })).toMatchObject({ exit: 0, err: '' })
    const plan = await runProgram(['plan', '-t', 'Production'], { cwd, env: key })
    expect(plan).toMatchObject({ exit: 0, err: '' })
  })

  test('an environment of the sandbox has the target name of another one', async () => {
    const { url } = await sandboxWith({
      seed: {
        environments: [
          { name: 'Production ' },
          { name: 'Production' },
          { name: 'Development', apiKey: developmentApiKey },
        ],
      },
    })
    const cwd = folderWith({})
    await init(cwd, `--yes --url sandbox:${new URL(url).port}`)
    expect(read(cwd, 'belfry.yaml')).toContain(`
  "Production 2": # uses the API key of the sandbox
    environment: Production
`)
    expect(await runProgram(['validate'], { cwd })).toMatchObject({ exit: 0, err: '' })
  })

  test('the names of environments are text of others: the project is valid all the same', async () => {
    const names = [
      'a: b # c',
      '- x',
      'true',
      '${env:HOME}',
      'line\nbreak',
      '\u202etxt',
      '"quoted"',
      'a,b',
      'Ünï',
      'Тест',
      'Прод',
      'a=b',
      'Production=OTHER_KEY',
    ]
    const { url } = await sandboxWith(environments(...names))
    const cwd = folderWith({})
    const said = await init(cwd, '--yes', { env: { ...key, BELFRY_URL: url } })
    expect(said).toMatchObject({ exit: 0, err: '' })
    const { targets } = parseDocument(read(cwd, 'belfry.yaml')).toJS() as {
      targets: Record<string, { environment?: string }>
    }
    const written = Object.entries(targets).map(([alias, { environment = alias }]) => environment)
    expect(written).toEqual(['Development', 'Production', ...names])
    expect(await runProgram(['validate'], { cwd })).toMatchObject({ exit: 0, err: '' })
  })

  test('no key is written or shown', async () => {
    const { url } = await sandboxWith()
    const cwd = folderWith({})
    const { out, err } = await init(cwd, '--yes --pipeline github --debug', {
      env: { ...key, BELFRY_URL: url },
    })
    const all = readdirSync(cwd, { recursive: true, withFileTypes: true })
    const texts = all.filter((each) => each.isFile()).map((each) => read(each.parentPath, each.name))
    expect(err).toContain('GET /v1/environments')
    expect([out, err, ...texts].join('\n')).not.toContain(productionApiKey)
  })

  test('lines of .gitignore are added once, and settings of the editor are kept', async () => {
    const cwd = folderWith({ '.gitignore': 'dist\n/.env', '.vscode/settings.json': '{}\n' })
    const said = await init(cwd, '--yes --url sandbox:9')
    expect(said.out).toContain('kept         .vscode/settings.json\nextended     .gitignore\n')
    expect(said.out).toContain('belfry sandbox --port 9  # in a second terminal\n')
    expect(read(cwd, '.gitignore')).toBe('dist\n/.env\nplan.json\n')
    expect(read(cwd, '.vscode/settings.json')).toBe('{}\n')
  })

  test('the folder may be another one, which the next commands start with', async () => {
    const cwd = folderWith({})
    const { out } = await init(cwd, 'our project/new --yes --url sandbox:9'.replace('our project', 'ours'))
    expect(out).toContain('Next:\n  cd ours/new && belfry validate\n')
    expect(existsSync(join(cwd, 'ours/new/belfry.yaml'))).toBe(true)
  })

  test('an existing .env is kept by the commands to copy', async () => {
    const cwd = folderWith({ '-new/.env': 'DATABASE_URL=x' })
    const { out } = await init(cwd, '--yes --url https://acme.example -t Production=BELFRY_KEY -- -new')
    expect(out).toContain(`Next:
  cd ./-new && belfry validate
  # Add the variables of .env.example to .env, and set them.
  belfry plan --dotenv .env
`)
  })
})

describe('manifests of what is in the service', () => {
  test('of the targets that have a key; a plan by names only is empty', async () => {
    const { url } = await sandboxWith()
    const cwd = folderWith({})
    const args = `--url ${url} --export --pipeline github`
    const { exit, out, err } = await init(cwd, args, { env: key })
    expect({ exit, err }).toEqual({
      exit: 0,
      err: `warning  left-out
  environment Development is not read, because BELFRY_DEVELOPMENT_API_KEY is unset or empty; its integrations are in no manifest (target Development)
  Set BELFRY_DEVELOPMENT_API_KEY to the API key of environment Development, then run belfry export --write -t Development.
1 warning.
`,
    })
    expect(out).toContain('created      manifests/integrations.yaml\n')
    expect(out).toContain(`Next:
  belfry validate
  belfry plan --secrets=needed -t Production
  cp .env.example .env  # then set its variables
`)
    expect(read(cwd, '.env.example')).toContain(`
# the API key of the environment Production
BELFRY_API_KEY=

# integration mailgun-old: credentials.apiKey
MAILGUN_OLD_API_KEY=
`)
    expect(existsSync(join(cwd, 'manifests/.env.example'))).toBe(false)
    const workflow = read(cwd, '.github/workflows/belfry-apply-approved.yml')
    expect(workflow).toContain('MAILGUN_OLD_API_KEY: ${{ secrets.MAILGUN_OLD_API_KEY }}')
    expect(await runProgram(['validate'], { cwd })).toMatchObject({ exit: 0, err: '' })
    const plan = ['plan', '--secrets=needed', '-t', 'Production', '--detailed-exitcode']
    expect(await runProgram(plan, { cwd, env: key })).toMatchObject({ exit: 0, err: '' })
  })

  test('on a terminal it is a question once there is a key', async () => {
    const { url } = await sandboxWith()
    const cwd = folderWith({})
    const { asked, io } = terminal(['', 'y', ''])
    const said = await init(cwd, `--url sandbox:${new URL(url).port}`, { io })
    expect(said).toMatchObject({ exit: 0, err: '' })
    expect(asked.slice(1)).toEqual([
      'Write manifests for the resources in the service? [no]: ',
      'Write belfry.yaml, .env.example and manifests? [yes]: ',
    ])
    const plan = await runProgram(['plan', '--secrets=needed'], { cwd })
    expect(plan.out).toContain('Nothing to send. 5 resources match, secrets of 4 integrations not compared.')
  })

  test('--url is read, also if BELFRY_URL has another address', async () => {
    const { url } = await sandboxWith()
    const env = { BELFRY_URL: 'https://a.example', PROD_KEY: productionApiKey }
    const args = `--yes --url ${url} --target Production=PROD_KEY --pipeline none --export`
    const { exit, err } = await init(folderWith({}), args, { env })
    expect({ exit, isRefused: err.includes('other-origin') }).toEqual({ exit: 0, isRefused: false })
  })

  test('what can not be read, or where it would be written: nothing is written', async () => {
    const cwd = folderWith({ 'full/manifests/other.yaml': 'x\n' })
    const down = await init(cwd, 'new --yes --export --url sandbox:9')
    expect([down.exit, down.err]).toEqual([1, expect.stringContaining('Nothing was written.')])
    const keyless = await init(cwd, 'new --yes --export --url https://a.example -t A=A_KEY')
    expect([keyless.exit, keyless.err.split('\n')[0]]).toEqual([3, 'error  missing-key'])
    const full = await init(cwd, 'full --yes --export --url sandbox:9')
    expect([full.exit, full.err]).toEqual([
      4,
      expect.stringContaining("manifests already exists, and init doesn't replace files"),
    ])
    expect(filesIn(cwd)).toEqual(['other.yaml'])
  })

  test('no hint is about the project file, which is not written', async () => {
    const { url } = await sandboxWith()
    const args = `--yes --export --url ${url} -t Development=BELFRY_API_KEY`
    const { err } = await init(folderWith({}), args, { env: key })
    expect(err).toContain('\n  Set BELFRY_API_KEY to the API key of environment Development.\n')
  })
})

describe('pipelines', () => {
  const args = '--url https://api.example.com -t Staging -t Production=PROD_KEY --pipeline'

  const workflows = readdirSync(new URL('github', examples)).map((name) => name.replace('.yml', ''))

  test.each(workflows.filter((name) => name !== 'belfry-apply-saved'))(
    'GitHub: %s is the documented one with the own keys',
    async (name) => {
      const cwd = folderWith({})
      expect(await init(cwd, `${args} github`)).toMatchObject({ exit: 0, err: '' })
      const documented = readFileSync(new URL(`github/${name}.yml`, examples), 'utf8')
      const own = documented
        .replaceAll('BELFRY_DEVELOPMENT_API_KEY', 'BELFRY_STAGING_API_KEY')
        .replaceAll('BELFRY_PRODUCTION_API_KEY', 'PROD_KEY')
        .replaceAll(/^ +SENDGRID_KEY: .*\n/gm, '')
        .replaceAll(/^( +)PROD_KEY: .*\n/gm, '$&$1BELFRY_KEY_VARIABLES: PROD_KEY\n')
      expect(read(cwd, `.github/workflows/${name}.yml`)).toBe(own)
      expect(own.includes('PROD_KEY: ${{ secrets.PROD_KEY }}')).toBe(name !== 'belfry-fork-comment')
    },
  )

  test('GitHub: each workflow that a comment, a name or an issue mentions is written', async () => {
    const cwd = folderWith({})
    await init(cwd, `${args} github`)
    const folder = join(cwd, '.github/workflows')
    const written = readdirSync(folder)
    const mentioned = written.flatMap((name) => read(folder, name).match(/belfry-[\w-]+\.yml/g) ?? [])
    expect(mentioned.filter((name) => !written.includes(name))).toEqual([])
    const names = written.map((name) => /^name: (.*)$/m.exec(read(folder, name))?.[1])
    expect(names).toContain('belfry plan')
    expect(names).toContain('belfry apply drift')
  })

  test('GitHub: the action is named once, in all workflows', async () => {
    const cwd = folderWith({})
    const action = `acme/belfry-action@${'0f'.repeat(20)}`
    const { exit, out } = await init(cwd, `${args} github --action ${action}`)
    expect(exit).toBe(0)
    expect(out).not.toContain('replace')
    const folder = join(cwd, '.github/workflows')
    const texts = readdirSync(folder).map((name) => read(folder, name))
    expect(texts.filter((text) => !text.includes(`uses: ${action}\n`))).toEqual([])
    expect(texts.filter((text) => text.includes('OWNER/'))).toEqual([])
  })

  test('GitHub: on a terminal the action is asked for, once', async () => {
    const cwd = folderWith({})
    const { asked, io } = terminal(['acme/belfry', 'acme/belfry@v1', 'yes'])
    const said = await init(cwd, `${args} github`, { io })
    expect(said.err).toBe('--action "acme/belfry" is not OWNER/REPOSITORY@COMMIT\n')
    expect(asked).toEqual([
      'belfry action of the workflows (OWNER/REPOSITORY@COMMIT) [OWNER/belfry@COMMIT]: ',
      'belfry action of the workflows (OWNER/REPOSITORY@COMMIT) [OWNER/belfry@COMMIT]: ',
      expect.stringContaining('Write '),
    ])
    expect(read(cwd, '.github/workflows/belfry-plan.yml')).toContain('uses: acme/belfry@v1\n')
  })

  test.each([
    ['git@github.example:acme/notify.git', 'acme'],
    ['https://user:token@github.example/acme-2/notify', 'acme-2'],
    ['ssh://git@github.example:2222/acme.x/notify.git/', 'acme.x'],
    ['/srv/git/notify.git', 'OWNER'],
    ['https://github.example/a%0Aruns-on:/notify', 'OWNER'],
    ['', 'OWNER'],
  ])('GitHub: with the remote %s, the owner is %s', async (remote, owner) => {
    const cwd = folderWith({})
    const git = (...words: string[]) => execFileSync('git', words, { cwd })
    git('init', '--quiet')
    if (remote !== '') git('remote', 'add', 'origin', remote)
    const { exit, out } = await init(cwd, `${args} github`, { git: gitIn(process.env) })
    expect(exit).toBe(0)
    expect(out).toContain(
      `# In .github/workflows, replace ${owner}/belfry@COMMIT with the belfry action that you use.\n`,
    )
    expect(read(cwd, '.github/workflows/belfry-drift.yml')).toContain(`uses: ${owner}/belfry@COMMIT\n`)
  })

  test.each([
    ['github --action belfry', '--action "belfry" is not OWNER/REPOSITORY@COMMIT'],
    ['github --action a/b@c#d', '--action "a/b@c#d" is not OWNER/REPOSITORY@COMMIT'],
    ['gitlab --action acme/belfry@v1', '--action works only with --pipeline github'],
  ])('%s is refused, and nothing is written', async (words, message) => {
    const cwd = folderWith({})
    const { exit, err } = await init(cwd, `${args} ${words}`)
    expect(exit).toBe(3)
    expect(err).toContain(message)
    expect(filesIn(cwd)).toEqual([])
  })

  test('GitLab: the documented one', async () => {
    const cwd = folderWith({})
    expect(await init(cwd, `${args} gitlab`)).toMatchObject({ exit: 0, err: '' })
    const documented = readFileSync(new URL('gitlab/.gitlab-ci.yml', examples), 'utf8')
    const variables = "    GIT_DEPTH: '0'\n"
    const own = documented.replace(variables, `${variables}    BELFRY_KEY_VARIABLES: PROD_KEY\n`)
    expect(read(cwd, '.gitlab-ci.yml')).toBe(own)
  })

  test('keys with the usual names need no list of names', async () => {
    for (const system of ['github', 'gitlab']) {
      const cwd = folderWith({})
      await init(cwd, `--url https://api.example.com -t Staging -t Production --pipeline ${system}`)
      const file = system === 'github' ? '.github/workflows/belfry-plan.yml' : '.gitlab-ci.yml'
      expect(read(cwd, file)).not.toContain('BELFRY_KEY_VARIABLES')
    }
  })

  test.each([
    ['github', '# GitHub reads .github/workflows only at the top of the repository. Move it there, and set its paths for folder a/b.'],
    ['gitlab', '# GitLab reads .gitlab-ci.yml only at the top of the repository. Move it there, and set its paths for folder a/b.'],
  ])('%s: in a folder of a repository, the next steps name the place of the pipeline', async (system, line) => {
    const cwd = folderWith({ 'a/README.md': '' })
    execFileSync('git', ['init', '--quiet'], { cwd })
    const at = { git: gitIn(process.env) }
    expect((await init(join(cwd, 'a'), `b ${args} ${system}`, at)).out).toContain(`  ${line}\n`)
    expect((await init(cwd, `. ${args} ${system}`, at)).out).not.toContain('top of the repository')
  }) // prettier-ignore
})

describe('on a terminal', () => {
  test('it asks for what no option says, a line for each question', async () => {
    const { url } = await sandboxWith()
    const cwd = folderWith({})
    const { asked, io } = terminal([url, 'Production=PROD_KEY, Development', 'gitlab', 'yes'])
    const said = await init(cwd, '', { env: key, io })
    expect(said).toMatchObject({ exit: 0, err: '' })
    expect(asked).toEqual([
      'URL of the service, or the word sandbox [sandbox]: ',
      'Targets (NAME=VARIABLE, with commas between targets) [Development=BELFRY_DEVELOPMENT_API_KEY, Production=BELFRY_API_KEY]: ',
      'Pipeline: github, gitlab or none [none]: ',
      'Write belfry.yaml, manifests/integrations.yaml, .env.example and .gitlab-ci.yml? [yes]: ',
    ])
    expect(read(cwd, 'belfry.yaml')).toContain(`
  Production:
    apiKey: \${env:PROD_KEY}
  Development:
    apiKey: \${env:BELFRY_DEVELOPMENT_API_KEY}
`)
  })

  test('an empty line takes the default, for the sandbox with one question less', async () => {
    const cwd = folderWith({})
    const { asked, io } = terminal(['sandbox:9', '', ''])
    expect(await init(cwd, '', { io })).toMatchObject({ exit: 0, err: '' })
    expect(asked).toHaveLength(3)
    expect(await runProgram(['validate'], { cwd })).toMatchObject({ exit: 0 })
  })

  test('an action is not refused because an earlier answer is wrong', async () => {
    const { io } = terminal([])
    const { exit, err } = await init(folderWith({}), '--url nowhere --pipeline github --action a/b@c', { io })
    expect([exit, err]).toEqual([3, expect.not.stringContaining('--action works only')])
  })

  test('a wrong answer is asked again', async () => {
    const cwd = folderWith({})
    const { asked, io } = terminal([
      'ftp://x',
      'sandbox:9',
      `A=${productionApiKey}`,
      'A/B',
      'A=K=L',
      'A=K,B=K',
      '',
      'maybe',
      '',
    ])
    const { exit, err } = await init(cwd, '', { io })
    expect({ exit, questions: asked.length }).toEqual({ exit: 0, questions: 9 })
    expect(err).toBe(`--url is not a valid URL; write https://… or sandbox
the text after A= is not a valid name of an environment variable for an API key
a target name is empty, has reserved characters, or looks like an API key
target A has more than one "="
target B has the same name or environment variable as a different target
the answer must be yes or no
`)
  })

  test.each([
    ['gith', 'github'],
    ['GITLAB', 'gitlab'],
    ['n', 'none'],
    ['git', undefined],
    ['x', undefined],
  ])('the first letters %s of an answer are %s', (typed, word) => {
    const problem = expect.objectContaining({ message: 'the answer must be none or github or gitlab' })
    expect(oneOf('none', 'github', 'gitlab')(typed)).toEqual(word ?? problem)
  })

  test.each([
    ['at the first question', []],
    ['before the last answer', ['sandbox:9', '']],
  ])('the input ends %s: nothing is written', async (_, lines) => {
    const cwd = folderWith({})
    const { exit, out, err } = await init(cwd, '', terminal(lines))
    expect({ exit, out }).toEqual({ exit: 4, out: '' })
    expect(err).toBe(
      'error  not-confirmed\n  the input ended before all questions had an answer\n  Run belfry init again, and answer all questions. To use the defaults, add --yes.\n1 error. Nothing was written.\nMore about a rule: belfry explain not-confirmed\n',
    )
    expect(filesIn(cwd)).toEqual([])
  })

  test('no: nothing is written', async () => {
    const cwd = folderWith({})
    const { exit, err } = await init(cwd, '', terminal(['sandbox:9', '', 'no']))
    expect([exit, err]).toEqual([4, expect.stringContaining('the answer was not "yes"')])
    expect(filesIn(cwd)).toEqual([])
  })

  test('Ctrl-C at a question: nothing is written', async () => {
    const cwd = folderWith({})
    const io = { isInteractive: true, ask: () => new Promise<undefined>(() => undefined) }
    const { kill, ended, says } = beginProgram(['init', '--url', 'sandbox:9', '--debug'], { cwd, io })
    await says('GET /v1/environments')
    kill('SIGINT')
    expect(await ended).toMatchObject({ exit: 130, err: expect.stringContaining('nothing was written') })
    expect(filesIn(cwd)).toEqual([])
  })
})

describe('without a terminal', () => {
  test('a target whose usual variable begins like that of another keeps it', async () => {
    const cwd = folderWith({})
    const args = '--url https://api.example.com --pipeline none -t first=BELFRY_PROD_API_KEY_2 -t Prod'
    expect((await init(cwd, args)).exit).toBe(0)
    expect(readFileSync(join(cwd, 'belfry.yaml'), 'utf8')).toContain('${env:BELFRY_PROD_API_KEY}')
  })

  test('each answer that is missing is a problem that names its option', async () => {
    const cwd = folderWith({})
    const { exit, err } = await init(cwd, '--url https://api.example.com')
    expect(exit).toBe(3)
    expect(err).toBe(`error  bad-flag
  --target is required, because there is no terminal to ask for the value
  Add --target, or add --yes to use the default: Development=BELFRY_DEVELOPMENT_API_KEY, Production=BELFRY_PRODUCTION_API_KEY.
error  bad-flag
  --pipeline is required, because there is no terminal to ask for the value
  Add --pipeline, or add --yes to use the default: none.
2 errors. Nothing was written.
More about a rule: belfry explain bad-flag
`)
    expect(filesIn(cwd)).toEqual([])
  })

  test.each([
    `-t Production=${productionApiKey}`,
    '-t Production=GITHUB_TOKEN',
    '-t Production=BELFRY_SECRET_X',
    '-t Production=CI_KEY',
    '-t Production=a-b',
  ])('what can not be a variable is not repeated: %s', async (option) => {
    const { exit, err } = await init(folderWith({}), `--yes --url sandbox:9 ${option}`)
    expect([exit, err]).toEqual([
      3,
      expect.stringContaining('the text after Production= is not a valid name of an environment variable'),
    ])
    expect(err).not.toContain(option.split('=')[1])
  })
})

describe('what exists', () => {
  test('is listed before anything is asked, and nothing is written', async () => {
    const before = { 'belfry.yml': 'x\n', '.env.example': 'y\n' }
    const cwd = folderWith(before)
    const { asked, io } = terminal([])
    const { exit, err } = await init(cwd, '', { io })
    expect({ exit, asked }).toEqual({ exit: 4, asked: [] })
    expect(err).toBe(`error  file-exists
  belfry.yml and .env.example already exist, and init doesn't replace files
  Move the existing files, or use another folder: belfry init FOLDER. To add a pipeline to a project, run init with the same options in an empty folder, and copy the files of the pipeline.
1 error. Nothing was written.
More about a rule: belfry explain file-exists
`)
    expect(filesIn(cwd).toSorted()).toEqual(Object.keys(before).toSorted())
  })

  test('also a file of the pipeline, or a manifest', async () => {
    const cwd = folderWith({ '.gitlab-ci.yml': 'x\n', 'manifests/integrations.yaml': 'y\n' })
    const { exit, err } = await init(cwd, '--yes --url sandbox:9 --pipeline gitlab')
    expect(exit).toBe(4)
    expect(err).toContain('manifests/integrations.yaml and .gitlab-ci.yml already exist')
    expect(filesIn(cwd)).toHaveLength(2)
  })

  test('a file that comes in between, or a link that leads nowhere, is not replaced', () => {
    const cwd = folderWith({ 'belfry.yaml': 'theirs\n' })
    symlinkSync('nowhere', join(cwd, 'link'))
    for (const name of ['belfry.yaml', 'link'])
      expect(() => createAtomically(join(cwd, name), 'ours\n')).toThrow(/EEXIST/)
    expect(read(cwd, 'belfry.yaml')).toBe('theirs\n')
    expect(readdirSync(cwd).toSorted()).toEqual(['belfry.yaml', 'link'])
  })

  test('after a failure half-way it is said what was written and what was not', async () => {
    const cwd = folderWith({})
    writeFileSync(join(cwd, 'manifests'), 'a file where a folder belongs\n')
    const { exit, out, err } = await init(cwd, '--yes --url sandbox:9')
    expect({ exit, out }).toEqual({
      exit: 1,
      out: `created      belfry.yaml
not written  manifests/integrations.yaml
not written  .env.example
not written  .belfry/schemas/project.schema.json
not written  .belfry/schemas/manifest.schema.json
not written  .vscode/settings.json
not written  .gitignore
`,
    })
    expect(err).toContain("manifests/integrations.yaml can't be written: ")
    expect(err).toContain("belfry doesn't remove the files that are already written.")
    mkdirSync(join(cwd, 'other'))
    expect(readdirSync(cwd).toSorted()).toEqual(['belfry.yaml', 'manifests', 'other'])
  })
})

describe('--skill', () => {
  const names = ['.agents/skills/belfry/SKILL.md', '.claude/skills/belfry/SKILL.md']

  test('writes the instructions for coding agents, also into a project that exists, and nothing else', async () => {
    const folder = folderWith({ 'belfry.yaml': 'targets: {}\n' })
    const said = await init(folder, '--skill')
    expect(said).toMatchObject({
      exit: 0,
      err: '',
      out: names.map((name) => `created      ${name}\n`).join(''),
    })
    const skill = readFileSync(new URL('../../../skills/belfry/SKILL.md', import.meta.url), 'utf8')
    const [first = '', second] = names.map((name) => read(folder, name))
    expect(second).toBe(first)
    expect(first.replace(/\n<!-- belfry init --skill [0-9a-f]{64} -->\n$/, '')).toBe(skill)
    expect(filesIn(folder).toSorted()).toEqual(['SKILL.md', 'SKILL.md', 'belfry.yaml'])
  })

  test('replaces what an earlier version wrote, unless it was changed', async () => {
    const digest = hash('sha256', 'older\n')
    const older = `older\n\n<!-- belfry init --skill ${digest} -->\n`
    const folder = folderWith(Object.fromEntries(names.map((name) => [name, older])))
    expect(await init(folder, '--skill')).toMatchObject({ exit: 0, err: '' })
    expect(read(folder, names[0] ?? '')).toMatch(/^---\nname: belfry\n/)
    const out = names.map((name) => `kept         ${name}\n`).join('')
    expect(await init(folder, '--skill')).toMatchObject({ exit: 0, err: '', out })
    writeFileSync(join(folder, names[1] ?? ''), older.replace('older', 'changed'))
    const said = await init(folder, '--skill')
    expect(said.exit).toBe(4)
    expect(said.err).toContain(
      '  Keep your changes in another file, remove this file, then run this command again.\n',
    )
    expect(read(folder, names[1] ?? '')).toContain('changed')
  })

  test('replaces no other file', async () => {
    const folder = folderWith({ '.claude/skills/belfry/SKILL.md': 'ours\n' })
    const said = await init(folder, '--skill')
    expect(said.exit).toBe(4)
    expect(said.err).toContain('.claude/skills/belfry/SKILL.md already exists')
    expect(filesIn(folder)).toEqual(['SKILL.md'])
  })

  test('is not for a new project', async () => {
    const said = await init(folderWith({}), '--skill --url sandbox')
    expect(said.exit).toBe(3)
    expect(said.err).toContain('--skill')
  })
})
