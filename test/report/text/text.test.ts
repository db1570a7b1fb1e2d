// What a terminal shows of a plan and an apply: it fits at any width, loses nothing, and leaves alone what is piped.
import { assert, constantFrom, integer, property, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Account } from '../../../src/report/account.ts'
import type { Section } from '../../../src/core/plan/plan.ts'
import type { Note } from '../../../src/core/plan/notes.ts'
import { resultText } from '../../../src/report/results.ts'
import { accountText } from '../../../src/report/text/text.ts'
import { outcomeStep } from '../../../src/report/document/apply.ts'
import { stepText } from '../../../src/report/text/nodes.ts'
import { laid, laidOut, placed, widthOf } from '../../../src/report/text/layout.ts'
import { linesFor } from '../../../src/report/text/change-lines.ts'
import { cutText, inline } from '../../../src/report/text/value.ts'
import type { Value } from '../../../src/core/value.ts'
import { Secret } from '../../../src/core/secrets/secret.ts'
import { planText } from '../../../src/report/text/nodes.ts'
import type { Extent } from '../../../src/report/words/note-lines.ts'
import { paint, plain, type Style } from '../../../src/report/text/style.ts'
import { accounts } from '../../support/sample-accounts.ts'
import { changeOf, sectionWith } from '../../support/sketched-change.ts'

function terminal(columns: number, more: Partial<Style> = {}): Style {
  return { ...plain, terminal: true, columns, ...more }
}

function unpainted(text: string): string {
  return text.replaceAll(new RegExp(String.raw`\u001B\[\d+m`, 'g'), '')
}

/** The terminal itself wraps them, so that they can be copied. */
const isCommand = (line: string): boolean => /^(?:Next|To send these fields once): /.test(line)

/** Of lines that hold no command. */
function widest(text: string): number {
  const lines = unpainted(text).split('\n')
  return Math.max(...lines.filter((line) => !isCommand(line)).map(widthOf))
}

function commandsIn(text: string): readonly string[] {
  return unpainted(text).split('\n').filter(isCommand)
}

/** Without blanks and line breaks, so that only what is said counts. */
function said(text: string): string {
  return unpainted(text).replaceAll(/\s/g, '')
}

const widths = [10, 11, 20, 40, 60, 80, 100, 120, 200, 300]

describe.each(Object.entries<Account>(accounts).filter(([name]) => name !== 'huge'))('%s', (_, account) => {
  test.each(widths)('fits %i columns, and nothing is lost', (columns) => {
    const text = accountText(account, { style: terminal(columns) })
    const painted = accountText(account, { style: terminal(columns, { color: 'yes' }) })
    expect(widest(text)).toBeLessThanOrEqual(columns)
    expect(unpainted(painted)).toBe(text)
    const piped = accountText(account, { style: { ...plain, columns } })
    expect(said(text)).toBe(said(piped))
    expect(commandsIn(text)).toEqual(commandsIn(piped))
  })

  test('is plain ASCII where the terminal knows no more', () => {
    const text = accountText(account, { style: terminal(80, { unicode: 'no' }) })
    expect(text).toMatch(/^[\n -~]*$/)
    expect(widest(text)).toBeLessThanOrEqual(80)
  })
})

test('each of its lines fits, whatever an apply has to tell', () => {
  for (const result of accounts.failures.result?.results ?? [])
    for (const columns of widths)
      expect(widest(stepText(outcomeStep(result), 10, terminal(columns)))).toBeLessThanOrEqual(columns)
})

test('a step that is wrapped hangs under its name', () => {
  const step = { sign: '+', label: 'created', name: 'integration a', text: 'one two three four' } as const
  expect(stepText(step, 13, terminal(32))).toBe('created  integration a  one two\n         three four')
})

test('emoji and East Asian characters take two columns', () => {
  expect(['🚀', '✅', '⚡', '🪣', '漢', 'é', 'ß'].map(widthOf)).toEqual([2, 2, 2, 2, 2, 1, 1])
})

test('what is piped is not wrapped', () => {
  const text = accountText(accounts.unreadable, { style: { ...plain, columns: 20 } })
  expect(widest(text)).toBeGreaterThan(150)
})

test('words are kept whole, and hang under where they began', () => {
  expect(laid('  ~ name  one two three four five six', 10, terminal(30))).toEqual([
    '  ~ name  one two three four',
    '          five six',
  ])
  expect(laidOut('a note that is longer\nshort', terminal(12))).toBe('a note that\n  is longer\nshort')
})

test('a word that is longer than the rest of an indented line begins the next one', () => {
  expect(laid('       abcdefghij', 2, terminal(12))).toEqual(['    ', '  abcdefghij'])
})

test.each([
  [40, ['~ heading  place']],
  [16, ['~ heading  place']],
  [15, ['~ heading', '    place']],
  [200, [`~ heading${' '.repeat(69)}place`]],
])('a place in %i columns', (columns, lines) => {
  expect(placed('~ ', 'heading', 'place', terminal(columns))).toEqual(lines)
})

test('a place that just fits, beside a heading of wide characters', () => {
  const place = 'p'.repeat(49)
  const of = (columns: number) => placed('~ ', '日本語!', place, terminal(columns))
  expect([of(60), of(59)]).toEqual([[`~ 日本語!  ${place}`], ['~ 日本語!', `    ${place}`]])
})

test.each<[Value, string]>([
  ['', '""'],
  [' a', '" a"'],
  ['1.5', '"1.5"'],
  [{}, '{}'],
  [{ a: {}, b: { c: [{}] } }, 'a {}, b { c [{}] }'],
  [Secret.of('x', 'env:\n'), String.raw`(secret env:\n)`],
])('%j on one line', (value, text) => {
  expect(inline(value)).toBe(text)
})

test('a text is cut at its limit, never within a character', () => {
  expect(['abcd', 'ab😀'].map((text) => cutText(text, 4))).toEqual(['abcd', 'ab😀'])
  expect(cutText('ab😀d', 3)).toBe('ab… (5 characters)')
})

test('long texts are compared by line, with what is special beside the path; what matches stays on one line', () => {
  const long = `a\n${'x'.repeat(9)}`
  const lines = [
    { sign: '~', path: 'text', before: long, after: 'a\nb', mark: 'shared' },
    { sign: '+', path: 'new', before: 'a', after: 'b\nc' },
    { sign: '=', path: 'same', after: long },
  ] as const
  const text = linesFor(lines, plain, 'usual').map((line) => line.trimEnd())
  expect(text).toEqual([
    '    ~ text  (shared)',
    '          a',
    '        - xxxxxxxxx',
    '        + b',
    '    + new',
    '        - a',
    '        + b',
    '        + c',
    String.raw`    = same  "a\nxxxxxxxxx"`,
  ])
  const wide = { a: 'x'.repeat(50), b: 'y'.repeat(50) }
  expect(linesFor([{ sign: '+', path: 'map', after: wide, mark: 'drift' }], plain, 'usual')).toEqual([
    `    + map.a  ${wide.a}  (drift)`,
    `    + map.b  ${wide.b}  (drift)`,
  ])
  const more = [
    { sign: '~', path: 'ends', before: '0\na\nb\nc\nd\ne\n1', after: `2\na\nb\nc\nd\ne\n${'y'.repeat(301)}` },
    { sign: '~', path: 'p'.repeat(40), before: 'a\n', after: {} },
    { sign: '+', path: 'map', after: {} },
  ] as const
  const narrow = linesFor(more, { ...plain, columns: 20, diff: true }, 'usual').map((line) => line.trimEnd())
  expect(narrow).toEqual([
    '!     ends',
    '-         0',
    '+         2',
    ...['a', 'b'].map((each) => `          ${each}`),
    '        ...',
    ...['d', 'e'].map((each) => `          ${each}`),
    '-         1',
    `+         ${'y'.repeat(300)}… (301 characters)`,
    `!     ${'p'.repeat(40)}`,
    '-         a',
    '+         {}',
    `+     ${'map'.padEnd(36)}  {}`,
  ])
})

test('a command that a reader may copy stays whole', () => {
  expect(laidOut('Next: belfry plan --out plan.json', terminal(12))).toBe('Next: belfry plan --out plan.json')
  const painted = '\u001B[2mNext: belfry plan --out plan.json\u001B[22m'
  expect(laidOut(painted, terminal(12))).toBe(painted)
})

test('cells are counted, not characters', () => {
  expect(laid('日本語日本語', 0, terminal(10))).toEqual(['日本語日本', '語'])
  expect(laid('👩👩👩👩👩👩', 0, terminal(10))).toEqual(['👩👩👩👩👩', '👩'])
  expect(widthOf('日\u115F\u1160')).toBe(5)
  expect(laid('e\u0301'.repeat(12), 0, terminal(10))).toEqual(['e\u0301'.repeat(10), 'e\u0301'.repeat(2)])
})

test('a painted line that begins with blanks keeps them, and so do its continuation lines', () => {
  const line = `${paint({ ...plain, color: 'yes' }, 'dim', '     |')} aaa bbb ccc ddd eee fff ggg hhh`
  expect(unpainted(laidOut(line, terminal(32, { color: 'yes' })))).toBe(
    '     | aaa bbb ccc ddd eee fff\n       ggg hhh',
  )
})

test('whatever the line, it fits and nothing is lost', () => {
  assert(
    property(
      string({ unit: constantFrom('a', 'b', ' ', 'ü', '日', '👩', 'e\u0301', '\u001B[31m', '\u001B[39m') }),
      integer({ min: 10, max: 60 }),
      integer({ min: 0, max: 40 }),
      (line, columns, hang) => {
        const lines = laid(line, hang, terminal(columns))
        for (const each of lines) expect(widthOf(unpainted(each))).toBeLessThanOrEqual(columns)
        expect(said(lines.join('\n'))).toBe(said(line))
      },
    ),
  )
})

test('--summary: how many changes each target has', () => {
  const { plan } = accounts['three targets']
  expect(planText(plan, plain, { extent: 'summary' }))
    .toBe(`after this plan, chat is degraded in Production: only notifications that match conditions or rules are certain to be sent (slack-ops)

Organisation   http://127.0.0.1:4111   1 to create, 1 to update
Development    http://127.0.0.1:4111   1 to update, no integrations declared or read
Staging        http://127.0.0.1:4111   waiting: environment Staging is not in the service yet and has no API key, 3 waiting
Production     http://127.0.0.1:4111   1 to create, 2 to update, 1 to set primary, 1 to deactivate, 1 unchanged, 1 unmanaged, 1 missing

Plan: 2 to create, 4 to update, 1 to set primary, 1 to deactivate, 1 unchanged, 1 unmanaged, 1 missing, 3 waiting, no integrations of Development declared or read.
8 writes · 5 reads, 0 ms
1 resource has fields that can't be compared and are not sent
To send these fields once: belfry apply --resend integration/twilio-sms
With "unreadable: always" in the project file, each apply sends these fields. With "unreadable: ledger", apply sends these fields only if their values changed since the last apply.
`)
})

test('names of targets are padded to their width', () => {
  const sections = ['東京', 'Tokyo-2'].map((target) => sectionWith({ target }))
  const text = planText({ ...accounts['three targets'].plan, sections }, plain, { extent: 'summary' })
  const columns = text.match(/^.+(?=https:)/gm)?.map(widthOf)
  expect(columns).toEqual([columns?.[0], columns?.[0]])
})

test('--full: the call, what matches, and values to their end', () => {
  const long = 'x'.repeat(3000)
  const position = { file: 'manifests/email.yaml', line: 4, column: 1, length: 1 }
  const change = changeOf({
    name: 'ses-eu',
    position,
    call: { operation: { id: 'x', method: 'PUT', path: '/v1/x/{id}' }, parameters: { id: 'ses-eu' } },
    differences: [{ path: ['name'], answer: 'different', before: 'SES', after: long }],
  })
  const section = sectionWith({
    changes: [change, changeOf({ name: 'ses-eu', action: 'set-primary' })],
    resources: 2,
    unchanged: 1,
    same: [
      { kind: 'integration', name: 'ses-eu', position, fields: { active: true } },
      { kind: 'integration', name: 'sendgrid', position, fields: { active: true } },
      { kind: 'subscriber', name: 'ses-eu', position, fields: { email: 'a@acme.example' } },
    ],
  })
  const plan = { ...accounts.empty.plan, sections: [section] }
  const [usual, full] = [planText(plan, plain), planText(plan, plain, { extent: 'full' })]
  expect(usual).toContain(`name  SES → ${'x'.repeat(2000)}… (3000 characters)\n`)
  expect(usual).not.toContain('sendgrid')
  const idle = { ...plan, sections: [{ ...section, changes: [] }] }
  expect(planText(idle, plain)).not.toMatch(/^Production$/m)
  const compared = { from: 'A', to: 'B', by: 'declared' } as const
  expect(planText({ ...plan, live: 'declared', compared }, plain)).toMatch(
    /\nCompared: 1 to update, 1 to set primary, 1 unchanged.\n2 changes, 0 on purpose.\n$/,
  )
  expect(full).toContain(`      PUT /v1/x/ses-eu
    ~ name    SES → ${long}
    = active  true
^ integration ses-eu`)
  expect(full).toContain('\n= integration sendgrid')
  expect(full).toContain('\n= subscriber ses-eu ')
})

test('identical changes are one, but for --full', () => {
  const { plan } = accounts['branch and drift']
  const of = (extent: Extent): string => planText(plan, plain, { extent })
  expect(of('usual')).toContain('~ 8 subscribers ')
  expect(of('usual')).not.toContain('reader-8')
  const [section] = plan.sections as [Section]
  const five = { ...plan, sections: [{ ...section, changes: section.changes.slice(0, 7) }] }
  expect(planText(five, plain)).toMatch(/reader-5 *$/m)
  expect(of('full')).not.toContain('8 subscribers')
  expect(of('full')).toMatch(
    /^~ subscriber reader-8 .*\n.*\n {4}~ timezone {2}Europe\/Paris → Europe\/Berlin$/m,
  )
  const since =
    'Since 3f2c1e0d9b8a (merge base of HEAD and origin/main): 9 changed by this branch (1 also undoes drift), 2 undo drift.'
  for (const extent of ['summary', 'usual', 'full'] as const) expect(of(extent)).toContain(since)
})

test('a command without --full names no such option', () => {
  const { plan } = accounts['branch and drift']
  const unmanaged = ['a', 'b', 'c', 'd'].map((name): Note => ({
    sort: 'unmanaged',
    kind: 'integration',
    name,
  }))
  const sections = plan.sections.map((section) => ({ ...section, notes: [...section.notes, ...unmanaged] }))
  const result = {
    from: 'A',
    to: 'B',
    files: ['a.yaml'],
    changes: [],
    variables: [],
    left: [],
    isWritten: false,
  }
  const account = { command: 'promote', result: { ...result, plan: { ...plan, sections } } } as const
  expect(planText(account.result.plan, plain)).toContain('--full')
  expect(resultText(account, plain)).toContain('~ 8 subscribers ')
  expect(resultText(account, plain)).not.toContain('--full')
})

test("long values that differ late don't look the same", () => {
  const [was, is] = ['x'.repeat(5000), `${'x'.repeat(4990)}yyyyyyyyyy`]
  const change = changeOf({
    name: 'ses-eu',
    action: 'update',
    differences: [{ path: ['name'], answer: 'different', before: was, after: is }],
  })
  const plan = { ...accounts.empty.plan, sections: [sectionWith({ changes: [change], resources: 1 })] }
  expect(planText(plan, plain)).toContain(`    ~ name  …${'x'.repeat(30)} → …${'x'.repeat(20)}yyyyyyyyyy\n`)
})

test('aligns the API keys of a sandbox after names of any width', () => {
  const environments = [
    { name: '本番', apiKey: 'one' },
    { name: 'Dev\u200B', apiKey: 'two' },
  ]
  const text = resultText({ command: 'sandbox', result: { url: 'http://127.0.0.1:4111', environments } } as unknown as Parameters<typeof resultText>[0], plain) // prettier-ignore
  expect(text).toContain('\n  本番         one\n  Dev\\u{200b}  two\n')
})
