// Compares a text with the file that holds the expected one, and rewrites the file if BELFRY_UPDATE asks for it.
// An update must not hide a bug: it never turns one exit code into another unless the file is named.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { env } from 'node:process'
import { expect } from 'vitest'

export interface Golden {
  /** What `BELFRY_UPDATE=NAME` calls it: the name of the case or of the file. */
  readonly name: string
  readonly file: string
}

/** A text that is part of a file. */
interface GoldenPart {
  readonly name: string
  readonly expected: string
  readonly write: () => void
}

/** `BELFRY_UPDATE=1` updates all files whose verdict is unchanged; `BELFRY_UPDATE=NAME,NAME` updates only those, whatever changed. */
export function expectGolden(golden: Golden | GoldenPart, text: string): void {
  const { name, expected, write } = 'file' in golden ? wholeFile(golden, text) : golden
  const change = verdictChange(expected, text)
  if (isWanted(name, change)) {
    write()
    return
  }
  const hint =
    change === undefined ? 'BELFRY_UPDATE=1 updates it' : `${change}; only BELFRY_UPDATE=${name} updates it`
  expect(text, `${name}: ${hint}`).toBe(expected)
}

function wholeFile({ name, file }: Golden, text: string): GoldenPart {
  const write = () => {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  return { name, expected: existsSync(file) ? readFileSync(file, 'utf8') : '', write }
}

function isWanted(name: string, change: string | undefined): boolean {
  const names = (env['BELFRY_UPDATE'] ?? '').split(',')
  return names.includes(name) || (names.includes('1') && change === undefined)
}

/** How the verdict differs: the exit code in the first line or after each command, else whether anything is refused or wrong at all. */
function verdictChange(expected: string, text: string): string | undefined {
  if (expected === '') return undefined
  const [before, after] = [exitOf(expected), exitOf(text)]
  if (before !== after) return `${before ?? 'no exit code'} became ${after ?? 'no exit code'}`
  const isSuccess = before === undefined && bad.test(expected) && !bad.test(text)
  return isSuccess ? 'a refusal became a success' : undefined
}

function exitOf(text: string): string | undefined {
  const [first = ''] = text.split('\n', 1)
  if (first.startsWith('exit ')) return first
  const exits = [...text.matchAll(/(?<=^\$ belfry .*\n)exit -?\d+$/gm)]
  return exits.length === 0 ? undefined : exits.join()
}

/** For texts without an exit code. A count of zero is no failure. */
const bad =
  /\b(?:refused|invalid|unknown|stale|skipped)\b|(?<!\b(?:0|no) )\b(?:error|errors|failed|failure|failures)\b/i

/** The text that a format gives, in one piece or more. */
export function wholeOf(text: string | Iterable<string>): string {
  return piecesOf(text).join('')
}

export function piecesOf(text: string | Iterable<string>): readonly string[] {
  return typeof text === 'string' ? [text] : [...text]
}
