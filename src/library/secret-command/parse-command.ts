// The command that prints secrets, as the user writes it: its program and arguments, and why it failed.
import { accessSync, constants, existsSync, lstatSync, readlinkSync, statSync } from 'node:fs'
import { platform } from 'node:os'
import { delimiter, dirname, isAbsolute, join, parse, resolve, sep } from 'node:path'
import { isInside } from '../../core/path-inside.ts'
import { realPath } from '../../manifest/text/allowed-folders.ts'
import type { Machine } from '../run.ts'

export interface SecretCommand {
  /** The path of the program. */
  readonly program: string
  readonly argumentsFor: (name: string) => readonly string[]
}

export interface Mistake {
  readonly message: string
  readonly hint: string
}

export const exampleCommand = 'op read op://{}'

/** `root` is the folder of the project. */
export function secretCommandOf(
  text: string,
  root: string,
  { cwd, env }: Pick<Machine, 'cwd' | 'env'>,
): SecretCommand | Mistake {
  const words = wordsOf(text)
  const [program = '', ...args] = words ?? []
  const takers = args.filter((word) => word.includes('{}'))
  const isValid = takers.length === 1 && takers.every((word) => word.indexOf('{}') === word.length - 2)
  if (!isValid || program.includes('{}'))
    return {
      message: 'the secret command is not valid',
      hint: `Write the name of a program and its arguments. Exactly one argument must be {} or end with {}: ${exampleCommand}. belfry runs the program without a shell.`,
    }
  const found = programFor(program, cwd, env)
  if (found === undefined)
    return {
      message: `the program of the secret command, ${program}, was not found or is not executable`,
      hint: 'Install the program, or write its path.',
    }
  if (isInRepository(found, root))
    return {
      message: `the program of the secret command, ${program}, is in the project or in its git repository`,
      hint: 'Use a program outside of the repository: a commit must not be able to change what runs.',
    }
  return {
    program: found,
    argumentsFor: (name) => args.map((word) => (word.endsWith('{}') ? word.slice(0, -2) + name : word)),
  }
}

/** Split at white space; quoted parts stay together. Undefined if a quote is not closed. */
function wordsOf(text: string): readonly string[] | undefined {
  const word = /(?:[^\s'"]|'[^']*'|"[^"]*")+/g
  if (text.replaceAll(word, '').trim() !== '') return undefined
  return (text.match(word) ?? []).map((each) => each.replaceAll(/'([^']*)'|"([^"]*)"/g, '$1$2'))
}

/** Relative folders of PATH are left out: they depend on where belfry runs. */
function programFor(name: string, cwd: string, env: Machine['env']): string | undefined {
  const folders = (env['PATH'] ?? '').split(delimiter).filter(isAbsolute)
  const paths = /[\\/]/.test(name) ? [resolve(cwd, name)] : folders.map((folder) => join(folder, name))
  const endings = platform() === 'win32' ? ['.exe', ''] : ['']
  return paths.flatMap((path) => endings.map((ending) => path + ending)).find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** Also if only a symbolic link on the way to the program is in the repository. */
function isInRepository(program: string, root: string): boolean {
  const folder = realPath(root) ?? root
  const folders = [root, folder, gitRootOf(folder)]
  return [realPath(program) ?? program, ...pathsTo(program)].some((path) =>
    folders.some((each) => isInside(path, each)),
  )
}

/** The path, and each link on the way to its file: a commit can change where a link in the repository leads. */
function pathsTo(path: string): readonly string[] {
  const links: string[] = []
  let at = parse(path).root
  let names = path.slice(at.length).split(sep)
  while (names.length > 0) {
    const [name = '', ...others] = names
    const next = join(at, name)
    if (lstatSync(next, { throwIfNoEntry: false })?.isSymbolicLink() === true) {
      links.push(next)
      const target = readlinkSync(next)
      const { root } = parse(target)
      if (root !== '') at = root
      names = [...target.slice(root.length).split(sep), ...others]
    } else {
      at = next
      names = others
    }
  }
  return [path, ...links]
}

/** The nearest folder with `.git`, upwards; the folder itself if there is none. */
function gitRootOf(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at
    if (dirname(at) === at) return folder
  }
}

/** The longest line that a problem repeats, in characters. */
const longestLine = 200

/** Shorter values occur in every text. */
const shortestValue = 8

const label = '(secret)'

/** Variables with a secret, by name. */
const secretVariable = /key|token|secret|pass|pwd|auth|credential|session|pin$/i

/** The text after `password=`, `"token": "` and the like, after `Bearer` and `Basic`, and before the @ of a URL. */
const named =
  /((?:key|token|secret|passw\w{0,10}|pwd|credentials?|authorization)["']?\s{0,3}[=:]\s{0,3}(?:(?:bearer|basic)\s{1,3})?|\b(?:bearer|basic)\s{1,3})("[^"]*"?|'[^']*'?|\S+)/gi
const inAddress = /(:\/\/)[^\s/@]+@/g

/** At least 8 characters with a digit and a letter, or at least 20. */
const word = /[\w+=~%$!*^&-]{8,}/g
const longWord = 20

/**
 * The first line of `text`, with labels instead of what may be secret, in at most 200 characters. `name` is the name of the
 * secret, and `env` the environment of the program.
 */
export function firstLine(
  text: string,
  { name, env, filter }: { readonly name: string } & Pick<Machine, 'env' | 'filter'>,
): string {
  const values = Object.entries(env).flatMap(([variable, value = '']) =>
    secretVariable.test(variable) && value.length >= shortestValue ? [value] : [],
  )
  // The longest first: one may be part of another.
  values.sort((one, other) => other.length - one.length)
  const [line = ''] = values
    .reduce((shown, value) => shown.replaceAll(value, label), filter.redact(text))
    .trim()
    .split('\n')
  const isPublic = (each: string): boolean => name.includes(each) || Object.hasOwn(env, each)
  return line
    .replaceAll(inAddress, `$1${label}@`)
    .replaceAll(named, `$1${label}`)
    .replaceAll(word, (each) => (isTokenLike(each) && !isPublic(each) ? label : each))
    .slice(0, longestLine)
}

function isTokenLike(text: string): boolean {
  return text.length >= longWord || (/\d/.test(text) && /[A-Za-z]/.test(text))
}
