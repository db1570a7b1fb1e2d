// docs/tutorial.md from its first to its last command, from an empty folder.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { expectGolden } from './support/golden.ts'
import { replay } from './support/replay/replay.ts'

const file = fileURLToPath(new URL('../docs/tutorial.md', import.meta.url))

// `BELFRY_UPDATE=1 npx vitest run test/tutorial.test.ts` writes what the program prints now into the page.
test('the commands of the tutorial run, and print what the page shows', async () => {
  const { text, ran } = await replay(readFileSync(file, 'utf8'))
  expectGolden({ name: 'docs/tutorial.md', file }, text)
  const used = new Set(ran.flatMap(({ line }) => /\bbelfry ([a-z]+)/.exec(line)?.[1] ?? []))
  expect([...used].sort()).toEqual([
    'apply',
    'explain',
    'export',
    'get',
    'init',
    'plan',
    'sandbox',
    'show',
    'smoke',
    'trigger',
    'validate',
  ])
})
