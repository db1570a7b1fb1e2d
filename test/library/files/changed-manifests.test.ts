// The diff of changed manifests: its work grows with the number of resources, and it is the diff of the whole texts, but that no
// hunk is about two resources.
import { join } from 'node:path'
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff'
import { expect, test } from 'vitest'
import { diffOf } from '../../../src/library/files/changed-manifests.ts'
import type { Loaded } from '../../../src/manifest/load-manifests.ts'
import { growthOf, linear } from '../../support/steps/steps.ts'

const growth = await growthOf(join(import.meta.dirname, 'manifests-work.ts'), 100)

test.each(Object.entries(growth))('%s take linear work', (_, times) => {
  expect(times).toBeLessThan(linear)
})

/** Resources begin on the lines with a dash. */
function loadedFrom(text: string): Loaded {
  const desired = text.split('\n').flatMap((line, index) =>
    line.includes('- ')
      ? { kind: 'integration', target: 'Production', name: line.split(/[-:{},\s]+/)[2], position: { file: 'mail.yaml', line: index + 1 } } // prettier-ignore
      : [],
  )
  const collected = new Map([['Production', { objects: desired.map((each) => ({ desired: each })) }]])
  return { written: () => ({ collected, sources: [], shown: () => '' }) } as unknown as Loaded
}

const blocks = 'list:\n  - id: a\n    name: A\n  - id: b\n    name: B\n  - id: c\n    name: C\n'
const rows = 'list:\n  - {id: a, name: A}\n  - {id: b, name: B}\n  - {id: c, name: C}\n'

test.each([
  ['nothing', blocks, blocks],
  ['values', blocks, blocks.replace('A', 'X').replace('C', 'Y')],
  ['a new line at the end of a resource', blocks, blocks.replace('name: B\n', 'name: B\n    active: true\n')],
  ['a resource that comes', blocks, blocks.replace('  - id: b', '  - id: new\n    name: N\n  - id: b')],
  ['a resource that goes', rows, rows.replace('  - {id: b, name: B}\n', '')],
  ['the end of the last line', blocks.trimEnd(), blocks.trimEnd().replace('C', 'X')],
  ['a line break at the end', rows.trimEnd(), rows],
  ['a new file', '', blocks],
])('%s', (_, before, after) => {
  const whole = createTwoFilesPatch('mail.yaml', 'mail.yaml', before, after, undefined, undefined, { headerOptions: FILE_HEADERS_ONLY, context: 0 }) // prettier-ignore
  expect(diffFrom(before, after)).toBe(whole)
})

test('adjacent lines of two resources', () => {
  const diff = diffFrom(rows, rows.replace('name: A', 'name: X').replace('name: B', 'name: Y'))
  expect(diff.split('\n').slice(2)).toEqual([
    '@@ -2,1 +2,1 @@',
    '-  - {id: a, name: A}',
    '+  - {id: a, name: X}',
    '@@ -3,1 +3,1 @@',
    '-  - {id: b, name: B}',
    '+  - {id: b, name: Y}',
    '',
  ])
})

function diffFrom(before: string, after: string): string {
  const [old, now] = [new Map([['mail.yaml', before]]), new Map([['mail.yaml', after]])]
  return diffOf(now, old, loadedFrom(before), loadedFrom(after))
}
