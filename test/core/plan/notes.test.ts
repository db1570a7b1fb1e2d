// The table of notes: what each sort says, and where it is listed.
import { expect, test } from 'vitest'
import { noteLists, notesFrom } from '../../../src/core/plan/plan-json.ts'
import { noteRow, noteSorts, noteText, type NoteSeverity } from '../../../src/core/plan/notes.ts'
import { noteLines } from '../../../src/report/words/note-lines.ts'

const position = { file: 'a.yaml', line: 7, column: 1, length: 1 }
const ses = { kind: 'integration', name: 'ses' }
const staging = { kind: 'environment', name: 'Staging', position, fields: ['color', 'dns'] }
const placed = { ...ses, position }

const notes = notesFrom({
  duplicates: [{ ...placed, ids: ['1', '2'] }],
  missing: [placed],
  ownKey: [staging, { ...staging, target: 'Staging', apiKeyFrom: 'env:KEY' }, { ...staging, target: 'Two' }],
  pruned: [
    { ...placed, path: 'channels.fcm', count: 1 },
    { ...placed, name: 'user 1', path: 'tokens', count: 2 },
  ],
  waiting: [placed],
  released: [placed, { ...placed, paths: ['data.team', 'email'] }],
  unmanaged: [ses],
  unreadable: [{ ...placed, paths: ['color', 'credentials.key'], wanted: [] }],
})

test.each<[NoteSeverity, readonly string[]]>([
  [
    'warning',
    [
      'integration ses is in the service 2 times (1, 2); not compared, left unchanged',
      "integration ses is not in the service, and this project doesn't create subscribers; check the spelling of the subscriberId, or set `subscribers: { create: api }` to create the subscriber (a.yaml:7)",
      'environment Staging (color, dns): not sent, because no target has the API key of environment Staging',
      'integration ses: the service dropped 1 entry of channels.fcm that was applied before; belfry sends the entry again only with --resend integration/ses',
      "integration user 1: the service dropped 2 entries of tokens that were applied before; belfry sends the entries again only with --resend 'integration/user 1'",
    ],
  ],
  [
    'waiting',
    [
      "environment Staging (color, dns): not sent, because belfry doesn't have the API key of target Staging yet (env:KEY)",
      "environment Staging (color, dns): not sent, because belfry doesn't have the API key of target Two yet",
      "integration ses can't be compared: belfry doesn't have the API key of its target yet",
    ],
  ],
  [
    'released',
    [
      'integration ses  no longer managed (a.yaml:7)',
      'integration ses  no longer managed: data.team, email (a.yaml:7)',
    ],
  ],
  ['note', ['integration ses is in the service but in no manifest; left unchanged']],
  ['uncompared', ['integration ses (color, credentials.key)']],
])('%s', (severity, lines) => {
  expect(noteLines({ notes, changes: [] }, severity, 'full')).toEqual(lines)
})

const over = { ...placed, target: 'Production', field: 'primary', channel: 'email', to: 'main' }

test.each<[Parameters<typeof notesFrom>[0], string]>([
  [
    { failedOver: [{ ...over, to: 'ses', since: 'T' }] },
    'integration ses stays active: email failed over to ses since T (from the journal)',
  ],
  [
    { failedOver: [{ ...over, to: 'ses' }] },
    "integration ses stays active: email failed over to ses (time not known); this is drift, because the journal doesn't show when it began",
  ],
  [
    { failedOver: [{ ...over, inactive: true }] },
    "integration ses failed over to main (time not known), which is inactive and delivers nothing; this is drift, because the journal doesn't show when it began; to return, run belfry failover email --back -t Production",
  ],
  [
    { failedOver: [{ ...over, target: 'EU 1', since: 'T' }] },
    "integration ses failed over to main since T (from the journal); to return, run belfry failover email --back -t 'EU 1'",
  ],
  [
    { failedOver: [{ ...over, damaged: [2, 3, 4, 7] }] },
    "integration ses failed over to main (time not known: lines 2-4 and 7 of .belfry/failover.ndjson can't be read); this is drift, because the journal doesn't show when it began; to return, run belfry failover email --back -t Production",
  ],
  [
    { failedOver: [{ ...over, to: 'ses', since: 'T', overdue: '1h' }] },
    'integration ses stays active: email failed over to ses since T (from the journal); this is drift, because it is older than 1h (failover.maxAge)',
  ],
  [
    { pruned: [{ ...placed, name: 'o***@acme.example', path: 'x', count: 1 }] },
    'integration o***@acme.example: the service dropped 1 entry of x that was applied before; belfry sends the entry again only with --resend integration/MASKED_ID',
  ],
  [{ absent: [{ ...ses, from: 'EU' }] }, 'integration ses is not in EU'],
  [{ unmanaged: [ses] }, 'integration ses is in the service but in no manifest; left unchanged'],
  [
    { ignored: [{ ...ses, paths: ['channels'], uncreated: ['channels.fcm', 'channels.sms'] }] },
    'integration ses (channels; not in the service and not created: channels.fcm, channels.sms)',
  ],
  [
    { unreadable: [{ ...placed, paths: ['color'], wanted: [], heldBy: ['dns', 'a.b'] }] },
    "integration ses (color; can't be sent while the project ignores dns, a.b)",
  ],
  [{ ignored: [{ ...ses, paths: ['name', 'data.*'] }] }, 'integration ses (name, data.*)'],
])('%j', (lists, text) => {
  expect(notesFrom(lists).map((note) => noteText(note))).toEqual([text])
})

test('each sort that is there has a list of its own, in which the order in which notes were found is kept', () => {
  const mixed = [...notes].reverse()
  const lists = noteLists({ notes: mixed })
  const usual = { missing: [], unreadable: [], unmanaged: [], duplicates: [], waiting: [] }
  for (const _ of [1, 2]) expect(noteLists({ notes: [] })).toEqual(usual)
  const sorts = [...Object.keys(usual), ...notes.map(({ sort }) => sort)]
  expect(new Set(Object.keys(lists))).toEqual(new Set(sorts))
  expect(lists.pruned?.map(({ count }) => count)).toEqual([2, 1])
  expect(new Set(notesFrom(lists))).toEqual(new Set(notes))
})

test('only a sort of which there may be hundreds is folded', () => {
  expect(noteSorts.filter((sort) => noteRow(sort).folded !== undefined)).toEqual(['unmanaged'])
  const { folded } = noteRow('unmanaged')
  const other = { kind: 'subscriber', name: 'ada' }
  expect([folded?.([ses, ses, ses, ses]), folded?.([ses, ses, ses, other])]).toEqual([
    '4 integrations are in the service but in no manifest; left unchanged',
    '4 resources are in the service but in no manifest; left unchanged',
  ])
})
