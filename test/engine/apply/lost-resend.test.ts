// A resend whose reply is lost: what can't be read can't be said to have failed.
import { expect, test } from 'vitest'
import { exitOfApply } from '../../../src/library/exit.ts'
import { openScene, outcomes } from '../../support/laws/scene.ts'
import { fateful, type Fate } from '../../support/laws/transports.ts'

const hook = 'configurations: { inboundWebhookEnabled: true }'
const live = { environment: 'Production', identifier: 'ses', providerId: 'ses', channel: 'email' as const }
const cut = 'the connection was cut'

test.each<[string, string, Fate, string]>([
  [
    'a resend',
    hook,
    'lose',
    `resend unknown: ${cut}; the service doesn't return the sent fields, so belfry can't check the result`,
  ],
  [
    'a resend that never arrived',
    hook,
    'drop',
    `resend unknown: ${cut}; the service doesn't return the sent fields, so belfry can't check the result`,
  ],
  [
    'a resend that is refused',
    hook,
    'refuse',
    'resend failed: updateIntegration was refused with status 400: Not today',
  ],
  ['a change that live shows', 'name: New', 'lose', 'update done already'],
  [
    "a change that live doesn't show",
    'name: New',
    'drop',
    `update unknown: ${cut}; a later read shows no effect of the request`,
  ],
])('%s', async (_, fields, fate, expected) => {
  const world = await openScene({
    yaml: `integrations: [{ identifier: ses, providerId: ses, channel: email, ${fields} }]`,
    integrations: [live],
  })
  const selection = { only: [], exclude: [], resend: ['integration/ses'] }
  const transport = fateful(world.transport, () => fate, [])
  const result = await world.apply({ request: { selection }, transport })
  expect(outcomes(result)).toEqual([`integration/ses/${expected}`])
  expect(exitOfApply(result, undefined)).toBe(expected.includes('done') ? 0 : 5)
  await world.close()
})
