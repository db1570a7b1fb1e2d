// The seed of whatever is made up in a test: the same on the same commit, so that what was red once is red again.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { env } from 'node:process'
import { printLine } from './form.ts'

/** BELFRY_LAWS_SEED is of properties and laws, BELFRY_FUZZ_SEED of fuzzers. */
export type SeedVariable = 'BELFRY_LAWS_SEED' | 'BELFRY_FUZZ_SEED'

/** What the variable says, else made of the commit and the name, from 1 to 2³¹ − 1. `npm test` doesn't print it. */
export function seedOf(name: string, variable: SeedVariable): number {
  const wanted = Number(env[variable])
  const seed = Number.isInteger(wanted) && wanted !== 0 ? wanted : hashed(`${commit()} ${name}`)
  printLine(`${name}: ${variable}=${seed}`)
  return seed
}

function hashed(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE() & 0x7f_ff_ff_ff || 1
}

/** A fixed word where there is no git to ask. */
function commit(): string {
  try {
    const stdio = ['ignore', 'pipe', 'ignore'] as const
    const args = ['rev-parse', 'HEAD']
    return execFileSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8', stdio: [...stdio] }).trim()
  } catch {
    return 'no commit'
  }
}
