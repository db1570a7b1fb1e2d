// Changes of manifests and explanations as text, with what their commands seldom bring about.
import { expect, test } from 'vitest'
import type { ExportResult } from '../../../src/report/json/result-shapes.ts'
import { explainText } from '../../../src/report/text/explained.ts'
import { exportText, promotedText } from '../../../src/report/text/exported.ts'
import { plain } from '../../../src/report/text/style.ts'
import { accounts } from '../../support/sample-accounts.ts'

const left = { kind: 'topic', name: 'ops', resource: 'topic ops', field: 'name', why: 'it is secret' }
const none = { to: 'E U', from: 'A', files: [], changes: [], variables: [], left: [], isWritten: true }

test('a promotion', () => {
  const text = (more: object) => promotedText({ ...none, ...more }, plain)
  expect(text({})).toBe('The manifests need no change.\n')
  expect(text({ plan: accounts.empty.plan, left: [left, { ...left, field: '' }] })).toBe(
    'The manifests were not changed.\n\nNot promoted:\n  topic ops name: it is secret\n  topic ops: it is secret\n',
  )
  expect(text({ files: ['a.yaml'], variables: [{ ...left, name: 'KEY' }] }))
    .toBe(`Written: 0 changes in 1 file.

Define these variables of target E U in the project file. Until then, belfry can't plan the target:
  KEY: …   # topic ops name
Next: define these variables in the project file, then belfry plan -t 'E U'
`)
})

test('an export that writes no file says what it left out, and one with other files plans only the manifests', () => {
  const text = (more: object) =>
    exportText(
      { out: 'o', variables: [], left: [], notes: [], channels: 0, ...more } as unknown as ExportResult,
      plain,
    )
  expect(text({ files: [], left: [left] })).toBe(
    'Nothing was exported. No file was written.\n\nThese resources were not written:\n  topic ops  it is secret\n',
  )
  const files = [
    { file: '.env.example', holds: '1 variable' },
    { file: 'a.yaml', holds: '1 topic' },
  ]
  expect(text({ files, out: 'a b' })).toBe(`Exported to a b:
  .env.example  1 variable
  a.yaml        1 topic

Next: belfry plan -f 'a b' --secrets=needed
`)
})

test('an explanation hides nothing, and is in ASCII on a terminal without Unicode', () => {
  const subject = {
    sort: 'rule',
    name: 'x',
    summary: 'a \u001B[31mb…',
    facts: { Type: '\u001B' },
    text: ['\u001B'],
    examples: [{ kind: 'bad', language: 'sh', file: '\u001B', text: 'é \u202E' }],
    parts: [{ title: 'T', entries: [{ name: '\u001B', summary: '\u001B', notes: ['\u001B'] }] }],
  } as const
  const shown = explainText(
    { subject },
    { color: 'yes', unicode: 'no', columns: 80, terminal: true },
  ).replaceAll('\u001B', '^')
  expect(shown).toBe(String.raw`^[1mrule x^[22m
a \u{1b}[31mb...

Type: \u{1b}

\u{1b}

T:
  \u{1b}  ^[2m\u{1b}^[22m
    \u{1b}

^[31mWrong^[39m (\u{1b}):
  \u{e9} \u{202e}
`)
})

test('an explanation', () => {
  const entries = [
    { name: 'apiKey', summary: 'The key.', notes: ['required', 'secret'] },
    { name: 'x', summary: 'Y.' },
  ]
  const subject = {
    sort: 'exit',
    name: '4',
    summary: 'S.',
    facts: { Type: 'a', Severity: 'b' },
    text: ['More.'],
    fix: 'Do it.',
    examples: [
      { kind: 'bad', language: 'sh', file: 'f.sh', text: 'a\n\n  b\n' },
      { kind: 'good', language: 'sh', text: 'c\n' },
    ],
    parts: [
      { title: 'Fields', entries },
      { title: 'Others', entries: [] },
    ],
  } as const
  const shown = explainText({ subject }, { ...plain, color: 'yes' })
  expect(shown.replaceAll('\u001B', '^')).toBe(`^[1mexit code 4^[22m
S.

Type:     a
Severity: b

More.

Fix: Do it.

Fields:
  apiKey  ^[2mrequired, secret^[22m
    The key.
  x
    Y.

Others:

^[31mWrong^[39m (f.sh):
  a

    b

^[32mRight^[39m:
  c
`)
  const prefix = explainText({ subject: { ...subject, sort: 'rule', name: 'rule/' } }, plain)
  expect(prefix).toMatch(/^rule\/\nS\.\n/)
})
