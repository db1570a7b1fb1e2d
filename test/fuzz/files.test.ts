// Files that people write, a few steps from right: validate always ends, in words, with a code of the table.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { runProgram } from '../support/cli.ts'
import { isFull } from '../support/form.ts'
import { fuzzFolder, type Files } from './folder.ts'
import { fuzz } from './fuzz.ts'
import { judge } from './judge.ts'
import { mutatedText } from './mutate-text.ts'
import { bulks, environment, manifests, projects, reference } from './valid.ts'
import { lawTimeout } from '../support/laws/runs.ts'

const format = fc.constantFrom('text', 'json')

interface Case {
  readonly files: Files
  readonly format: string
}

const cases = (path: string, texts: readonly string[]): fc.Arbitrary<Case> =>
  fc.record({ files: fc.record({ [path]: mutatedText(texts) }), format })

test.each([
  { name: 'manifests', seconds: 2, cases: cases('manifests/integration.yaml', manifests) },
  { name: 'project files', seconds: 1, cases: cases('belfry.yaml', projects) },
  { name: 'NDJSON', seconds: 1, cases: cases('people.ndjson', bulks) },
])('$name', { timeout: lawTimeout }, async ({ name, seconds, cases: all }) => {
  const folder = fuzzFolder()
  const holds = async ({ files, format: wanted }: Case): Promise<void> => {
    folder.hold({ ...reference, ...files })
    const args = ['validate', '--format', wanted]
    const said = await runProgram(args, { cwd: folder.path, env: environment })
    judge(args, said)
    expect([0, 3]).toContain(said.exit)
  }
  await fuzz({ name, cases: all, seconds, least: isFull ? 30 : 10, holds })
})
