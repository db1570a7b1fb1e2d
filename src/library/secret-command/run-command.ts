// The secrets of `${secret:NAME}`: who may read them, and the output of the command, once a run for each name.
import { jsonIn } from '../../core/json.ts'
import { commandLine } from '../../core/shell.ts'
import { matchesName } from '../../core/glob.ts'
import { Secret } from '../../core/secrets/secret.ts'
import { at, isMap, type Value } from '../../core/value.ts'
import { inParallel } from '../../core/lists.ts'
import type { CommandSecrets } from '../../manifest/project-input.ts'
import type { Project } from '../../project/project.ts'
import type { Machine, Ran } from '../run.ts'
import { startedByPullRequest } from '../apply/may-write.ts'
import type { ProjectRequest } from '../options/common.ts'
import {
  exampleCommand,
  firstLine,
  secretCommandOf,
  type Mistake,
  type SecretCommand,
} from './parse-command.ts'

type Unread = Exclude<ReturnType<CommandSecrets['find']>, string | undefined>

const commandVariable = 'BELFRY_SECRET_COMMAND'
const namesVariable = 'BELFRY_SECRET_NAMES'

/** How many commands run at the same time. */
const atOnce = 4

/** The project, with secrets that are read when its manifests are loaded. */
export function withCommandSecrets(
  project: Project,
  request: Pick<ProjectRequest, 'secretCommand'>,
  machine: Machine,
): Project {
  const { root, keyReferences, settings } = project
  const { env, cwd } = machine
  const text = request.secretCommand ?? env[commandVariable] ?? ''
  /** By name, without keys: the output of the command, or why it can't be used. */
  const read = new Map<string, string | Unread>()
  let found: SecretCommand | Unread | undefined
  const command = (): SecretCommand | Unread => (found ??= commandOf(text, root, machine))

  async function run(name: string, { program, argumentsFor }: SecretCommand): Promise<void> {
    if (machine.runProgram === undefined) return
    const around = { cwd, env: environmentFor(keyReferences, env) }
    const ran = await machine.runProgram(program, argumentsFor(name), around)
    read.set(name, printed(ran, name, { env: around.env, filter: machine.filter }))
  }

  async function runFor(names: readonly string[], ready: SecretCommand): Promise<void> {
    for await (const _ of inParallel(names, atOnce, (name) => run(name, ready)));
  }

  const commandSecrets: CommandSecrets = {
    find: (name, key) => {
      const known = read.get(name)
      if (known !== undefined) return typeof known === 'string' ? partOf(known, name, key) : known
      const ready = command()
      if ('rule' in ready) return ready
      return unnamed(name, env)
    },
    read: async (names) => {
      const ready = command()
      if ('rule' in ready) return
      const all = [...names]
      await runFor(all.slice(0, atOnce), ready)
      const others = all.slice(atOnce)
      // A command that is not signed in would fail for each name.
      if ([...read.values()].some((each) => typeof each === 'string')) return runFor(others, ready)
      const why = `belfry doesn't run the command again after it failed for ${read.size} secrets`
      for (const name of others) read.set(name, unread(name, why))
    },
  }
  return { ...project, settings: { ...settings, commandSecrets } }
}

function commandOf(text: string, root: string, machine: Machine): SecretCommand | Unread {
  const found = whyNotToRun(text, machine) ?? secretCommandOf(text, root, machine)
  return 'message' in found ? { rule: 'secret-command', ...found } : found
}

function whyNotToRun(text: string, { env, runProgram }: Machine): Mistake | undefined {
  const sign = startedByPullRequest(env)
  if (sign !== undefined)
    return {
      message: `a pull request can start this run (${sign}), so belfry doesn't run the secret command`,
      hint: `To make a plan without secrets, run ${commandLine('plan --secrets=defer')}.`,
    }
  if (runProgram === undefined)
    return {
      message: "the library doesn't run secret commands",
      hint: 'Read the secret in your program, pass it in "env", and write ${env:NAME}.',
    }
  return text.trim() === '' ? missing : undefined
}

const missing = {
  message: 'the manifests refer to ${secret:NAME}, but no secret command is set',
  hint: `Set the environment variable ${commandVariable} to a command such as ${exampleCommand}, or use --secret-command.`,
}

/** Why a name must not be read. */
function unnamed(name: string, env: Machine['env']): Unread | undefined {
  const patterns = (env[namesVariable] ?? '').split(/[\s,]+/).filter((each) => each !== '')
  const isOpen = patterns.length === 0 && (env['CI'] ?? '') === ''
  if (isOpen || patterns.some((pattern) => matchesName(name, pattern))) return undefined
  return {
    rule: 'secret-name',
    message:
      patterns.length === 0
        ? `CI is set, and ${namesVariable} doesn't name the secrets that belfry may read`
        : `${namesVariable} doesn't allow the secret ${name}`,
    hint: `Set ${namesVariable} in the pipeline to names or patterns: prod/*, shared/smtp.`,
  }
}

/** Without what the command doesn't need: variables of belfry, and the API keys of the targets. */
function environmentFor(keyReferences: ReadonlySet<string>, env: Machine['env']): Machine['env'] {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !name.startsWith('BELFRY_') && !keyReferences.has(`env:${name}`)),
  )
}

function printed(
  { out, err, failure }: Ran,
  name: string,
  { env, filter }: Pick<Machine, 'env' | 'filter'>,
): string | Unread {
  const text = textIn(out)
  if (failure !== undefined) {
    // It may have printed the secret to both streams.
    if (text !== undefined) filter.addSecrets(Secret.of(text, `command:${name}`))
    const line = firstLine(err, { name, env, filter })
    return unread(name, `the command ${failure}${line === '' ? '' : `: ${line}`}`)
  }
  if (text === undefined) return unread(name, 'the output of the command is not valid text')
  return text.trim() === '' ? unread(name, 'the command printed nothing') : text
}

/** Without a BOM and one line break at the end; undefined if it is not UTF-8 or contains NUL. */
function textIn(out: Buffer): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(out)
    return text.includes('\0') ? undefined : text.replace(/\r?\n$/, '')
  } catch {
    return undefined
  }
}

/** All of it, or the string of a key in JSON. Messages don't quote it. */
function partOf(text: string, name: string, key: string | undefined): string | Unread {
  if (key === undefined) return text
  const value = jsonIn(text) as Value | undefined
  const part = isMap(value) ? at(value, key) : undefined
  return typeof part === 'string' && part !== ''
    ? part
    : unread(name, `the output of the command is not a JSON object with a string "${key}"`)
}

function unread(name: string, why: string): Unread {
  return {
    rule: 'secret-value',
    message: `the secret ${name} can't be read: ${why}`,
    hint: 'In a terminal, run the secret command with this name.',
  }
}
