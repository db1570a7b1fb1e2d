// What a program passes, checked before anything is done: an unknown option could widen what is selected.
import { isObject } from '../../core/json.ts'
import type { Problem } from '../../core/problem.ts'
import { didYouMean } from '../../core/words.ts'
import { badFlag } from '../problems.ts'
import { isRepeatable, type Flag } from './flag.ts'

/** What is wrong with a value, each as a sentence that begins with the name. */
export type Check = (value: unknown, name: string) => readonly string[]

export type Shape = Readonly<Record<string, Check>>

export function must(be: string, isValid: (value: unknown) => boolean): Check {
  return (value, name) => (isValid(value) ? [] : [`${name} must be ${be}`])
}

export const string = must('a string', (value) => typeof value === 'string')
export const flag = must('true or false', (value) => typeof value === 'boolean')
const number = must('a number', (value) => typeof value === 'number')
export const object = must('an object', (value) => isObject(value))
export const named: Check = (value, name) => (value === '' ? [`${name} is empty`] : string(value, name))

export function optional(check: Check): Check {
  return (value, name) => (value === undefined ? [] : check(value, name))
}

export function either(one: Check, other: Check, be: string): Check {
  return must(be, (value) => one(value, '').length === 0 || other(value, '').length === 0)
}

export function listOf(each: Check, be = 'a list of strings'): Check {
  return (value, name) =>
    Array.isArray(value)
      ? value.flatMap((item, index) => each(item, `${name}.${index}`))
      : [`${name} must be ${be}`]
}

export function mapOf(each: Check, be = 'an object'): Check {
  return (value, name) =>
    isObject(value)
      ? Object.entries(value).flatMap(([key, item]) => each(item, `${name}.${key}`))
      : [`${name} must be ${be}`]
}

/** An empty list, such as a filter's result, must not be treated as an absent one, which selects everything. */
export function choice(value: unknown, name: string): readonly string[] {
  return Array.isArray(value) && value.length === 0
    ? [`${name} is an empty list, which selects nothing: to select everything, leave the option out`]
    : listOf(string)(value, name)
}

export const paths: Check = (value, name) =>
  Array.isArray(value) && value.length === 0 ? [`${name} is an empty list`] : listOf(string)(value, name)

/** One of a few words. */
export function word(words: readonly string[]): Check {
  const quoted = words.map((each) => `'${each}'`)
  const be = [quoted.slice(0, -1).join(', '), ...quoted.slice(-1)].join(' or ')
  return must(be, (value) => words.includes(value as string))
}

/** How a program passes an option: its TypeScript type, and the check of its value. */
export interface Codec {
  readonly type: string
  readonly check: Check
}

export function codecOf({ program, argument, selects, choices, ...row }: Omit<Flag, 'help'>): Codec {
  if (choices !== undefined)
    return { type: choices.map((each) => `'${each}'`).join(' | '), check: word(choices) }
  if (row.isMap) {
    const check = mapOf(either(string, number, 'a string or a number'))
    return { type: 'Readonly<Record<string, string | number>>', check }
  }
  if (row.isNumber || row.milliseconds) return { type: 'number', check: number }
  if (argument === undefined) return { type: 'boolean', check: flag }
  if (program === undefined && isRepeatable(argument))
    return { type: 'readonly string[]', check: selects === true ? choice : listOf(string) }
  if (!argument.startsWith('[')) return { type: 'string', check: string }
  const isTrue = must('', (value) => value === true)
  return { type: 'string | true', check: either(string, isTrue, 'a string or true') }
}

export function problemsOf(shape: Shape, what: string, given: unknown): Problem[] {
  if (!isObject(given)) return [badFlag(`${what} must be an object`)]
  const known = Object.entries(shape).flatMap(([name, check]) => check(given[name], name))
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(shape, name))
  return [
    ...known.map((sentence) => badFlag(sentence)),
    ...unknown.map((name) => badFlag(`unknown option ${name}${didYouMean(name, Object.keys(shape))}`)),
  ]
}
