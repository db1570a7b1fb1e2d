// `npm test` runs only one of several tests of most folders. The full form runs all of them, and so does vitest with a file.
import { dirname, relative } from 'node:path'
import { beforeEach, type RunnerTestCase, type RunnerTestSuite } from 'vitest'
import { isSample } from './form.ts'

/** One of how many tests, by the start of the path in `test`: the first row that fits. All tests where no row fits. */
const shares: readonly (readonly [start: string, share: number])[] = [
  ['cases/worlds', 1],
  ['cases/', 3],
  ['cli/apply/', 5],
  ['cli/', 4],
  ['delivery/', 4],
  ['editors/', 4],
  ['engine/export/', 1],
  ['engine/', 4],
  ['examples', 4],
  ['explain/', 3],
  ['fuzz/', 2],
  ['kinds/', 2],
  ['laws/deadlines', 6],
  ['laws/', 4],
  ['library/failover/', 8],
  ['library/', 4],
  ['manifest/write/', 1],
  ['manifest/', 2],
  ['package/', 7],
  ['pages', 4],
  ['pipelines/', 8],
  ['policy', 4],
  ['recipes', 3],
  ['report/html/browser', 6],
  ['report/markdown', 4],
  ['sandbox/', 4],
  ['service/', 4],
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
