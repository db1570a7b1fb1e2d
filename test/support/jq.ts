// jq itself, compiled to WebAssembly: inside a test, and as the program `jq` of a script.
import { join } from 'node:path'
import { raw } from 'jq-wasm'
import { root } from './pages.ts'

/** What a filter prints; an error of it rejects. */
export async function jq(filter: string, input: unknown): Promise<readonly unknown[]> {
  const { exitCode } = process
  // It sets the exit code of its process, and the help of commander in later tests of the same process would repeat it.
  const printed = await raw(JSON.stringify(input), filter, ['--compact-output']).finally(() => {
    process.exitCode = exitCode
  })
  return printed
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as unknown)
}

/** A program for the path: `jq --from-file FILTER FILE`, as the pipelines call it. */
export const jqProgram = `#!/usr/bin/env node
const { readFileSync } = require('node:fs')
const [option, filter, file] = process.argv.slice(2)
if (option !== '--from-file') throw new Error('the test knows only jq --from-file FILTER FILE')
require('${join(root, 'node_modules/jq-wasm')}').raw(readFileSync(file, 'utf8'), readFileSync(filter, 'utf8')).then(
  (printed) => process.stdout.write(printed === '' ? '' : printed + '\\n'),
  (error) => { console.error(error.message); process.exitCode = 5 },
)
`
