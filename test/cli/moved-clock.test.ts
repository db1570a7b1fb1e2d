// A clock of this machine that is set while belfry runs changes no wait.
import { expect, test } from 'vitest'
import { cliWorld, people } from '../support/cli-world.ts'

const hour = 3_600_000

test.each([
  ['back', -hour],
  ['forward', hour],
])('the clock moves %s by an hour', async (_, step) => {
  const { run, sandbox } = await cliWorld({ 'manifests/people.yaml': people })
  sandbox.faults.set(['429=2@1', '429=2@3'])
  const start = Date.now()
  let looks = 0
  const waits: number[] = []
  const { exit } = await run('plan --rate 5/s', {
    io: { now: () => new Date(start + (looks++ < 3 ? 0 : step)) },
    pass: (milliseconds) => void waits.push(milliseconds),
  })
  expect(exit).toBe(0)
  expect(sandbox.log.filter(({ status }) => status === 429)).toHaveLength(2)
  expect(waits.filter((milliseconds) => milliseconds >= 2000)).toHaveLength(2)
  expect(Math.max(...waits)).toBeLessThan(3000)
})
