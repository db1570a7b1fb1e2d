// Killed at any request, before its effect or after it: one integration is primary, and the same command finishes.
import { expect, test } from 'vitest'
import { startBelfry, type Started } from '../../support/cli-process.ts'
import { forwarded, startProxy } from '../../support/cli-proxy.ts'
import { failoverWorld } from '../../support/failover-world.ts'
import { isFull, sampled } from '../../support/form.ts'
import { runProgram } from '../../support/cli.ts'

const command = ['failover', 'email', '--yes', '--unverified']

/** Kills the command at its nth request. The methods of the requests that it sent, and what is wrong afterwards. */
async function killed(nth: number, when: 'before' | 'after') {
  const world = await failoverWorld({ profile: 'novu-2026-09' })
  const { sandbox, cwd, env, primaries } = world
  sandbox.providers.set('sendgrid', { outcome: 'refuse' })
  const methods: string[] = []
  let running: Started | undefined
  const url = await startProxy(sandbox.url, async (request) => {
    methods.push(request.method)
    if (methods.length !== nth) return undefined
    const reply = when === 'after' ? await forwarded(sandbox.url, request) : { status: 500, body: '' }
    running?.kill('SIGKILL')
    await running?.ended
    return reply
  })
  running = startBelfry(command, { cwd, env: { ...env, BELFRY_URL: url } })
  const { signal } = await running.ended
  const left = primaries()
  const again = await runProgram(command, { cwd, env })
  const ends = { left: left.length, exit: again.exit, primary: primaries() }
  return { methods, isKilled: signal === 'SIGKILL', ends }
}

test('a run that is not killed, and its writes', async () => {
  const { methods, isKilled } = await killed(Infinity, 'before')
  expect(isKilled).toBe(false)
  expect(methods.filter((method) => method !== 'GET')).toEqual(['PUT', 'POST', 'POST'])
})

test.each(sampled(['before', 'after'] as const, 2))(
  'SIGKILL %s the effect',
  { timeout: 600_000 },
  async (when) => {
    const { methods: all } = await killed(Infinity, when)
    const moments = all.flatMap((method, index) => {
      // A read has no effect: in the default form one of four is enough.
      const isChosen = method === 'GET' ? when === 'before' && (isFull || index % 4 === 0) : true
      return isChosen ? [index + 1] : []
    })
    expect(moments.length).toBeGreaterThanOrEqual(3)
    for (const nth of moments) {
      const { isKilled, ends } = await killed(nth, when)
      expect({ nth, isKilled, ...ends }).toEqual({
        nth,
        isKilled: true,
        left: 1,
        exit: 0,
        primary: ['ses-eu'],
      })
    }
  },
)
