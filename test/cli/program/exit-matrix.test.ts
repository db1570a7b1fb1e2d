// Every command of the program, in every way that it can end and every format: exit code, and streams that are what they say.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { cellsOfProgram, reportFlags, rows as subjects, type Cell } from '../../support/canary-table.ts'
import { envelopeIn, requiredOfRecords } from '../../support/cli-schemas.ts'
import type { Said } from '../../support/cli.ts'
import { isFull, sampled } from '../../support/form.ts'
import { actingIn } from '../../support/hostile-text.ts'
import { table, type Row } from '../../support/exit-table.ts'
import { runRow } from '../../support/row-run.ts'

interface Ended extends Said {
  readonly triggers: number
  /** Reports that were asked for and aren't there. */
  readonly missing: readonly string[]
}

async function end(command: string, format: string, row: Row): Promise<Ended> {
  const subject = subjects[command]
  // Text is what people look at while a pipeline writes all of its reports.
  const reports =
    format === 'text' && subject !== undefined
      ? reportFlags({ ...subject, ...(row.tells !== undefined && { subject: row.tells }) })
      : []
  const { sandbox, cwd, ...said } = await runRow(command, row, ['--format', format, ...reports])
  const missing = reports
    .filter((each) => each !== '--report')
    .map((each) => each.slice(each.indexOf('=') + 1))
    .filter((name) => !existsSync(join(cwd, name)))
  const triggers = sandbox.log.filter(({ operation }) => operation === 'triggerEvent').length
  return { ...said, triggers, missing }
}

/** What stdout has to be in each format, however the command ends. */
const shapes: Readonly<Record<string, (out: string, exit: number, command: string) => void>> = {
  text: (out) => expect(out).not.toMatch(/^(?:error|warning) {2}/m),
  json: (out, exit, command) => expect(envelopeIn(out)).toMatchObject({ exit, command }),
  ndjson: (out, _exit, command) => {
    const own = command === 'audit' ? ['rule'] : (requiredOfRecords(command) ?? ['_id'])
    for (const line of out.split('\n').slice(0, -1))
      expect(Object.keys(JSON.parse(line) as object)).toEqual(expect.arrayContaining([...own]))
  },
  csv: (out) => expect(out).not.toMatch(/^(?:error|warning) {2}/m),
  yaml: (out, exit) => expect(out).toMatch(exit === 0 ? /^\w+:/ : /^$/),
  markdown: (out) => expect(out).toMatch(/^<!-- belfry:[a-z]+ -->\n\n(?:###|\*\*)/),
  html: (out) => {
    expect(out).toMatch(/^<!doctype html>[^]*<\/html>\n$/i)
    expect(out).not.toContain('<script>alert')
  },
}

const cells = cellsOfProgram()

// 130 is of a signal, and 8 of what is printed: both are the same for all commands.
const ofAllCommands = new Set([8, 130])

test.each([
  ['trigger', 'smoke'],
  ['smoke', 'smoke'],
])('of %s, the page %s has a row for each exit code', (command, name) => {
  const page = readFileSync(new URL(`../../../docs/${name}.md`, import.meta.url), 'utf8')
  const [, codes = ''] = /^\| Exit code \|.*\n\|.*\n((?:\|.*\n)+)/m.exec(page) ?? []
  const listed = new Set([...codes.matchAll(/^\| (\d+) /gm)].map(([, code]) => Number(code)))
  const own = new Set(Object.values(table[command] ?? {}).map(({ exit }) => exit))
  const missing = [...own].filter((code) => !listed.has(code) && !ofAllCommands.has(code))
  expect({ command, missing }).toEqual({ command, missing: [] })
})

test('every exit code is explained', () => {
  const page = readFileSync(new URL('../../../src/explain/exits.md', import.meta.url), 'utf8')
  const listed = new Set([...page.matchAll(/^## (\d+)/gm)].map(([, code]) => Number(code)))
  const ends = Object.values(table).flatMap((rows) => Object.values(rows).map(({ exit }) => exit))
  expect([...new Set(ends)].filter((code) => !listed.has(code) && !ofAllCommands.has(code))).toEqual([])
})

test('every command that there is has rows, and every format has a shape', () => {
  const commands = [...new Set(cells.map(({ command }) => command))].sort()
  expect(commands, 'rows of a command are in test/support/exit-table.ts').toEqual(Object.keys(table).sort())
  expect([...new Set(cells.map(({ format }) => format))].sort()).toEqual(Object.keys(shapes).sort())
})

/** In the default form each row meets text and one more format. */
function rowsOf({ command, format }: Cell): readonly (readonly [name: string, row: Row])[] {
  const others = cells.filter((cell) => cell.command === command && cell.format !== 'text')
  const place = others.findIndex((cell) => cell.format === format)
  return Object.entries(table[command] ?? {}).filter(
    (_, index) => isFull || place === -1 || index % others.length === place,
  )
}

describe.each(
  sampled(
    cells.filter((cell) => rowsOf(cell).length > 0),
    4,
  ),
)('$command as $format', ({ command, format }) => {
  test.each(rowsOf({ command, format }))('%s', async (_, row) => {
    const { exit, out, err, triggers, missing } = await end(command, format, row)
    const wanted = row.otherwise?.[format] ?? row.exit
    expect({ exit, said: exit === wanted ? '' : `${out}${err}` }).toEqual({ exit: wanted, said: '' })
    shapes[format]?.(out, exit, command)
    // What the service and providers say in the rows where they fail wants to act.
    expect(actingIn(`${out}${err}`)).toEqual([])
    expect(`${out}${err}`).not.toMatch(/^\s+at .*:\d+:\d+/m)
    expect(missing).toEqual([])
    expect(triggers).toBe(row.triggers ?? triggers)
    // Whoever wants to know why gets words; only a list that somebody ends has nothing to explain.
    expect([0, 130].includes(exit) || `${out}${err}`.length > 40).toBe(true)
  })
})
