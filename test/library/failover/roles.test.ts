// Declared and live integrations of a channel → whether a failover may start, and why not.
import { expect, test } from 'vitest'
import type { Problem } from '../../../src/core/problem.ts'
import { Unreadable, type ValueMap } from '../../../src/core/value.ts'
import { oneOfSeveral } from '../../../src/kinds/integration/routing.ts'
import type { Desired, Live } from '../../../src/kinds/resource.ts'
import {
  guardProblems,
  lackingOptions,
  whyNotMeasured,
  type FailoverRequest,
} from '../../../src/library/failover/failover-conditions.ts'
import {
  changedSince,
  rolesOf,
  shownOf,
  type Roles,
  type Shown,
} from '../../../src/library/failover/roles.ts'
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

/** The whole outcome, each name in place of its integration. */
const rolesText = (found: Roles | Problem): string =>
  'rule' in found
    ? `${found.message} | ${found.hint}`
    : `${found.to.name}, declared ${found.declared?.name}, standbys ${found.standbys.map(({ name }) => name).join(' ')}`

test.each<[string, object, readonly Desired[], string]>([
  ['the standby with the lowest number', {}, all, 'spare-2, declared main, standbys spare-2 spare-10'],
  ['a standby by name', { to: 'spare-10' }, all, 'spare-10, declared main, standbys spare-2 spare-10'],
  ['a standby, and nothing is primary', {}, [spare(1)], 'spare-1, declared undefined, standbys spare-1'],
  ['back', { back: true }, all, 'main, declared main, standbys spare-2 spare-10'],
  ['the primary as a standby', { to: 'main' }, all, "to: 'main': main is not a declared standby for email | Standbys for email: spare-2 and spare-10."],
  ['a misspelt standby', { to: 'spare-3' }, [main, spare(2)], "to: 'spare-3': spare-3 is not a declared standby for email; did you mean \"spare-2\"? | Standbys for email: spare-2."],
  ['a standby of another channel', { to: 'text' }, all, "to: 'text': text is not a declared standby for email | Standbys for email: spare-2 and spare-10."],
  ['no standby', {}, [main], 'no manifest declares a standby for email in target Production | Declare standby: 1 for another email integration, then run belfry apply.'],
  ['no standby, one by name', { to: 'ses' }, [main], 'no manifest declares a standby for email in target Production | Declare standby: 1 for another email integration, then run belfry apply.'],
  ['back, nothing is primary', { back: true }, [spare(1)], 'no manifest declares a primary integration for email in target Production | Declare primary: true for the integration to return to.'],
  ['a channel without a primary integration', { channel: 'chat' }, all, 'channel chat has no primary integration | Write email or sms.'],
  ['a misspelt channel', { channel: 'emial' }, all, 'channel emial has no primary integration; did you mean "email"? | Write email or sms.'],
])('roles: %s', (_, wish, declared, expected) => {
  expect(rolesText(rolesOf({ channel: 'email', ...wish }, declared, { alias: 'Production' }))).toBe(expected)
}) // prettier-ignore

test('a protected target gets its standby by a saved plan', () => {
  expect(rolesOf({ channel: 'email' }, [main], { alias: 'Production', protection: {} })).toMatchObject({
    hint: 'Declare standby: 1 for another email integration, then run belfry plan --out FILE, then belfry apply FILE.',
  })
})

const unread = new Unreadable(true)
const apply = (why: string, first: string): string =>
  `integration main ${why} | ${first}, then run the command again.`

const routed = apply(
  'has conditions or rules in the service, which the service removes from a primary integration',
  'Declare conditions: null and rules: null, run belfry apply',
)
const unfilled = (keys: string): string =>
  apply(`lacks ${keys}, which its provider requires`, 'Declare the missing credentials, run belfry apply')

test.each<[string, readonly Live[], Partial<Shown>, ...string[]]>([
  ['primary and active', [live('main', { primary: true })], { primaries: ['main'], isDone: true }],
  ['primary and inactive', [live('main', { primary: true, active: false })], { primaries: ['main'], isActive: false }],
  ['one of several primaries', [live('main', { primary: oneOfSeveral })], { primaries: ['main'] }],
  ['active only', [live('main', {})], {}],
  ['beside those of another channel', [live('text', { channel: 'sms', primary: true }), live('main', { primary: true })], { primaries: ['main'], isDone: true }],
  ['also in another channel', [live('main', { channel: 'sms', primary: true }), live('main', {})], {}],
  ['conditions', [live('main', { conditions: [{ field: 'tenant' }] })], {}, routed],
  ['rules', [live('main', { rules: { all: [] } })], {}, routed],
  ['no API key', [live('main', { providerId: 'sendgrid', credentials: { from: 'a' } })], {}, unfilled('apiKey and senderName')],
  ['one credential', [live('main', { providerId: 'sendgrid', credentials: { from: 'a', senderName: 'b' } })], {}, unfilled('apiKey')],
  ['credentials that are not returned', [live('main', { providerId: 'sendgrid', credentials: unread })], { unknown: ['apiKey', 'from', 'senderName'] }],
  ['conditions and no API key', [live('main', { providerId: 'sendgrid', conditions: [{ field: 'tenant' }], credentials: { from: 'a', senderName: 'b' } })], {}, routed, unfilled('apiKey')],
  ['another name only', [live('other', { primary: true })], { primaries: ['other'], isActive: false }, apply('is not in the service', 'Run belfry apply to create the integration')],
  ['twice', [live('main', {}), live('other', {}), live('main', { conditions: [{ field: 'tenant' }] })], {}, apply('is in the service several times', 'Delete all but one of them in the dashboard of the service')],
])('what the service shows: %s', (_, there, expected, ...problems) => {
  const found = shownOf('email', main, there, {})
  const texts = found.problems.map(({ message, hint }) => `${message} | ${hint}`)
  const usual = { primaries: [], isActive: true, isDone: false, unknown: [] }
  expect({ ...found, problems: texts }).toEqual({ ...usual, ...expected, problems })
  for (const problem of found.problems)
    expect(problem).toMatchObject({ rule: 'not-ready', target: 'Production', position })
}) // prettier-ignore

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
  expect(found.map(({ message, hint }) => `${message} | ${hint}`)).toEqual(
    changes.map((change) => `the service changed while the command ran: ${change} | Run the command again.`),
  )
}) // prettier-ignore

test('the order of primary integrations is no change', () => {
  const both = ['main', 'other'].map((name) => live(name, { primary: true }))
  const [was, is] = [both, both.toReversed()]
  expect(changedSince(shownOf('email', main, was, {}), 'email', main, is, {})).toEqual([])
})

test('an integration that is gone meanwhile is only reported as gone', () => {
  expect(changedSince(before, 'email', main, [], {})).toMatchObject([
    { message: 'integration main is not in the service' },
  ])
})

const roles = rolesOf({ channel: 'email' }, all, { alias: 'Production' }) as Roles

test('--if-failing watches only a declared primary integration', () => {
  expect(whyNotMeasured('email', { ...roles, declared: undefined }, [live('main', { primary: true })], {})).toMatchObject({
    rule: 'no-standby',
    message: 'no manifest declares a primary integration for email, so ifFailing has nothing to watch',
    hint: 'Declare primary: true for the integration to watch.',
  })
}) // prettier-ignore

test.each<[string, string[], unknown, ValueMap?]>([
  ['the declared one', ['main'], undefined],
  ['a standby', ['spare-10'], { state: 'left' }],
  ['the declared one and a standby', ['main', 'spare-2'], { rule: 'not-ready', message: 'email has 2 primary integrations: main and spare-2, so ifFailing can\'t watch main' }],
  ['a standby and the declared one', ['spare-2', 'main'], { rule: 'not-ready', message: 'email has 2 primary integrations: spare-2 and main, so ifFailing can\'t watch main' }],
  ['an undeclared one', ['other'], { rule: 'not-ready', message: 'email has the primary integration other, so ifFailing can\'t watch main' }],
  ['the declared one, inactive', ['main'], { rule: 'not-ready', message: 'email has the primary integration main, which is inactive and delivers nothing, so ifFailing can\'t watch main' }, { active: false }],
  ['a standby, inactive', ['spare-2'], { rule: 'not-ready', message: 'email has the primary integration spare-2, which is inactive and delivers nothing, so ifFailing can\'t watch main', hint: 'email failed over to spare-2. To activate spare-2, run belfry failover email --to spare-2 -t Production. To return to the declared primary integration, run belfry failover email --back -t Production.' }, { active: false }],
  ['none', [], { rule: 'not-ready', message: 'email has no primary integration, so ifFailing can\'t watch main', hint: 'Run belfry apply, so that main is active and the only primary integration.' }],
])('--if-failing, primary: %s', (_, primaries, expected, fields = {}) => {
  const own = primaries.map((name) => live(name, { primary: true, ...fields }))
  expect([whyNotMeasured('email', roles, own, {})]).toMatchObject([expected])
}) // prettier-ignore

const target = { alias: 'Production', protection: { position } } as Target
const allowed = { allowProtected: ['Production'] }
const measured = { ifFailing: {} as FailoverRequest['ifFailing'] }

test.each<[string, Partial<FailoverRequest>, readonly string[]]>([
  ['nothing', { allowProtected: ['Other'] }, ['--allow-protected', '--reason']],
  ['a reason', { reason: 'outage', allowProtected: [] }, ['--allow-protected']],
  ['a permission', allowed, ['--reason']],
  ['a permission, and a reason that says nothing', { ...allowed, reason: ' ' }, ['--reason']],
  ['a permission and a reason', { ...allowed, reason: 'outage' }, []],
  ['a permission and a measurement', { ...allowed, ...measured }, []],
])('a protected target, with %s', async (_, wish, lacking) => {
  const request = wish as FailoverRequest
  const found = await onCommandLine(() => [
    guardProblems(request, target, main, []),
    lackingOptions(request, target, []),
  ])
  const options = lacking.join(' and ')
  const message = `target Production is protected: a failover needs ${options}`
  const hint = `Add ${options}. The journal keeps the reason.`
  const problem = { rule: 'protected', severity: 'error', exit: 4, message, hint, target: 'Production', position }
  expect(found).toEqual([lacking.length === 0 ? [] : [problem], ['--yes', ...lacking]])
}) // prettier-ignore

const checks = 'The smoke trigger shows whether the credentials work.'

test.each<[string, Partial<FailoverRequest>, string, string, readonly string[]]>([
  ['asked for', {}, 'warning', checks, ['--unverified']],
  ['--yes', { yes: true }, 'error', 'Check the credentials, then add --unverified.', ['--unverified']],
  ['--yes --unverified', { yes: true, unverified: true }, 'warning', checks, []],
  ['--unverified', { unverified: true }, 'warning', checks, []],
  ['--no-smoke', { smoke: false }, 'warning', 'Check the credentials. Without a smoke trigger, belfry switches even if the credentials do not work.', ['--unverified']],
])('unknown credentials, %s', async (_, wish, severity, hint, lacking) => {
  const open = { alias: 'Production' } as Target
  const request = wish as FailoverRequest
  const found = await onCommandLine(() => [
    guardProblems(request, open, main, ['apiKey', 'from']),
    lackingOptions(request, open, ['apiKey']),
  ])
  const message = "credentials of integration main: not known, because the service doesn't return apiKey and from"
  expect(found).toMatchObject([
    [{ rule: 'unverified-credentials', severity, message, hint, target: 'Production', position }],
    ['--yes', ...lacking],
  ])
}) // prettier-ignore

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
