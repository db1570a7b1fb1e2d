// The tests that npm run mutants runs for each bug that it plants: those of some folders and files only.
import { defineConfig } from 'vitest/config'
import base from './vitest.config.ts'

const tests = (process.env['BELFRY_MUTANTS'] ?? '').split(',')
const include = tests.map((each) =>
  each.endsWith('.test.ts') ? `test/${each}` : `test/${each}/**/*.test.ts`,
)

export default defineConfig({
  ...base,
  test: { ...base.test, isolate: true, include },
})
