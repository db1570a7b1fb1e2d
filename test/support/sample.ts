// `npm test` runs only one of several tests of most folders. The full form runs all of them, and so does vitest with a file.
import { dirname, relative } from 'node:path'
import { beforeEach, type RunnerTestCase, type RunnerTestSuite } from 'vitest'
import { isSample } from './form.ts'

/** One of how many tests, by the start of the path in `test`: the first row that fits. All tests where no row fits. */
const shares: readonly (readonly [start: string, share: number])[] = [
  ['cases/worlds', 2],
  ['cases/', 3],
  ['cli/apply/', 8],
  ['cli/', 6],
  ['delivery/', 6],
  ['editors/', 6],
  ['engine/apply/fewest', 16],
  ['engine/export/', 2],
  ['engine/', 6],
  ['examples', 6],
  ['explain/', 3],
  ['fuzz/', 2],
  ['kinds/', 3],
  ['laws/', 6],
  ['library/', 8],
  ['manifest/write/', 2],
  ['manifest/', 4],
  ['package/', 8],
  ['pages', 5],
  ['pipelines/', 16],
  ['policy', 11],
  ['readme', 4],
  ['recipes', 8],
  ['report/html/browser', 11],
  ['report/', 3],
  ['sandbox/', 6],
  ['service/', 8],
]
const folder = dirname(import.meta.dirname)

beforeEach(({ task, skip }) => {
  const path = relative(folder, task.file.filepath).replaceAll('\\', '/')
  const [, share = 1] = shares.find(([start]) => path.startsWith(start)) ?? []
  if (!isSample) return
  // Of the files too, each begins elsewhere: otherwise the first test of each one would always run.
  const begin = Buffer.from(path).reduce((sum, byte) => sum + byte, 0)
  skip((begin + testsIn(task.file).indexOf(task)) % share !== 0, 'only in the full form')
})

function testsIn(suite: RunnerTestSuite): RunnerTestCase[] {
  return suite.tasks.flatMap((each) => (each.type === 'suite' ? testsIn(each) : each))
}
