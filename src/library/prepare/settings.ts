// A request → the settings that a project is loaded with: its API key, variables, limits, and the folders that may be read.
import { statSync } from 'node:fs'
import { platform } from 'node:os'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { whyUnusable } from '../../core/file-failure.ts'
import { given } from '../../core/given.ts'
import type { Problem } from '../../core/problem.ts'
import { Secret } from '../../core/secrets/secret.ts'
import { listText } from '../../core/words.ts'
import {
  inputLimitNames,
  parseInputLimit,
  type InputLimitName,
  type InputLimits,
} from '../../manifest/text/input-limits.ts'
import type { ReadStdin } from '../../manifest/text/read.ts'
import type { Project } from '../../project/project.ts'
import type { Settings } from '../../project/settings.ts'
import type { Ambient } from '../ambient.ts'
import { proposalSign } from '../apply/pull-request.ts'
import { badFlag } from '../problems.ts'
import type { ProjectRequest } from '../requests.ts'
import { sizeLimits, textOfFile, within } from './bounded-file.ts'

/** What an operation asks for besides its request. */
export interface Purpose extends Pick<
  Settings,
  'judgesAddresses' | 'canDefer' | 'texts' | 'selects' | 'guards'
> {
  /** `defer`: secrets are only named. `needed`: those that aren't sent may have no value. */
  readonly secrets?: 'defer' | 'needed'
  /** What mistakes in the project's suites are; `warnings` by default. */
  readonly suiteMistakes?: 'errors'
  /** It asks the service for nothing. */
  readonly sends?: 'nothing'
  /** In place of those of the project file. */
  readonly targetVariables?: Project['targetVariables']
}

export async function settingsOf(
  request: ProjectRequest & Purpose,
  ambient: Ambient,
  need: Settings['need'],
  problems: Problem[],
): Promise<Settings> {
  const { files = [], config, url, insecureHttp, judgesAddresses, canDefer, texts, selects, guards } = request
  const inputLimits = inputLimitsOf(request.inputLimits ?? [], problems)
  const stdin = onceFor(ambient)
  const apiKey = request.apiKey ?? (await keyFrom(request.apiKeyFile, ambient, stdin, problems))
  const dotenv = dotenvVariables(request.dotenv, ambient, problems)
  return {
    cwd: ambient.cwd,
    env: ambient.env,
    ...given({
      configPath: config,
      url,
      insecureHttp,
      apiKey,
      dotenv,
      judgesAddresses,
      canDefer,
      texts,
      selects,
      guards,
      pullRequest: proposalSign(ambient.env),
    }),
    targets: request.targets,
    ...(files.length > 0 && { files }),
    stdin,
    inputLimits,
    fileRoots: fileRootsOf(request, ambient),
    need,
    filter: ambient.filter,
    ...given({ secrets: request.secrets === 'defer' ? ('named' as const) : request.secrets }),
  }
}

/** `NAME=VALUE`, by name. */
export function inputLimitsOf(texts: readonly string[], problems: Problem[]): Partial<InputLimits> {
  const limits: Partial<Record<InputLimitName, number>> = {}
  for (const text of texts) {
    const limit = parseInputLimit(text)
    const hint = `Write NAME=NUMBER, for example max-depth=200 or max-file-size=16MiB. The names are ${inputLimitNames.join(', ')}. max-depth can be at most 500.`
    if (limit === undefined) problems.push(badFlag(`--input-limit ${text} is not a valid limit`, hint))
    else limits[limit.name] = limit.value
  }
  return limits
}

// Folders: only the caller and the environment can name those outside the project, not a project file.

const rootsVariable = 'BELFRY_FILE_ROOTS'

interface RootFlags {
  readonly fileRoots: readonly string[]
}

export function fileRootsOf({ fileRoots }: RootFlags, { env }: Pick<Ambient, 'env'>): readonly string[] {
  return [...fileRoots, ...rootsIn(env)]
}

/** A folder that doesn't exist is usually a typo: its files would be refused as outside the project. */
export function fileRootProblems(
  { fileRoots }: RootFlags,
  { env, cwd }: Pick<Ambient, 'env' | 'cwd'>,
): Problem[] {
  const named = [
    ...fileRoots.map((root) => ({ root, by: `--file-root ${root}` })),
    ...rootsIn(env).map((root) => ({ root, by: `${rootsVariable} names ${root}` })),
  ]
  return named.flatMap(({ root, by }) => {
    const why = root === '' ? undefined : whyNoFolder(resolve(cwd, root))
    return why === undefined ? [] : [badFlag(`${by}: ${why}`, 'Give a folder that exists.')]
  })
}

function rootsIn(env: Ambient['env']): readonly string[] {
  return (env[rootsVariable] ?? '').split(':').filter((root) => root !== '')
}

function whyNoFolder(path: string): string | undefined {
  try {
    return statSync(path).isDirectory() ? undefined : 'the path is not a folder'
  } catch (error) {
    return whyUnusable(error)
  }
}

/** Stdin can be read once: the second read fails. */
function onceFor(io: Ambient): ReadStdin {
  let isRead = false
  return (atMost) => {
    if (isRead) return Promise.reject(new Error('a different option or argument has already read stdin'))
    isRead = true
    return io.readStdin(atMost)
  }
}

/** The API key of --api-key-file. */
async function keyFrom(
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

/** Variables that decide where requests go, which files and programs may be read, or what a pipeline is. */
const reserved =
  /^(?:BELFRY_(?:URL$|KEY_VARIABLES$|FILE_ROOTS$|FINGERPRINT_KEY$|SECRET_)|NODE_|PATH$|CI|GITHUB_)|_(?:PROXY|proxy)$/

/** Whether --dotenv can't set it. */
export function isReservedName(name: string): boolean {
  return reserved.test(name)
}

/** Undefined without a file, or after a problem; the value of no variable is repeated in it. */
function dotenvVariables(
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
        `--dotenv ${file} sets ${listText(refused)}, which belfry accepts only from the shell or the pipeline`,
        'Remove the variables from the file. Set the variables in the shell or in the pipeline.',
      ),
    )
  } catch (error) {
    problems.push(badFlag(`--dotenv ${file} can't be used: ${whyUnusable(error)}`))
  }
  return undefined
}
