// Whatever anybody writes into a manifest or a service, Markdown of it can only be read: a parser is the judge.
import { array, assert, constantFrom, oneof, property, string } from 'fast-check'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { describe, expect, test } from 'vitest'
import { notesFrom } from '../../../src/core/plan/plan-json.ts'
import type { Cause } from '../../../src/core/plan/shapes.ts'
import type { Change } from '../../../src/core/plan/change.ts'
import type { Problem } from '../../../src/core/problem.ts'
import type { Account } from '../../../src/report/account.ts'
import { fenced } from '../../../src/report/markdown/escape.ts'
import { markdown } from '../../../src/report/markdown/markdown.ts'
import { prose } from '../../../src/report/markdown/escape.ts'
import { runsOf } from '../../support/laws/runs.ts'
import { seedOf } from '../../support/seed.ts'
import { accounts, hostileTexts } from '../../support/sample-accounts.ts'
import { changeOf, sectionWith } from '../../support/sketched-change.ts'

const context = {
  source: { base: 'https://git.acme.example/acme/app/blob/3f2c1e0d9b8a7f6e/', folder: '' },
  run: 'https://git.acme.example/acme/app/actions/runs/42',
  reports: { html: 'plan.html' },
}

/** Every text of the checkout too. */
const contextWith = (text: string) => ({
  ...context,
  checkout: { project: text, branch: text, commit: text },
})

interface Node {
  readonly type: string
  readonly value?: string
  readonly url?: string
  readonly lang?: string | null | undefined
  readonly children?: readonly Node[]
}

/** Several tests look at the same text, and to read it takes long. */
let latest: { readonly text: string; readonly nodes: readonly Node[] } | undefined

function nodesOf(text: string): readonly Node[] {
  if (latest?.text !== text) latest = { text, nodes: readNodes(text) }
  return latest.nodes
}

function readNodes(text: string): readonly Node[] {
  const tree: Node = fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })
  const walk = (node: Node): Node[] => [node, ...(node.children ?? []).flatMap(walk)]
  return walk(tree)
}

/** A heading holds text as it is, and what would act as code. */
const ownHtml =
  /^(?:<!-- belfry:[a-z]+(?: [\w./%-]+)? -->|<br>|<\/?(?:details|summary)>|<details>\n<summary>(?:[^<>&`@#]+|<code>[^<>]*<\/code>)+<\/summary>)$/u

/** What GitHub or GitLab would turn into a mention, a reference, a link or an emoji, outside of code. */
const acting =
  /(?<!\w)[@#!$%&~^*]\w|\w#\d|\bgh-\d|https?:|www\.|\w@\w|(?<![\da-f])[\da-f]{7,40}(?![\da-f])|:\w+:|[<>`|\\]|\p{Cc}|\p{Cf}/iu

/** Everything in it that would act. */
function actingIn(text: string): readonly unknown[] {
  return nodesOf(text).filter(({ type, value = '', url = '' }) => {
    if (type === 'html') return !ownHtml.test(value)
    if (type === 'link') return !url.startsWith(context.source.base) && url !== context.run
    if (type === 'text')
      return acting.test(
        value.replace(/^\[!(?:NOTE|WARNING|CAUTION|IMPORTANT)\]\s*/, '').replaceAll('\n', ' '),
      )
    return [
      'image',
      'imageReference',
      'linkReference',
      'definition',
      'footnoteDefinition',
      'footnoteReference',
      'emphasis',
      'delete',
      'thematicBreak',
    ].includes(type)
  })
}

/** The blocks and their sizes, which no text may change. */
function shapeOf(text: string): readonly unknown[] {
  return nodesOf(text)
    .filter(({ type }) =>
      ['heading', 'table', 'tableRow', 'code', 'blockquote', 'list', 'listItem', 'html'].includes(type),
    )
    .map(({ type, children = [], lang }) => ({
      type,
      ...(type === 'tableRow' && { cells: children.length }),
      ...(type === 'code' && { lang }),
    }))
}

test.each(Object.entries<Account>(accounts))('nothing acts in %s, and it fits', (_, account) => {
  const text = markdown(account, context)
  expect(actingIn(text)).toEqual([])
  expect(text.length).toBeLessThanOrEqual(60_000)
  expect(nodesOf(text).filter(({ type }) => type === 'link').length).toBeGreaterThanOrEqual(0)
})

test('the judge sees what acts', () => {
  for (const text of [
    '@acme/ops',
    'see #12',
    'GH-1',
    '<b>',
    '![x](y)',
    '[x](y)',
    'https://evil.example',
    'a@b.example',
    'deadbeef1',
    ':smile:',
  ])
    expect(actingIn(`A plan says ${text} here`)).not.toEqual([])
})

function accountWith(text: string): Account {
  const place = { file: text, line: 3, column: 1, length: 1 }
  const note = { kind: 'integration', name: text, position: place }
  const change = changeOf({
    name: text,
    part: text,
    target: text,
    action: 'update',
    summary: text,
    position: place,
    sideEffects: [text],
    differences: [
      { path: ['data', text], answer: 'different', before: text, after: `x${text}` },
      { path: ['note'], answer: 'different', before: `${text}\n${text}`, after: `\n${text}\n` },
    ],
  })
  const plan = {
    sections: [
      sectionWith({
        target: text,
        url: text,
        resources: 2,
        waitsFor: text,
        changes: [change],
        notes: notesFrom({
          missing: [note],
          unmanaged: [{ kind: text, name: text }],
          waiting: [note],
          duplicates: [{ ...note, ids: [text, text] }],
          unreadable: [{ ...note, paths: [text], wanted: [] }],
          pruned: [{ ...note, path: text, count: 2 }],
        }),
      }),
    ],
    problems: [],
    requests: { reads: 1, writes: 0, milliseconds: 1 },
  }
  const problem = { rule: text, message: text, hint: text, target: text, position: place } as const
  return {
    command: 'apply',
    exit: 5,
    problems: [
      { ...problem, severity: 'error' },
      { ...problem, severity: 'warning' },
    ],
    result: {
      plans: [plan],
      results: [
        {
          change,
          milliseconds: 3,
          outcome: {
            status: 'failed',
            reason: text,
            hint: text,
            fields: [{ path: text, message: text, position: place }],
          },
        },
      ],
      problems: [],
      waiting: [{ target: text, steps: [text] }],
      keyed: [{ target: text, apiKeyFrom: text }],
      requests: { reads: 1, writes: 1, milliseconds: 1 },
    },
  }
}

/** With changes of every cause, and some that are alike. */
function planWith(text: string): Account {
  const account = accountWith(text)
  const plan = account.command === 'apply' ? account.result?.plans[0] : undefined
  const display = (['branch', 'drift', 'both', 'drift'] as const).map((cause) => ({
    sign: '~' as const,
    path: text,
    before: text,
    after: `x${text}`,
    cause,
  }))
  const changes = (['both', 'drift', 'drift', 'drift'] as const).map((cause) =>
    changeOf({
      name: text,
      target: text,
      action: 'update',
      cause,
      differences: [{ path: [text], answer: 'different', before: text, after: `x${text}`, display }],
    }),
  )
  return {
    command: 'show',
    exit: 4,
    // So many that they are folded by rule.
    problems: [
      ...account.problems,
      ...Array.from({ length: 4 }, (): Problem => ({ rule: text, severity: 'warning', message: text })),
    ],
    next: [`belfry apply ${text}`, `belfry plan ${text}`],
    origin: { belfry: text, madeAt: text, commit: text, secrets: 'compared' },
    ...(plan && {
      plan: {
        ...plan,
        declaredSince: { base: text, changes: [] },
        sections: plan.sections.map((section) => ({
          ...section,
          changes: [...section.changes, ...changes],
        })),
      },
    }),
  }
}

/** Pieces of Markdown and of its site's own language, and whatever else a text may hold. */
const hostileText = array(
  oneof(
    constantFrom(...hostileTexts),
    constantFrom(
      ...'`|\\<>[]()!@#*_~-+=:;&$%^{}"\'/.,? \n\r\t'.split(''),
      '```',
      '~~~',
      '---',
      '1.',
      'word',
      'GH-1',
      '<!--',
      '-->',
      '\\|',
      '`\\',
      '&lt;',
      '&#64;x',
      '](',
    ),
    string({ maxLength: 8, unit: 'binary' }),
  ),
  { minLength: 1, maxLength: 6 },
).map((parts) => parts.join(''))

describe('whatever the text', () => {
  const shapes = [accountWith, planWith].map((make) => shapeOf(markdown(make('word'), contextWith('word'))))

  test('nothing acts, and no block is added or taken away', () => {
    assert(
      property(hostileText, (text) => {
        for (const [index, make] of [accountWith, planWith].entries()) {
          const made = markdown(make(text), contextWith(text))
          expect(actingIn(made)).toEqual([])
          expect(shapeOf(made)).toEqual(shapes[index])
        }
      }),
      { numRuns: runsOf({ full: 300 }), seed: seedOf('markdown', 'BELFRY_LAWS_SEED') },
    )
  })
})

test('a text of megabytes leaves room for the rest', () => {
  const long = 'x@y `'.repeat(400_000)
  const made = markdown(planWith(long), contextWith(long))
  expect(made.length).toBeLessThanOrEqual(60_000)
  expect(shapeOf(made)).toEqual(shapeOf(markdown(planWith('word'), contextWith('word'))))
})

test('no line ends a block of code', () => {
  const [block, ...others] = nodesOf(fenced('diff', ['+ a', '```', '````', '~~~', '<b>@x</b>'])).slice(1)
  expect([block?.type, block?.value, others]).toEqual(['code', '+ a\n```\n````\n~~~\n<b>@x</b>', []])
})

test('what is left out is counted, the gravest comes in', () => {
  const { huge } = accounts
  const [section] = huge.plan.sections
  if (section === undefined) throw new Error('the sample has no section')
  const off = changeOf({
    name: 'the-one-that-goes',
    action: 'update',
    before: { active: true },
    after: { active: false },
    differences: [{ path: ['active'], answer: 'different', before: true, after: false }],
  })
  const plan = { ...huge.plan, sections: [{ ...section, changes: [...section.changes, off] }] }
  const text = markdown({ ...huge, plan }, context)
  expect(text).toMatch(/^- integration the-one-that-goes .*\n! {5}active {2}true → false$/m)
  const shown = text.match(/^[!+-] (?:integration|subscriber) /gm)?.length ?? 0
  const left = /These parts are left out, because the size of a comment is limited: (\d+) changes/.exec(text)
  expect(shown + Number(left?.[1])).toBe(3001)
  expect(text).toContain(
    'The full report is in `plan.html` of [this run](https://git.acme.example/acme/app/actions/runs/42).',
  )
})

test.each([
  ['Write `manifests: [FOLDER]` in it, or `to`.', 'Write `manifests: [FOLDER]` in it, or `to`.'],
  ['a `b` (`c d`), e', 'a `b` (`c d`), e'],
  ['a `b`c `d e', 'a `` `b`c `` `` `d `` e'],
  ['run `belfry diff --base origin/main`, then', 'run `belfry diff --base origin/main`, then'],
  ['`` ` `a``b` c', '``` `` ``` `` ` `` ``` `a``b` ``` c'],
])('what a sentence has between backticks is one piece of code: %s', (text, expected) => {
  expect(prose(text)).toBe(expected)
})

test.each([
  'To see the errors, run belfry diff --base origin/main.',
  'ses2 and "mail-eu" of manifests/a.yaml:3, 90% (of 10,000), 2 → 3, x_y, limits.deactivate',
  "subscriber user-0001's app-update: +49…00, --only x, 2026-09",
])('names, numbers, paths and commands are words like others: %s', (text) => {
  expect(prose(text)).toBe(text)
  expect(actingIn(text)).toEqual([])
})

test.each([
  '@acme',
  'a@b.example',
  '#12',
  'GH-1',
  'OPS-12',
  'deadbee',
  'https://x',
  'www.x',
  '_x_',
  '$x$',
  '~x',
  '%x',
])('what a site would act on is code: %s', (text) =>
  expect(prose(`see ${text} here`)).toBe(`see \`${text}\` here`),
)

test('punctuation after it is text', () => {
  expect(prose('(a@b.example), :b: and `c`.')).toBe('(`a@b.example`), `:b`: and `c`.')
})

test.each(['1. x', '- x', '+ x', '/close x', '= x'])('no line begins a block or a command: %s', (text) => {
  expect(prose(text)).toMatch(/^`\S+?`[.]? x$/)
})

test('a reviewer gets no command to run next', () => {
  for (const account of [accounts.unreadable, accounts.saved, accounts.difference, accounts['three targets']])
    expect(markdown(account, context)).not.toContain('Next:')
})

describe('where the whole report is', () => {
  const { run } = context
  const linked = `[this run](${run})`
  const again = 'For the full report, run the command again with `--report html=FILE`.'
  test.each([
    [
      { reports: { html: 'plan.html', json: 'plan.json' } },
      'The full report is in `plan.html` and `plan.json`.',
    ],
    // A widget and annotations aren't the report.
    [{ reports: { gitlab: 'counts.json', github: 'stderr' } }, again],
    [{ reports: { json: 'plan.json' }, run }, `The full report is in \`plan.json\` of ${linked}.`],
    [{ reports: {}, run, stdout: 'json' }, `The full report is in the log of ${linked}.`],
    [{ reports: {}, run, stdout: 'text', extent: 'full' }, `The full report is in the log of ${linked}.`],
    [{ reports: {}, run, stdout: 'text' }, `The log of ${linked} shows more. ${again}`],
    [{ reports: {}, run, stdout: 'markdown' }, again],
    [{ reports: {}, stdout: 'text' }, again],
  ] as const)('%j', (known, sentence) => {
    const [, said] =
      /^> These parts are left out, .*?: [\w, ]+\. (.*)$/m.exec(markdown(accounts.huge, known)) ?? []
    expect(said).toBe(sentence)
  })

  test('a value that is cut says so too', () => {
    const text = markdown(planWith('long '.repeat(200)), context)
    expect(text).not.toContain('left out')
    expect(text).toMatch(/^Long values are shortened in .*changes.*\. The full report is in/m)
    expect(markdown(accounts.unreadable, context)).not.toContain('shortened')
  })
})

describe('problems', () => {
  const { plan, ...account } = accounts.unreadable
  const shown = (rules: readonly string[]): string => {
    const problems = rules.map((rule, index) => ({
      rule: rule.replace('!', ''),
      severity: rule.endsWith('!') ? ('error' as const) : ('warning' as const),
      message: `message ${index}`,
    }))
    return markdown({ ...account, plan, problems }, context)
  }

  test('few warnings are open', () => {
    const text = shown(['no-primary', 'bad-email', 'no-primary'])
    expect(text).toContain('> [!WARNING]\n> - `no-primary`: message 0\n> - `bad-email`: message 1')
  })

  test('many are a line for each rule; errors are open, and first', () => {
    const text = shown(['no-primary', 'bad-email', 'no-primary', 'empty-file!', 'no-primary'])
    expect(text).toContain('> [!CAUTION]\n> - `empty-file`: message 3\n\n- **Production**')
    expect(text).toContain('\n\n<details>\n<summary>3 warnings <code>no-primary</code>: ')
    expect(text).toContain('</summary>\n\n- message 0\n- message 2\n- message 4\n\n</details>')
    expect(text).not.toContain('[!WARNING]\n> - `no-primary`')
    expect(text.indexOf('message 3')).toBeLessThan(text.indexOf('! subscriber ops-oncall'))
    expect(text.indexOf('message 4')).toBeGreaterThan(text.indexOf('! subscriber ops-oncall'))
  })

  test('those of files that the branch left as they were are folded, and counted', () => {
    const problem = (message: string, more: Partial<Problem> = {}): Problem => ({
      rule: 'no-primary',
      severity: 'warning',
      message,
      ...more,
    })
    const problems = [
      problem('of mine'),
      problem('of others', { isOld: true }),
      problem('of others too', { isOld: true }),
    ]
    const text = markdown({ ...account, plan, problems }, context)
    expect(text).toContain('> [!WARNING]\n> - `no-primary`: of mine\n\n')
    expect(text).toContain(
      "<summary>2 warnings in files that this branch doesn't change</summary>\n\n- `no-primary`: of others\n- `no-primary`: of others too\n",
    )
  })

  test('thousands of them keep no change out', () => {
    const text = shown(
      Array.from({ length: 5000 }, (_, index) => (index % 2 === 0 ? 'no-primary' : 'bad-email')),
    )
    expect(text).toContain('<summary>2500 warnings <code>no-primary</code>')
    expect(text).toContain('<summary>2500 warnings <code>bad-email</code>')
    expect(text).toContain('\n! subscriber ops-oncall ')
    expect(text).toMatch(
      /These parts are left out, because the size of a comment is limited: \d+ warnings\. The/,
    )
  })
})

const position = { file: 'manifests/people.yaml', line: 3, column: 1, length: 1 }

/** An update whose value is masked. */
function masked(name: string, value: string): Change {
  const display = [{ sign: '~', path: 'phone', before: value, after: value }] as const
  return zoned(name, '', {
    masked: ['phone'],
    differences: [{ path: ['phone'], answer: 'different', before: value, after: value, display }],
  })
}

/** With a base, if its changes have causes. */
function planOf(changes: readonly Change[]): Account {
  const { plan, ...account } = accounts.unreadable
  const sections = [sectionWith({ resources: 2, changes })]
  return {
    ...account,
    problems: [],
    plan: { ...plan, declaredSince: { base: 'main', changes: [] }, sections },
  }
}

/** A subscriber's update of one field. */
function zoned(name: string, after = 'Europe/Berlin', more: Partial<Change> = {}): Change {
  const before = 'Europe/Paris'
  return changeOf({
    kind: 'subscriber',
    action: 'update',
    differences: [{ path: ['timezone'], answer: 'different', before, after }],
    ...more,
    name,
  })
}

describe('the cause of changes', () => {
  const field = (path: string, cause: Cause) => ({
    sign: '~' as const,
    path,
    before: 'old',
    after: 'new',
    cause,
  })
  const both = zoned('user-2', '', {
    cause: 'both',
    differences: [
      {
        path: ['data'],
        answer: 'different',
        before: {},
        after: {},
        display: [field('data.own', 'branch'), field('data.drifted', 'drift'), field('data.changed', 'both')],
      },
    ],
  })

  test('what the branch changes and what an apply would undo are two parts, with counts', () => {
    const changes = [
      zoned('user-1', 'x', { cause: 'drift' }),
      both,
      zoned('user-3', 'y', { cause: 'branch' }),
    ]
    const text = markdown(planOf(changes), context)
    expect(text).toContain('### Plan: 2 changed by this branch (1 also undoes drift), 1 undoes drift\n')
    const [, ofBranch = '', drift = ''] = text.split(/^#### .*$/m)
    expect(text.match(/^#### .*$/gm)).toEqual([
      '#### Changed by this branch (2)',
      '#### Drift that apply would undo (1)',
    ])
    expect([ofBranch.includes('subscriber user-2 '), ofBranch.includes('subscriber user-3 ')]).toEqual([
      true,
      true,
    ])
    expect(drift).toContain('subscriber user-1 ')
    expect(ofBranch).not.toContain('subscriber user-1 ')
  })

  test('what the branch changes is above drift of all targets, and notes and warnings are below', () => {
    const base = planOf([])
    if (base.command !== 'plan' || base.plan === undefined) throw new Error('the sample has no plan')
    const sectionOf = (target: string) =>
      sectionWith({
        target,
        resources: 2,
        changes: [
          zoned(`drifted-${target}`, 'x', { cause: 'drift', target }),
          zoned(`own-${target}`, 'y', { cause: 'branch', target, sideEffects: ['old stops being primary'] }),
        ],
        notes: notesFrom({ pruned: [{ kind: 'subscriber', name: 'z', position, path: 'data', count: 2 }] }),
      })
    const problems = [
      { rule: 'no-primary', severity: 'warning' as const, message: 'no primary here' },
      { rule: 'too-many', severity: 'error' as const, message: 'not allowed' },
    ]
    const sections = [sectionOf('Development'), sectionOf('Production')]
    const text = markdown({ ...base, problems, plan: { ...base.plan, sections } }, context)
    const marks = [
      'not allowed',
      '#### Changed by this branch (2)',
      '##### Development',
      'subscriber own-Development ',
      'old stops being primary',
      '##### Production',
      'subscriber own-Production ',
      '#### Drift that apply would undo (2)',
      'subscriber drifted-Development ',
      'subscriber drifted-Production ',
      '#### Notes: Development',
      '#### Notes: Production',
      'no primary here',
    ]
    const places = marks.map((mark) => text.indexOf(mark))
    expect(places).toEqual(places.toSorted((one, other) => one - other))
    expect(places.filter((place) => place < 0)).toEqual([])
  })

  test('what is sent again, without a cause, is counted too: all counts add up to the changes', () => {
    const changes = [
      zoned('user-1', 'x', { cause: 'drift' }),
      zoned('user-2', 'y', { cause: 'branch' }),
      zoned('user-3', 'z'),
    ]
    expect(markdown(planOf(changes), context)).toContain(
      '### Plan: 1 changed by this branch, 1 undoes drift, 1 sent again\n',
    )
  })

  test('neither part keeps the other out, however many changes it has', () => {
    const many = (cause: Cause, length: number): Change[] =>
      Array.from({ length }, (_, index) => zoned(`of-${cause}-${index}`, `Zone/${index}`, { cause }))
    for (const [own, drift] of [
      [9000, 2],
      [2, 9000],
    ] as const) {
      const text = markdown(planOf([...many('branch', own), ...many('drift', drift)]), context)
      expect(text).toContain('subscriber of-branch-1 ')
      expect(text).toContain('subscriber of-drift-1 ')
    }
  })

  test('a change that is both says of each field which it is', () => {
    const text = markdown(planOf([both]), context)
    expect(text).toContain(
      [
        '!     data.own      old → new',
        '!     data.drifted  old → new  (drift)',
        '!     data.changed  old → new  (also drift)',
      ].join('\n'),
    )
  })
})

describe('changes that are alike', () => {
  const headsIn = (text: string): readonly string[] => text.match(/^! .*subscriber.*$/gm) ?? []
  /** Ten in a line. */
  const namesIn = (text: string): readonly string[] =>
    (text.match(/^ {6}user-\d+(?:, user-\d+){0,9}$/gm) ?? []).flatMap((line) => line.trim().split(', '))

  test('are one, with all names', () => {
    const changes = Array.from({ length: 295 }, (_, index) => zoned(`user-${index}`))
    const text = markdown(planOf([zoned('other', 'Europe/Rome'), ...changes]), context)
    const [first, second, ...others] = headsIn(text)
    expect(first).toContain('subscriber other ')
    expect(second).toMatch(/^! 295 subscribers .* and 294 more$/)
    expect(namesIn(text)).toEqual(changes.map(({ name }) => name))
    expect(text.match(/^! {5}timezone {2}Europe\/Paris → Europe\/Berlin$/gm)).toHaveLength(1)
    expect(others).toEqual([])
    expect(text).not.toContain('shortened')
  })

  test('masked values are no difference: ten thousand of a field are one', () => {
    const changes = Array.from({ length: 10_000 }, (_, index) =>
      masked(`user-${index}`, `+49…${index % 100}`),
    )
    const text = markdown(planOf(changes), context)
    const [head, ...others] = headsIn(text)
    expect(head).toContain('10,000 subscribers')
    expect(text).toContain('!     phone  *** → ***')
    expect(others).toEqual([])
    expect(text).not.toContain('+49')
    // Few are shown as they are.
    expect(headsIn(markdown(planOf(changes.slice(0, 2)), context))).toHaveLength(2)
  })

  test('so many that their names have no room: the others are counted, and it says where they are', () => {
    const changes = Array.from({ length: 10_000 }, (_, index) => zoned(`user-${index}`))
    const text = markdown(planOf(changes), context)
    expect(namesIn(text)).toHaveLength(300)
    expect(text).toContain('user-299\n      … (9700 more names)\n!     timezone  ')
    expect(text).toMatch(/^Long values are shortened in 10000 changes\. The full report is in `plan\.html`/m)
  })

  test('many groups fit, and what is left out is counted by change', () => {
    const changes = Array.from({ length: 9000 }, (_, index) =>
      zoned(`${'long-name-'.repeat(10)}${index}`, `Zone/${Math.floor(index / 10)}`),
    )
    const text = markdown(planOf(changes), context)
    expect(text.length).toBeLessThanOrEqual(60_000)
    const heads = headsIn(text)
    expect(heads.every((each) => each.includes('10 subscribers'))).toBe(true)
    expect(text).toContain(`limited: ${9000 - heads.length * 10} changes.`)
  })
})

test('the header names project, branch and commit, but not of a saved plan', () => {
  const checkout = { project: 'infra/belfry.yaml', branch: 'a`b', commit: '0123456789abcdef' }
  expect(markdown(accounts.empty, { ...context, checkout })).toBe(
    '<!-- belfry:plan -->\n\n**No changes, 5 resources match.**\n\nproject `infra/belfry.yaml`, branch ``a`b``, commit `0123456789ab`\n',
  )
  expect(markdown(accounts.saved, { ...context, checkout })).not.toContain('branch')
})

test('of many lines, all are folded away', () => {
  const changes = Array.from({ length: 150 }, (_, index) => zoned(`user-${index}`, `Zone/${index}`))
  const summary = '<details>\n<summary>Changes</summary>\n\n```diff\n! subscriber user-0 '
  expect(markdown(planOf(changes), context)).toContain(summary)
  expect(markdown(planOf(changes.slice(0, 90)), context)).not.toContain('<summary>')
})

test('a text of several lines is shown line by line', () => {
  const lines = '!     timezone\n-         Europe/Paris\n+         b\n+         c\n'
  expect(markdown(planOf([zoned('user-1', 'b\nc')]), context)).toContain(lines)
})

test('one line where nothing changes, and nothing else is to be told', () => {
  expect(markdown(accounts.empty, context)).toBe(
    '<!-- belfry:plan -->\n\n**No changes, 5 resources match.**\n',
  )
  expect(markdown({ ...accounts.empty, problems: accounts.invalid.problems }, context)).toContain(
    '[!CAUTION]',
  )
  expect(markdown(accounts.unreadable, context)).toContain("fields that can't be compared")
})

test.each([
  ['eu-west/', 'eu-west/'],
  ['eu_west/', 'eu_west/'],
  ['eu west/', 'eu%20west/'],
  ['a---b/', 'a%2D%2D-b/'],
  ['--> München/', '%2D-%3E%20M%C3%BCnchen/'],
])('the marker of the folder %s', (folder, shown) => {
  const text = markdown(accounts.empty, { ...context, source: { ...context.source, folder } })
  expect(text.split('\n')[0]).toBe(`<!-- belfry:plan ${shown} -->`)
})

test('no links where no site is known, and none out of the repository', () => {
  const links = (text: string): readonly Node[] => nodesOf(text).filter(({ type }) => type === 'link')
  const of = (file: string): Account => ({
    ...accounts.empty,
    problems: [{ rule: 'x', severity: 'error', message: 'y', position: { ...position, file, line: 1 } }],
  })
  expect(links(markdown(of('manifests/a.yaml'), { reports: {} }))).toEqual([])
  const inFolder = { ...context, source: { ...context.source, folder: 'infra/prod/' } }
  expect(links(markdown(of('../../elsewhere.yaml'), context))).toEqual([])
  expect(links(markdown(of('../../elsewhere.yaml'), inFolder))).toMatchObject([
    { url: `${context.source.base}elsewhere.yaml#L1` },
  ])
  expect(links(markdown(of('..data/a.yaml'), context))).toMatchObject([
    { url: `${context.source.base}..data/a.yaml#L1` },
  ])
})
