// What the system refuses: too few open files, a working directory that is gone. Each ends in a sentence, not in a stack trace.
import { execFile } from 'node:child_process'
import { expect, test } from 'vitest'
import { bin, folderWith } from '../../support/cli-process.ts'
import { envelopeIn } from '../../support/cli-schemas.ts'
import { crashOf, crashText, endOfStart } from '../../../src/cli/program/crash.ts'
import { createFilter } from '../../../src/core/secrets/redact.ts'
import { asTransportError } from '../../../src/service/failure.ts'

const manifest = 'subscribers: [{ subscriberId: a }]\n'
const project = "service: { url: sandbox }\ntargets: { Development: {} }\nmanifests: ['*.yml']\n"
const tooMany = 'belfry: too many open files; raise the limit, for example with ulimit -n 1024\n'
const emfile = Object.assign(new Error("EMFILE: too many open files, open '/x'"), { code: 'EMFILE' })

const run = () => ({ filter: createFilter(), written: { isNoted: false } })

function inShell(
  script: string,
  args: readonly string[],
): Promise<{ exit: number; out: string; err: string }> {
  const cwd = folderWith({ 'belfry.yaml': project, 'a.yml': manifest })
  return new Promise((resolve) => {
    const done = (error: { readonly code?: unknown } | null, out: string, err: string) =>
      resolve({ exit: Number(error?.code ?? 0), out, err })
    execFile('sh', ['-c', `${script}; exec "$0" "$@"`, process.execPath, bin, ...args], { cwd }, done)
  })
}

test('64 open files are enough, or a sentence says that they are not', async () => {
  const { exit, out, err } = await inShell('ulimit -n 64', ['validate'])
  expect(exit === 0 ? out : err).toBe(exit === 0 ? 'Valid. 1 resource for 1 target in 1 file.\n' : tooMany)
})

test.each([
  ['too many open files', emfile, 1, tooMany],
  [
    'too many open files on the machine',
    Object.assign(new Error('ENFILE: file table overflow'), { code: 'ENFILE' }),
    1,
    'belfry: too many open files on this machine; end other programs, or raise the limit of the system\n',
  ],
  [
    'no working directory',
    Object.assign(new Error('ENOENT: uv_cwd'), { code: 'ENOENT', syscall: 'uv_cwd' }),
    3,
    'belfry: the working directory no longer exists; change to a folder that exists\n',
  ],
])('%s, before the program is loaded and after', (_, error, exit, sentence) => {
  expect(endOfStart(error, ['plan'])).toEqual({ exit, out: '', err: sentence })
  const { out } = endOfStart(error, ['plan', '--format', 'json'])
  expect(envelopeIn(out).problems.map(({ rule }) => rule)).toEqual(['system'])
  const crash = crashOf(error, run())
  expect([crash.rule, crash.exit, crashText(crash)]).toEqual(['system', exit, sentence])
})

test('what is a bug stays one', () => {
  const bug = new TypeError('x is undefined')
  expect(() => endOfStart(bug, [])).toThrow(bug)
  expect(crashText(crashOf(bug, run()))).toContain('this is a bug in belfry: TypeError: x is undefined')
  const missing = Object.assign(new Error('ENOENT: open'), { code: 'ENOENT', syscall: 'open' })
  expect(crashOf(missing, run()).rule).toBe('bug')
})

test('a connection for which no file is left', () => {
  const limits = { connectTimeout: 1, timeout: 1, maxResponseBytes: 1 }
  const failed = { url: 'https://api.example.com/x', limits, aborted: false, unsent: true }
  expect(asTransportError(emfile, failed).message).toBe(
    "belfry couldn't connect to https://api.example.com: too many open files; raise the limit, for example with ulimit -n 1024",
  )
})

test.each([
  ['validate', 3],
  ['plan', 3],
  ['--help', 0],
])('%s in a folder that is gone', async (command, exit) => {
  const said = await inShell('mkdir gone && cd gone && rmdir ../gone', [command])
  expect(said.exit).toBe(exit)
  expect(said.err).toBe(
    exit === 0 ? '' : 'belfry: the working directory no longer exists; change to a folder that exists\n',
  )
})
