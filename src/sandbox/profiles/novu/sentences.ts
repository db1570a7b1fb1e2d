// What deployed services say of a body that isn't of an operation's shape.
import type { z } from 'zod'
import { valueAt } from '../../store/records.ts'
import { swapWord } from './vendor.ts'

type Issue = z.core.$ZodIssue

export function sentences(error: z.ZodError, body: unknown): string[] {
  return error.issues.flatMap((issue) => {
    const place = issue.path.join('.') || 'body'
    const isMissing = issue.path.length === 1 && valueAt(body, place) == null
    return [...(isMissing ? [`${place} should not be null or undefined`] : []), `${place} ${demand(issue)}`]
  })
}

function demand(issue: Issue): string {
  if (issue.code === 'invalid_value') {
    const words = issue.values.map((word) => swapWord(String(word)))
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
