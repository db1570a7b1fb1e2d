// What is live twice is left alone, and never counted as a match.
import { expect, test } from 'vitest'
import { planText } from '../../src/report/plan-text.ts'
import { plain } from '../../src/report/style.ts'
import { openScene } from '../support/laws/scene.ts'

test('the heading of a target', async () => {
  const world = await openScene({
    yaml: 'integrations: [{ identifier: x, providerId: ses, channel: email }]',
    integrations: [{ environment: 'Production', identifier: 'x', providerId: 'ses', channel: 'email' }],
  })
  const { plan } = await world.plan({
    transport: async (request) => {
      const reply = await world.transport(request)
      if (!request.url.endsWith('/v1/integrations')) return reply
      const all = JSON.parse(reply.body) as { identifier: string }[]
      const twin = { ...all.find(({ identifier }) => identifier === 'x'), _id: 'twin' }
      return { ...reply, body: JSON.stringify([...all, twin]) }
    },
  })
  const [heading] = planText(plan, plain).replace(world.sandbox.url, 'URL').split('\n')
  expect(heading).toBe('Production   URL   1 resource')
  await world.close()
})
