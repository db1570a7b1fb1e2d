// The JSON of an option, on the command line, in a file or on stdin. Problems don't quote it: it may contain secrets.
import { type Problem, badFlag } from '../../core/problem.ts'
import { isMap, type Leaf, someLeaf, type Value } from '../../core/value.ts'
import { sizeLimits, textOfFile, within } from '../../library/files/read-file.ts'
import { whyUnusable } from '../../core/system-failure.ts'
import type { Io } from '../terminal/io.ts'

/** Where options are read from besides the command line. */
export interface Inputs {
  readonly cwd: string
  /** The text of standard input; empty if no option needs it, undefined if it is too large. */
  readonly stdin: string | undefined
}

/** Stdin is read once, for the one option that is `-`; two of them are a problem. */
export async function inputsFor(
  texts: readonly (string | undefined)[],
  apiKeyFile: string | undefined,
  io: Io,
  problems: Problem[],
): Promise<Inputs> {
  const wishes = [...texts, apiKeyFile].filter((text) => text === '-').length
  if (wishes > 1)
    problems.push(
      badFlag(
        'only one option can read from stdin',
        'Use "-" (stdin) for only one option, and @FILE for the other options.',
      ),
    )
  const isRead = wishes === 1 && apiKeyFile !== '-'
  return { cwd: io.cwd, stdin: isRead ? await io.readStdin(sizeLimits.json) : '' }
}

/** Whether a string is meant as JSON, or refers to JSON: `{…}`, `[…]`, `@file` or `-`. */
export function isJsonArgument(text: string): boolean {
  return /^(?:\s*[[{]|@|-$)/.test(text)
}

/** The value of an option: its own string, or that of `@file` or stdin; undefined after a problem. */
export function textOfArgument(
  flag: string,
  text: string,
  inputs: Inputs,
  problems: Problem[],
): string | undefined {
  if (text !== '-' && !text.startsWith('@')) return text
  try {
    const content =
      text === '-'
        ? within(sizeLimits.json, inputs.stdin)
        : textOfFile(text.slice(1), inputs, sizeLimits.json)
    return content.replace(/^\uFEFF/, '')
  } catch (error) {
    const hint = text === '-' ? undefined : 'The path is relative to the working directory.'
    problems.push(badFlag(`${placeOf(flag, text)} can't be read: ${whyUnusable(error)}`, hint))
    return undefined
  }
}

/** Undefined after a problem. `where` names the option. */
export function parsedJson(json: string, where: string, problems: Problem[]): Value | undefined {
  try {
    if (json.trim() === '') {
      problems.push(badFlag(`${where} is empty`, `Write an object, for example '{"key": "value"}'.`))
      return undefined
    }
    const value = JSON.parse(json) as Value
    if (!someLeaf(value, isInexact)) return value
    problems.push(
      badFlag(
        `${where} contains a number that can't be stored exactly`,
        'Write the number as a string, in double quotes.',
      ),
    )
  } catch (error) {
    const [place = ''] = / at position \d+/.exec(error instanceof Error ? error.message : '') ?? []
    problems.push(badFlag(`${where} is not valid JSON${place}`, hintFor(where)))
  }
  return undefined
}

/** The object of `{…}`, `@file` or `-`; undefined after a problem. */
export function objectArgument(
  flag: string,
  text: string | undefined,
  inputs: Inputs,
  problems: Problem[],
): Readonly<Record<string, Value>> | undefined {
  if (text === undefined) return undefined
  if (!isJsonArgument(text)) {
    problems.push(
      badFlag(
        `--${flag} needs a JSON object, @FILE for a file that contains a JSON object, or - for stdin`,
        `In a shell, put the JSON object in single quotes: --${flag} '{"key": "value"}'.`,
      ),
    )
    return undefined
  }
  const json = textOfArgument(flag, text, inputs, problems)
  const value = json === undefined ? undefined : parsedJson(json, placeOf(flag, text), problems)
  if (value === undefined || isMap(value)) return value
  problems.push(
    badFlag(`the JSON of --${flag} is not an object`, `Write an object, for example '{"key": "value"}'.`),
  )
  return undefined
}

/** How messages name an option and where its value is: `--payload`, `--payload @body.json`, `--payload from stdin`. */
export function placeOf(flag: string, text: string): string {
  if (text === '-') return `--${flag} from stdin`
  return text.startsWith('@') ? `--${flag} ${text}` : `--${flag}`
}

/** On a command line the shell has usually removed the quotes; in a file there is usually one comma too many. */
function hintFor(where: string): string {
  const isTyped = !/ @| from stdin$/.test(where)
  return isTyped
    ? 'Put keys and strings in double quotes, and in a shell put the whole value in single quotes: \'{"key": "value"}\'.'
    : 'Put keys and strings in double quotes. Put a comma after each entry except the last entry.'
}

/** Also for a number that is too large: it became infinite, and would be sent as null. */
function isInexact(leaf: Leaf): boolean {
  return (
    typeof leaf === 'number' &&
    !Number.isSafeInteger(leaf) &&
    (!Number.isFinite(leaf) || Number.isInteger(leaf))
  )
}
