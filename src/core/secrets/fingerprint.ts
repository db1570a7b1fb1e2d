// Compares values without showing them: only a holder of the key can make, or check, a fingerprint.
import { createHash, createHmac, createSecretKey, hkdfSync, type Hmac, type KeyObject } from 'node:crypto'
import { reveal, Secret } from './secret.ts'
import {
  isList,
  isMap,
  type Value,
  eachLeaf,
  type FieldPath,
  type Leaf,
  mapEach,
  mapLeaves,
  Sealed,
  type ValueMap,
} from '../value.ts'

/** sha256 in hex, as services store it beside an API key. */
export function sha256(secret: Secret): string {
  return createHash('sha256')
    .update(String(reveal(secret)))
    .digest('hex')
}

/** A key that shows nothing of itself, however it is printed. */
export type FingerprintKey = KeyObject

/** A key of its own for fingerprints, by HKDF-SHA256, so that none of them helps to guess at what else `from` opens. */
export function fingerprintKey(from: Secret): FingerprintKey {
  return createSecretKey(
    Buffer.from(hkdfSync('sha256', String(reveal(from)), '', 'belfry fingerprints 1', 32)),
  )
}

/** Shows only whether two keys are the same: 16 hex digits. */
export function keyIdOf(key: FingerprintKey): string {
  return hmac(key, 'key', '').digest('hex').slice(0, 16)
}

/**
 * HMAC-SHA256 of a value, in base64url. Equal values have one fingerprint in one `context` (what the value is of, such as
 * a resource and a field) and another in every other; secrets count by their value, and maps in any order.
 * Throws if a secret is only named.
 */
export function fingerprint(key: FingerprintKey, context: string, value: Value): string {
  return hmac(key, 'value', JSON.stringify(context) + canonical(value)).digest('base64url')
}

/** HMAC-SHA256 of a text, in base64url: shows whether anyone without the key changed it. */
export function macOf(key: FingerprintKey, text: string): string {
  return hmac(key, 'text', text).digest('base64url')
}

function hmac(key: FingerprintKey, purpose: 'key' | 'value' | 'text', text: string): Hmac {
  return createHmac('sha256', key).update(`${purpose}:${text}`)
}

/** One text for equal values. Secrets are opened: never to be shown. */
function canonical(value: Value): string {
  if (value instanceof Secret) return JSON.stringify(reveal(value))
  if (isList(value)) return `[${value.map(canonical).join()}]`
  if (!isMap(value)) return JSON.stringify(value)
  const entries = Object.entries(value).map(([name, entry]) => `${JSON.stringify(name)}:${canonical(entry)}`)
  return `{${entries.sort().join()}}`
}

// Fingerprints that replace values in a file: they show only whether a value is still the same.

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
