// The API key that --api-key-file names: a file, or standard input, which has one reader.
import { statSync } from 'node:fs'
import { platform } from 'node:os'
import { resolve } from 'node:path'
import type { Problem } from '../../core/problem.ts'
import { Secret } from '../../core/secrecy/secret.ts'
import type { ReadStdin } from '../../manifest/text/read.ts'
import { sizeLimits, textOfFile, within } from './bounded-file.ts'
import { whyUnusable } from '../../core/file-failure.ts'
import type { Ambient } from '../ambient.ts'

/** Stdin can be read once: the second read fails. */
export function onceFor(io: Ambient): ReadStdin {
  let isRead = false
  return (atMost) => {
    if (isRead) return Promise.reject(new Error('stdin is already used by another option'))
    isRead = true
    return io.readStdin(atMost)
  }
}

export async function keyFrom(
  file: string | undefined,
  io: Ambient,
  stdin: ReadStdin,
  problems: Problem[],
): Promise<Secret | undefined> {
  if (file === undefined) return undefined
  try {
    const { key: most } = sizeLimits
    const read = file === '-' ? within(most, await stdin(most)) : textOfFile(file, io, most)
    const text = read.trim()
    if (text === '') throw new Error('the file is empty')
    if (file !== '-' && platform() !== 'win32' && (statSync(resolve(io.cwd, file)).mode & 0o044) !== 0)
      problems.push({
        rule: 'open-key-file',
        severity: 'warning',
        message: `--api-key-file ${file} can be read by other users of this machine`,
        hint: `Run chmod 600 ${file}.`,
      })
    const key = Secret.of(text, file === '-' ? 'stdin' : `file:${file}`)
    io.filter.know(key)
    return key
  } catch (error) {
    problems.push({
      rule: 'bad-key-file',
      severity: 'error',
      message: `--api-key-file ${file} can't be used: ${whyUnusable(error)}`,
    })
    return undefined
  }
}
