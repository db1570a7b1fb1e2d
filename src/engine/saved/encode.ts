// Values as JSON and back: a value that must not be stored becomes a tag, with a fingerprint if it is compared later.
import { leafFingerprint, type Seal } from '../../core/secrets/digest.ts'
import type { Json } from '../../core/json.ts'
import { Secret } from '../../core/secrets/secret.ts'
import {
  type FieldPath,
  IdOf,
  isList,
  isMap,
  mapEach,
  Sealed,
  Unreadable,
  type Value,
  type ValueMap,
} from '../../core/value.ts'

type JsonMap = Record<string, Json>

export interface Encoding {
  /** Whose fingerprints stand beside what isn't stored; absent where nothing is to be compared. */
  readonly seal?: Seal
  /** Nothing of it is stored, but for its shape. */
  readonly isPersonal?: true
}

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

export function encodedMap(map: ValueMap, how: Encoding, path: FieldPath = []): JsonMap {
  return mapEach(map, (value, key) => encoded(value, how, [...path, key]))
}

/** A map of the manifest's own with a key that looks like a tag. */
function tagged(map: JsonMap): Json {
  return Object.keys(map).some((key) => key.startsWith('$')) ? { $map: map } : map
}

/** Stands in for all values that are not in the saved plan. */
const notStored = new Sealed('(live value, not stored)')

/** Throws where a tag isn't one that `encoded` writes. */
export function decoded(json: Value): Value {
  if (isList(json)) return json.map(decoded)
  if (!isMap(json)) return json
  const tag = Object.keys(json).find((key) => key.startsWith('$'))
  if (tag === undefined) return decodedMap(json)
  const content = json[tag]
  if (tag === '$map' && isMap(content)) return decodedMap(content)
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

export function decodedMap(map: ValueMap): ValueMap {
  return mapEach(map, decoded)
}
