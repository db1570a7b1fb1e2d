import { afterEach, beforeEach, expect, test } from 'vitest'
import { Clock } from '../../../src/sandbox/index.ts'
import { awhile, detailLines, jobLines, openStage, type Stage } from '../../support/sandbox-stage.ts'

let stage: Stage
beforeEach(async () => {
  stage = await openStage()
})
afterEach(() => stage.close())

async function linesAfter(milliseconds: number): Promise<string[]> {
  stage.advance(milliseconds)
  const [event] = await stage.events('t')
  return jobLines(event)
}

test('jobs go one after another, from pending over queued and running to completed', async () => {
  await stage.trigger({ name: 'incident-alert', to: 'ops-oncall', transactionId: 't' })
  expect(await linesAfter(9)).toEqual([])
  expect(await linesAfter(1)).toEqual(['chat queued', 'sms pending', 'email pending'])
  expect(await linesAfter(20)).toEqual(['chat running', 'sms pending', 'email pending'])
  expect(await linesAfter(30)).toEqual(['chat completed', 'sms queued', 'email pending'])
  expect(await linesAfter(50)).toEqual(['chat completed', 'sms completed', 'email queued'])
  expect(await linesAfter(50)).toEqual(['chat completed', 'sms completed', 'email completed'])
  const [event] = await stage.events('t')
  expect(event).toMatchObject({
    createdAt: '2026-02-01T00:00:00.010Z',
    updatedAt: '2026-02-01T00:00:00.160Z',
  })
  const times = event?.jobs?.[0]?.executionDetails.map(({ createdAt }) => createdAt?.slice(-5))
  expect(times).toEqual(['.010Z', '.030Z', '.060Z'].map((text) => text.slice(-5)))
  expect(stage.sandbox.state.pendingTasks()).toBe(0)
})

test('a message counts as sent when it is made, and is delivered when the provider has answered', async () => {
  await stage.trigger({
    name: 'app-update',
    to: 'user-0007',
    transactionId: 't',
    payload: { version: 2, notes: 'New' },
  })
  stage.advance(30)
  expect(await stage.messages('transactionId=t')).toMatchObject([
    { status: 'sent', title: 'Version 2', content: 'New' },
  ])
  expect((await stage.messages('transactionId=t'))[0]).not.toHaveProperty('deliveredAt')
  stage.advance(30)
  expect(await stage.messages('transactionId=t')).toMatchObject([
    { deliveredAt: ['2026-02-01T00:00:00.060Z'] },
  ])
})

test('a slow provider keeps its job running as long as it takes', async () => {
  stage.sandbox.providers.set('slack', { outcome: 'slow', milliseconds: 60_000 })
  await stage.trigger({ name: 'incident-alert', to: 'ops-oncall', transactionId: 't' })
  expect(await linesAfter(60_000)).toEqual(['chat running', 'sms pending', 'email pending'])
  expect(await linesAfter(60)).toEqual(['chat completed', 'sms queued', 'email pending'])
})

test('a silent provider keeps its job running for ever', async () => {
  stage.sandbox.providers.set('slack', { outcome: 'silent' })
  await stage.trigger({ name: 'incident-alert', to: 'ops-oncall', transactionId: 't' })
  expect(await linesAfter(86_400_000)).toEqual(['chat running', 'sms pending', 'email pending'])
  expect(stage.sandbox.state.pendingTasks()).toBe(0)
})

test('what fails does not keep the others from running', async () => {
  stage.sandbox.providers.set('twilio', { outcome: 'refuse', text: '30003' })
  const [event] = await stage.fire({ name: 'incident-alert', to: 'ops-oncall' })
  expect(jobLines(event)).toEqual(['chat completed', 'sms failed', 'email completed'])
})

test('a step that stops the rest when it fails cancels it', async () => {
  stage.sandbox.state.integrations.edit('Production', 'mailgun-old', { primary: false })
  const [event] = await stage.fire({
    name: 'trial-ending',
    to: 'user-0001',
    payload: { lastDay: '2026-01-01' },
  })
  expect(jobLines(event)).toEqual(['delay completed', 'email failed', 'in_app canceled'])
  expect(detailLines(event, 'in_app')).toEqual(['Warning Step was canceled: Email failed'])
})

test('a step whose filters do not hold is skipped', async () => {
  const body = { name: 'comment-replies', to: 'user-0001' }
  const [calm] = await stage.fire({ ...body, payload: { thread: 'a' } })
  const [urgent] = await stage.fire({ ...body, payload: { thread: 'b', urgent: true } })
  expect(jobLines(calm)).toEqual([
    'throttle completed',
    'digest skipped',
    'in_app completed',
    'email skipped',
  ])
  expect(detailLines(calm, 'email').at(-1)).toBe('Success Step was filtered based on steps filters')
  expect(jobLines(urgent)).toEqual([
    'throttle completed',
    'digest skipped',
    'in_app completed',
    'email completed',
  ])
})

const preferring = (critical: boolean) => ({
  environment: 'Production',
  identifier: 'w',
  name: 'W',
  critical,
  preferenceSettings: { email: false },
  steps: [{ active: true, template: { type: 'email', content: 'x' } }],
})

test.each([
  [false, 'email skipped', 'Success Step filtered by workflow preferences'],
  [true, 'email completed', 'Success Message sent'],
])('a channel that the workflow prefers not to use, critical %j: %s', async (critical, line, detail) => {
  const other = await openStage({ seed: { workflows: [preferring(critical)] } })
  const [event] = await other.fire({ name: 'w', to: 'user-0001' })
  expect([jobLines(event), detailLines(event, 'email').at(-1)]).toEqual([[line], detail])
  await other.close()
})

test('a step of an unknown type has nothing to do', async () => {
  const steps = [{ active: true }, { active: true, template: { type: 'custom' } }, { active: false }]
  const other = await openStage({
    seed: { workflows: [{ environment: 'Production', identifier: 'w', name: 'W', steps }] },
  })
  const [event] = await other.fire({ name: 'w', to: 'user-0001' })
  expect(jobLines(event)).toEqual(['custom completed', 'custom completed'])
  await other.close()
})

test('when the subscriber is gone, its open jobs are canceled', async () => {
  await stage.trigger({ name: 'incident-alert', to: 'ops-oncall', transactionId: 't' })
  stage.advance(60)
  stage.sandbox.state.subscribers.remove('Production', 'ops-oncall')
  expect(await linesAfter(awhile)).toEqual(['chat completed', 'sms canceled', 'email canceled'])
})

test('on a real clock it takes a moment', async () => {
  const other = await openStage({ clock: new Clock({ speed: 20 }) })
  await other.trigger({ name: 'incident-alert', to: 'ops-oncall', transactionId: 't' })
  await expect
    .poll(async () => jobLines((await other.events('t'))[0]), { interval: 5 })
    .toEqual(['chat completed', 'sms completed', 'email completed'])
  await other.close()
})
