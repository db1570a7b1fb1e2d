// The question before a write, on a terminal: only "yes" is taken, and Ctrl-C ends it with nothing written.
import { spawn, spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { bin } from '../../support/cli-process.ts'
import { cliWorld, people, type CliWorld } from '../../support/cli-world.ts'
import { isFull, sampled } from '../../support/form.ts'

/** The `script` of util-linux runs a command on a terminal of its own. */
const hasTerminal =
  spawnSync('script', ['--version'], { encoding: 'utf8' }).output?.join('').includes('util-linux') ?? false

/** Types an answer as soon as the question stands there; all that the terminal shows. */
async function answered({ folder, env }: CliWorld, answer: string, flags = '') {
  const command = `"${process.execPath}" "${bin}" apply --no-color${flags}`
  const child = spawn('script', ['-qefc', command, '/dev/null'], {
    cwd: folder,
    env: { PATH: process.env['PATH'], LANG: 'C.UTF-8', TERM: 'xterm', ...env },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  let shown = ''
  let isAsked = false
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text
    if (isAsked || !shown.includes('Type yes to continue: ')) return
    isAsked = true
    child.stdin.write(answer)
  })
  const exit = await new Promise<number | null>((resolve) => void child.once('close', resolve))
  return { exit, shown }
}

describe.runIf(hasTerminal)('on a terminal', () => {
  test('nobody is asked about what is not shown', async () => {
    const world = await cliWorld({ 'manifests/people.yaml': people })
    const { exit, shown } = await answered(world, 'yes\r', ' --format markdown')
    expect(exit).toBe(4)
    expect(shown).toContain("with --format markdown belfry doesn't print")
    expect(world.writes()).toEqual([])
  })

  const answers = [
    ['yes', 'yes\r', 0, 'Verified: a new plan shows no changes (', 2],
    [
      'another word',
      'y\r',
      4,
      'the answer was not "yes"\r\n  Run the command again, and type yes.\r\n1 error. Nothing was written.',
      0,
    ],
    [
      'nothing',
      '\r',
      4,
      'the answer was not "yes"\r\n  Run the command again, and type yes.\r\n1 error. Nothing was written.',
      0,
    ],
    [
      'Ctrl-D',
      '\u0004',
      4,
      '\r\nerror  not-confirmed\r\n  the answer was not "yes"\r\n  Run the command again, and type yes.\r\n1 error. Nothing was written.',
      0,
    ],
    ['Ctrl-C', '\u0003', 130, 'Interrupted: nothing was written.', 0],
  ] as const

  test.each(sampled(answers, 2))('%s', async (_, answer, code, says, count) => {
    const world = await cliWorld({ 'manifests/people.yaml': people })
    const { exit, shown } = await answered(world, answer)
    expect({ exit, shown: shown.includes(says) ? says : shown }).toEqual({ exit: code, shown: says })
    expect(world.writes()).toHaveLength(count)
  })
})

// Other machines may have another `script` or none, for example in an image of Alpine.
test.runIf(isFull)('the full form has a terminal to test on', () => {
  expect(hasTerminal || process.platform !== 'linux').toBe(true)
})
