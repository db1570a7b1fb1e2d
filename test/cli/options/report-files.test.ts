// --report writes the account into files beside what goes to stdout, and into them alone.
import { createFilter } from '../../../src/core/secrets/redact.ts'
import { Secret } from '../../../src/core/secrets/secret.ts'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Io } from '../../../src/cli/terminal/io.ts'
import { formats } from '../../../src/report/formats.ts'
import { runProgram, type Said } from '../../support/cli.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'belfry-report-'))
  mkdirSync(join(folder, 'manifests'))
  writeFileSync(
    join(folder, 'belfry.yaml'),
    'service: { url: "http://127.0.0.1:9" }\ntargets: { Production: { apiKey: "${env:KEY}" } }\nmanifests: [manifests]\n',
  )
  manifest('subscribers: [{ subscriberId: ops, firstName: On }]\n')
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

function manifest(text: string): void {
  writeFileSync(join(folder, 'manifests/people.yaml'), text)
}

function run(...args: string[]): Promise<Said> {
  return runProgram(args, { cwd: folder, env: { KEY: 'a-key-of-a-test' } })
}

function read(name: string): string {
  return readFileSync(join(folder, name), 'utf8')
}

test('what goes to stdout stays as it was, and each file has its own', async () => {
  const said = await run('validate', '--report', 'json=one.json', '--report', 'json=two.json')
  expect(said).toEqual({ exit: 0, out: 'Valid. 1 resource for 1 target in 1 file.\n', err: '' })
  expect(JSON.parse(read('one.json'))).toEqual({
    formatVersion: 1,
    command: 'validate',
    exit: 0,
    problems: [],
    files: 1,
    resources: 1,
    ignored: [],
  })
  expect(read('two.json')).toBe(read('one.json'))
  expect(readdirSync(folder).sort()).toEqual(['belfry.yaml', 'manifests', 'one.json', 'two.json'])
})

test('what is refused has its report too, in place of an older one', async () => {
  manifest('subscribers: [{ subscriberId: ops, firstNam: On }]\n')
  writeFileSync(join(folder, 'old.json'), 'old')
  const said = await run('plan', '--report', 'json=old.json')
  expect(said).toMatchObject({ exit: 3, out: '' })
  expect(JSON.parse(read('old.json'))).toMatchObject({
    command: 'plan',
    exit: 3,
    problems: [{ rule: 'unknown-field' }],
  })
})

test('so has what failed, and what a file of a wrong kind is shown as', async () => {
  expect(await run('plan', '--report', 'json=plan.json')).toMatchObject({ exit: 1 })
  expect(JSON.parse(read('plan.json'))).toMatchObject({ exit: 1, problems: [{ rule: 'no-reply' }] })
  expect(await run('apply', 'nothing.json', '--report', 'json=apply.json')).toMatchObject({ exit: 3 })
  expect(JSON.parse(read('apply.json'))).toMatchObject({ exit: 3, problems: [{ rule: 'file-unreadable' }] })
  expect(await run('show', 'belfry.yaml', '--report', 'json=show.json')).toMatchObject({ exit: 3 })
  expect(JSON.parse(read('show.json'))).toMatchObject({ exit: 3, problems: [{ rule: 'not-shown' }] })
})

test.each([
  ['jsn=x', '--report jsn=x: unknown report kind; did you mean json?'],
  [
    'text=x',
    'unknown report kind\n  Write KIND=FILE. The kinds are json, markdown, github, gitlab, prometheus, html.\n',
  ],
  ['x.json', '--report x.json: unknown report kind'],
  ['json=', '--report json= has no file name'],
  ['json', '--report json has no file name'],
  [
    'json=a.json,markdown=b.md',
    'names several reports\n  Repeat the option: --report json=a.json --report markdown=b.md',
  ],
  ['json=a,b=c.json,markdown=b.md', 'Repeat the option: --report json=a,b=c.json --report markdown=b.md'],
  ['markdown=', 'such as --report markdown=belfry.md. For stdout, use --format markdown.'],
  [
    'gitlab=-',
    "--report gitlab=-: a report can't be written to stdout, because belfry prints the result to stdout",
  ],
  ['json=manifests', "the report manifests can't be written: the path is a folder, not a file"],
  ['json=nowhere/x.json', "the report nowhere/x.json can't be written: no such file or folder"],
  [
    'json=belfry.yaml/x',
    "the report belfry.yaml/x can't be written: a part of the path is a file, not a folder",
  ],
])('--report %s is found before the service is asked', async (wish, message) => {
  const { exit, out, err } = await run('plan', '--report', wish, '--report', 'json=other.json')
  expect({ exit, out }).toEqual({ exit: 3, out: '' })
  expect(err).toContain(message)
  expect(err).not.toContain('no-reply')
  // What can be written is.
  expect(JSON.parse(read('other.json'))).toMatchObject({ exit: 3, problems: [{ severity: 'error' }] })
})

test.each([
  ['plan', '--out'],
  ['export', '--out'],
  ['apply', '--journal'],
])('%s %s - names no file and no folder', async (command, flag) => {
  const { exit, out, err } = await run(command, flag, '-')
  expect({ exit, out }).toEqual({ exit: 3, out: '' })
  expect(err).toContain(`${flag} -: belfry prints only the result to stdout`)
  expect(readdirSync(folder)).not.toContain('-')
})

test.each([
  ['plan', '--report', 'json=a', '--report', 'json=./a'],
  ['plan', '--report', 'json=a', '--out', 'a'],
  ['apply', '--report', 'json=a', '--journal', './a'],
  ['plan', '--report', 'json=key', '--api-key-file', 'key'],
  ['apply', '--report', 'json=a', './a'],
  ['apply', '--report', 'json=suite.json', '--smoke', 'suite.json'],
  ['smoke', '--report', 'json=suite.json', './suite.json'],
  ['plan', '--out', './key', '--api-key-file', 'key'],
  ['plan', '--out', 'variables', '--dotenv', './variables'],
])('no file is named twice: %s %s %s %s %s', async (...args) => {
  const said = await run(...args)
  expect(said).toMatchObject({ exit: 3, out: '' })
  expect(said.err).toMatch(
    /uses the same file as (?:--(?:report|out|journal|api-key-file|dotenv)|the command)/,
  )
})

test.each([
  ['validate', '--report', 'json=belfry.yaml'],
  ['validate', '--report', 'markdown=manifests/people.yaml'],
  ['plan', '--out', 'manifests/people.yaml'],
])('what was written by hand is not replaced: %s %s %s', async (command, flag, wish) => {
  const before = [read('belfry.yaml'), read('manifests/people.yaml')]
  expect(await run(command, flag, wish)).toEqual({
    exit: 3,
    out: '',
    err: `error  bad-flag\n  ${flag} ${wish} would replace an existing YAML, NDJSON or CSV file, which may be a manifest\n  Use a different file name.\n1 error. Nothing was sent.\nMore about a rule: belfry explain bad-flag\n`,
  })
  expect([read('belfry.yaml'), read('manifests/people.yaml')]).toEqual(before)
})

test.each(['jsonl', 'csv'])('neither is a list of people: %s', async (ending) => {
  writeFileSync(join(folder, `people.${ending}`), 'subscriberId')
  expect(await run('validate', '--report', `json=people.${ending}`)).toMatchObject({ exit: 3 })
  expect(read(`people.${ending}`)).toBe('subscriberId')
})

test('a journal has no page, and whoever asks for one is told what there is', async () => {
  writeFileSync(join(folder, 'empty.ndjson'), '')
  const said = await run('show', 'empty.ndjson', '--format', 'html')
  expect(said.exit).toBe(3)
  expect(said.err).toContain(
    "--format html doesn't work with a journal, only with validate, plan, show, diff, compare, apply, smoke, audit",
  )
  expect(said.err).toContain('For a journal, use text, json, markdown.')
})

test('a link stays a link, and a device a device', async () => {
  writeFileSync(join(folder, 'real.json'), '')
  symlinkSync('real.json', join(folder, 'link.json'))
  expect(await run('validate', '--report', 'json=link.json', '--report', 'json=/dev/null')).toMatchObject({
    exit: 0,
  })
  expect(JSON.parse(read('real.json'))).toMatchObject({ command: 'validate' })
  expect(readFileSync('/dev/null', 'utf8')).toBe('')
})

test('where one format fails, nothing is told but that: one result on stdout, and every other report', async () => {
  const broken = vi.spyOn(formats.html, 'load').mockResolvedValue(() => {
    throw new Error('no page')
  })
  onTestFinished(() => broken.mockRestore())
  const reports = ['html=page.html', 'json=other.json'].flatMap((wish) => ['--report', wish])
  const said = await run('validate', '--format', 'json', ...reports)
  expect(said.exit).toBe(1)
  for (const told of [said.out, read('other.json')])
    expect(JSON.parse(told)).toMatchObject({
      exit: 1,
      problems: [{ rule: 'bug', message: 'Error: no page' }],
    })
  expect(said.err).toContain('belfry: the report page.html could not be written: no page.\n')
})

test('what nobody caught is in the reports before the process ends', async () => {
  const hear: ((error: unknown) => void)[] = []
  let left: unknown
  const filter = createFilter()
  filter.addSecrets(Secret.of('a-key-of-a-test', 'env:KEY'))
  const io: Partial<Io> = {
    filter,
    onCrash: (each) => void hear.unshift(each),
    onSignal: () => {
      for (const each of hear) each(new Error('nobody caught a-key-of-a-test'))
      return () => undefined
    },
    exit: () => {
      left ??= JSON.parse(read('plan.json'))
      throw new Error('left')
    },
  }
  writeFileSync(join(folder, 'plan.json'), '"old"')
  await runProgram(['plan', '--report', 'json=plan.json'], {
    cwd: folder,
    env: { KEY: 'a-key-of-a-test' },
    io,
  })
  expect(left).toMatchObject({
    command: 'plan',
    exit: 1,
    problems: [{ rule: 'bug', message: 'Error: nobody caught (secret env:KEY)' }],
  })
})
