// The topics of help: sections of the manual, and how their Markdown is printed.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { markdownText, sectionOf } from '../../src/cli/topic-text.ts'
import { topicNamed, topicNames } from '../../src/library/commands/topics.ts'

test.each(topicNames)('the page of the topic %s has its heading', (name) => {
  const { page, heading } = topicNamed(name)
  const markdown = readFileSync(new URL(`../../docs/${page}`, import.meta.url), 'utf8')
  expect(sectionOf(markdown, heading).length).toBeGreaterThan(500)
})

test('a section ends at the next heading of its level, and includes those below', () => {
  const markdown = '# P\n\n## A\n\none\n\n### B\n\ntwo\n\n## AB\n\nthree\n'
  expect(sectionOf(markdown, 'A')).toBe('## A\n\none\n\n### B\n\ntwo\n')
  expect(sectionOf(markdown, 'AB')).toBe('## AB\n\nthree\n')
  expect(sectionOf(markdown, 'B')).toBe('')
})

test.each([
  ['a heading', '### Rates', 'Rates\n'],
  [
    'a paragraph on several lines, with marks',
    'The **key** of `apply`\nis `${env:A_KEY}`; see [plans](guards.md#limits) and [keys](#keys).',
    'The key of apply is ${env:A_KEY}; see plans\n(docs/guards.md) and keys.\n',
  ],
  ['a link out of the manual', '[report it](../SECURITY.md)', 'report it (SECURITY.md)\n'],
  [
    'a list with a list in it',
    '- the first item of a list, which is longer than a line is\n  - the first item of a list that is inside of the other one\n- b',
    '- the first item of a list, which is longer than a line\n  is\n  - the first item of a list that is inside of the other\n    one\n- b\n',
  ],
  ['a block of code, with its blank lines', '```sh\na: 1\n\n  b  # `c`\n```', '  a: 1\n\n    b  # `c`\n'],
  ['a comment', 'a\n\n<!-- exit 3 -->\n\nb', 'a\n\nb\n'],
  [
    'a table',
    '| Option | Meaning |\n| --- | --- |\n| `--url <url>` | a \\| b, and more than fits on one line of it |\n| B | b |',
    '  Option       Meaning\n  --url <url>  a | b, and more than fits on one line of\n               it\n  B            b\n',
  ],
  [
    'a table of three columns',
    '| Code | Meaning | What to do |\n| --- | --- | --- |\n| 4 | Refused. | Read it. |',
    '  Code  Meaning, What to do\n  4     Refused. Read it.\n',
  ],
])('%s', (_, markdown, text) => {
  expect(markdownText(markdown, 56)).toBe(text)
})
