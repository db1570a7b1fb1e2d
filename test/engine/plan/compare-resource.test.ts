// One declared resource, what the service shows of it, and what the run asks for → requests, notes and problems.
import { expect, test } from 'vitest'
import { Secret } from '../../../src/core/secrets/secret.ts'
import { textOf, Unreadable, type Value } from '../../../src/core/value.ts'
import type { Note } from '../../../src/core/plan/notes.ts'
import { compareResource } from '../../../src/engine/plan/compare-resource.ts'
import type { Policy, Reading } from '../../../src/engine/plan/plan-request.ts'
import { integration } from '../../../src/kinds/integration/integration.ts'
import { declared, live } from '../../support/laws-kinds.ts'
import { position } from '../../support/sketched-change.ts'

const hidden = new Unreadable(true)
const key = Secret.of('key', 'env:KEY')
const written = { identifier: 'ses', providerId: 'sendgrid', channel: 'email', name: 'A' }

const base = { unreadable: 'never', ledgerOf: () => undefined, rules: {}, same: 'counted' }

interface Case {
  /** Undefined if the service doesn't have the resource. */
  readonly shown?: Readonly<Record<string, Value>>
  readonly credentials?: Readonly<Record<string, Value>>
  readonly desired?: object
  readonly observed?: object
  readonly selection?: object
  readonly policy?: object
  readonly reading?: Partial<Reading>
}

function compared({ shown, credentials = { apiKey: key, from: 'x' }, ...more }: Case) {
  const own = declared(integration, { ...written, credentials })
  const positionOf = ([first]: readonly unknown[]) => ({ ...position, line: first === 'credentials' ? 2 : 1 })
  const desired = { ...own, positionOf, ...more.desired }
  const found = {
    desired,
    ...(shown && { live: live('ses', { ...own.fields, ...shown }) }),
    ...more.observed,
  }
  const policy = {
    ...base,
    selection: { only: [], exclude: [], resend: [], ...more.selection },
    ...more.policy,
  } as unknown as Policy
  const reading = { kind: integration, via: () => 'Production', ...more.reading } as unknown as Reading
  const { result, drafted, notes, problems, same } = compareResource(reading, found, desired, [found], policy)
  return [
    [result, ...drafted.map(({ draft, serviceId }) => `${draft.action} ${serviceId}`)].join(' '),
    ...notes.map((note) => {
      const { sort, paths, fields, wanted = [] } = note as Partial<Note<'unreadable'> & Note<'ownKey'>>
      return [sort, paths ?? fields, ...wanted.map(({ before }) => textOf(before))].join(' ')
    }),
    ...problems.map((each) => `${each.rule} ${each.position?.line} ${each.hint?.slice(0, 25)}`),
    ...(same === undefined ? [] : [`same ${Object.keys(same.fields).join()}`]),
  ].join('; ')
}

const ownKeyOf = () => ({ target: 'EU' })
const part = { includes: () => true, failedOver: () => false, of: () => [] }
const checkCredentials = ['*']
const declaredSince = (...[, paths]: readonly unknown[]) => paths
const both = {
  desired: { declared: { ...written, previously: 'old' } },
  observed: { former: live('old', {}) },
}

// prettier-ignore
test.each<[string, Case, string]>([
  ['equal', { shown: {} }, 'unchanged'],
  ['another name', { shown: { name: 'B' } }, 'changed update id-ses'],
  ['no resource', { desired: { ignore: ['name'] } }, 'changed create undefined'],
  ['hidden credentials', { shown: { credentials: hidden } }, 'unchanged; unreadable credentials (secret, unreadable)'],
  ['a hidden key', { shown: { credentials: { apiKey: hidden, from: 'x' } } }, 'unchanged; unreadable credentials.apiKey {"apiKey":"(secret, unreadable)","from":"x"}'],
  ['a hidden key that is always sent', { shown: { credentials: hidden }, policy: { unreadable: 'always' } }, 'changed resend id-ses'],
  ['a hidden key to resend', { shown: { credentials: hidden }, selection: { resend: ['*'] } }, 'changed resend id-ses'],
  ['a secret without a value', { shown: { credentials: { apiKey: 'a', from: 'x' } }, credentials: { apiKey: Secret.named('env:KEY'), from: 'x' } }, 'named; unreadable credentials.apiKey {"apiKey":"(secret live)","from":"x"}'],
  ['hidden credentials to check', { shown: { credentials: hidden }, selection: { checkCredentials } }, 'unchanged; unreadable credentials (secret, unreadable); not-checked 2 To send and check the cre'],
  ['equal credentials to check', { shown: {}, selection: { checkCredentials } }, 'unchanged; not-checked 2 The credentials are uncha'],
  ['a hidden name, and equal credentials to check', { shown: { name: hidden }, selection: { checkCredentials } }, 'unchanged; unreadable name (secret, unreadable); not-checked 2 The credentials are uncha'],
  ['another reference than in the base, for the ledger', { shown: { credentials: hidden }, credentials: { apiKey: Secret.named('env:KEY') }, policy: { unreadable: 'ledger' }, selection: { declaredSince } }, 'changed update id-ses'],
  ['the same without a ledger', { shown: { credentials: hidden }, credentials: { apiKey: Secret.named('env:KEY') }, selection: { declaredSince } }, 'named; unreadable credentials (secret, unreadable)'],
  ['another name, and credentials to check', { shown: { name: 'B' }, selection: { checkCredentials } }, 'changed update id-ses; not-checked 2 The credentials are uncha'],
  ['other credentials to check', { shown: { credentials: { apiKey: 'z' } }, selection: { checkCredentials } }, 'changed update id-ses'],
  ['another name, hidden credentials, and the rest', { shown: { name: 'B', credentials: hidden }, policy: { same: 'listed' } }, 'changed update id-ses; unreadable credentials (secret, unreadable); same providerId,channel'],
  ['a resource that is not approved', { shown: { name: 'B' }, selection: { approved: () => undefined } }, 'left'],
  ['a difference that is not approved', { shown: { name: 'B' }, selection: { approved: () => [] } }, 'left'],
  ['a difference outside of a saved plan', { shown: { name: 'B' }, selection: { part } }, 'unchanged'],
  ['another name, for an own key', { shown: { name: 'B' }, reading: { ownKeyOf } }, 'changed; ownKey name'],
  ['the same, in a saved plan', { shown: { name: 'B' }, reading: { ownKeyOf }, selection: { part: { ...part, of: (...[, , all]: readonly unknown[]) => all } } }, 'changed'],
  ['the same, after a refusal', { shown: { name: 'B' }, reading: { ownKeyOf }, selection: { part: { ...part, of: (...[, , all]: readonly unknown[]) => all } }, policy: { refusedOthersKeys: new Set(['ses']) } }, 'changed; ownKey name'],
  ['no resource, for an own key', { reading: { ownKeyOf } }, 'changed create undefined'],
  ['both names', { shown: {}, ...both }, 'refused; both-live 1 Remove "previously" from '],
  ['both names, offline', { ...both, policy: { live: 'declared' } }, 'changed create undefined'],
  ['ignored fields', { shown: {}, desired: { ignore: ['name'] } }, 'unchanged; ignored name'],
])('%s', (_, given, expected) => {
  expect(compared(given)).toBe(expected)
})
