// Plants small bugs in one folder of src, one at a time, and prints those that no test finds. It is slow, so CI doesn't run it.
// FOLDER is a folder or a file of src; its tests are those in the same folder of test, and in the folders TESTS of test.
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { Stryker } from '@stryker-mutator/core'

const [folder = '', ...others] = process.argv.slice(2)
const isFile = folder.endsWith('.ts')
const tests = [isFile ? dirname(folder) : folder, ...others]
const missing = [`src/${folder}`, ...tests.map((each) => `test/${each}`)].filter((path) => !existsSync(path))

if (folder === '' || missing.length > 0) {
  if (folder !== '') console.error(`not found: ${missing.join(', ')}`)
  console.error('Usage: npm run mutants -- FOLDER [TESTS...], for example npm run mutants -- core report')
  process.exit(3)
}

// Read by vitest.mutants.config.ts, in processes of their own.
process.env.BELFRY_MUTANTS = tests.join()

await new Stryker({
  mutate: [isFile ? `src/${folder}` : `src/${folder}/**/*.ts`],
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.mutants.config.ts', related: false },
  coverageAnalysis: 'perTest',
  // Those in code that runs when a module loads, such as tables of words: each would need all tests.
  ignoreStatic: true,
  // One by one: other work may run on the same machine.
  concurrency: 1,
  reporters: ['clear-text', 'progress-append-only'],
  // A busy machine isn't an endless loop, which would count as found.
  timeoutMS: 20_000,
  clearTextReporter: { allowColor: false, allowEmojis: false, logTests: false, reportTests: false },
  logLevel: 'warn',
  cleanTempDir: 'always',
  // Stryker would read it with TypeScript's API, which TypeScript 7 doesn't have.
  tsconfigFile: 'none',
  // Stryker copies the project, and can't copy links that lead nowhere, such as those in test/cases.
  ignorePatterns: ['dist', 'bench', 'docs', 'test/cases'],
}).runMutationTest()
