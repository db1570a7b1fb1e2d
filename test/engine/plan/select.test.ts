// Globs and selectors → the resources that they pick.
import { describe, expect, test } from 'vitest'
import { matchesName } from '../../../src/core/glob.ts'
import { guarded } from '../../../src/engine/guards/limits-and-forecast.ts'
import type { Planned } from '../../../src/engine/plan/plan-request.ts'
import { idleSelectors, isSelected, nothingSelected, selectsAll } from '../../../src/engine/plan/select.ts'
import { integration } from '../../../src/kinds/integration/integration.ts'
import { subscriber } from '../../../src/kinds/subscriber/subscriber.ts'
import { declared } from '../../support/laws-kinds.ts'
import type { Desired } from '../../../src/kinds/resource.ts'
import { Resources } from '../../../src/kinds/declared-resources.ts'

describe('globs', () => {
  test.each([
    ['integration/ses', 'integration/ses', true],
    ['integration/ses', 'integration/se', false],
    ['integration/se', 'integration/ses', false],
    ['integration/ses', 'integration/*', true],
    ['integration/ses', '*', true],
    ['integration/ses', '*/ses', true],
    ['integration/ses-eu', 'integration/ses-*', true],
    ['integration/ses-eu', 'integration/*-us', false],
    ['integration/ses', 'integration/s?s', true],
    ['integration/ses', 'integration/s?', false],
    ['integration/', 'integration/*', true],
    ['integration/a.b', 'integration/a?b', true],
    ['integration/axb', 'integration/a.b', false],
    ['integration/[a]', 'integration/[a]', true],
    ['subscriber/auth0|x/y', 'subscriber/auth0|*', true],
    ['abab', '*ab', true],
    ['abab', 'a*b*b', true],
    ['aXbXc', 'a*b*d', false],
    ['Integration/ses', 'integration/ses', false],
    ['', '*', true],
    ['', '?', false],
  ])('%s, %s → %s', (text, glob, expected) => {
    expect(matchesName(text, glob)).toBe(expected)
  })

  test('many stars cost no more than a long text', () => {
    expect(matchesName('a'.repeat(50_000), `${'*a'.repeat(30)}b`)).toBe(false)
  })
})

const ses = declared(integration, { identifier: 'ses-MnGL', providerId: 'ses', channel: 'email' }, 'ses')
const ada = declared(subscriber, { subscriberId: 'ada' })
const selection = { only: [] as string[], exclude: [] as string[], resend: [] as string[] }

describe('--resend that sends nothing is reported', () => {
  const note = (sort: string) => ({
    sections: [{ changes: [], notes: [{ sort, kind: 'integration', name: 'ses' }] }],
  })
  test.each<[string, object, object, number]>([
    ['if the plan has nothing of the resource', {}, {}, 1],
    ['if the plan only ignores fields of it', note('ignored'), {}, 1],
    ['not if its fields are not sent', note('unreadable'), {}, 0],
    ['not beside an error', { problems: [{ severity: 'error' }] }, {}, 0],
    ['not of a saved plan', {}, { part: {} }, 0],
  ])('%s', (_, plan, part, expected) => {
    const planned = { plan: { sections: [], problems: [], ...plan }, forecasts: new Map() }
    const request = { selection: { ...selection, resend: ['integration/ses'], ...part } }
    const { problems } = guarded(planned as never, request as never, { registry: [] }).plan
    const found = problems.filter(({ rule }) => rule === 'not-resent')
    expect(found).toHaveLength(expected)
    for (const { message } of found)
      expect(message).toContain(
        "all declared fields that the project doesn't ignore, and none that belfry compares differs",
      )
  })

  test('not if an approved plan leaves it out', () => {
    const plan = { problems: [], ...note('unreadable') }
    const request = { selection: { ...selection, resend: ['integration/ses'] } }
    const none = (whole: Planned): Planned => ({ ...whole, plan: { ...whole.plan, sections: [] } })
    const narrowed = guarded(
      { plan, forecasts: new Map() } as never,
      request as never,
      { registry: [] },
      none,
    )
    expect(narrowed.plan.problems).toEqual([])
  })
})

describe('selections', () => {
  test.each<[string, object, string[]]>([
    ['all', {}, ['ses', 'ada']],
    ['only a kind', { only: ['integration/*'] }, ['ses']],
    ['only, by alias', { only: ['integration/ses'] }, ['ses']],
    ['only, by name', { only: ['integration/ses-*'] }, ['ses']],
    ['all but a kind', { exclude: ['subscriber/*'] }, ['ses']],
    ['exclude wins', { only: ['*'], exclude: ['subscriber/ada'] }, ['ses']],
    ['resend picks nothing', { resend: ['integration/ses'] }, ['ses', 'ada']],
    ['a part of a saved plan', { part: { includes: ({ kind }: Desired) => kind === 'subscriber' } }, ['ada']],
  ])('%s', (_, some, expected) => {
    const picked = [ses, ada].filter((each) => isSelected(each, { ...selection, ...some }))
    expect(picked.map(({ alias, name }) => alias ?? name)).toEqual(expected)
    expect(selectsAll({ ...selection, ...some })).toBe(picked.length === 2 && !('only' in some))
  })
})

test('a single selector that picks nothing is a problem, whatever its option', () => {
  const all = { organisation: [], forTarget: () => Resources.of([ses]) }
  const found = ['exclude', 'checkCredentials', 'approveSecrets'].map((option) =>
    idleSelectors({ ...selection, [option]: ['a/b'] }, all, [{ alias: 'Production' }], []),
  )
  expect(found.map(({ length }) => length)).toEqual([1, 1, 1])
  expect(nothingSelected('exported').message).toContain('so nothing would be exported')
})

test('selectors that pick nothing are problems, each of its own', () => {
  const all = { organisation: [], forTarget: () => Resources.of([ses, ada]) }
  const problems = idleSelectors(
    {
      only: [
        'integration/ses',
        'integration/sess',
        'integration/nope',
        '*/none',
        'integration/ad',
        'integration/{no,see}',
        '{environment,integration}/{x,y}*',
        'integratio?/x',
      ],
      exclude: ['user/*', 'integration/ses/', '{integration,user}/no'],
      resend: ['subscriber/bob', 'integration/ses,integration/two'],
      checkCredentials: ['integration/ses', 'integration/sess'],
      approveSecrets: ['integration/no'],
    },
    all,
    [{ alias: 'Production' }],
    [{ name: 'environment' }, { name: 'integration' }],
  )
  expect(problems.map(({ message }) => message)).toEqual([
    'only integration/sess matches no declared resource; did you mean "integration/ses"?',
    'only integration/nope matches no declared resource',
    'only */none matches no declared resource',
    'only integration/ad matches no declared resource',
    'only integration/{no,see} matches no declared resource; did you mean "integration/ses"?',
    'only {environment,integration}/{x,y}* matches no declared resource',
    'only integratio?/x matches no declared resource',
    'exclude user/* matches no declared resource: unknown kind "user"',
    'exclude integration/ses/ matches no declared resource; did you mean "integration/ses"?',
    'exclude {integration,user}/no matches no declared resource: unknown kind "user"',
    'resend subscriber/bob matches no declared resource: unknown kind "subscriber"',
    'resend integration/ses,integration/two matches no declared resource',
    'checkCredentials integration/ses matches no declared resource with credentials',
    'checkCredentials integration/sess matches no declared resource with credentials',
    'approveSecrets integration/no matches no declared resource',
  ])
  expect(problems.filter(({ hint }) => hint?.startsWith('Check'))).toHaveLength(9)
  expect(problems[11]?.hint).toMatch(
    /^A comma is part of a name: repeat the option for each resource\. Write KIND/,
  )
  expect(problems[0]).toMatchObject({
    rule: 'idle-selector',
    severity: 'error',
    hint: 'Check the name. In a name, * matches any characters.',
  })
  expect(problems[7]?.hint).toBe(
    'Write KIND/NAME, for example integration/*. KIND is environment or integration. In a name, * matches any characters.',
  )
})
