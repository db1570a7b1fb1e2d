// The masked copy of an account is made only for the formats that someone asked for: of a large plan it costs seconds.
import { expect, test } from 'vitest'
import { renderingsOf } from '../../src/cli/renderings.ts'
import type { Io } from '../../src/cli/terminal/io.ts'
import { createFilter } from '../../src/core/secrecy/filter.ts'
import type { AnyAccount } from '../../src/report/account.ts'
import type { FormatName } from '../../src/report/formats.ts'
import { plain } from '../../src/report/text/style.ts'

test('no account is masked for a format that no one asked for', async () => {
  const asked: FormatName[] = []
  const err: string[] = []
  const io = { env: {}, err: (text: string) => void err.push(text), filter: createFilter() } as Io
  const account: AnyAccount = { command: 'validate', exit: 0, problems: [], files: 1 }
  const versions = (format: FormatName): AnyAccount => {
    asked.push(format)
    return account
  }
  const context = { style: plain, version: '0', madeAt: '2026-01-01T00:00:00.000Z', reports: {} }
  const report = { format: 'json', file: 'stderr' } as const
  const { renderAll, writeReports } = await renderingsOf('text', [report], io)
  expect(writeReports(renderAll(versions, context), versions, context)).toBe(0)
  expect(asked).toEqual(['text', 'json'])
  expect(err).toHaveLength(1)
})
