// A field that is new in the contract: the code uses it first, and `npm run generate` then makes its type.
import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isFull } from '../support/form.ts'

const root = join(import.meta.dirname, '../..')
const parts = [
  'bench',
  'docs',
  'examples',
  'skills',
  'schemas',
  'scripts',
  'src',
  '.prettierrc.json',
  'package-lock.json',
  'package.json',
  'sbom.cdx.json',
  'THIRD-PARTY.txt',
  'tsconfig.build.json',
  'tsconfig.json',
]

test.runIf(isFull)('npm run generate makes the types of a tree that does not compile yet', () => {
  const copy = mkdtempSync(join(tmpdir(), 'belfry-generate-'))
  onTestFinished(() => rmSync(copy, { recursive: true }))
  for (const part of parts) cpSync(join(root, part), join(copy, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  const run = (command: string, ...args: readonly string[]): string =>
    execFileSync(command, args, { cwd: copy, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  const schema = join(copy, 'schemas/service/environment.json')
  const definitions = JSON.parse(readFileSync(schema, 'utf8')) as {
    $defs: Record<string, { properties: Record<string, object> }>
  }
  Object.assign(definitions.$defs['Environment']?.properties ?? {}, { toy: { type: 'string' } })
  writeFileSync(schema, JSON.stringify(definitions))
  const fields = join(copy, 'src/kinds/environment/fields.ts')
  const rows = readFileSync(fields, 'utf8')
  writeFileSync(fields, rows.replace("'apiKeys',", "'apiKeys', 'toy',"))
  appendFileSync(
    join(copy, 'src/kinds/environment/environment.ts'),
    `import type { Environment as Toys } from '../../wire/generated.ts'
export const toyOf = ({ toy }: Toys): string | undefined => toy
`,
  )
  expect(() => run('npx', 'tsc', '--noEmit')).toThrow('Command failed: npx tsc')
  run('npm', 'run', '--silent', 'generate')
  expect(readFileSync(join(copy, 'src/wire/generated.ts'), 'utf8')).toMatch(/^ {2}toy\?: string$/m)
  expect(run('npx', 'tsc', '--noEmit')).toBe('')
})
