// Sentences about the targets of a plan: their states, their channels, and what to run next.
import { expect, test } from 'vitest'
import type { Section } from '../../../src/core/plan/plan.ts'
import { noteLines } from '../../../src/report/words/note-lines.ts'
import {
  channelLines,
  idleWords,
  isWhole,
  nextOf,
  sectionsShown,
  stateOf,
  unreadWords,
} from '../../../src/report/words/plan-notes.ts'
import { planOf } from '../../support/html-accounts.ts'
import { changeOf, position, sectionWith } from '../../support/sketched-change.ts'

const released = [{ sort: 'released', kind: 'topic', name: 'ops', position }] as const
const { target: _target, ...organisation } = sectionWith({ notes: released })

test.each<[string, Partial<Section>]>([
  [
    'target removed, 1 resource no longer managed',
    { targetChange: 'removed', resources: 2, notes: released },
  ],
  ['0 resources', { notes: released }],
  ['1 resource', { resources: 1, unchanged: 1, notes: released }],
  ['1 resource', { resources: 1, unchanged: 1, changes: [changeOf({ name: 'a' })] }],
  ['no changes, 1 resource matches', { resources: 1, unchanged: 1 }],
])('%s', (text, more) => {
  expect(stateOf(sectionWith(more))).toBe(text)
})

test('what is shown, read and done next', () => {
  const waiting = [{ sort: 'waiting', kind: 'topic', name: 'ops', position }] as const
  const unread = ['EU', 'US'].map((target) => sectionWith({ target, resources: 1, unread: ['integration'] }))
  expect(sectionsShown(planOf([organisation]))).toEqual([organisation])
  expect(nextOf(planOf([sectionWith({ notes: waiting })]), ['x'])).toEqual(['x'])
  expect(isWhole(planOf([]), [])).toBe(true)
  expect(idleWords(planOf([]))).toBe('No changes')
  expect(idleWords({ ...planOf([sectionWith({ notes: waiting })]), live: 'declared' })).toBe('No changes')
  expect(unreadWords([...unread, { ...organisation, resources: 1 }])).toEqual([
    'no integrations declared or read',
  ])
})

test('an integration without credentials keeps its own channel in doubt, and no other channel or target', () => {
  const before = { active: true, primary: false, conditional: false }
  const of = (channel: string, name: string) => ({
    name,
    channel,
    providerId: name,
    before,
    after: { ...before, primary: true },
  })
  const sections = ['EU', 'US'].map((target) =>
    sectionWith({ target, delivery: [of('email', 'ses'), of('sms', 'twilio')] }),
  )
  const problem = {
    rule: 'missing-credentials',
    severity: 'warning',
    message: '',
    target: 'EU',
    resource: 'integration ses',
  } as const
  const lines = channelLines(planOf(sections, [problem]))
  expect(lines.map((line) => line.replace(/: none of.*?(?=;|$)/, ''))).toEqual([
    'email delivers nothing in EU',
    'sms delivers nothing in EU; after this plan, sms is up',
    'email delivers nothing in US; after this plan, email is up',
    'sms delivers nothing in US; after this plan, sms is up',
  ])
  expect(channelLines({ ...planOf(sections), compared: { from: 'EU', to: 'US', by: 'live' } })).toEqual([])
})

test('only an integration that the plan creates may be one that no manifest declares', () => {
  const notes = [{ sort: 'unmanaged', kind: 'integration', name: 'mailgun-old' }] as const
  const changes = [
    changeOf({ name: 'mailgun-o1d' }),
    changeOf({ kind: 'topic', name: 'mailgun-olb', action: 'create' }),
  ]
  expect(noteLines({ notes, changes }, 'note', 'usual')).toEqual([
    'integration mailgun-old is in the service but in no manifest; left unchanged',
  ])
})

test('creations of another kind leave the hint for a misspelt integration, and many of the same kind do not', () => {
  const people = Array.from({ length: 101 }, (_, index) =>
    changeOf({ action: 'create', kind: 'subscriber', name: `user-${index}` }),
  )
  const made = changeOf({ action: 'create', kind: 'integration', name: 'sendgrid-man' })
  const lines = ['sendgrid-main', 'user-x'].map((name) => {
    const kind = name === 'user-x' ? 'subscriber' : 'integration'
    const section = sectionWith({ changes: [...people, made], notes: [{ sort: 'unmanaged', kind, name }] })
    return noteLines(section, 'note', 'usual').join()
  })
  expect(lines[0]).toContain('; if sendgrid-man is the same integration, correct the manifest')
  expect(lines[1]).not.toContain('; if ')
})
