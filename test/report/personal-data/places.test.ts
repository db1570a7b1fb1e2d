// An address or a name in every place of an account that can hold one → in none of them once it is masked.
import { describe, expect, test } from 'vitest'
import type { JournalRead } from '../../../src/core/plan/journal-runs.ts'
import { notesFrom } from '../../../src/core/plan/plan-json.ts'
import type { Problem } from '../../../src/core/problem.ts'
import type { SmokeAttempt, SmokeRun } from '../../../src/core/delivery/smoke.ts'
import type { Result } from '../../../src/core/plan/outcome.ts'
import { IdOf, type ValueMap } from '../../../src/core/value.ts'
import type { Account, AnyAccount } from '../../../src/report/account.ts'
import { withoutPersonalData } from '../../../src/report/personal-data/mask-account.ts'
import { planOf } from '../../support/html-accounts.ts'
import { changeOf, position, sectionWith } from '../../support/sketched-change.ts'

const address = 'jane.doe@acme.example'
const said = 'Janename'
const personal = [address, said]

/** What of it can be read, as JSON. */
function standing(value: unknown): string[] {
  const text = JSON.stringify(value)
  return personal.filter((each) => text.includes(each))
}

const privacy = {
  isPersonalKind: (kind: string) => kind === 'subscriber',
  isPersonal: (kind: string, first: string) => kind === 'subscriber' && first !== 'locale',
  isProvider: (id: string) => id === 'fcm',
}

/** What is wrong with each place by itself: it shows something once it is masked, or it never did. */
function unmasked(
  places: Readonly<Record<string, unknown>>,
  account: (place: object) => AnyAccount,
): readonly string[] {
  return Object.entries(places).flatMap(([name, value]) => {
    const shown = account({ [name]: value })
    const left = standing(withoutPersonalData(shown, privacy)).map((text) => `${name} shows ${text}`)
    return standing(shown).length === 0 ? [`${name} shows nothing in any case`] : left
  })
}

const about = `it says ${address} twice: <${address}>`

describe('a smoke run', () => {
  const attempt = (more: Partial<SmokeAttempt>): SmokeAttempt => ({
    transactionId: 't',
    milliseconds: 1,
    judgements: [],
    explanations: [],
    end: 'settled',
    quotable: [said],
    ...more,
  })
  const run = (place: object): SmokeRun => ({
    milliseconds: 1,
    results: [
      {
        suite: 'smoke',
        name: 'first',
        target: 'Production',
        tags: [],
        position,
        outcome: 'unmet',
        attempts: [attempt(place)],
        milliseconds: 1,
      },
    ],
  })
  const judged = (more: object) => [{ expected: 'email=sent', seen: 'email=none', isMet: false, ...more }]
  const explained = (more: object) => [{ recipient: 'ada', why: 'it is so', advice: 'do it', ...more }]
  const places: readonly (readonly [string, Partial<SmokeAttempt>])[] = [
    ['the recipient of a judgement', { judgements: judged({ recipient: address }) }],
    ['what was expected', { judgements: judged({ expected: `subject=${about}` }) }],
    ['what was seen', { judgements: judged({ seen: `email=sent to ${address}, ${said}` }) }],
    ['what a message said', { judgements: judged({ expected: 'subject=Hello', seen: `subject=${said}` }) }],
    ['the recipient of an explanation', { explanations: explained({ recipient: address }) }],
    ['its reason', { explanations: explained({ why: `${about}, ${said}` }) }],
    ['its advice', { explanations: explained({ advice: `${about}, ${said}` }) }],
    ['its resource', { explanations: explained({ resource: `subscriber ${address}` }) }],
    ['what sentences may quote', { quotable: personal }],
  ]
  test.each(places)('%s', (_, place) => {
    expect(
      unmasked({ run: run(place) }, (more) => ({ command: 'smoke', exit: 7, problems: [], ...more })),
    ).toEqual([])
    expect(
      unmasked({ smoke: run(place) }, (more) => ({ command: 'apply', exit: 7, problems: [], ...more })),
    ).toEqual([])
  })

  test('the name of a case', () => {
    const named = run({ quotable: [] })
    const results = named.results.map((each) => ({ ...each, name: `mail to ${address}` }))
    expect(
      unmasked({ run: { ...named, results } }, (more) => ({
        command: 'smoke',
        exit: 7,
        problems: [],
        ...more,
      })),
    ).toEqual([])
  })
})

test('what became of a trigger', () => {
  const places = {
    waited: {
      end: 'settled',
      milliseconds: 1,
      deliveries: [
        {
          recipient: address,
          event: 'e',
          workflow: 'w',
          created: '',
          state: 'over' as const,
          steps: [
            {
              channel: 'email',
              name: '',
              status: 'failed',
              senders: [],
              guess: '',
              waits: '',
              filters: [],
              details: [{ status: 'Failed', text: `none for ${said}`, raw: `"${said}"`, source: '' }],
            },
          ],
          messages: [],
          payload: { name: said },
        },
      ],
    },
    judgements: [
      { recipient: address, expected: `content~=${address}, ${said}`, seen: `content=${said}`, isMet: false },
    ],
    explanations: [
      { recipient: address, why: about, advice: `${about} ${said}`, resource: `subscriber ${address}` },
    ],
  }
  const ended = { exit: 0, problems: [], quotable: [said] }
  const { explanations } = places
  expect(unmasked(places, (place) => ({ command: 'trigger', ...ended, ...place }))).toEqual([])
  expect(unmasked({ explanations }, (place) => ({ command: 'events get', ...ended, ...place }))).toEqual([])
})

test('what a list shows, and what is triggered', () => {
  const item = {
    _id: 'e',
    to: { subscriberId: address, firstName: said },
    payload: { deep: [said] },
    errorText: `no mailbox for ${said}`,
    jobs: [{ executionDetails: [{ detail: `none for ${said}`, raw: JSON.stringify({ message: said }) }] }],
  }
  const ended = { exit: 0, problems: [] }
  expect(unmasked({ data: [item] }, (place) => ({ command: 'events list', ...ended, ...place }))).toEqual([])
  expect(unmasked({ item }, (place) => ({ command: 'messages get', ...ended, ...place }))).toEqual([])
  const request = { method: 'POST', url: '/', body: item }
  expect(unmasked({ request }, (place) => ({ command: 'trigger', ...ended, ...place }))).toEqual([])
})

const fields: ValueMap = { firstName: said, data: { deep: [said, { more: said }] }, locale: 'de' }
const person = changeOf({
  id: `Production/subscriber/${address}/update`,
  kind: 'subscriber',
  name: address,
  needs: [`Production/subscriber/${address}/update`],
  sideEffects: [`${said} is told at ${address}`],
  summary: `${said} changes`,
  call: {
    operation: { id: 'x', method: 'PUT', path: '/x/{subscriberId}/{other}' },
    parameters: { subscriberId: address, other: new IdOf('subscriber', address) },
    body: fields,
  },
  before: fields,
  after: fields,
  differences: [
    { path: ['firstName'], answer: 'different', before: said, after: said },
    { path: ['data', 'deep'], answer: 'different', before: undefined, after: fields['data'] ?? null },
    {
      path: ['data'],
      answer: 'different',
      before: null,
      after: said,
      display: [{ sign: '~', path: 'data.x', before: said, after: said }],
    },
  ],
})
const note = { kind: 'subscriber', name: address, position }

const notes = Object.fromEntries(
  notesFrom({
    missing: [note],
    unreadable: [{ ...note, paths: ['data'], wanted: [{ path: ['data'], after: said }] }],
    pruned: [{ ...note, path: 'channels', count: 1 }],
    unmanaged: [{ kind: 'subscriber', name: address }],
    released: [note],
    duplicates: [{ ...note, ids: ['1'] }],
    waiting: [note],
  }).map((each) => [each.sort, each]),
)

const sections = {
  changes: [person],
  same: [{ ...note, fields }],
  ids: { [`subscriber/${address}`]: '1' },
}

test('a plan, as every command tells it', () => {
  for (const command of ['plan', 'show', 'diff', 'apply'] as const) {
    const account = (place: object): Account => ({
      command,
      exit: 0,
      problems: [],
      plan: planOf([sectionWith(place)]),
    })
    expect(unmasked(sections, account)).toEqual([])
    expect(unmasked(notes, (place) => account({ notes: Object.values(place) }))).toEqual([])
  }
})

test('what is declared since', () => {
  const details = [{ sign: '~' as const, path: 'firstName', before: said, after: said }]
  const changes = [{ ...note, details }]
  expect(
    unmasked({ declaredSince: { base: 'main', changes } }, (place) => ({
      command: 'plan',
      exit: 0,
      problems: [],
      plan: { ...planOf([]), ...place },
    })),
  ).toEqual([])
})

const outcomes: Readonly<Record<string, Result['outcome']>> = {
  reason: { status: 'failed', reason: `${said} at ${address} is taken` },
  hint: { status: 'failed', reason: 'x', hint: `ask ${said} at ${address}` },
  fields: { status: 'failed', reason: 'x', fields: [{ path: 'email', message: `${said} is bad`, position }] },
  skipped: { status: 'skipped', reason: `${said} is needed` },
  unknown: { status: 'unknown', reason: `${said}; the connection was cut` },
  stale: { status: 'stale', reason: `${said} moved` },
  done: { status: 'done' },
}

test.each(Object.entries(outcomes))('an apply: what became of a change, %s', (_, outcome) => {
  const results = [{ change: person, outcome, milliseconds: 1 }]
  const requests = { reads: 0, writes: 0, milliseconds: 0 }
  const result = { plans: [planOf([sectionWith({ changes: [person] })])], results, problems: [] }
  expect(
    unmasked({ results, result: { ...result, waiting: [], keyed: [], requests } }, (place) => ({
      command: 'apply',
      exit: 5,
      problems: [],
      ...place,
    })),
  ).toEqual([])
})

const problem: Problem = { rule: 'stale-plan', severity: 'error', message: 'x' }
const problems: Readonly<Record<string, Problem>> = {
  message: { ...problem, message: about },
  hint: { ...problem, hint: about },
  resource: { ...problem, resource: `subscriber ${address}` },
  'a line of the manifest': { ...problem, frame: [{ number: 1, text: `email: ${address}` }] },
  'a text that quotes a person': {
    ...problem,
    message: `"${said}" is no address`,
    hint: `Write ${said}.`,
    personal: [[said, 'HEADER']],
  },
}

test.each(Object.entries(problems))('a problem: its %s', (_, each) => {
  expect(
    unmasked({ problems: [each] }, (place) => ({
      command: 'validate',
      exit: 3,
      problems: [],
      files: 1,
      ...place,
    })),
  ).toEqual([])
  const after = planOf([], [each])
  const requests = { reads: 0, writes: 0, milliseconds: 0 }
  const ended = { waiting: [], keyed: [], requests, problems: [each], unsettled: [each] }
  const result = { plans: [after], results: [], after, ...ended }
  expect(unmasked({ result }, (place) => ({ command: 'apply', exit: 3, problems: [], ...place }))).toEqual([])
})

test('a journal', () => {
  const write = {
    run: 'r',
    time: '2026-11-21T10:00:00Z',
    id: `Production/subscriber/${address}/update`,
    kind: 'subscriber',
    name: address,
    action: 'update',
    operation: 'o',
    method: 'PATCH',
    path: `/v2/subscribers/${address}`,
  }
  const outcome = { ...write, type: 'outcome' as const, status: 'done' as const, milliseconds: 1 }
  const places = { outcomes: [outcome], inFlight: [{ ...write, type: 'sending' as const }] }
  expect(
    unmasked(places, (place) => ({
      command: 'journal',
      exit: 0,
      problems: [],
      journal: {
        runs: [{ run: 'r', outcomes: [], inFlight: [], ...place }],
        damaged: [],
      } as unknown as JournalRead,
    })),
  ).toEqual([])
})
