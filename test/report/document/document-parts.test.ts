// Parts of a document that no golden file shows: what moves, what has no advice, and where the rest is.
import { expect, test } from 'vitest'
import type { Problem } from '../../../src/core/problem.ts'
import { deliveryNodes, wholeText } from '../../../src/report/document/document.ts'
import { remarks } from '../../../src/report/document/document-parts.ts'
import { warningNodes } from '../../../src/report/document/warnings.ts'
import { channelLines } from '../../../src/report/words/plan-notes.ts'
import { Secret } from '../../../src/core/secrets/secret.ts'
import { planOf } from '../../support/html-accounts.ts'
import { position, sectionWith } from '../../support/sketched-change.ts'

const state = { active: true, primary: false, conditional: false }

test('what moves is first in its channel', () => {
  const still = { channel: 'email', providerId: 'ses', before: state, after: state }
  const delivery = [
    { ...still, name: 'stays' },
    { ...still, name: 'moves', after: { ...state, primary: true } },
    { name: 'arrives', channel: 'email', providerId: 'ses', after: state },
  ]
  expect(JSON.stringify(deliveryNodes([planOf([sectionWith({ delivery })])]))).toMatch(
    /"!".*moves .*"\+".*arrives .*" ".*stays /,
  )
})

test('a channel that failed over is up already', () => {
  const primary = { ...state, primary: true }
  const own = { name: 'ses', channel: 'email', providerId: 'ses', before: primary, after: primary }
  const failover = { field: 'primary', channel: 'email', to: 'ses' }
  const note = { sort: 'failedOver', target: 'Production', kind: 'integration', name: 'main', position, ...failover } as const // prettier-ignore
  const section = sectionWith({ delivery: [own], notes: [note] })
  expect(channelLines(planOf([section]))).toEqual([
    'email failed over in Production: ses is primary (time not known)',
  ])
})

test('the notes of an apply name their targets, each planned on its own', () => {
  const note = { sort: 'unmanaged', kind: 'integration', name: 'ses' } as const
  const plans = ['Staging', 'Production'].map((target) => planOf([sectionWith({ target, notes: [note] })]))
  expect(remarks(plans)).toMatchObject([
    {
      nodes: [
        { title: 'Notes: Staging', isObvious: false },
        { title: 'Notes: Production', isObvious: false },
      ],
    },
  ])
  expect(remarks(plans.slice(1))).toMatchObject([{ nodes: [{ isObvious: true }] }])
})

test('fields that were not compared for want of a value get no advice for every apply', () => {
  const wanted = [{ path: ['credentials', 'apiKey'], after: Secret.named('env:KEY') }]
  const paths = ['credentials.apiKey']
  const note = { sort: 'unreadable', kind: 'integration', name: 'ses', position, paths, wanted } as const
  const text = JSON.stringify(remarks([planOf([sectionWith({ notes: [note], resources: 1 })])]))
  expect(text).toContain('secrets that were not compared')
  expect(text).not.toContain('unreadable: always')
})

test('the first warning of a rule keeps its place before changes, the others do not', () => {
  const warning: Problem = { rule: 'no-primary', severity: 'warning', message: 'x' }
  const [group] = warningNodes(Array.from({ length: 4 }, () => warning))
  const ranks = group?.nodes.flatMap((node) => (node.is === 'list' ? node.items.map(({ rank }) => rank) : []))
  expect(ranks).toEqual([-1, 40, 40, 40])
})

test('a log with only a summary does not show more', () => {
  const run = 'https://git.acme.example/runs/42'
  expect(wholeText({ run, reports: {}, stdout: 'text', extent: 'summary' }, ['html'])).toBe(
    'For the full report, run the command again with `--report html=FILE`.',
  )
})
