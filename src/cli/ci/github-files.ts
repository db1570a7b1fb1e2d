// Writes a step's outputs and summary into the files that GitHub's runner names, with --report github.
import { randomUUID } from 'node:crypto'
import { appendFileSync, statSync } from 'node:fs'
import type { Account } from '../../report/account.ts'
import { formats } from '../../report/formats.ts'
import type { Context } from '../../report/context.ts'
import { githubOutputs } from '../../report/ci/github-outputs.ts'
import { visible } from '../../core/visible.ts'
import { whyUnusable } from '../../core/file-failure.ts'
import type { Io } from '../terminal/io.ts'

/** GitHub drops a step's summary that is longer, in bytes. */
const longestSummary = 1024 * 1024

/** Appends to both files, and returns a line for each that could not be written. */
export type WriteGithubFiles = (account: Account, context: Context) => readonly string[]

export async function githubFilesOf({ env }: Pick<Io, 'env'>): Promise<WriteGithubFiles> {
  const render = await formats.markdown.load()
  return (account, context) => [
    ...append('GITHUB_OUTPUT', env, () => githubOutputs(account, `belfry-${randomUUID()}`)),
    ...append('GITHUB_STEP_SUMMARY', env, (before) => {
      const text = `${render(account, context)}\n`
      return before + Buffer.byteLength(text) > longestSummary ? '' : text
    }),
  ]
}

function append(variable: string, env: Io['env'], textAfter: (bytes: number) => string): readonly string[] {
  const path = env[variable] ?? ''
  if (path === '') return []
  try {
    appendFileSync(path, textAfter(statSync(path, { throwIfNoEntry: false })?.size ?? 0))
    return []
  } catch (error) {
    return [
      `belfry: the file ${visible(path)}, which ${variable} names, could not be written: ${whyUnusable(error)}.\n`,
    ]
  }
}
