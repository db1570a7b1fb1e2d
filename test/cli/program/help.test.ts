// What people see who don't know the commands yet, or mistype them.
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { bundled } from '../../../src/cli/program/bundled.ts'
import { version } from '../../../src/service/package.ts'
import { belfry } from '../../support/cli-process.ts'
import { listText } from '../../../src/core/words.ts'
import { runProgram, type Said } from '../../support/cli.ts'
import { commands, sections } from '../../../src/library/commands/commands.ts'
import { getKinds } from '../../support/get-commands.ts'

const commandNames =
  'Write one of init, sandbox, export, validate, plan, diff, compare, promote, apply, failover, show, log, get, events, messages, doctor, audit, trigger, smoke, explain, schema'

function typed(...args: readonly string[]): Promise<Said> {
  return runProgram(args, { cwd: import.meta.dirname })
}

test.each(['--version', '-V'])('%s', async (flag) => {
  expect(await belfry([flag])).toMatchObject({ exit: 0, out: `${version}\n`, err: '' })
})

test('each command is in one section only', () => {
  const names = Object.values(sections).flatMap((rows) => Object.keys(rows))
  expect(names).toHaveLength(commands.size)
})

test('a list of packages that is gone is an error of its own', () => {
  const { exit, out, err } = bundled(new URL('file:///no/such/sbom.cdx.json'))
  expect({ exit, out }).toEqual({ exit: 1, out: '' })
  expect(err).toContain("/no/such/sbom.cdx.json can't be read")
})

test('--version --debug prints what is bundled too: name, version, licence', async () => {
  const { exit, out, err } = await belfry(['--version', '--debug'])
  expect({ exit, err }).toEqual({ exit: 0, err: '' })
  const [first, ...lines] = out.trimEnd().split('\n')
  expect(first).toBe(version)
  const bill = readFileSync(new URL('../../../sbom.cdx.json', import.meta.url), 'utf8')
  const { components } = JSON.parse(bill) as { readonly components: readonly { readonly name: string }[] }
  expect(lines.map((line) => line.split(' ')[0])).toEqual(components.map(({ name }) => name))
  expect(
    lines.filter((line) => !/^\S+ (?:\d+\.\d+\.\d+|-) (?:MIT|ISC|BSD-3-Clause)(?:  |$)/.test(line)),
  ).toEqual([])
})

test.each(['--help', '-h', 'help'])('%s alone shows the same as with another option', async (word) => {
  const whole = await typed('--help', '--no-color')
  expect(whole).toMatchObject({ exit: 0, err: '' })
  expect(await belfry([word])).toMatchObject({ exit: 0, out: whole.out, err: '' })
})

test.runIf(existsSync('/dev/full'))('help that can not be written ends with 1', async () => {
  expect(await belfry(['--help'], { out: '/dev/full' })).toMatchObject({
    exit: 1,
    err: 'belfry: the result could not be written to stdout: the disk is full. The command itself has finished.\n',
  })
})

test('--help names every command, and stands on stdout', async () => {
  const { exit, out, err } = await belfry(['--help'])
  expect({ exit, err }).toEqual({ exit: 0, err: '' })
  for (const command of ['validate', 'plan', 'apply', 'smoke', 'doctor', 'sandbox'])
    expect(out).toMatch(new RegExp(`^  ${command} `, 'm'))
  expect(out).toContain('print the version; with --debug also the bundled packages')
  expect(out).toContain('Exit codes: 0 done')
})

test.each(['validate', 'plan', 'apply', 'smoke', 'doctor', 'sandbox'])('%s --help', async (command) => {
  const { exit, out, err } = await typed(command, '--help')
  expect({ exit, err }).toEqual({ exit: 0, err: '' })
  expect(out).toContain(`Usage: belfry ${command}`)
  expect(out).toContain('--format <format>')
})

test.each([
  ['diff', 'json, markdown, github, gitlab, html '],
  ['smoke', 'json, markdown, github, junit, html '],
])('%s --help names the reports that tell of it', async (command, kinds) => {
  const { out } = await typed(command, '--help')
  expect(out.replaceAll(/\s+/g, ' ')).toContain(`also write the result to a file: ${kinds}`)
})

test('no command and no project: three commands to begin with, as a mistake', async () => {
  const { exit, out, err } = await typed()
  expect({ exit, out }).toEqual({ exit: 3, out: '' })
  expect(err.match(/^ {2}belfry \S+/gm)).toEqual(['  belfry init', '  belfry sandbox', '  belfry --help'])
})

test('no flag takes a key', async () => {
  for (const command of ['plan', 'apply', 'doctor']) {
    const { out } = await typed(command, '--help')
    expect(out.match(/--\S*key\S*/g)).toEqual(['--api-key-file'])
  }
})

test('the built program answers a mistake with an exit code too', async () => {
  const err = 'belfry: unknown command "plna"\nDid you mean plan?\n'
  expect(await belfry(['plna'])).toEqual({ exit: 3, signal: null, out: '', err })
})

describe('a mistake is two lines', () => {
  test.each([
    ['plna', 'unknown command "plna"', 'Did you mean plan?'],
    ['messages lst', 'unknown command "lst"', 'Did you mean list?'],
    ['get integration/ses', 'unknown command "integration/ses"', 'Did you mean integrations ses?'],
    ['messages stats', 'unknown command "stats"', 'Run belfry messages list.'],
    ['messages status', 'unknown command "status"', 'Write one of list and get.'],
    [
      'help nonsense',
      'unknown command or topic "nonsense"',
      `${commandNames}, completion, targets, files, secrets, connection, output, guards, pipelines, exit-codes and environment.`,
    ],
    ['status', 'unknown command "status"', 'Run belfry plan for changes, or belfry doctor for problems.'],
    ['lint', 'unknown command "lint"', 'Run belfry validate.'],
    [
      'import',
      'unknown command "import"',
      'Run belfry init --export for a new project, or belfry export --write --only KIND/NAME.',
    ],
    ['pull --help', 'unknown command "pull"', 'Run belfry export --write.'],
    ['version', 'unknown command "version"', 'Run belfry --version.'],
    ['gateway ping', 'unknown command "gateway"', 'Run belfry doctor.'],
    ['gateway sync', 'unknown command "gateway"', 'Run belfry plan, then belfry apply.'],
    ['run test', 'unknown command "run"', 'Run belfry smoke.'],
    ['run validate', 'unknown command "run"', 'Run belfry validate.'],
    ['run', 'unknown command "run"', 'Run belfry trigger.'],
    ['ping validate', 'unknown command "ping"', 'Run belfry doctor.'],
    ['whoami', 'unknown command "whoami"', 'Run belfry doctor, which shows the environment of each API key.'],
    ['test', 'unknown command "test"', 'Run belfry smoke.'],
    ['deploy', 'unknown command "deploy"', 'Run belfry apply.'],
    [
      'destroy',
      'unknown command "destroy"',
      'belfry never deletes. To switch off an integration, declare active: false.',
    ],
    ['fmt', 'unknown command "fmt"', "belfry doesn't format files. Use a formatter for YAML."],
    ['apply -auto-approve', 'unknown option "-auto-approve"', 'Did you mean --yes?'],
    ['validate -target=Production', 'unknown option "-target"', 'Did you mean --target?'],
    ['plan -out plan.json', 'unknown option "-out"', 'Did you mean --out?'],
    [
      'apply -force',
      'unknown option "-force"',
      '--yes confirms the plan. Each guard has its own option. Run belfry help guards.',
    ],
    [
      'plan --var=a=b',
      'unknown option "--var"',
      'Set it under variables in belfry.yaml, or write ${env:NAME} in the manifest.',
    ],
    ['get pods', 'unknown command "pods"', `Write one of ${listText(getKinds)}.`],
    ['get events', 'unknown command "events"', 'Run belfry events list.'],
    [
      'workspace',
      'unknown command "workspace"',
      'An environment is a target in belfry.yaml. Choose it with -t NAME.',
    ],
    [
      '-t Production plan',
      'unknown option "-t"',
      'Options come after the command, as in: belfry plan -t NAME',
    ],
    [
      '-C app plan',
      'unknown option "-C"',
      'Options come after the command, as in: belfry plan --config FILE',
    ],
    [
      'get -t Production integrations',
      'unknown option "-t"',
      'Options come after the command, as in: belfry get environments -t NAME',
    ],
    ['compare -t A', 'unknown option "-t"', 'Run belfry compare FROM TO.'],
    ['compare A', 'the argument <to> is missing', 'For example: belfry compare Staging Production'],
    ['plan help', 'plan takes no arguments, but got "help"', 'Did you mean belfry plan --help?'],
    ['-v', 'unknown option "-v"', 'Run belfry --version.'],
    ['lst', 'unknown command "lst"', `${commandNames} and completion.`],
    ['abort', 'unknown command "abort"', 'Press Ctrl-C in the terminal in which belfry runs.'],
    ['list', 'unknown command "list"', 'Run belfry get.'],
    ['ls', 'unknown command "ls"', 'Run belfry get.'],
    ['apply --yes=true', '--yes takes no value', 'Write --yes.'],
    ['plan --dry-run', 'unknown option "--dry-run"', 'belfry plan never writes. Remove --dry-run.'],
    ['apply --dry-run', 'unknown option "--dry-run"', 'Did you mean belfry plan?'],
    ['smoke --dryrun', 'unknown option "--dryrun"', 'Run belfry trigger WORKFLOW --to ID --dry-run.'],
    ['trigger --dryrun', 'unknown option "--dryrun"', 'Did you mean --dry-run?'],
    [
      'plan --api-key=s3cr3t',
      'unknown option "--api-key"',
      'A key on the command line is visible in the process list. Use --api-key-file, or a variable that apiKey in belfry.yaml names.',
    ],
    ['plan --json', 'unknown option "--json"', 'Did you mean --format json?'],
    [
      'plan manifests/a.yaml',
      'plan takes no arguments, but got "manifests/a.yaml"',
      'Did you mean -f manifests/a.yaml?',
    ],
    [
      'plan Production',
      'plan takes no arguments, but got "Production"',
      'Did you mean -t Production or -f Production or --only KIND/Production?',
    ],
    [
      'explain a b',
      'explain takes at most 1 argument, but got "b"',
      'belfry explain --help lists its arguments and options.',
    ],
    ['completion', 'the argument <shell> is missing', 'Write one of bash, zsh and fish.'],
    ['completion tcsh', 'shell tcsh is not valid', 'Write one of bash, zsh and fish.'],
    ['plan --format yaml', '--format yaml is not valid', 'Write one of text, json, markdown and html.'],
    ['plan --secrets', '--secrets needs a value: --secrets <how>', 'Write one of defer and needed.'],
    [
      'plan --out --full',
      '--out needs a value: --out <file>',
      'belfry plan --help lists its arguments and options.',
    ],
    [
      'apply --journal -y',
      '--journal needs a value: --journal <file>',
      'belfry apply --help lists its arguments and options.',
    ],
    [
      'plan --only',
      '--only needs a value: --only <kind/name>...',
      'belfry plan --help lists its arguments and options.',
    ],
    [
      'plan --detailed-exitcodes',
      'unknown option "--detailed-exitcodes"',
      'Did you mean --detailed-exitcode?',
    ],
    [
      'events get',
      'the argument <id> is missing',
      'For example: belfry events get 6b0000080000000000000001 -t Production',
    ],
    [
      'trigger',
      'the argument <workflow> is missing',
      `For example: belfry trigger app-update --to ops -t Production --payload '{"version": 2}'`,
    ],
    ['plan -z', 'unknown option "-z"', 'belfry plan --help lists its arguments and options.'],
    ['apply --yess', 'unknown option "--yess"', 'Did you mean --yes?'],
  ])('%s', async (args, wrong, next) => {
    const err = `belfry: ${wrong}\n${next}\n`
    expect(await typed(...args.split(' '))).toEqual({ exit: 3, out: '', err })
  })
})

test.each(['18.20.4', '20.18.3', '21.6.2'])('Node %s is named, and is not called a bug', async (node) => {
  const preload = `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'${node}'}})`
  expect(await belfry(['plan'], { env: { NODE_OPTIONS: `--import "${preload}"` } })).toMatchObject({
    exit: 3,
    out: '',
    err: `belfry: requires Node 20.19 or newer, but not 21, and this is Node ${node}\n`,
  })
})
