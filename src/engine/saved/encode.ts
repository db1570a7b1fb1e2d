// Values as JSON, and values and changes from it: a value that must not be stored becomes a tag, with a fingerprint if it is
// compared later.
import { given } from '../../core/given.ts'
import { leafFingerprint, type Seal } from '../../core/secrets/fingerprint.ts'
import type { Json } from '../../core/json.ts'
import { replacedSides, type Call, type Change, type Step } from '../../core/plan/change.ts'
import { Secret } from '../../core/secrets/secret.ts'
import { operations } from '../../service/operations.ts'
import { IdOf, isList, isMap, mapEach, Sealed, Unreadable } from '../../core/value.ts'
import type { FieldPath, Value, ValueMap } from '../../core/value.ts'
import type { SavedChange } from './saved-plan-schema.ts'

type Request = NonNullable<SavedChange['requests']>[number]

interface Encoding {
  /** The seal whose fingerprints replace values that aren't stored; absent if nothing is compared. */
  readonly seal?: Seal
  /** Only its shape is stored. */
  readonly isPersonal?: true
}

/** Throws for a value that was read from a saved plan. */
export function encoded(value: Value, how: Encoding, path: FieldPath = []): Json {
  if (value === null) return null
  if (isList(value)) return value.map((entry) => encoded(entry, how, path))
  if (isMap(value)) return tagged(encodedMap(value, how, path))
  if (value instanceof Unreadable) return { $unreadable: value.isSecret ? 'secret' : 'field' }
  if (value instanceof IdOf) return { $idOf: [value.kind, value.name] }
  const { seal } = how
  if (value instanceof Secret)
    return {
      $secret: value.origin,
      ...(seal !== undefined && value.isResolved && { is: leafFingerprint(seal, path, value) }),
    }
  if (value instanceof Sealed) throw new Error('bug: a value read from a saved plan can not be saved again')
  if (how.isPersonal !== true) return value
  return { $live: seal === undefined ? null : leafFingerprint(seal, path, value) }
}

export function encodedMap(map: ValueMap, how: Encoding, path: FieldPath = []): Record<string, Json> {
  return mapEach(map, (value, key) => encoded(value, how, [...path, key]))
}

/** A manifest's map with a key that has the form of a tag. */
function tagged(map: Record<string, Json>): Json {
  return Object.keys(map).some((key) => key.startsWith('$')) ? { $map: map } : map
}

/** Replaces all values that are not in the saved plan. */
const notStored = new Sealed('(live value, not stored)')

/** Throws if a tag isn't one that `encoded` writes. */
export function decoded(json: Value): Value {
  if (isList(json)) return json.map(decoded)
  if (!isMap(json)) return json
  const tag = Object.keys(json).find((key) => key.startsWith('$'))
  if (tag === undefined) return mapEach(json, decoded)
  const content = json[tag]
  if (tag === '$map' && isMap(content)) return mapEach(content, decoded)
  if (tag === '$secret' && typeof content === 'string')
    return typeof json['is'] === 'string'
      ? new Sealed(`(secret ${content})`, json['is'])
      : Secret.named(content)
  if (tag === '$live') return typeof content === 'string' ? new Sealed(notStored.label, content) : notStored
  if (tag === '$unreadable') return new Unreadable(content === 'secret')
  if (tag === '$idOf' && isList(content)) {
    const [kind, name] = content
    if (typeof kind === 'string' && typeof name === 'string') return new IdOf(kind, name)
  }
  throw new Error(`${tag} is not valid in a saved plan`)
}

/** Of a detail, or of a field that a note is about. */
export function decodedSides<Sides extends Parameters<typeof replacedSides>[0]>(sides: Sides): Sides {
  return replacedSides(sides, '', decoded)
}

/** Restores the changes of one plan. Equal parts of them share memory. */
export function restorer(): (saved: SavedChange) => Change {
  const share = sharing()
  // Each field is named: objects made from spread ones take 40 % more memory.
  return (saved) => {
    const { id, via, kind, name, action, stage, needs, sideEffects, position, differences, sealed } = saved
    const { target, part, summary, cause, requests: [first, , last] = [] } = saved
    const { before, after, prepared, restored, fields } = sealed
    const call = callFrom(saved)
    const lines = differences.map(decodedSides)
    return {
      id,
      via: share(via),
      kind: share(kind),
      name,
      action,
      stage: share(stage),
      before: before && mapEach(before, decoded),
      after: mapEach(after, decoded),
      needs: share(needs),
      sideEffects: share(sideEffects),
      position: { ...position, file: share(position.file) },
      ...given({
        preparation: first && stepFrom(first, prepared),
        restoration: last && stepFrom(last, restored),
        target: target && share(target),
        part,
        summary,
        cause,
      }),
      call: { ...call, operation: share(call.operation) },
      differences: fields.map(({ path, after: wanted, lines: count }) => ({
        path,
        answer: 'different',
        before: undefined,
        after: decoded(wanted),
        display: lines.splice(0, count),
      })),
    }
  }
}

/** Returns the first of equal values. */
function sharing(): <T>(value: T) => T {
  const shared = new Map<string, unknown>()
  return <T>(value: T): T => {
    // As JSON, so that a file with the name [] isn't treated as an empty list.
    const key = JSON.stringify(value)
    if (!shared.has(key)) shared.set(key, value)
    return shared.get(key) as T
  }
}

function stepFrom(request: Request, after: ValueMap | undefined): Step {
  const onlyIf = decoded(request.onlyIf ?? null) as ValueMap
  return { call: callFrom(request), onlyIf, after: mapEach(after ?? {}, decoded) }
}

/** With a template again: the page shows it for several resources, and masks names in parameters. */
function callFrom({ operation, method, path }: Request): Call {
  const template = Object.values(operations).find(({ id }) => id === operation)?.path ?? path
  const [start = '', parameter, end = ''] = template.split(/\{(\w+)\}/)
  return {
    operation: { id: operation, method, path: template },
    parameters:
      parameter === undefined ? {} : { [parameter]: path.slice(start.length, path.length - end.length) },
  }
}
