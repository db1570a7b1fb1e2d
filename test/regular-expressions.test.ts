// No regular expression of ours takes more than linear time, whatever text it is given: each is proven so, none is timed.
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseAst } from 'rolldown/parseAst'
import { analyse } from 'scslre'
import { expect, test } from 'vitest'

const source = resolve(import.meta.dirname, '../src')

interface Expression {
  readonly place: string
  readonly pattern: string
  readonly flags: string
}

/** Those that are put together at run time, from texts that nobody outside chooses. */
const madeOfConstants = [
  'core/secrets/readings.ts',
  'core/secrets/secret-forms.ts',
  'core/vendor.ts',
  'report/text/layout.ts',
]

const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => /\.(?:ts|js)$/.test(name))
  .sort()

type Node = Readonly<Record<string, unknown>>

/** What a source contains of the two sorts that the tests are about. */
interface Contents {
  readonly name: string
  readonly expressions: Expression[]
  isMaking: boolean
}

function visit(value: unknown, found: Contents): void {
  if (typeof value !== 'object' || value === null) return
  const { type, regex, callee } = value as Node
  const { pattern, flags } = (regex ?? {}) as { pattern?: string; flags?: string }
  if (type === 'Literal' && pattern !== undefined)
    found.expressions.push({ place: found.name, pattern, flags: flags ?? '' })
  if (type === 'NewExpression' || type === 'CallExpression')
    if ((callee as { name?: string } | undefined)?.name === 'RegExp') found.isMaking = true
  for (const part of Object.values(value)) visit(part, found)
}

function contentsOf(name: string): Contents {
  const lang = name.endsWith('.ts') ? 'ts' : 'js'
  const found: Contents = { name, expressions: [], isMaking: false }
  visit(parseAst(readFileSync(join(source, name), 'utf8'), { lang }, name), found)
  return found
}

function superLinear({ pattern, flags }: Pick<Expression, 'pattern' | 'flags'>): string[] {
  return analyse({ source: pattern, flags }).reports.map(({ type }) => type)
}

const contents = files.map(contentsOf)
const expressions = contents.flatMap((each) => each.expressions)

test('all are found', () => {
  expect(files.length).toBeGreaterThan(300)
  expect(expressions.length).toBeGreaterThan(150)
})

test.each([
  ['^(a+)+$', 'Self'],
  ['^a*a*$', 'Trade'],
  ['\\s+$', 'Move'],
])('what takes longer than the text is long is told: %s', (pattern, type) => {
  expect(superLinear({ pattern, flags: '' })).toContain(type)
})

test('each takes linear time', () => {
  const wrong = expressions.flatMap((each) =>
    superLinear(each).map((type) => `${each.place}: /${each.pattern}/${each.flags} (${type})`),
  )
  expect(wrong).toEqual([])
})

test('none is made of text that comes from outside', () => {
  const making = contents.filter(({ isMaking }) => isMaking).map(({ name }) => name)
  expect(making).toEqual(madeOfConstants)
})
