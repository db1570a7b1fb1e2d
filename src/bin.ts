#!/usr/bin/env node
// The entry: answers --version before loading anything else, and hands the process to the program.
import { version } from './service/version.ts'

if (process.argv[2] === '--version' || process.argv[2] === '-V') {
  process.stdout.write(`${version}\n`)
} else {
  const [{ run }, { processIo }] = await Promise.all([import('./cli/program.ts'), import('./cli/io.ts')])
  process.exitCode = await run(process.argv.slice(2), processIo())
}
