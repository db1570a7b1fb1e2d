// What could not be read back after an apply is not verified, and nobody is told that it is.
import { expect, test } from 'vitest'
import { exitOfApply } from '../../../src/library/exit.ts'
import { appliedNodes } from '../../../src/report/document/apply.ts'
import { nodesText } from '../../../src/report/text/nodes.ts'
import { plain } from '../../../src/report/text/style.ts'
import type { Transport } from '../../../src/service/transport.ts'
import { openScene, outcomes } from '../../support/laws/scene.ts'

const yaml = 'subscribers: [{ subscriberId: ada, firstName: Ada }]'
const ada = { environment: 'Production', subscriberId: 'ada' }

/** The last paragraph of an account: what it says of the whole. */
const verdict = (text: string): string[] => text.trimEnd().split('\n').slice(1)

test('a service that fails once everything is written', async () => {
  const world = await openScene({ yaml, subscribers: [ada] })
  let isWritten = false
  const transport: Transport = async (request) => {
    if (request.method === 'GET' && isWritten)
      return { status: 500, headers: {}, body: '{"message":"out of order"}' }
    isWritten ||= request.method !== 'GET'
    return world.transport(request)
  }
  const result = await world.apply({ transport })
  expect(outcomes(result)).toEqual(['subscriber/ada/update done'])
  expect(result.problems.map(({ rule, message }) => `${rule}: ${message}`)).toEqual([
    'service-refused: listEnvironments was refused with status 500: out of order',
  ])
  expect(exitOfApply(result, undefined)).toBe(6)
  expect(verdict(nodesText([appliedNodes({ result })], plain))).toEqual([
    'Not verified: belfry could not read some resources after the changes. Run belfry plan to list the remaining changes.',
  ])
  await world.close()
})

test('an identity that came to be live twice is named, and is no verified plan', async () => {
  const world = await openScene({
    yaml: 'integrations: [{ identifier: ses, providerId: ses, channel: email, name: New }]',
    integrations: [
      { environment: 'Production', identifier: 'ses', providerId: 'ses', channel: 'email', name: 'Old' },
    ],
  })
  let isWritten = false
  const transport: Transport = async (request) => {
    const reply = await world.transport(request)
    isWritten ||= request.method !== 'GET'
    if (!isWritten || !request.url.endsWith('/v1/integrations')) return reply
    const all = JSON.parse(reply.body) as { identifier: string }[]
    const twin = { ...all.find(({ identifier }) => identifier === 'ses'), _id: 'twin' }
    return { ...reply, body: JSON.stringify([...all, twin]) }
  }
  const result = await world.apply({ transport })
  expect(exitOfApply(result, undefined)).toBe(6)
  expect(verdict(nodesText([appliedNodes({ result })], plain))).toEqual([
    'email delivers nothing in Production: its only integration ses is inactive',
    'Not verified: integration ses is duplicated in the service. Declare a different identifier, or delete all but one of these resources in the dashboard of the service.',
  ])
  await world.close()
})
