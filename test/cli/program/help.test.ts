// What people see who don't know the commands yet, or mistype them.
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { bundled } from '../../../src/cli/program/bundled.ts'
import { version } from '../../../src/service/package.ts'
import { belfry } from '../../support/cli-process.ts'
import { runProgram, type Said } from '../../support/cli.ts'

function typed(...args: readonly string[]): Promise<Said> {
  return runProgram(args, { cwd: import.meta.dirname })
}

test.each(['--version', '-V'])('%s', async (flag) => {
  expect(await belfry([flag])).toMatchObject({ exit: 0, out: `${version}\n`, err: '' })
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

test('no command: the help, as a mistake', async () => {
  const { exit, out, err } = await typed()
  expect({ exit, out }).toEqual({ exit: 3, out: '' })
  expect(err).toContain('Usage: belfry')
})

test('no flag takes a key', async () => {
  for (const command of ['plan', 'apply', 'doctor']) {
    const { out } = await typed(command, '--help')
    expect(out.match(/--\S*key\S*/g)).toEqual(['--api-key-file'])
  }
})

test('the built program answers a mistake with an exit code too', async () => {
  const err = "belfry: unknown command 'plna'\nDid you mean plan?\n"
  expect(await belfry(['plna'])).toEqual({ exit: 3, signal: null, out: '', err })
})

describe('a mistake is two lines', () => {
  test.each([
    ['plna', "belfry: unknown command 'plna'\nDid you mean plan?\n"],
    ['deploy', "belfry: unknown command 'deploy'\nbelfry --help lists the commands and topics.\n"],
    [
      'plan --detailed-exitcodes',
      "belfry: unknown option '--detailed-exitcodes'\nDid you mean --detailed-exitcode?\n",
    ],
    [
      'events get',
      "belfry: missing required argument 'id'\nbelfry events get --help lists its arguments and options.\n",
    ],
    ['plan -x', "belfry: unknown option '-x'\nbelfry plan --help lists its arguments and options.\n"],
    ['apply --yess', "belfry: unknown option '--yess'\nDid you mean --yes?\n"],
  ])('%s', async (args, err) => {
    expect(await typed(...args.split(' '))).toEqual({ exit: 3, out: '', err })
  })

  test.each(['plan --format yaml', 'plan --only', 'plan somewhere'])('%s', async (args) => {
    const { exit, out, err } = await typed(...args.split(' '))
    expect({ exit, out }).toEqual({ exit: 3, out: '' })
    expect(err).toMatch(/^belfry: .+\n.+\n$/)
  })
})
