// Declared and live integrations of a channel → whether a failover may start, and why not.
import { expect, test } from 'vitest'
import type { ValueMap } from '../../../src/core/value.ts'
import { oneOfSeveral } from '../../../src/kinds/integration/routing.ts'
import type { Desired, Live } from '../../../src/kinds/resource.ts'
import {
  guardProblems,
  whyNotMeasured,
  type FailoverRequest,
} from '../../../src/library/failover/failover-conditions.ts'
import { changedSince, rolesOf, shownOf, type Roles } from '../../../src/library/failover/roles.ts'
import { optionText } from '../../../src/cli/options/repeat.ts'
import { worded } from '../../../src/core/shell.ts'
import type { Target } from '../../../src/project/project.ts'
import { position } from '../../support/sketched-change.ts'

const onCommandLine = <Result>(said: () => Result): Promise<Result> =>
  worded({ command: (words) => `belfry ${words}`, option: optionText({}) }, async () => said())

const declare = (name: string, declared: ValueMap, channel = 'email'): Desired => ({
  kind: 'integration',
  target: 'Production',
  name,
  declared,
  fields: { ...declared, channel },
  position,
  positionOf: () => position,
})
const live = (name: string, fields: ValueMap): Live => ({
  id: name,
  name,
  fields: { channel: 'email', providerId: 'none-known', active: true, primary: false, ...fields },
})

const main = declare('main', { primary: true })
const spare = (standby: number) => declare(`spare-${standby}`, { standby })
const all = [spare(10), main, spare(2), declare('text', { standby: 1 }, 'sms')]

test('the standby with the lowest number of the channel is chosen', () => {
  expect(rolesOf({ channel: 'email' }, all, {})).toMatchObject({
    to: { name: 'spare-2' },
    declared: { name: 'main' },
    standbys: [{ name: 'spare-2' }, { name: 'spare-10' }],
  })
})

test.each([
  ['a standby by name', { to: 'spare-10' }, all, { to: { name: 'spare-10' } }],
  ['back', { back: true as const }, all, { to: { name: 'main' } }],
  ['the primary as a standby', { to: 'main' }, all, { message: expect.stringContaining('main is not a declared standby for email') }],
  ['a standby of another channel', { to: 'text' }, all, { message: expect.stringContaining('text is not a declared standby for email') }],
  ['no standby', {}, [main], { rule: 'no-standby', message: 'no manifest declares a standby for email' }],
  ['no standby, one by name', { to: 'ses' }, [main], { rule: 'no-standby', message: 'no manifest declares a standby for email' }],
  ['back, nothing is primary', { back: true as const }, [spare(1)], { rule: 'no-standby', message: 'no manifest declares a primary integration for email' }],
])('roles: %s', (_, wish, declared, expected) => {
  expect(rolesOf({ channel: 'email', ...wish }, declared, {})).toMatchObject(expected)
}) // prettier-ignore

test('a protected target gets its standby by a saved plan', () => {
  expect(rolesOf({ channel: 'email' }, [main], { protection: {} })).toMatchObject({
    hint: 'Declare standby: 1 for another email integration, then run belfry plan --out FILE, then belfry apply FILE.',
  })
})

test('a channel without a primary integration has no roles', () => {
  expect(rolesOf({ channel: 'chat' }, all, {})).toMatchObject({
    message: expect.stringContaining('channel chat has no primary integration'),
  })
})

test.each([
  ['primary and active', { primary: true }, true],
  ['primary and inactive', { primary: true, active: false }, false],
  ['one of several primaries', { primary: oneOfSeveral }, false],
  ['active only', {}, false],
])('done already: %s', (_, fields, isDone) => {
  expect(shownOf('email', main, [live('main', fields)], {})).toMatchObject({ isDone, problems: [] })
})

test.each([
  ['conditions', { conditions: [{ field: 'tenant' }] }, 'has conditions or rules in the service'],
  ['no API key', { providerId: 'sendgrid', credentials: {} }, 'lacks apiKey, from and senderName'],
  ['another name only', undefined, 'is not in the service'],
])('not ready: %s', (_, fields, why) => {
  const found = shownOf('email', main, [live(fields === undefined ? 'other' : 'main', fields ?? {})], {})
  expect(found.problems).toMatchObject([{ rule: 'not-ready', message: expect.stringContaining(why) }])
})

test('primaries of another channel are not counted', () => {
  const others = [live('main', { primary: true }), live('text', { channel: 'sms', primary: true })]
  expect(shownOf('email', main, others, {}).primaries).toEqual(['main'])
})

const before = shownOf('email', main, [live('main', {}), live('spare-2', { primary: true })], {})

test.each([
  ['nothing', {}, { primary: true }, []],
  ['the primary', { primary: true }, {}, ['the primary integration for email is main, not spare-2']],
  ['no primary is left', {}, {}, ['the primary integration for email is none, not spare-2']],
  ['a second primary', { primary: oneOfSeveral }, { primary: oneOfSeveral }, ['the primary integration for email is main and spare-2, not spare-2']],
  ['it is inactive', { active: false }, { primary: true }, ['integration main is inactive']],
  ['both', { active: false }, {}, ['the primary integration for email is none, not spare-2', 'integration main is inactive']],
])('changed meanwhile: %s', (_, own, other, changes) => {
  const found = changedSince(before, 'email', main, [live('main', own), live('spare-2', other)], {})
  expect(found.map(({ message }) => message)).toEqual(
    changes.map((change) => `the service changed while the command ran: ${change}`),
  )
}) // prettier-ignore

test('an integration that is gone meanwhile is only reported as gone', () => {
  expect(changedSince(before, 'email', main, [], {})).toMatchObject([
    { message: 'integration main is not in the service' },
  ])
})

const roles = rolesOf({ channel: 'email' }, all, {}) as Roles

test.each<[string, string[], unknown, ValueMap?]>([
  ['the declared one', ['main'], undefined],
  ['a standby', ['spare-10'], { state: 'left' }],
  ['the declared one and a standby', ['main', 'spare-2'], { rule: 'not-ready', message: 'email has 2 primary integrations: main and spare-2, so ifFailing can\'t watch main' }],
  ['a standby and the declared one', ['spare-2', 'main'], { rule: 'not-ready' }],
  ['an undeclared one', ['other'], { rule: 'not-ready', message: 'email has the primary integration other, so ifFailing can\'t watch main' }],
  ['the declared one, inactive', ['main'], { rule: 'not-ready', message: 'email has the primary integration main, which is inactive and delivers nothing, so ifFailing can\'t watch main' }, { active: false }],
  ['a standby, inactive', ['spare-2'], { rule: 'not-ready', message: 'email has the primary integration spare-2, which is inactive and delivers nothing, so ifFailing can\'t watch main', hint: 'email failed over to spare-2. To activate spare-2, run belfry failover email --to spare-2 -t Production. To return to the declared primary integration, run belfry failover email --back -t Production.' }, { active: false }],
  ['none', [], { rule: 'not-ready', message: 'email has no primary integration, so ifFailing can\'t watch main' }],
])('--if-failing, primary: %s', (_, primaries, expected, fields = {}) => {
  const own = primaries.map((name) => live(name, { primary: true, ...fields }))
  expect([whyNotMeasured('email', roles, own, {})]).toMatchObject([expected])
}) // prettier-ignore

const target = { alias: 'Production', protection: {} } as Target
const allowed = { allowProtected: ['Production'] }
const measured = { ifFailing: {} as FailoverRequest['ifFailing'] }

test.each<[string, Partial<FailoverRequest>, string]>([
  ['nothing', { allowProtected: ['Other'] }, '--allow-protected and --reason'],
  ['a reason', { reason: 'outage', allowProtected: [] }, '--allow-protected'],
  ['a permission', allowed, '--reason'],
  ['a permission, and a reason that says nothing', { ...allowed, reason: ' ' }, '--reason'],
  ['a permission and a reason', { ...allowed, reason: 'outage' }, ''],
  ['a permission and a measurement', { ...allowed, ...measured }, ''],
])('a protected target, with %s', async (_, wish, lacking) => {
  const found = await onCommandLine(() => guardProblems(wish as FailoverRequest, target, main, []))
  expect(found.map(({ message }) => message)).toEqual(
    lacking === '' ? [] : [`target Production is protected: a failover needs ${lacking}`],
  )
})

test.each<[string, Partial<FailoverRequest>, string, string]>([
  ['asked for', {}, 'warning', 'The smoke trigger shows'],
  ['--yes', { yes: true }, 'error', 'Check the credentials, then add'],
  ['--yes --unverified', { yes: true, unverified: true }, 'warning', 'The smoke trigger shows'],
  ['--unverified', { unverified: true }, 'warning', 'The smoke trigger shows'],
  ['--no-smoke', { smoke: false }, 'warning', 'Without a smoke trigger'],
])('unknown credentials, %s', (_, wish, severity, hint) => {
  const open = { alias: 'Production' } as Target
  expect(guardProblems(wish as FailoverRequest, open, main, ['credentials.apiKey'])).toMatchObject([
    { rule: 'unverified-credentials', severity, hint: expect.stringContaining(hint) },
  ])
})

test('a protected target and unknown credentials are reported together', () => {
  const found = guardProblems({ allowProtected: [] } as unknown as FailoverRequest, target, main, ['credentials.apiKey']) // prettier-ignore
  expect(found.map(({ rule }) => rule)).toEqual(['protected', 'unverified-credentials'])
})

test('on a protected target, the advice is a saved plan', () => {
  const [problem] = shownOf('email', main, [], { protection: {} }).problems
  expect(problem?.hint).toBe(
    'Run belfry plan --out FILE, then belfry apply FILE to create the integration, then run the command again.',
  )
})
