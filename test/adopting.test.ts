// The way in, as docs/adopting.md shows it: from an empty folder to a plan without changes and the first apply, on a service that has been in use for years.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { adoptingSeed, keys } from './adopting-seed.ts'
import { expectGolden } from './support/golden.ts'
import { replay } from './support/replay/replay.ts'

const file = fileURLToPath(new URL('../docs/adopting.md', import.meta.url))

const env = Object.fromEntries(
  Object.entries(keys).map(([name, key]) => [`BELFRY_${name.toUpperCase()}_API_KEY`, key]),
)

// `BELFRY_UPDATE=1 npx vitest run test/adopting.test.ts` writes what the program prints now into the page.
test('the commands of the page lead to a plan without changes, also after the first apply, and print what it shows', async () => {
  const page = readFileSync(file, 'utf8')
  const { text, ran } = await replay(page, { seed: adoptingSeed, env }, [
    'belfry plan --secrets=needed --detailed-exitcode > plan.txt',
  ])
  expectGolden({ name: 'docs/adopting.md', file }, text)
  expect(ran.slice(0, 5)).toContainEqual({
    line: 'belfry plan --secrets=needed',
    exit: 0,
    out: expect.stringMatching(/^Nothing to send\./m),
  })
})
