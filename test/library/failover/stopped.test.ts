// A second Ctrl-C stops a failover immediately. Its report shows what belfry knows about the switch.
import { expect, test } from 'vitest'
import { createGate } from '../../support/cli-gate.ts'
import { startProxy } from '../../support/cli-proxy.ts'
import { envelopeIn } from '../../support/cli-schemas.ts'
import { beginProgram, runProgram } from '../../support/cli.ts'
import { failoverWorld } from '../../support/failover-world.ts'

/** The output of a failover that is stopped while this request has no reply. */
async function stoppedAt(request: string, format: string): Promise<string> {
  const { sandbox, cwd, env } = await failoverWorld()
  const held = createGate()
  const gate = createGate()
  const url = await startProxy(sandbox.url, async ({ method, path }) => {
    if (method !== request && !path.endsWith(request)) return undefined
    held.open()
    await gate.opened
    return undefined
  })
  const args = ['failover', 'email', '--yes', '--no-smoke', '--format', format]
  const running = beginProgram(args, { cwd, env: { ...env, BELFRY_URL: url } })
  await held.opened
  running.kill('SIGINT')
  await running.says('Interrupted')
  running.kill('SIGINT')
  const { exit, out, err } = await running.ended
  const shown = await runProgram(['show', '.belfry/failover.ndjson'], { cwd, env })
  gate.open()
  expect(exit).toBe(130)
  expect(err).toContain(', 1 unknown. To finish the failover, run the command again.')
  expect(shown.out).toContain(
    'Next: once the run has ended, run the same command again to finish the failover.',
  )
  return out
}

test('a signal during the last read before the switch has its exit code', async () => {
  const { sandbox, cwd, env, primaries } = await failoverWorld()
  let isTriggered = false
  const url = await startProxy(sandbox.url, ({ path }) => {
    isTriggered ||= path.endsWith('/events/trigger')
    if (!isTriggered || !path.includes('/integrations')) return undefined
    running.kill('SIGINT')
    return { status: 401, body: '{}' }
  })
  const running = beginProgram(['failover', 'email', '--yes'], { cwd, env: { ...env, BELFRY_URL: url } })
  expect([(await running.ended).exit, primaries()]).toEqual([130, ['sendgrid-main']])
})

test.each([
  ['/set-primary', 'unknown', ['done', 'unknown'], 'Not verified: '],
  ['PUT', 'not switched', ['unknown'], 'Not switched: '],
])('at the request %s: %s', async (request, state, statuses, sentence) => {
  expect(await stoppedAt(request, 'text')).toContain(sentence)
  expect(envelopeIn(await stoppedAt(request, 'json'))).toMatchObject({
    state,
    results: statuses.map((status) => ({ status })),
  })
})
