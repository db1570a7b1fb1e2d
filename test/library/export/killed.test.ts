// An export that is stopped: every file is whole, and nothing is left beside them.
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { createGate } from '../../support/cli-gate.ts'
import { startProxy } from '../../support/cli-proxy.ts'
import { cliWorld } from '../../support/cli-world.ts'

const args = 'export --out out --subscribers all'

/** Stops the service at the first page of subscribers. */
async function held() {
  const { sandbox, ...world } = await cliWorld({})
  const reached = createGate()
  const gate = createGate()
  const url = await startProxy(sandbox.url, async ({ path }) => {
    if (!path.startsWith('/v2/subscribers')) return undefined
    reached.open()
    await gate.opened
    return undefined
  })
  return { ...world, reached: reached.opened, letGo: gate.open, env: { BELFRY_URL: url } }
}

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s while it reads: nothing is written', async (signal, code) => {
  const { begin, folder, reached, letGo, env } = await held()
  const running = begin(args, { env })
  await reached
  running.kill(signal)
  const { exit } = await running.ended
  letGo()
  expect(exit).toBe(code)
  expect(readdirSync(folder)).not.toContain('out')
})

test('SIGKILL while it reads: nothing is written, and the next export writes all', async () => {
  const { start, run, folder, reached, letGo, env } = await held()
  const running = start(args, { env })
  await reached
  running.kill('SIGKILL')
  expect((await running.ended).signal).toBe('SIGKILL')
  letGo()
  expect(readdirSync(folder)).not.toContain('out')
  expect((await run(args)).exit).toBe(0)
  const whole = filesIn(join(folder, 'out'))
  // What a kill between two files leaves is said, and once it is removed the same is written again.
  for (const name of Object.keys(whole).slice(1)) rmSync(join(folder, 'out', name))
  expect((await run(args)).exit).toBe(3)
  rmSync(join(folder, 'out'), { recursive: true })
  expect((await run(args)).exit).toBe(0)
  expect(filesIn(join(folder, 'out'))).toEqual(whole)
})

function filesIn(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((path) => [relative(folder, path), readFileSync(path, 'utf8')]),
  )
}
