// A request → the settings that a project is loaded with: its API key, variables, limits, and the folders that may be read.
import { option, quoted } from '../../core/shell.ts'
import { statSync } from 'node:fs'
import { platform } from 'node:os'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { append } from '../../core/lists.ts'
import { whyUnusable } from '../../core/system-failure.ts'
import { given } from '../../core/given.ts'
import { errorOf, type Problem, warningOf, badFlag } from '../../core/problem.ts'
import { Secret } from '../../core/secrets/secret.ts'
import { listText } from '../../core/words.ts'
import type { ReadStdin } from '../../manifest/text/read-text.ts'
import type { Project, Settings } from '../../project/project.ts'
import type { Machine } from '../run.ts'
import { proposalSign } from '../apply/may-write.ts'
import type { ChangeRequest } from '../options/plan.ts'
import type { ConnectionRequest, ProjectRequest } from '../options/common.ts'
import { sizeLimits, textOfFile, within } from '../files/read-file.ts'
import { isSandboxKey } from './keys.ts'

// For the command line, which reads no project file itself.
export { readPrivacy } from '../../project/read-project.ts'

/** The place of a project, the selection in it, and how its service is reached. */
export type ProjectAt = ProjectRequest &
  ConnectionRequest &
  Partial<Pick<ChangeRequest, 'only' | 'exclude' | 'maxChanges'>>

/** Needs of an operation besides its request. */
export interface Wishes extends Pick<Settings, 'canDefer' | 'texts' | 'selects' | 'guards'> {
  /** Instead of the targets of the request. */
  readonly targets?: readonly string[] | undefined
  /** `defer`: secrets are only named. `needed`: those that aren't sent may have no value. */
  readonly secrets?: 'defer' | 'needed' | undefined
  /** Instead of those of the project file. */
  readonly targetVariables?: Project['targetVariables']
}

/** `isWhole`: all targets and manifests, without the files that only one reader can read. */
export async function settingsOf(
  at: ProjectAt,
  { targets = at.targets, secrets, canDefer, texts, selects, guards }: Wishes,
  machine: Machine,
  problems: Problem[],
  isWhole: boolean,
): Promise<Omit<Settings, 'need'>> {
  const { config, url, insecureHttp } = at
  const { files = [], apiKeyFile, dotenv } = isWhole ? {} : at
  const stdin = onceFor(machine)
  const apiKey = at.apiKey ?? (await keyFrom(apiKeyFile, machine, stdin, problems))
  const { cwd, env, filter } = machine
  return {
    cwd,
    env,
    ...given({ configPath: config, url, insecureHttp, apiKey, canDefer, texts, selects, guards }),
    ...given({ dotenv: dotenvVariables(dotenv, machine, problems), pullRequest: proposalSign(env) }),
    targets: isWhole ? [] : targets,
    ...(files.length > 0 && { files }),
    stdin,
    isSandboxKey,
    inputLimits: at.inputLimits ?? {},
    fileRoots: fileRootsOf(at, machine),
    filter,
    ...given({ secrets: secrets === 'defer' ? ('named' as const) : secrets }),
  }
}

// Only the caller and the environment can allow folders outside the project, not a project file.

const rootsVariable = 'BELFRY_FILE_ROOTS'

/** The folders outside the project from which `${file:…}` may read. */
export function fileRootsOf(
  { fileRoots }: Pick<ProjectRequest, 'fileRoots'>,
  { env }: Pick<Machine, 'env'>,
): readonly string[] {
  return [...fileRoots, ...rootsIn(env)]
}

/** A folder that doesn't exist is usually a typo: its files would be refused as outside the project. */
export function fileRootProblems(
  { fileRoots }: Pick<ProjectRequest, 'fileRoots'>,
  { env, cwd }: Pick<Machine, 'env' | 'cwd'>,
): Problem[] {
  const named = [
    ...fileRoots.map((root) => ({ root, by: `${option('fileRoots')} ${root}` })),
    ...rootsIn(env).map((root) => ({ root, by: `${rootsVariable} names ${root}` })),
  ]
  return named.flatMap(({ root, by }) => {
    const why = root === '' ? undefined : whyNoFolder(resolve(cwd, root))
    return why === undefined ? [] : [badFlag(`${by}: ${why}`, 'Give a folder that exists.')]
  })
}

function rootsIn(env: Machine['env']): readonly string[] {
  return env[rootsVariable]?.match(/[^:]+/g) ?? []
}

function whyNoFolder(path: string): string | undefined {
  try {
    return statSync(path).isDirectory() ? undefined : 'the path is not a folder'
  } catch (error) {
    return whyUnusable(error)
  }
}

// The key of --api-key-file, and the variables of --dotenv.

/** Stdin can be read once: the second read fails. */
function onceFor(io: Machine): ReadStdin {
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
  io: Machine,
  stdin: ReadStdin,
  problems: Problem[],
): Promise<Secret | undefined> {
  if (file === undefined) return undefined
  try {
    const { key: most } = sizeLimits
    const read = file === '-' ? within(most, await stdin(most)) : textOfFile(file, io, most)
    const text = read.trim()
    if (text === '') throw new Error(`${file === '-' ? 'stdin' : 'the file'} is empty`)
    if (file !== '-' && platform() !== 'win32' && (statSync(resolve(io.cwd, file)).mode & 0o044) !== 0)
      problems.push(
        warningOf(
          'open-key-file',
          `--api-key-file ${file} can be read by other users of this machine`,
          `Run chmod 600 ${quoted(file)}.`,
        ),
      )
    const key = Secret.of(text, file === '-' ? 'stdin' : `file:${file}`)
    io.filter.addSecrets(key)
    return key
  } catch (error) {
    problems.push(unusable('bad-key-file', '--api-key-file', file, error))
    return undefined
  }
}

/** A key that was given instead of its file isn't repeated. */
function unusable(rule: string, name: string, file: string, error: unknown): Problem {
  return /^[\w+=-]{24,}$/.test(file)
    ? errorOf(
        rule,
        `${name} needs the name of a file, but the value looks like a key`,
        'Write the key to a file that only you can read. The history of the shell contains the key, so consider replacing it.',
      )
    : errorOf(rule, `${name} ${file} can't be used: ${whyUnusable(error)}`)
}

/** Variables that decide where requests go, which files and programs may be read, or what a pipeline is. */
const reserved =
  /^(?:BELFRY_(?:URL$|KEY_VARIABLES$|FILE_ROOTS$|FINGERPRINT_KEY$|READ_ONLY$|SECRET_)|NODE_|PATH$|CI$|CI_|CIRCLE|GITHUB_)|_(?:PROXY|proxy)$/

/** Whether --dotenv can't set it. */
export function isReservedName(name: string): boolean {
  return reserved.test(name)
}

/** Invalid lines of a dotenv file, and what to do. A quoted value may have several lines. */
const wrongLines = [
  [/^\s*[^\s#=][^=]*$/, 'is not NAME=value', 'Correct the line, or begin it with # to make it a comment.'],
  [
    /^[^#=]+=[^#]*[^\s#]#/,
    'has a # in a value without quotes, and what follows would be a comment',
    "Put the value in quotes, as in NAME='a#b', or write a space before the comment.",
  ],
] as const

function problemsIn(text: string, file: string): Problem[] {
  const lines = text
    .replaceAll(/=\s*(["'`])[^]*?\1/g, (value) => `=${value.replaceAll(/[^\n]/g, '')}`)
    .split('\n')
  return wrongLines.flatMap(([shape, what, hint]) => {
    const line = lines.findIndex((each) => shape.test(each)) + 1
    return line === 0 ? [] : badFlag(`${option('dotenv')} ${file}: line ${line} ${what}`, hint)
  })
}

/** Undefined without a file, or after a problem; no value is repeated in the problem. */
function dotenvVariables(
  file: string | undefined,
  io: Pick<Machine, 'cwd'>,
  problems: Problem[],
): NodeJS.Dict<string> | undefined {
  if (file === undefined) return undefined
  try {
    const text = textOfFile(file, io, sizeLimits.key).replace(/^\uFEFF/, '')
    append(problems, problemsIn(text, file))
    const variables = parseEnv(text)
    const refused = Object.keys(variables).filter(isReservedName)
    if (refused.length === 0) return variables
    problems.push(
      badFlag(
        `${option('dotenv')} ${file} sets ${listText(refused)}, which belfry accepts only from the shell or the pipeline`,
        'Remove the variables from the file. Set the variables in the shell or in the pipeline.',
      ),
    )
  } catch (error) {
    problems.push(unusable('bad-flag', option('dotenv'), file, error))
  }
  return undefined
}
