#!/usr/bin/env node
// The entry point: answers --version and --help before loading anything else, and runs all other commands.
import * as node from 'node:module'
import { keepCompiledCode, setFlags } from './cli/program/start-up.ts'
import { endOfStart, isTooOld } from './cli/program/crash.ts'
import { oldestNode } from './service/package.ts'

const args = process.argv.slice(2)
const isVersion = args[0] === '--version' || args[0] === '-V'
const isHelp = args.length === 1 && ['--help', '-h', 'help'].includes(args[0] ?? '')
try {
  if (isVersion) {
    const { printVersion } = await import('./cli/program/bundled.ts')
    const bill = args.includes('--debug') ? new URL('../sbom.cdx.json', import.meta.url) : undefined
    process.exitCode = await printVersion(bill, process)
  } else if (isTooOld(process.versions.node, oldestNode)) {
    process.stderr.write(
      `belfry: requires Node ${oldestNode} or newer, but not 21, and this is Node ${process.versions.node}\n`,
    )
    process.exitCode = 3
  } else {
    keepCompiledCode(node, process.env, process.getuid?.())
    if (isHelp) {
      const { printHelp } = await import('./cli/program/commands.ts')
      process.exitCode = await printHelp(process)
    } else {
      const [{ run, processIo }, v8] = await Promise.all([
        import('./cli/program/program.ts'),
        import('node:v8'),
      ])
      setFlags(v8)
      process.exitCode = await run(args, processIo())
    }
  }
} catch (error) {
  const { exit, out, err } = endOfStart(error, args)
  process.stdout.write(out)
  process.stderr.write(err)
  process.exitCode = exit
}
