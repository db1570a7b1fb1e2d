// What holds of every run, whatever it was given.
import type { Said } from '../support/cli.ts'
import { envelopeIn } from '../support/cli-schemas.ts'

const exits = new Set([0, 1, 2, 3, 4, 5, 6, 7, 130, 143])

/** How JavaScript words our mistakes; and a stack trace. */
const bugs = [
  /this is a bug in belfry/,
  /"rule": "bug"/,
  /\b(?:Type|Range|Reference)Error\b/,
  /Cannot (?:read|set|convert|destructure|access|assign|mix)/,
  / is not (?:a function|iterable|a constructor|defined|extensible)\b/,
  /Maximum call stack|Invalid array length|Invalid string length|Invalid time value|Invalid count value/,
  /\[object \w+\]/,
  /\bundefined\b|\bNaN\b/,
  /^\s+at .*(?::\d+:\d+\)?|<anonymous>\)?|node:internal.*)$/m,
]

/** All that acts on a terminal or hides, but the end of a line. */
const unseen = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u

const prototypes = [Object, Array, Function, String, Number, Boolean, Map, Set, Promise, Error, RegExp].map(
  ({ prototype }) => prototype as object,
)
/** What each prototype holds: a method that is replaced counts as much as one that is new. */
const held = (): unknown[] =>
  prototypes.flatMap((each) =>
    Reflect.ownKeys(each).flatMap((key) => {
      const { value, get, set } = Reflect.getOwnPropertyDescriptor(each, key) ?? {}
      return [key, value as unknown, get, set]
    }),
  )
const heldAtFirst = held()

function isPolluted(): boolean {
  const now = held()
  return now.length !== heldAtFirst.length || now.some((each, index) => !Object.is(each, heldAtFirst[index]))
}

/** Throws an Error that says what was broken, and shows what was printed. */
export function judge(args: readonly string[], said: Said): void {
  const found = [...faultsOf(args, said)]
  if (found.length === 0) return
  throw new Error(
    `${found.join('; ')}\nbelfry ${args.join(' ')}\nexit ${said.exit}\n${cut(said.out)}\n${cut(said.err)}`,
  )
}

function* faultsOf(args: readonly string[], { exit, out, err }: Said): Generator<string> {
  if (!exits.has(exit)) yield `exit ${exit} is none of the table`
  for (const bug of bugs)
    for (const text of [out, err]) {
      const { index } = bug.exec(text) ?? {}
      if (index !== undefined) yield `${bug} is printed: ${text.slice(Math.max(0, index - 200), index + 200)}`
    }
  if (args.includes('json')) {
    const envelope = attempted(() => envelopeIn(out))
    if (envelope instanceof Error) yield `no envelope: ${envelope.message}`
    else if (envelope.exit !== exit) yield `the envelope says exit ${envelope.exit}`
  } else if (unseen.test(out)) yield `${JSON.stringify(unseen.exec(out)?.[0])} reaches stdout`
  if (unseen.test(err)) yield `${JSON.stringify(unseen.exec(err)?.[0])} reaches stderr`
  if (exit !== 0 && out === '' && err === '') yield 'nothing is said'
  if (isPolluted()) yield 'a prototype is polluted'
}

function attempted<T>(act: () => T): T | Error {
  try {
    return act()
  } catch (error) {
    return error instanceof Error ? error : new Error('thrown')
  }
}

function cut(text: string): string {
  return text.length > 4000 ? `${text.slice(0, 4000)}…` : text
}
