// The variables of --env-file: only ${env:NAME} in manifests and in apiKey can use them.
import { parseEnv } from 'node:util'
import { whyUnusable } from '../../core/file-failure.ts'
import type { Problem } from '../../core/problem.ts'
import { listText } from '../../core/words.ts'
import type { Ambient } from '../ambient.ts'
import { sizeLimits, textOfFile } from './bounded-file.ts'
import { badFlag } from '../problems.ts'

/** Variables that decide where requests go, which files and programs may be read, or what a pipeline is. */
const reserved =
  /^(?:BELFRY_(?:URL$|FILE_ROOTS$|FINGERPRINT_KEY$|SECRET_)|NODE_|PATH$|CI|GITHUB_)|_(?:PROXY|proxy)$/

/** Whether --env-file can't set it. */
export function isReservedName(name: string): boolean {
  return reserved.test(name)
}

/** Undefined without a file, or after a problem; the value of no variable is repeated in it. */
export function envFileVariables(
  file: string | undefined,
  io: Pick<Ambient, 'cwd'>,
  problems: Problem[],
): NodeJS.Dict<string> | undefined {
  if (file === undefined) return undefined
  try {
    const variables = parseEnv(textOfFile(file, io, sizeLimits.key))
    const refused = Object.keys(variables).filter(isReservedName)
    if (refused.length === 0) return variables
    problems.push(
      badFlag(
        `--env-file ${file} sets ${listText(refused)}, which belfry accepts only from the shell or the pipeline`,
        'Remove the variables from the file. Set the variables in the shell or in the pipeline.',
      ),
    )
  } catch (error) {
    problems.push(badFlag(`--env-file ${file} can't be used: ${whyUnusable(error)}`))
  }
  return undefined
}
