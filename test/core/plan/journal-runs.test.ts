// Which lines of a journal show when a channel failed over.
import { expect, test } from 'vitest'
import type { JournalRecord } from '../../../src/core/plan/journal-lines.ts'
import { failedOverAt, isJournal, readJournal, sendingTimes } from '../../../src/core/plan/journal-runs.ts'

const asked = { target: 'EU', channel: 'email', to: 'standby' }
const url = 'https://eu.example'

/** One run a minute. */
function journal(...runs: readonly (readonly JournalRecord[])[]): string {
  return runs
    .flatMap((records, run) =>
      records.map((record) =>
        JSON.stringify({ ...record, run: `r${run}`, time: `2026-01-05T09:0${run}:00Z` }),
      ),
    )
    .join('\n')
}

function start(failover: object, by = 'ada'): JournalRecord {
  return {
    type: 'start',
    formatVersion: 1,
    writes: 1,
    by,
    failover: { ...asked, url, smoke: 'skipped', ...failover },
  }
}

function write(name: string, action = 'set-primary') {
  return {
    id: `${action} ${name}`,
    target: 'EU',
    kind: 'integration',
    name,
    action,
    operation: 'setPrimary',
    method: 'POST',
    path: '/v1/x',
  }
}

const sending = (name: string, action?: string): JournalRecord => ({
  type: 'sending',
  ...write(name, action),
})
const outcome = (name: string, status: 'done' | 'failed' | 'unknown', action?: string): JournalRecord => ({
  type: 'outcome',
  ...write(name, action),
  status,
  milliseconds: 1,
})
const done = (name: string, action?: string): JournalRecord => outcome(name, 'done', action)

const over = [start({}), sending('standby'), done('standby')]
const back = [start({ to: 'main' }), sending('main'), done('main')]
const promotions = [
  { target: 'US', url, channel: 'email', to: 'main' },
  { target: 'EU', url, channel: 'sms', to: 'texts' },
  { target: 'EU', url, channel: 'email', to: 'standby' },
]
const applied = (...made: readonly JournalRecord[]): readonly JournalRecord[] => [
  { type: 'start', formatVersion: 1, writes: 3, promotions },
  ...made,
]
const applyBack: JournalRecord = { type: 'start', formatVersion: 1, writes: 1, promotions: [{ ...asked, url, to: 'main' }] } // prettier-ignore
/** Another run wrote between the lines of the failover. */
const [begun, sent, concluded, otherBegun, otherDone] = journal(over, applied(done('texts'))).split('\n')
const nine = (minute: number): string => `2026-01-05T09:0${minute}:00Z`

test.each<[string, string, string | undefined]>([
  ['a failover', journal(over), nine(0)],
  ['the last of two', journal(over, over), nine(1)],
  ['one that was undone', journal(over, back), undefined],
  ['one that was undone and made again', journal(over, back, over), nine(2)],
  ['one that changed nothing', journal(over, [start({ to: 'main' }), outcome('main', 'failed')]), nine(0)],
  ['one whose result is not known', journal([start({}), outcome('standby', 'unknown')]), nine(0)],
  ['one that was killed after it was sent', journal([start({}), sending('standby')]), nine(0)],
  ['one that was refused', journal([start({}), sending('standby'), outcome('standby', 'failed')]), undefined],
  ['one that only switched the standby on', journal([start({}), done('standby', 'update')]), undefined],
  ['one that made another primary', journal([start({}), done('other')]), undefined],
  ['one of another target', journal([start({ target: 'US' }), done('standby')]), undefined],
  [
    'one that promoted it in another target',
    journal([
      start({}),
      { ...write('standby'), type: 'outcome', status: 'done', milliseconds: 1, target: 'US' },
    ]),
    undefined,
  ],
  ['one of another channel', journal([start({ channel: 'sms' }), done('standby')]), undefined],
  ['one in another service', journal([start({ url: 'https://us.example' }), done('standby')]), undefined],
  ['one in another environment', journal([start({ environment: 'Staging' }), done('standby')]), undefined],
  ['one during another run', [begun, otherBegun, sent, otherDone, concluded].join('\n'), nine(0)],
  ['an apply', journal([{ type: 'start', formatVersion: 1, writes: 1 }, done('standby')]), undefined],
  ['an apply that makes the standby primary', journal(applied(done('texts'), done('standby'))), nine(0)],
  ['an apply that was killed before', journal(applied(done('texts'), done('main'))), undefined],
  ['an apply that undid a failover', journal(over, [applyBack, done('main')]), undefined],
  ['an apply that was to undo one', journal(over, [applyBack, outcome('main', 'failed')]), nine(0)],
  ['an apply that concerns other channels and targets', journal(over, applied(done('texts'))), nine(0)],
  ['nothing', '', undefined],
])('of %s', (_, text, expected) => {
  expect(failedOverAt(readJournal(text), { ...asked, url })).toEqual({ ...(expected && { since: expected }) })
})

test.each([
  ['done', {}, nine(5)],
  ['unknown', {}, nine(1)],
  ['done', { already: true }, nine(1)],
] as const)('a switch that is %s, with %j, began at %s', (status, more, since) => {
  const records = { 0: start({}), 1: sending('standby'), 5: { ...outcome('standby', status), ...more } }
  const text = Object.entries(records)
    .map(([minute, record]) => JSON.stringify({ ...record, run: 'r0', time: nine(Number(minute)) }))
    .join('\n')
  expect(failedOverAt(readJournal(text), { ...asked, url }, sendingTimes(text))).toEqual({ since })
})

test.each<[string, string, object]>([
  ['before the switch', `{"type":"st\n${journal(over)}`, { since: nine(0) }],
  ['after the switch', `${journal(over, back, over)}\n{"type":"en`, { damaged: [10] }],
  [
    'of a later switch',
    `${journal(over)}\n{"type":"st\n${journal([], [done('main')])}\n{`,
    { damaged: [4, 6] },
  ],
  ['of the switch', journal(over).replace('"type":"start"', '"type":'), { damaged: [1] }],
])('a line that cannot be read %s', (_, text, expected) => {
  expect(failedOverAt(readJournal(text), { ...asked, url })).toEqual(expected)
})

test('a journal is known by its first line, or by most of its lines', () => {
  const [first = '', ...others] = journal(over).split('\n')
  for (const text of ['', '\n', `\n${first}`, `${first}\n{\n{`, ['broken', ...others].join('\n')])
    expect(isJournal(text)).toBe(true)
  for (const text of [
    '{}',
    '[]',
    'null',
    '{"type":"end"}',
    '{"formatVersion":1,"sections":[]}',
    `# A page\n\ntext\n${first}`,
    `text\n${first}`,
  ])
    expect(isJournal(text)).toBe(false)
})

test('a run consists of the lines with its ID, and the first of two start lines counts', () => {
  const { runs, damaged } = readJournal(
    `${journal([{ ...start({}), commit: 'c', plan: 'p' } as JournalRecord, start({}, 'bob'), sending('a'), sending('b'), done('a')])}\n \n{`,
  )
  expect(damaged).toEqual([7])
  expect(runs).toMatchObject([
    { run: 'r0', by: 'ada', commit: 'c', plan: 'p', started: nine(0), outcomes: [{ name: 'a' }] },
  ])
  expect(runs[0]?.inFlight.map(({ name }) => name)).toEqual(['b'])
  expect(runs[0]).not.toHaveProperty('exit')
  expect(runs[0]).toMatchObject({ line: 1 })
  expect(runs[0]).not.toHaveProperty('startMissing')
  expect(readJournal(`{\n${journal([done('a')])}`).runs).toMatchObject([{ line: 2, startMissing: true }])
  const end = JSON.stringify({ type: 'end', exit: 2, run: 'r0', time: nine(5) })
  const ended = readJournal(`${journal(over)}\n${end}`).runs
  expect(ended).toMatchObject([{ exit: 2, ended: nine(5), inFlight: [] }])
  expect(readJournal(journal(over, back).replaceAll('\n', '\r\n'))).toEqual(readJournal(journal(over, back)))
})
