// What becomes of a plan in a file, beside files that are edited after it was made.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { envelopeIn } from './cli-schemas.ts'
import type { CliWorld } from './cli-world.ts'

export interface Applied {
  readonly exit: number
  readonly problems: readonly string[]
  /** Method and path, with ID in place of what the service calls it. */
  readonly writes: readonly string[]
}

/** Runs an apply, and tells its envelope and all that was written so far. */
export async function applied(
  world: CliWorld,
  args: string,
  env: Readonly<Record<string, string>>,
): Promise<Applied> {
  const { exit, out } = await world.run(`${args} --format json`, { env })
  const errors = envelopeIn(out).problems.filter(({ severity }) => severity === 'error')
  return { exit, problems: errors.map(({ message }) => message), writes: written(world) }
}

/** As a whole, before anything is written. */
export function refused(...problems: readonly string[]): Applied {
  return { exit: 4, problems, writes: [] }
}

export function written({ writes }: CliWorld): readonly string[] {
  return writes().map((line) => line.replace(/[0-9a-f]{24}/, 'ID'))
}

/** Puts another text in place of one in a file. */
export type Edit = (file: string, from: string, to: string) => void

export function editIn({ folder }: CliWorld): Edit {
  return (file, from, to) => {
    const path = join(folder, file)
    const text = readFileSync(path, 'utf8')
    expect(text).toContain(from)
    writeFileSync(path, text.replace(from, to))
  }
}
