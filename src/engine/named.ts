// The fields that a refusal names, found again where the manifest declares them.
import type { Change } from '../core/change.ts'
import type { NamedField } from '../core/outcome.ts'
import type { Problem } from '../core/problem.ts'
import { at } from '../core/value.ts'
import type { Kind } from '../kinds/kind.ts'
import type { Desired } from '../kinds/resource.ts'
import { ServiceError } from '../service/errors.ts'
import { fieldIn } from '../service/messages.ts'
import { problemOf } from './failure.ts'

export interface Refused extends Problem {
  readonly fields?: readonly NamedField[]
}

export interface Sender {
  readonly change: Change
  readonly desired: Desired
  readonly kind: Kind
}

/** As `problemOf`, for an error that a change's own call met. */
export function problemOfChange(error: unknown, { change, desired, kind }: Sender): Refused {
  const problem = { ...problemOf(error, change.target), resource: `${change.kind} ${change.name}` }
  if (!(error instanceof ServiceError)) return problem
  const fields = error.messages.flatMap((message) => {
    const path = fieldIn(message)
    const [first = ''] = path
    // Not every word that a message starts with is a field.
    if (at(change.call.body, first) === undefined && at(desired.declared, first) === undefined) return []
    const declared = kind.declaredPath?.(path, change, desired) ?? path
    const position = desired.positionOf(declared.map((step) => (/^\d+$/.test(step) ? Number(step) : step)))
    return [{ path: declared.join('.'), message, position }]
  })
  return fields.length === 0 ? problem : { ...problem, fields }
}
