// A flag's JSON, written out, in a file or on stdin; what is wrong with it is said without repeating it: it may hold secrets.
import type { Problem } from '../../core/problem.ts'
import { isMap, type Leaf, someLeaf, type Value } from '../../core/value.ts'
import { sizeLimits, textOfFile, within } from './bounded-file.ts'
import { whyUnusable } from '../../core/file-failure.ts'
import { badFlag } from './problems.ts'
import type { Io } from '../terminal/io.ts'

/** Where flags are read from besides the command line. */
export interface Inputs {
  readonly cwd: string
  /** The text of standard input where an option needs it; undefined where it is too large. */
  readonly stdin: string | undefined
}

/** Stdin is read once, for the one flag that is `-`; two of them are a problem. */
export async function inputsFor(
  texts: readonly (string | undefined)[],
  apiKeyFile: string | undefined,
  io: Io,
  problems: Problem[],
): Promise<Inputs> {
  const wishes = [...texts, apiKeyFile].filter((text) => text === '-').length
  if (wishes > 1) problems.push(badFlag('stdin is asked for twice', 'Only one flag can be -.'))
  const isRead = wishes === 1 && apiKeyFile !== '-'
  return { cwd: io.cwd, stdin: isRead ? await io.readStdin(sizeLimits.json) : '' }
}

/** Whether a text is meant as JSON, or as a place that holds some: `{…}`, `[…]`, `@file` or `-`. */
export function isJsonArgument(text: string): boolean {
  return /^(?:\s*[[{]|@|-$)/.test(text)
}

/** What a flag holds: its own text, or that of `@file` or stdin; undefined after a problem. */
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
    const hint = text === '-' ? undefined : 'The path counts from the working directory.'
    problems.push(badFlag(`${placeOf(flag, text)} can't be read: ${whyUnusable(error)}`, hint))
    return undefined
  }
}

/** `where` names the flag. */
export function parsedJson(json: string, where: string, problems: Problem[]): Value | undefined {
  try {
    const value = JSON.parse(json) as Value
    if (!someLeaf(value, isInexact)) return value
    problems.push(
      badFlag(`${where} holds a number that can't be kept exactly`, 'Write it as a text, in double quotes.'),
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
        `--${flag} takes a JSON object, @ and the name of a file that holds one, or - for stdin`,
        `In a shell it stands in single quotes: --${flag} '{"key": "value"}'.`,
      ),
    )
    return undefined
  }
  const json = textOfArgument(flag, text, inputs, problems)
  const value = json === undefined ? undefined : parsedJson(json, placeOf(flag, text), problems)
  if (value === undefined || isMap(value)) return value
  problems.push(badFlag(`--${flag} holds JSON that is no object`))
  return undefined
}

export function placeOf(flag: string, text: string): string {
  if (text === '-') return `--${flag} from stdin`
  return text.startsWith('@') ? `--${flag} ${text}` : `--${flag}`
}

/** On a command line mostly the shell has taken the quotes away; in a file mostly there is one comma too many. */
function hintFor(where: string): string {
  const isTyped = !/ @| from stdin$/.test(where)
  return isTyped
    ? 'Keys and texts stand in double quotes, and in a shell all of it in single quotes, such as \'{"key": "value"}\'.'
    : 'Keys and texts stand in double quotes, with a comma between two and none behind the last.'
}

/** Also of a number that is too large: it is infinite by now, and would be sent as null. */
function isInexact(leaf: Leaf): boolean {
  return (
    typeof leaf === 'number' &&
    !Number.isSafeInteger(leaf) &&
    (!Number.isFinite(leaf) || Number.isInteger(leaf))
  )
}
