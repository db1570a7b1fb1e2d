// Remembers what was last applied, as keyed fingerprints: what the service doesn't show is compared with that.
import { whyUnusable } from '../../core/file-failure.ts'
import { fingerprint, fingerprintKey, keyIdOf, type FingerprintKey } from '../../core/secrets/fingerprint.ts'
import type { Secret } from '../../core/secrets/secret.ts'
import { type FieldPath, isList, type Value } from '../../core/value.ts'
import { rowOf, rulesFor } from '../../kinds/fields.ts'
import type { Kind } from '../../kinds/kind.ts'
import type { Desired } from '../../kinds/resource.ts'
import type { Sourced } from '../failure.ts'

/**
 * By place: the id of a key, then fingerprints made with it, one of a value or one for each entry of a set; or the run that is
 * sending a value.
 */
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
  /**
   * What is known of the fields that these changes send counts no more, whatever becomes of them: after a lost reply, a
   * killed run or a write of another run the old value must not pass for the live one. Resolves once that is saved, or with
   * why it can't be: then nothing may be sent.
   */
  forget(changes: readonly Sourced[]): Promise<string | undefined>
  /** Notes what a change has brought to the service. Until the next run nothing is compared with it. */
  record(recorded: Sourced & { readonly id: string }, secret: Secret): void
  /** Keeps what was noted in this run for the next one. */
  save(): Promise<void>
}

/** A ledger as one target sees it: with whose key a resource is sent, and what its fingerprints are keyed with. */
export interface LedgerOf {
  readonly ledger: Ledger
  readonly via: string
  readonly secret: Secret
}

/** What becomes of the ledger as it is by now, with what other runs added. */
export type LedgerEdit = (current: LedgerEntries) => LedgerEntries

/** `keep` saves an edit of `known`; `run` names this run. */
export function createLedger(
  known: LedgerEntries,
  keep: (edit: LedgerEdit) => Promise<void> = () => Promise.resolve(),
  run = '',
): Ledger {
  const own = `run:${run}`
  const recorded: Record<string, readonly string[]> = {}
  const claimed = new Set<string>()
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
  /** Of a field that another run claimed or recorded meanwhile, no run knows which value came last. */
  const settled = (name: string, [keyId = '', ...held]: readonly string[] = []): readonly string[] => {
    const isLast = !claimed.has(name) || held.join() === own
    return isLast ? (recorded[name] ?? [keyId]) : [keyId]
  }
  /** Claims of other runs stay: they may write later. */
  const claim = (_: string, [keyId = '', ...held]: readonly string[] = []): readonly string[] => {
    const others = held.filter((each) => each.startsWith('run:') && each !== own)
    return [keyId, ...others, own]
  }
  const edit = (names: Iterable<string>, entryOf: typeof settled) =>
    keep((current) => ({
      ...current,
      ...Object.fromEntries([...names].map((name) => [name, entryOf(name, current[name])])),
    }))
  return {
    save: async () => {
      const names = new Set([...claimed, ...Object.keys(recorded)])
      if (names.size > 0) await edit(names, settled)
    },
    forget: async (changes) => {
      const names = changes.flatMap((of) => concealed(of).map(({ path }) => nameOf({ ...of.change, path })))
      if (names.length === 0) return undefined
      return edit(names, claim).then(
        () => {
          names.forEach((name) => claimed.add(name))
          return undefined
        },
        (error: unknown) => `belfry can't save the ledger: ${whyUnusable(error)}`,
      )
    },
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
    record: ({ id, ...of }, secret) => {
      const { change, desired, kind } = of
      const { via, name } = change
      for (const { path, value } of [...concealed(of), ...setsIn(of)]) {
        const place: Place = { via, kind: kind.name, name, id, path }
        const values = isSet(kind, desired, path) && isList(value) ? value : [value]
        const sent = values.map((each) => made(place, each, secret))
        const fingerprints = new Set([...sent, ...(dropped.get(nameOf(place)) ?? [])])
        recorded[nameOf(place)] = [keyIdOf(keyFrom(secret)), ...[...fingerprints].sort()]
      }
    },
  }
}

export function isSet(kind: Kind, desired: Desired, path: FieldPath): boolean {
  return rulesFor(kind, desired)(path).compare === 'set'
}

interface Applied {
  readonly path: FieldPath
  readonly value: Value
}

/** The fields of a change that some service doesn't show. */
function concealed(of: Sourced): Applied[] {
  return appliedBy(of).filter(({ path }) => rowOf(of.kind.fields, path.slice(0, 1)).concealable === true)
}

/** Sets, whose entries services drop. */
function setsIn(of: Sourced): Applied[] {
  return appliedBy(of).filter(({ path }) => isSet(of.kind, of.desired, path))
}

function appliedBy({ change }: Sourced): Applied[] {
  return change.action === 'create'
    ? Object.entries(change.after).map(([key, value]) => ({ path: [key], value }))
    : change.differences.map(({ path, after }) => ({ path, value: after }))
}

/** A slash in a name must not make it another one's place. */
function nameOf({ via, kind, name, path }: Omit<Place, 'id'>): string {
  return [via, kind, name, ...path].map((part) => part.replaceAll(/[%/]/g, encodeURIComponent)).join('/')
}
