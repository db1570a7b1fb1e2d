// belfry completion: the script for a shell, or, for that script, what may stand in place of the last word.
import type { Command } from 'commander'
import { candidatesFor } from '../../completion/candidates.ts'
import { scripts, type Shell } from '../../completion/scripts.ts'
import type { Io } from '../../terminal/io.ts'

/** A candidate a line: the word, and after a tab what it is for. Sends nothing, and reads manifests without secrets. */
export async function completion(
  shell: Shell,
  words: readonly string[],
  program: Command,
  io: Io,
): Promise<number> {
  if (words.length === 0) io.out(scripts[shell])
  else
    for (const { word, about } of await candidatesFor(words, program, io))
      io.out(about === undefined ? `${word}\n` : `${word}\t${about}\n`)
  return 0
}
