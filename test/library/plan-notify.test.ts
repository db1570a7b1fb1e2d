// The notify option of Project.plan: one trigger, and a plan that is returned as without it.
import { expect, test } from 'vitest'
import { virtualClock } from '../../src/sandbox/index.ts'
import { manifest, thrownBy, worldWith } from '../support/library-world.ts'

const notify = { workflow: 'order-shipped', target: 'Production', to: 'ops-oncall' }
const targets = ['Development']

test('plan returns its result, and sends one notice a day', async () => {
  const clock = virtualClock(new Date().toISOString())
  const { project, sandbox, writes } = await worldWith(manifest, { clock })
  const run = 'https://ci.acme.example/runs/7'
  const { exit, plan, saved } = await project.plan({ targets, notify: { ...notify, run } })
  expect([exit, plan.counts.update, saved.length > 0]).toEqual([0, 1, true])
  const sent = sandbox.log.find(({ method }) => method !== 'GET')
  expect(sent).toMatchObject({
    operation: 'triggerEvent',
    body: { name: 'order-shipped', to: ['ops-oncall'], payload: { exit: 2, changes: 1, run } },
  })
  // The worker makes the event of a trigger.
  clock.advance(60_000)
  await project.plan({ targets, notify: { ...notify, run: 'https://ci.acme.example/runs/8' } })
  expect(writes()).toBe(1)
})

test('a notice that can not be sent is a warning', async () => {
  const { project, writes } = await worldWith(manifest)
  const { problems, saved } = await project.plan({ targets, notify: { ...notify, to: ['nobody'] } })
  expect([problems.map(({ rule, severity }) => `${severity} ${rule}`), saved.length > 0, writes()]).toEqual([
    ['warning notice-not-sent'],
    true,
    0,
  ])
  // A notice never creates a recipient, so no hint suggests it.
  expect(problems[0]?.hint).toMatch(/^belfry doesn't create recipients of notices\./)
})

test.each([
  [{ ...notify, workflow: '' }, 'notify.workflow is empty'],
  [{ ...notify, to: [] }, 'notify.to contains no recipient'],
  [{ ...notify, every: 5 }, 'notify.every is less than 60000'],
  [{ ...notify, target: 'Operations' }, 'notify.target Operations: unknown target'],
  [{ ...notify, topic: 'x' }, 'unknown option topic'],
])('%j is refused', async (wrong, why) => {
  const { project, sandbox } = await worldWith(manifest)
  const { exit, message } = await thrownBy(() => project.plan({ notify: wrong }))
  expect([exit, message, sandbox.log]).toEqual([3, expect.stringContaining(why), []])
})
