// A flag's JSON, written out or in a file; what is wrong with it is said without repeating it: it may hold secrets.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Problem } from '../core/problem.ts'
import { isList, isMap, type Value } from '../core/value.ts'
import { badFlag } from './flag-problems.ts'
import type { Io } from './io.ts'

/** Whether a text is meant as JSON: `{…}`, `[…]` or `@file`. */
export function isJsonArgument(text: string): boolean {
  return /^(?:\s*[[{]|@)/.test(text)
}

/** The value of `{…}`, `[…]` or `@file`; undefined after a problem. */
export function jsonArgument(flag: string, text: string, io: Io, problems: Problem[]): Value | undefined {
  const name = text.startsWith('@') ? text.slice(1) : undefined
  const where = name === undefined ? `--${flag}` : `--${flag} @${name}`
  const json = name === undefined ? text : contentOf(name, io)
  if (json === undefined) {
    problems.push(badFlag(`${where} can't be read`, 'The path counts from the working directory.'))
    return undefined
  }
  try {
    const value = JSON.parse(json.replace(/^\uFEFF/, '')) as Value
    if (isExact(value)) return value
    problems.push(
      badFlag(`${where} holds a number that can't be kept exactly`, 'Write it as a text, in double quotes.'),
    )
  } catch (error) {
    const [place = ''] = / at position \d+/.exec(error instanceof Error ? error.message : '') ?? []
    problems.push(badFlag(`${where} is not valid JSON${place}`))
  }
  return undefined
}

/** As `jsonArgument`, for flags that take one object. */
export function objectArgument(
  flag: string,
  text: string | undefined,
  io: Io,
  problems: Problem[],
): Readonly<Record<string, Value>> | undefined {
  if (text === undefined) return undefined
  if (!isJsonArgument(text)) {
    problems.push(badFlag(`--${flag} takes a JSON object, or @ and the name of a file that holds one`))
    return undefined
  }
  const value = jsonArgument(flag, text, io, problems)
  if (value === undefined || isMap(value)) return value
  problems.push(badFlag(`--${flag} holds JSON that is no object`))
  return undefined
}

function contentOf(name: string, io: Io): string | undefined {
  try {
    return readFileSync(resolve(io.cwd, name), 'utf8')
  } catch {
    return undefined
  }
}

function isExact(value: Value): boolean {
  // What is too large is infinite by now, and would be sent as null.
  if (typeof value === 'number')
    return Number.isSafeInteger(value) || (Number.isFinite(value) && !Number.isInteger(value))
  if (isList(value)) return value.every(isExact)
  return !isMap(value) || Object.values(value).every(isExact)
}
