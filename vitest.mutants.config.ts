// The tests that npm run mutants runs for each bug that it plants: those of some folders only.
import { defineConfig } from 'vitest/config'
import base from './vitest.config.ts'

const folders = (process.env['BELFRY_MUTANTS'] ?? '').split(',')

export default defineConfig({
  ...base,
  test: { ...base.test, isolate: true, include: folders.map((folder) => `test/${folder}/**/*.test.ts`) },
})
