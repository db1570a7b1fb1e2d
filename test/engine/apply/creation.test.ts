// A target that waits for its environment, and what a plan does → what creates it, and whose key is taken for it.
import { describe, expect, test } from 'vitest'
import type { Change } from '../../../src/core/plan/change.ts'
import { sha256 } from '../../../src/core/secrets/fingerprint.ts'
import { reveal, Secret } from '../../../src/core/secrets/secret.ts'
import type { Engine } from '../../../src/engine/engine.ts'
import type { Target } from '../../../src/core/target.ts'
import type { Planned } from '../../../src/engine/plan/plan-request.ts'
import type { Session } from '../../../src/engine/plan/session.ts'
import { creationOf, findKey } from '../../../src/engine/apply/waiting-targets.ts'
import { planOf } from '../../support/html-accounts.ts'
import { json, scripted } from '../../support/scripted-transport.ts'
import { changeOf, sectionWith } from '../../support/sketched-change.ts'

const staging: Target = { alias: 'Staging', url: 'http://127.0.0.1', unmanaged: 'report' }
const create = { kind: 'environment', action: 'create' } as const

const rows: readonly (readonly [string, Partial<Change> & { readonly name: string }, Target, boolean])[] = [
  ['its creation', { ...create, name: 'Staging' }, staging, true],
  ['its creation by its own name', { ...create, name: 'Stage' }, { ...staging, environment: 'Stage' }, true],
  [
    "its alias is another environment's",
    { ...create, name: 'Staging' },
    { ...staging, environment: 'Stage' },
    false,
  ],
  ['the creation of another', { ...create, name: 'QA' }, staging, false],
  ['an update of it', { ...create, action: 'update', name: 'Staging' }, staging, false],
  ['a resend of it', { ...create, action: 'resend', name: 'Staging' }, staging, false],
  ['an integration of its name', { ...create, kind: 'integration', name: 'Staging' }, staging, false],
]

test.each(rows)('%s', (_, change, target, isIt) => {
  const plan = planOf([sectionWith(), sectionWith({ changes: [changeOf(change)] })])
  expect(creationOf(target, plan) !== undefined).toBe(isIt)
})

const key = 'key-of-staging'
const hash = sha256(Secret.of(key, 'x'))
const shows = (...apiKeys: readonly object[]): object => ({ _id: '1', name: 'Staging', apiKeys })

/** What the create answered, and what the list shows. */
async function found(
  reply: unknown,
  list: readonly object[] | number,
  creator: 'keyed' | 'unkeyed' = 'keyed',
) {
  const { transport, sent } = scripted(() =>
    typeof list === 'number' ? json({ message: 'no' }, list) : json(list),
  )
  const change = changeOf({ ...create, name: 'Staging', id: 'create', via: 'Production' })
  const apiKey = Secret.of('key-of-production', 'env:KEY')
  const target: Target = { ...staging, alias: 'Production', ...(creator === 'keyed' && { apiKey }) }
  const planned = {
    plan: planOf([sectionWith({ changes: [change] })]),
    sessions: new Map([['Production', { target } as Session]]),
  } as unknown as Planned
  const engine = { transport } as unknown as Engine
  const replies = new Map([['create', reply]])
  const secret = await findKey(staging, planned, { engine, started: 0, clients: [], replies })
  return { key: secret && reveal(secret), asked: sent.length }
}

describe('the key', () => {
  test.each<[string, unknown, readonly object[] | number, string | undefined, number]>([
    ['of the reply', shows({ key }), [], key, 0],
    ['of the reply, with its hash', shows({ key, hash }), [], key, 0],
    ['of the list, where the reply shows none', shows(), [shows({ key })], key, 1],
    ['of the list, where the reply is none', undefined, [shows({ key })], key, 1],
    ['of the list, where the reply is null', null, [shows({ key })], key, 1],
    ['not with another hash', shows({ key, hash: 'other' }), [], undefined, 1],
    ['the one of several whose hash fits', shows({ key: 'nvsk.x', hash }, { key, hash }), [], key, 0],
    ['not an empty one', shows({ key: '' }), [], undefined, 1],
    ['not one that is no string', shows({ key: 7 }), [], undefined, 1],
    ['not that of another environment', undefined, [{ ...shows({ key }), name: 'QA' }], undefined, 1],
    ['none, where the list can not be read', undefined, 500, undefined, 1],
    ['none, where no keys are shown', undefined, [{ _id: '1', name: 'Staging' }], undefined, 1],
  ])('%s', async (_, reply, list, expected, asked) => {
    expect(await found(reply, list)).toEqual({ key: expected, asked })
  })

  test('nobody is asked with a key that is not there', async () => {
    expect(await found(shows(), [shows({ key })], 'unkeyed')).toEqual({ key: undefined, asked: 0 })
  })
})
