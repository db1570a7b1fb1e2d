// A temporary folder for the whole run, so that what a test leaves there is found, and is gone after the run.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'belfry-tests-'))
  process.env['TMPDIR'] = folder
  return () => {
    const left = readdirSync(folder).filter((name) => name.startsWith('belfry-'))
    rmSync(folder, { recursive: true, force: true })
    if (left.length === 0) return
    process.stderr.write(`Tests left this in the temporary folder: ${left.join(', ')}\n`)
    // What a teardown throws is told, and changes no exit code.
    process.exitCode = 1
  }
}
