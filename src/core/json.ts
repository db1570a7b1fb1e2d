// JSON as a type of our own, for schemas whose types the library shows, and text that may be JSON.

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/** What a text says in JSON; undefined if it is none. The parser's own message would quote it. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
