// The tarball that is published, installed in an empty folder without a network: the program, the sandbox and the library run.
import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { isFull } from '../support/form.ts'
import { installPackage, projectManifest } from '../support/package.ts'

const run = promisify(execFile)
const script = fileURLToPath(new URL('../../scripts/try-package.mjs', import.meta.url))

// Half a minute: npm and npx start nine times.
test.runIf(isFull)('it runs from an empty folder', async () => {
  const { folder, tarball } = installPackage()
  try {
    const { stdout } = await run(process.execPath, [script, tarball])
    expect(stdout).toContain(`$ npx belfry --version\n${projectManifest().version}\n`)
    expect(stdout).toMatch(/^\d+ exports$/m)
    expect(stdout).toMatch(/^Applied: \d+ done, 0 failed, 0 skipped, 0 unknown\./m)
    expect(stdout).toMatch(/^Verified: a new plan shows no changes/m)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
