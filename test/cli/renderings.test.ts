// The masked copy of an account is made only for the formats that someone asked for: of a large plan it costs seconds.
// What a comment leaves out is where it says.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { renderingsOf } from '../../src/cli/renderings.ts'
import type { Io } from '../../src/cli/terminal/io.ts'
import { createFilter } from '../../src/core/secrets/redact.ts'
import { Secret } from '../../src/core/secrets/secret.ts'
import type { AnyAccount } from '../../src/report/account.ts'
import type { FormatName } from '../../src/report/formats.ts'
import { plain } from '../../src/report/text/style.ts'
import { folderWith } from '../support/cli-process.ts'
import { accounts } from '../support/sample-accounts.ts'

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

test('what GitHub reads: an error without a secret, and a bug as a bug', async () => {
  const err: string[] = []
  const filter = createFilter()
  filter.addSecrets(Secret.of('s3cr3t-value', 'env:A'))
  const context = { style: plain, version: '0', madeAt: '2026-01-01T00:00:00.000Z', reports: {} }
  const written = async (path: string, account: object): Promise<number> => {
    const env = { GITHUB_OUTPUT: path }
    const io = { env, err: (text: string) => void err.push(text), filter } as unknown as Io
    const { writeReports } = await renderingsOf('text', [{ format: 'github', file: 'stderr' }], io)
    return writeReports(new Map([['github', []]]), () => account as AnyAccount, context)
  }
  expect(await written(join(folderWith({}), `s3cr3t-value-${'a'.repeat(300)}`), accounts.huge)).toBe(1)
  expect(err.join('')).toMatch(/^belfry: the file .* could not be written: ENAMETOOLONG/)
  expect(err.join('')).not.toContain('s3cr3t')
  const broken = { ...accounts.huge, problems: undefined }
  await expect(written(join(folderWith({}), 'output'), broken)).rejects.toThrow(TypeError)
})

test.runIf(existsSync('/dev/full'))('Markdown does not name a report that could not be written', async () => {
  const io = { env: {}, err: () => {}, filter: createFilter() } as unknown as Io
  const path = join(folderWith({}), 'plan.md')
  const reports = [
    { format: 'markdown', file: 'plan.md', path },
    { format: 'json', file: 'plan.json', path: '/dev/null' },
    { format: 'html', file: 'plan.html', path: '/dev/full' },
  ] as const
  const context = {
    style: plain,
    version: '0',
    madeAt: '2026-01-01T00:00:00.000Z',
    reports: { markdown: 'plan.md', html: 'plan.html', json: 'plan.json' },
  }
  const { renderAll, writeReports } = await renderingsOf('text', reports, io)
  const versions = (): AnyAccount => accounts.huge
  expect(writeReports(renderAll(versions, context), versions, context)).toBe(1)
  expect(readFileSync(path, 'utf8')).toContain('The full report is in `plan.json`.')
})
