// Why a program failed, in its own words and without what looks like a secret: belfry knows few of the program's secrets.
import type { Ambient } from '../ambient.ts'

/** The longest line that a problem repeats, in characters. */
const longestLine = 200

/** A shorter value of a variable is in every text. */
const shortestValue = 8

const label = '(secret)'

/** Variables with a secret, by name. */
const secretVariable = /key|token|secret|pass|pwd|auth|credential|session|pin$/i

/** What comes after `password=`, `"token": "` and the like, after `Bearer` and `Basic`, and before the @ of a URL. */
const named =
  /((?:key|token|secret|passw\w{0,10}|pwd|credentials?|authorization)["']?\s{0,3}[=:]\s{0,3}(?:(?:bearer|basic)\s{1,3})?|\b(?:bearer|basic)\s{1,3})("[^"]*"?|'[^']*'?|\S+)/gi
const inAddress = /(:\/\/)[^\s/@]+@/g

/** At least 8 characters with a digit and a letter, or at least 20. */
const word = /[\w+=~%$!*^&-]{8,}/g
const longWord = 20

/** The first line of `text`. `name` is the name of the secret, and `env` what the program got. */
export function firstLine(
  text: string,
  { name, env, filter }: { readonly name: string } & Pick<Ambient, 'env' | 'filter'>,
): string {
  const values = Object.entries(env).flatMap(([variable, value = '']) =>
    secretVariable.test(variable) && value.length >= shortestValue ? [value] : [],
  )
  // The longest first: one may be part of another.
  values.sort((a, b) => b.length - a.length)
  const [line = ''] = values
    .reduce((shown, value) => shown.replaceAll(value, label), filter.take(text))
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
