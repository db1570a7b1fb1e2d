// Plants small bugs in one folder of src, one at a time, and prints those that no test finds. It is slow, so CI doesn't run it.
// FOLDER is a folder or a file of src; its tests are those in the same folder of test, and in TESTS: folders and files of test.
// With --sample N it tries N of the bugs whose code a test runs, and estimates the score. --seed chooses other bugs.
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { Stryker } from '@stryker-mutator/core'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: 'string' }, seed: { type: 'string', default: '1' } },
})
const [folder = '', ...others] = positionals
const isFile = folder.endsWith('.ts')
const tests = [isFile ? dirname(folder) : folder, ...others]
const missing = [`src/${folder}`, ...tests.map((each) => `test/${each}`)].filter((path) => !existsSync(path))

if (folder === '' || missing.length > 0) {
  if (folder !== '') console.error(`not found: ${missing.join(', ')}`)
  console.error('Usage: npm run mutants -- FOLDER [TESTS...] [--sample N] [--seed N], for example')
  console.error('       npm run mutants -- engine laws/order.test.ts --sample 300')
  process.exit(3)
}

// vitest.mutants.config.ts and mutants-sample.mjs read these in other processes.
process.env.BELFRY_MUTANTS = tests.join()
process.env.BELFRY_MUTANTS_SAMPLE = values.sample ?? ''
process.env.BELFRY_MUTANTS_SEED = values.seed

const mutants = await new Stryker({
  mutate: [isFile ? `src/${folder}` : `src/${folder}/**/*.ts`],
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.mutants.config.ts', related: false },
  coverageAnalysis: 'perTest',
  // Those in code that runs when a module loads, such as tables of words: each would need all tests.
  ignoreStatic: true,
  plugins: ['@stryker-mutator/vitest-runner', ...(values.sample ? ['./scripts/mutants-sample.mjs'] : [])],
  checkers: values.sample ? ['sample'] : [],
  // One by one: other work may run on the same machine.
  concurrency: 1,
  reporters: ['clear-text', 'progress-append-only', 'json'],
  // A busy machine isn't an endless loop, which would count as found.
  timeoutMS: 20_000,
  dryRunTimeoutMinutes: 60,
  clearTextReporter: { allowColor: false, allowEmojis: false, logTests: false, reportTests: false },
  logLevel: 'warn',
  cleanTempDir: 'always',
  // Stryker would read it with TypeScript's API, which TypeScript 7 doesn't have.
  tsconfigFile: 'none',
  ignorePatterns: ['dist', 'bench', 'docs'],
}).runMutationTest()

const count = (...statuses) => mutants.filter(({ status }) => statuses.includes(status)).length
// The mutants that are not in the sample have code that a test runs, as have all others without the status NoCoverage.
const [untested, leftOut] = [count('NoCoverage'), count('CompileError')]
const found = count('Killed', 'Timeout')
const tried = found + count('Survived')
const run = (tried + leftOut) / (tried + leftOut + untested)
const percent = (share) => `${(100 * share).toFixed(1)} %`

// Wilson's interval: unlike the normal one, it stays between 0 and 1 when almost all bugs are found.
const z = leftOut === 0 ? 0 : 1.96
const share = found / tried
const middle = (share + z ** 2 / (2 * tried)) / (1 + z ** 2 / tried)
const reach = (z / (1 + z ** 2 / tried)) * Math.sqrt((share * (1 - share)) / tried + (z / (2 * tried)) ** 2)
console.log(
  `Tests run the code of ${percent(run)} of ${tried + leftOut + untested} bugs, and find ${found} of ${tried} of these.`,
)
console.log(
  `Score: ${percent(run * share)}; 95 % interval: ${percent(run * (middle - reach))} to ${percent(run * (middle + reach))}`,
)
