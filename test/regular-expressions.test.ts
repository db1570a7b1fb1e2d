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
const madeOfConstants: ReadonlySet<string> = new Set([
  'core/secrets/readings.ts',
  'core/secrets/secret-forms.ts',
  'core/vendor.ts',
  'kinds/form.ts',
  'report/text/layout.ts',
])

const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => /\.(?:ts|js)$/.test(name))
  .sort()

function* nodesIn(value: unknown): Generator<Readonly<Record<string, unknown>>> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield value as Readonly<Record<string, unknown>>
  for (const part of Object.values(value)) yield* nodesIn(part)
}

function treeOf(name: string): unknown {
  return parseAst(
    readFileSync(join(source, name), 'utf8'),
    { lang: name.endsWith('.ts') ? 'ts' : 'js' },
    name,
  )
}

function expressionsIn(name: string): Expression[] {
  return [...nodesIn(treeOf(name))].flatMap(({ type, regex }) => {
    const { pattern, flags } = (regex ?? {}) as { pattern?: string; flags?: string }
    return type === 'Literal' && pattern !== undefined ? [{ place: name, pattern, flags: flags ?? '' }] : []
  })
}

function superLinear({ pattern, flags }: Pick<Expression, 'pattern' | 'flags'>): string[] {
  return analyse({ source: pattern, flags }).reports.map(({ type }) => type)
}

const expressions = files.flatMap(expressionsIn)

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
  const making = files.filter((name) =>
    [...nodesIn(treeOf(name))].some(
      ({ type, callee }) =>
        (type === 'NewExpression' || type === 'CallExpression') &&
        (callee as { name?: string } | undefined)?.name === 'RegExp',
    ),
  )
  expect(making.filter((name) => !madeOfConstants.has(name))).toEqual([])
})
