// What deployed services say of a body that isn't of an operation's shape.
import type { z } from 'zod'
import { swapWord } from './vendor.ts'

type Issue = z.core.$ZodIssue

export function sentences(error: z.ZodError, body: unknown, vendor: string): string[] {
  return error.issues.flatMap((issue) => {
    const place = issue.path.join('.') || 'body'
    const isMissing = issue.path.length === 1 && valueAt(body, issue.path) == null
    return [
      ...(isMissing ? [`${place} should not be null or undefined`] : []),
      `${place} ${demand(issue, vendor)}`,
    ]
  })
}

function demand(issue: Issue, vendor: string): string {
  if (issue.code === 'invalid_value') {
    const words = issue.values.map((word) => swapWord(String(word), vendor))
    return `must be one of the following values: ${words.join(', ')}`
  }
  if (issue.code !== 'invalid_type') return issue.message
  const names: Readonly<Record<string, string>> = {
    string: 'a string',
    boolean: 'a boolean value',
    number: 'a number conforming to the specified constraints',
    array: 'an array',
  }
  return `must be ${names[issue.expected] ?? 'an object'}`
}

function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce(
    (value, key) => (value as Readonly<Record<PropertyKey, unknown>> | null | undefined)?.[key],
    body,
  )
}
