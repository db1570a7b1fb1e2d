// Names may hold what means something in a glob or in a shell.
import { expect, test } from 'vitest'
import { matchesAny } from '../../../src/engine/plan/select.ts'
import { integration } from '../../../src/kinds/integration/integration.ts'
import { planText } from '../../../src/report/text/nodes.ts'
import { plain } from '../../../src/report/text/style.ts'
import { declared } from '../../support/laws-kinds.ts'
import { openScene } from '../../support/laws/scene.ts'

test.each([
  ['a{b,c}', 'integration/a{b,c}', true],
  ['ab', 'integration/a{b,c}', true],
  ['a*c', 'integration/a*c', true],
  ['a[1]', 'integration/a[1]', true],
  ['x/y', 'integration/x/y', true],
  ['x/y', 'integration/y', false],
  ['__proto__', 'integration/__proto__', true],
])('%s by %s: %s', (identifier, selector, expected) => {
  const named = declared(integration, { identifier, providerId: 'ses', channel: 'email' })
  expect(matchesAny(named, [selector])).toBe(expected)
})

test('a command to copy quotes them', async () => {
  const name = "it's $HOME"
  const world = await openScene({
    yaml: `integrations: [{ identifier: "${name}", providerId: ses, channel: email, configurations: { inboundWebhookEnabled: true } }]`,
    integrations: [{ environment: 'Production', identifier: name, providerId: 'ses', channel: 'email' }],
  })
  const text = planText((await world.plan()).plan, plain)
  expect(text).toContain(
    String.raw`To send these fields once: belfry apply --resend 'integration/it'\''s $HOME'`,
  )
  await world.close()
})
