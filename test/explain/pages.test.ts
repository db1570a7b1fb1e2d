// The reference pages of the manual have everything that can be explained.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { commands } from '../../src/cli/program/reference.ts'
import { everyField, fieldRoots } from '../../src/explain/fields/all-fields.ts'
import { explainedProviders } from '../../src/explain/explained-providers.ts'
import { explainedExits, explainedRules } from '../../src/explain/rules.ts'

function pageOf(name: string): string {
  return readFileSync(new URL(`../../docs/reference/${name}`, import.meta.url), 'utf8')
}

/** The cells of a table's first column. */
function firstCells(page: string): ReadonlySet<string> {
  return new Set([...page.matchAll(/^\| `([^`]+)`/gm)].map(([, cell = '']) => cell))
}

const names = readdirSync(new URL('../../docs/reference', import.meta.url))
test.each(names.filter((name) => name !== 'library.md'))(
  '%s says what it is for and that it is generated',
  (name) => {
    expect(pageOf(name)).toMatch(
      /^# .+\n\nThis page .+\. `npm run generate` generates this page from the code\./,
    )
  },
)

test('every rule and every exit code has a section', () => {
  const page = pageOf('rules.md')
  for (const { name, fix = '' } of explainedRules) {
    expect(page).toContain(`\n### ${name}\n`)
    expect(page).toContain(fix)
  }
  for (const { name } of explainedExits) expect(page).toContain(`\n### Exit code ${name}\n`)
})

test('every provider has a row with its credentials', () => {
  const page = pageOf('providers.md')
  const cells = firstCells(page)
  for (const { name, parts } of explainedProviders()) {
    const row = page.split('\n').find((line) => line.startsWith(`| \`${name}\``)) ?? ''
    for (const credential of parts.flatMap(({ entries }) => entries)) {
      expect(row).toContain(
        `\`${credential.name}\`${credential.notes?.includes('secret') ? ' _(secret)_' : ''}`,
      )
      expect(cells).toContain(credential.name)
    }
  }
})

const pages = { project: 'project.md', smoke: 'smoke.md' } as const

test('every field has a row, or a reference to one with the same fields', () => {
  const missing = fieldRoots().flatMap((root) => {
    const page = pageOf(root.name in pages ? pages[root.name as keyof typeof pages] : 'manifest.md')
    const cells = firstCells(page)
    const copies = [...page.matchAll(/^\| `([^`]+)`.*The fields are the same as the fields of `([^`]+)`\./gm)]
    const isThere = (path: string): boolean =>
      cells.has(path) ||
      copies.some(
        ([, copy = '', of = '']) => path.startsWith(`${copy}.`) && isThere(`${of}${path.slice(copy.length)}`),
      )
    return everyField(root)
      .map(({ path }) => path.slice(1).join('.'))
      .filter((path) => path !== '' && !isThere(path))
  })
  expect(missing).toEqual([])
})

test('every command has a section with all of its options', () => {
  const sections = pageOf('commands.md').split(/^## /m)
  for (const { name, options } of commands) {
    const section = sections.find((each) => each.startsWith(`belfry ${name}\n`)) ?? ''
    for (const option of options)
      expect(section).toMatch(new RegExp(`^\\| \`(?:-\\w, )?${option.name}[ \`]`, 'm'))
  }
})

test('every value of a condition is listed', () => {
  const page = pageOf('manifest.md')
  for (const value of [
    'GROUP',
    'MULTI_LIST',
    'AND',
    'OR',
    'EQUAL',
    'NOT_BETWEEN',
    'IN',
    'subscriber',
    'payload',
  ])
    expect(page).toMatch(new RegExp(`^\\| \`conditions\\..*\`${value}\``, 'm'))
})
