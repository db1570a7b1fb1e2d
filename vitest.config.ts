import { env } from 'node:process'
import { defineConfig } from 'vitest/config'
import { isSample } from './test/support/form.ts'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    environment: 'node',
    // `npm test` prints only a dot for each test, failures, and the counts.
    reporters: env['npm_lifecycle_event'] === 'test' ? ['dot'] : ['default'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 50_000, interval: 10 } },
    globalSetup: 'test/support/scratch.ts',
    setupFiles: ['test/support/plain-commands.ts', 'test/support/sample.ts'],
    // One worker loads and compiles the program once.
    maxWorkers: isSample ? 1 : 2,
    // The files of a worker share its modules, which saves a sixth of the processor time.
    isolate: false,
    restoreMocks: true,
    // Style sheets are read as text; without this they would be empty.
    css: true,
    unstubEnvs: true,
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
      exclude: ['src/wire/generated.ts'],
      reporter: ['text-summary', 'lcov'],
    },
  },
})
