// A second Ctrl-C leaves at once, and even then JSON is one envelope that says what nobody knows.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createGate } from '../../support/cli-gate.ts'
import { startProxy } from '../../support/cli-proxy.ts'
import { cliWorld } from '../../support/cli-world.ts'

const people = `targets: [Production]
subscribers:
  - { subscriberId: user-0001, lastName: New }
  - { subscriberId: user-0002, lastName: New }
  - { subscriberId: user-0003, lastName: New }
`

test('one is done, one is in flight, one was not begun', async () => {
  const { folder, sandbox, begin } = await cliWorld({ 'manifests/people.yaml': people })
  const held = createGate()
  const gate = createGate()
  let writes = 0
  const url = await startProxy(sandbox.url, async ({ method }) => {
    if (method === 'GET') return undefined
    writes += 1
    if (writes < 2) return undefined
    held.open()
    await gate.opened
    return undefined
  })
  const running = begin('apply --yes --concurrency 1 --format json --report json=left.json', {
    env: { BELFRY_URL: url },
  })
  await held.opened
  running.kill('SIGINT')
  await running.says('Interrupted')
  running.kill('SIGINT')
  const { exit, out, err } = await running.ended
  gate.open()
  expect(exit).toBe(130)
  expect(err).toContain('Stopped immediately. Changes: 1 done, 1 unknown.')
  // The report says what stdout says.
  expect(readFileSync(join(folder, 'left.json'), 'utf8')).toBe(out)
  expect(JSON.parse(out)).toMatchObject({
    command: 'apply',
    exit: 130,
    problems: [],
    results: [
      { id: 'Production/subscriber/user-0001/update', status: 'done' },
      {
        id: 'Production/subscriber/user-0002/update',
        status: 'unknown',
        reason: 'the run was stopped before the reply arrived',
      },
    ],
  })
})
