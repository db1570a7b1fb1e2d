// Fingerprints that replace values in a file: they show only whether a value is still the same.
import { fingerprint, type FingerprintKey } from './fingerprint.ts'
import { Secret } from './secret.ts'
import {
  eachLeaf,
  type FieldPath,
  type Leaf,
  mapEach,
  mapLeaves,
  Sealed,
  type Value,
  type ValueMap,
} from '../value.ts'

/** Whose fingerprints these are: those of one resource mean nothing for another. */
export interface Seal {
  readonly key: FingerprintKey
  readonly context: string
}

/** The fingerprint of one scalar of the resource. Entries of a list share its path, and so are distinguished by value. */
export function leafFingerprint({ key, context }: Seal, path: FieldPath, leaf: Value): string {
  return fingerprint(key, `${context} ${JSON.stringify(path)}`, leaf)
}

/** The same value with fingerprints for its scalars: equal values stay equal. Null and unreadable values stay. */
export function sealed(seal: Seal, value: Value, path: FieldPath = []): Value {
  const sealedLeaf = (leaf: Leaf, here: FieldPath): Value => {
    if (leaf instanceof Sealed) return leaf.fingerprint ?? leaf
    const isScalar = leaf instanceof Secret || typeof leaf !== 'object'
    return isScalar ? leafFingerprint(seal, here, leaf) : leaf
  }
  return mapLeaves(value, sealedLeaf, path)
}

/** What a resource declares, field by field, and its secrets separately. */
export interface Digest {
  /** By first-level field; of a secret only its reference counts. */
  readonly fields: Readonly<Record<string, string>>
  /** By path; those that are only named have none. */
  readonly secrets: Readonly<Record<string, string>>
}

export function digestOf(seal: Seal, declared: ValueMap): Digest {
  const { key, context } = seal
  const secrets: Readonly<Record<string, Value>> = Object.fromEntries(secretsIn(declared))
  return {
    fields: mapEach(declared, (value, field) =>
      fingerprint(key, `${context} declared ${field}`, named(value)),
    ),
    secrets: mapEach(secrets, (secret, path) => fingerprint(key, `${context} secret ${path}`, secret)),
  }
}

/** The names under which two records differ. */
export function differing(
  before: Readonly<Record<string, string>>,
  now: Readonly<Record<string, string>>,
): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(now)])].filter(
    (name) => before[name] !== now[name],
  )
}

/** `credentials.apiKey` with its secret, if it has a value. */
function secretsIn(value: Value): (readonly [path: string, secret: Secret])[] {
  const secrets: [string, Secret][] = []
  eachLeaf(value, (leaf, path) => {
    if (leaf instanceof Secret && leaf.isResolved) secrets.push([path.join('.'), leaf])
  })
  return secrets
}

function named(value: Value): Value {
  return mapLeaves(value, (leaf) => (leaf instanceof Secret ? { $secret: leaf.origin } : leaf))
}
