// One fault as people write it: `reset-after:updateIntegration@3`, `500-before:10%`, `latency=200ms`.
import type { Operation } from '../profile.ts'
import { operations } from '../operations/all.ts'
import { catalogue, type Amount, type FaultKind } from './catalogue.ts'

export interface Fault {
  /** As it was written. */
  readonly spec: string
  readonly name: string
  readonly kind: FaultKind
  readonly amount: Amount
  /** An operation's name or an HTTP method; undefined for all requests that the fault can hit. */
  readonly scope?: string
  /** Only this one of the requests in scope, from 1. */
  readonly nth?: number
  /** Of the requests in scope, from 0 to 1. */
  readonly rate?: number
}

type Signature = Pick<Operation, 'id' | 'method'>

const scopes = [...new Set(operations.flatMap(({ id, method }) => [method, id]))].sort()

/** NAME, then =AMOUNT, :OPERATION, and @N or :N%, if they are written. */
const shape = /^([\w-]+)(?:=([\w.]+))?(?::([A-Za-z]+))?(?:@(\d{1,6})|:(\d{1,3}(?:\.\d{1,3})?)%)?$/

/** Its message is a sentence that names the fault. */
export class FaultError extends Error {
  override readonly name = 'FaultError'
}

/** Throws a FaultError. */
export function readFault(spec: string): Fault {
  const [, name = '', amount, scope, nth, percent] = shape.exec(spec) ?? []
  if (name === '')
    throw new FaultError(
      `"${spec}" is not a valid fault; write NAME[=AMOUNT][:OPERATION][@N or :N%], for example reset-after@3`,
    )
  const kind = Object.hasOwn(catalogue, name) ? catalogue[name] : undefined
  if (kind === undefined)
    throw new FaultError(`unknown fault "${name}"; use one of ${Object.keys(catalogue).join(', ')}`)
  const inScope = operations.filter((operation) => scope === undefined || isIn(scope, operation))
  if (inScope.length === 0)
    throw new FaultError(`"${spec}": unknown operation or method "${scope}"; use one of ${scopes.join(', ')}`)
  if (!inScope.some((operation) => kind.hits(operation)))
    throw new FaultError(`the fault ${name} doesn't apply to ${scope}; remove :${scope}`)
  if (nth !== undefined && Number(nth) === 0)
    throw new FaultError(`"${spec}": the request number after @ must be at least 1`)
  if (Number(percent ?? 0) > 100)
    throw new FaultError(`"${spec}": the rate after the colon must be at most 100%`)
  return {
    spec,
    name,
    kind,
    amount: amountOf({ spec, name }, amount, kind),
    ...(scope !== undefined && { scope }),
    ...(nth !== undefined && { nth: Number(nth) }),
    ...(percent !== undefined && { rate: Number(percent) / 100 }),
  }
}

export function isInScope({ kind, scope }: Fault, operation: Signature, query: URLSearchParams): boolean {
  const { parameters } = kind
  return (
    kind.hits(operation) &&
    (scope === undefined || isIn(scope, operation)) &&
    (parameters === undefined || parameters.some((name) => query.has(name)))
  )
}

function isIn(scope: string, { id, method }: Signature): boolean {
  return scope === id || scope === method
}

function amountOf(
  { spec, name }: Pick<Fault, 'spec' | 'name'>,
  text: string | undefined,
  { amount, defaultAmount }: FaultKind,
): Amount {
  if (amount === undefined) {
    if (text !== undefined)
      throw new FaultError(`"${spec}": the fault ${name} has no amount; remove =${text}`)
    return 0
  }
  if (text === undefined) {
    if (defaultAmount === undefined)
      throw new FaultError(`"${spec}": a duration is required, for example ${name}=200ms`)
    return defaultAmount
  }
  const found = readers[amount](text)
  if (found === undefined) throw new FaultError(`"${spec}": "${text}" is not a ${expected[amount]}`)
  return found
}

/** What a message says after `is not a`. */
const expected = {
  duration: 'duration such as 200ms or 2s',
  'retry-after': 'number of seconds, nor the word "date"',
  status: 'status from 200 to 599',
} as const

const readers: Readonly<Record<keyof typeof expected, (text: string) => Amount | undefined>> = {
  duration: (text) => {
    const [, number, unit] = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s)$/.exec(text) ?? []
    return unit === undefined ? undefined : Number(number) * (unit === 's' ? 1000 : 1)
  },
  'retry-after': (text) => {
    if (text === 'date') return 'date'
    return /^\d{1,6}$/.test(text) ? Number(text) : undefined
  },
  status: (text) => (/^[2-5]\d\d$/.test(text) ? Number(text) : undefined),
}
