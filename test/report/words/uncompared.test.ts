// What is said of a plan without changes if declared fields can't be compared: the service may have other values.
import { expect, test } from 'vitest'
import type { Note } from '../../../src/core/plan/notes.ts'
import { verifiedWords } from '../../../src/report/words/title.ts'
import type { Plan } from '../../../src/core/plan/plan.ts'
import { Secret } from '../../../src/core/secrets/secret.ts'
import { idleWords } from '../../../src/report/words/plan-notes.ts'
import { uncomparedItems, unreadableNotes } from '../../../src/report/words/uncompared.ts'
import { planOf } from '../../support/html-accounts.ts'
import { sectionWith } from '../../support/sketched-change.ts'

const position = { file: 'a.yaml', line: 7, column: 1, length: 1 }

function planWith(after: string | Secret): Plan {
  const path = ['credentials', 'apiKey']
  const note: Note = {
    sort: 'unreadable',
    kind: 'integration',
    name: 'ses',
    position,
    paths: ['credentials'],
    wanted: [{ path, after }],
  }
  return planOf([sectionWith({ notes: [note], resources: 1, unchanged: 1 })])
}

test('a known value that the service does not return limits "no changes" and "Verified"', () => {
  const plan = planWith(Secret.of('known', 'env:KEY'))
  expect(idleWords(plan)).toBe('No changes in what can be compared')
  expect(idleWords({ ...plan, compared: { from: 'A', to: 'B', by: 'live' } })).toBe(
    'No differences in what can be compared',
  )
  expect(verifiedWords({ after: plan })).toBe('a new plan shows no changes in what can be compared')
})

test('the advice is what a protected target accepts, and no ledger that is there already', () => {
  const [usual] = unreadableNotes(planWith('known'))
  expect(usual).toMatchObject({ once: ['belfry apply --resend integration/ses'], canAlways: true })
  const [advice] = unreadableNotes({ ...planWith('known'), isProtected: true, isRemembered: true })
  expect(advice).toMatchObject({
    once: ['belfry plan --resend integration/ses --out plan.json', 'belfry apply plan.json'],
    canAlways: false,
  })
  const [refused] = unreadableNotes({
    ...planWith('known'),
    problems: [{ rule: 'x', severity: 'error', message: '' }],
  })
  expect(refused).not.toHaveProperty('once')
  const [named] = unreadableNotes({ ...planWith('known'), secrets: 'named' })
  expect(named?.heading).toContain('belfry has only the names of the secrets')
})

test('many fields are sent by kind, without those that a request could not send', () => {
  const { target: _target, ...organisation } = sectionWith()
  const of = (kind: string, name: string, more: object = {}): Note => ({
    sort: 'unreadable',
    kind,
    name,
    position,
    paths: ['x'],
    wanted: [],
    ...more,
  })
  const heldBy = ['y']
  const own = [
    ...['b', 'c', 'd'].map((name) => of('integration', name)),
    of('integration', 'e', { heldBy }),
    of('topic', 't', { heldBy }),
  ]
  const plan = planOf([
    { ...organisation, notes: [of('integration', 'a')] },
    sectionWith({ target: 'EU', notes: own }),
  ])
  const held = "(x; can't be sent while the project ignores y) of EU"
  expect(unreadableNotes(plan)).toEqual([
    {
      heading: "6 resources have fields that can't be compared and are not sent",
      resources: [
        'integration a (x)',
        'integration b (x) of EU',
        'integration c (x) of EU',
        'integration d (x) of EU',
        `integration e ${held}`,
        `topic t ${held}`,
      ],
      once: ["belfry apply --resend 'integration/*' --exclude integration/e"],
      canAlways: false,
    },
  ])
  const change = { kind: 'topic', name: 't', position, details: [] }
  const subjects = (...targets: readonly string[]) => {
    const sections = [organisation, ...targets.map((target) => sectionWith({ target }))]
    const declaredSince = { base: 'main', changes: [change, { ...change, target: 'EU' }] }
    return uncomparedItems({ ...planOf(sections), declaredSince }).map(({ subject }) => subject)
  }
  expect([subjects('EU'), subjects('EU', 'US')]).toEqual([
    ['topic t', 'topic t'],
    ['topic t', 'topic t of EU'],
  ])
})

test('a secret that is known by name only is counted instead', () => {
  const plan = planWith(Secret.named('env:KEY'))
  expect(idleWords(plan)).toBe('Nothing to send')
  expect(verifiedWords({ after: plan })).toBe(
    'a new plan shows no changes, secrets of 1 integration not compared',
  )
})

test('without such fields there is no limit', () => {
  const plan = planOf([sectionWith({ resources: 1, unchanged: 1 })])
  expect(idleWords(plan)).toBe('No changes')
  expect(verifiedWords({ after: plan })).toBe('a new plan shows no changes')
})

test('a comparison without other differences than resources that one target lacks says so', () => {
  const absent = { sort: 'absent', kind: 'integration', name: 'ses', position } as never
  const compared = { from: 'A', to: 'B' } as never
  const words = (notes: readonly Note[]) => idleWords({ ...planOf([sectionWith({ notes })]), compared })
  expect([words([]), words([absent])]).toEqual(['No differences', 'No other differences'])
})
