// A service may quote the key in any field of its reply to a trigger: none of it is shown.
import { expect, test } from 'vitest'
import { productionApiKey } from '../../../src/sandbox/index.ts'
import { activitySeed } from '../../support/activity-seed.ts'
import { activityWorld } from '../../support/activity-world.ts'
import { answering, known, reply } from '../../support/trigger-replies.ts'

const encoded = Buffer.from(productionApiKey).toString('base64')
const fields: Readonly<Record<string, object>> = {
  status: { status: `odd ${productionApiKey}` },
  transactionId: { transactionId: `t-${productionApiKey}` },
  error: { status: 'error', error: [`refused ${productionApiKey}`, `refused ${encoded}`] },
}

const ways = [[], ['--format', 'json'], ['--wait', '--timeout', '1'], ['--expect', 'status=processed']]
const cases = Object.entries(fields).flatMap(([field, said]) =>
  ways.map((way) => [field, way.join(' '), said, way] as const),
)

test.each(cases)('not of its %s; %s', async (_field, _words, said, way) => {
  const world = await activityWorld(activitySeed)
  const answer = { acknowledged: true, status: 'processed', transactionId: 't-1', ...said }
  const { exit, out, err } = await world.run([...known, ...way], await answering(world, reply(answer)))
  expect([0, 7]).toContain(exit)
  expect(err).not.toContain('bug')
  for (const form of [productionApiKey, encoded]) expect(out + err).not.toContain(form)
  expect(out + err).toContain('(secret env:PRODUCTION_KEY)')
})
