// Remembers what was last applied, as keyed fingerprints: what the service doesn't show is compared with that.
import type { Change } from '../core/change.ts'
import type { FieldPath } from '../core/compare.ts'
import { fingerprint, fingerprintKey, keyIdOf, type FingerprintKey } from '../core/fingerprint.ts'
import type { Secret } from '../core/secret.ts'
import { isList, type Value } from '../core/value.ts'
import type { Desired, Kind } from '../kinds/kind.ts'

/** By place: the id of a key, then fingerprints made with it; one of a value, or one for each entry of a set. */
export type LedgerEntries = Readonly<Record<string, readonly string[]>>

/** A field of one live resource. */
export interface Place {
  /** The target whose key sends it. */
  readonly via: string
  readonly kind: string
  readonly name: string
  /** The service's own id: what was applied to another resource of this name says nothing. */
  readonly id: string
  readonly path: FieldPath
}

export interface Ledger {
  /** What another key made is unknown, not wrong. */
  compare(place: Place, value: Value, secret: Secret): 'same' | 'moved' | 'unknown'
  /** Whether an entry of a set that is gone was applied. */
  holds(place: Place, entry: Value, secret: Secret): boolean
  /** Notes what a change has brought to the service. Until the next run nothing is compared with it. */
  record(
    change: Change,
    of: { readonly id: string; readonly desired: Desired; readonly kind: Kind },
    secret: Secret,
  ): void
  /** What was noted in this run. */
  readonly recorded: LedgerEntries
}

/** A ledger as one target sees it: with whose key a resource is sent, and what its fingerprints are keyed with. */
export interface LedgerOf {
  readonly ledger: Ledger
  readonly via: string
  readonly secret: Secret
}

export function createLedger(known: LedgerEntries): Ledger {
  const recorded: Record<string, readonly string[]> = {}
  /** Fingerprints of entries that are declared and were dropped: what is sent without them must not forget them. */
  const dropped = new Map<string, string[]>()
  const keys = new Map<Secret, FingerprintKey>()
  const keyFrom = (secret: Secret): FingerprintKey => {
    const key = keys.get(secret) ?? fingerprintKey(secret)
    keys.set(secret, key)
    return key
  }
  const made = (place: Place, value: Value, secret: Secret): string =>
    fingerprint(keyFrom(secret), `${nameOf(place)} ${place.id}`, value)
  const under = (place: Place, secret: Secret): readonly string[] | undefined => {
    const [keyId, ...fingerprints] = Object.hasOwn(known, nameOf(place)) ? (known[nameOf(place)] ?? []) : []
    return keyId === keyIdOf(keyFrom(secret)) ? fingerprints : undefined
  }
  return {
    recorded,
    compare: (place, value, secret) => {
      const fingerprints = under(place, secret)
      if (fingerprints === undefined) return 'unknown'
      return fingerprints.includes(made(place, value, secret)) ? 'same' : 'moved'
    },
    holds: (place, entry, secret) => {
      const wanted = made(place, entry, secret)
      const isHeld = under(place, secret)?.includes(wanted) === true
      if (isHeld) dropped.set(nameOf(place), [...(dropped.get(nameOf(place)) ?? []), wanted])
      return isHeld
    },
    record: (change, { id, desired, kind }, secret) => {
      const { via, name } = change
      for (const { path, value } of appliedBy(change, desired, kind)) {
        const place: Place = { via, kind: kind.name, name, id, path }
        const values = isSet(kind, desired, path) && isList(value) ? value : [value]
        const own = values.map((each) => made(place, each, secret))
        const fingerprints = new Set([...own, ...(dropped.get(nameOf(place)) ?? [])])
        recorded[nameOf(place)] = [keyIdOf(keyFrom(secret)), ...[...fingerprints].sort()]
      }
    },
  }
}

export function isSet(kind: Kind, desired: Desired, path: FieldPath): boolean {
  return kind.rulesFor(desired)(path).compare === 'set'
}

/** The fields of a change that some service doesn't show, and the sets, whose entries services drop. */
function appliedBy(change: Change, desired: Desired, kind: Kind): { path: FieldPath; value: Value }[] {
  const fields =
    change.action === 'create'
      ? Object.entries(change.after).map(([key, value]) => ({ path: [key], value }))
      : change.differences.map(({ path, after }) => ({ path, value: after }))
  return fields.filter(
    ({ path }) => kind.concealable?.includes(path[0] ?? '') === true || isSet(kind, desired, path),
  )
}

/** A slash in a name must not make it another one's place. */
function nameOf({ via, kind, name, path }: Place): string {
  return [via, kind, name, ...path].map((part) => part.replaceAll(/[%/]/g, encodeURIComponent)).join('/')
}
