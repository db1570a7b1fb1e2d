// Remembers what was last applied, as keyed fingerprints, to compare values that the service doesn't show or has dropped.
import { whyUnusable } from '../../core/system-failure.ts'
import { fingerprint, fingerprintKey, keyIdOf, type FingerprintKey } from '../../core/secrets/fingerprint.ts'
import type { Secret } from '../../core/secrets/secret.ts'
import { at, isList, isMap, mapEach, someLeaf, Unreadable } from '../../core/value.ts'
import type { FieldPath, Value } from '../../core/value.ts'
import { rowOf, rulesFor } from '../../kinds/from-field-rows.ts'
import type { Kind } from '../../kinds/kind.ts'
import type { Desired, Live } from '../../kinds/resource.ts'
import type { Sourced } from '../failure-problem.ts'
import { entriesMissing, isOnlyNamed, type Difference } from '../../core/plan/compare-fields.ts'
import type { Note } from '../../core/plan/notes.ts'

/**
 * By place: the id of a key, then fingerprints made with it, one of a value or one for each entry of a set; or the runs that
 * may be sending a value.
 */
export type LedgerEntries = Readonly<Record<string, readonly string[]>>

/** A field of one live resource. */
export interface Place {
  /** The target whose key sends it. */
  readonly via: string
  readonly kind: string
  readonly name: string
  /** The service's own id; empty if the service doesn't show it. */
  readonly id: string
  readonly path: FieldPath
}

/** A change, with the id of its resource in the service if that exists. */
type Sent = Sourced & { readonly serviceId: string | undefined }

export class Ledger {
  readonly #known: LedgerEntries
  readonly #write: (edit: LedgerEdit) => Promise<void>
  /** This run, as it claims places. */
  readonly #own: string
  readonly #recorded: Record<string, readonly string[]> = {}
  /** What the file has at a place if no other run wrote there since this one: its claim, or nothing for a new resource. */
  readonly #left = new Map<string, string>()
  /** Fingerprints of entries that are declared and were dropped: what is sent without them must not forget them. */
  readonly #dropped = new Map<string, string[]>()
  readonly #keys = new Map<Secret, FingerprintKey>()

  /** `write` saves an edit of `known`; `run` names this run. */
  constructor(
    known: LedgerEntries,
    write: (edit: LedgerEdit) => Promise<void> = () => Promise.resolve(),
    run = '',
  ) {
    this.#known = known
    this.#write = write
    this.#own = `run:${run}`
  }

  /** Whether the value is the one that was applied last. Fingerprints of another key are unknown, not different. */
  compare(place: Place, value: Value, secret: Secret): 'same' | 'moved' | 'unknown' {
    const fingerprints = this.#fingerprintsAt(place, secret)
    if (fingerprints === undefined) return 'unknown'
    return fingerprints.includes(this.#fingerprintOf(place, value, secret)) ? 'same' : 'moved'
  }

  /** Whether a value, or an entry of a set, was applied. */
  knows(place: Place, secret: Secret): boolean {
    return (this.#fingerprintsAt(place, secret) ?? []).length > 0
  }

  /** Whether an entry of a set that is gone was applied. If so, `record` keeps its fingerprint. */
  wasDropped(place: Place, entry: Value, secret: Secret): boolean {
    const wanted = this.#fingerprintOf(place, entry, secret)
    const isKnown = this.#fingerprintsAt(place, secret)?.includes(wanted) === true
    if (isKnown) this.#dropped.set(nameOf(place), [...(this.#dropped.get(nameOf(place)) ?? []), wanted])
    return isKnown
  }

  /**
   * Forgets the fields that these changes send and that the service may hide, whatever the result: after a lost reply, a killed
   * run or a write of another run the old value must not count as the current one. Resolves once that is saved, or with the
   * reason why it can't be: then nothing may be sent.
   */
  async forget(changes: readonly Sent[]): Promise<string | undefined> {
    const sent = changes.flatMap((of) => concealed(of).map(({ path }) => ({ of, path })))
    if (sent.length === 0) return undefined
    // Of a resource that doesn't exist nothing is known.
    const known = sent.filter(({ of }) => of.serviceId !== undefined)
    const names = known.map(({ of, path }) => nameOf(placeInService(of, path)))
    try {
      await this.#edit(names, this.#claim)
    } catch (error) {
      return `belfry can't save the ledger: ${whyUnusable(error)}`
    }
    names.forEach((name) => this.#left.set(name, this.#own))
    return undefined
  }

  /** Records the values that a change has sent. `save` writes them, and only the next run compares values with them. */
  record(of: Sent, secret: Secret): void {
    const { change, desired, kind } = of
    for (const { path, value } of [...concealed(of), ...setsIn(of)]) {
      const place = placeInService(of, path)
      if (change.action === 'create' && place.id !== '') this.#left.set(nameOf(place), '')
      const values = isSet(kind, desired, path) && isList(value) ? value : [value]
      const sent = values.map((each) => this.#fingerprintOf(place, each, secret))
      const fingerprints = new Set([...sent, ...(this.#dropped.get(nameOf(place)) ?? [])])
      this.#recorded[nameOf(place)] = [keyIdOf(this.#keyFrom(secret)), ...[...fingerprints].sort()]
    }
  }

  /** Saves the records of this run for the next one. Resolves with the number of fields that were sent and can't be recorded. */
  async save(): Promise<number> {
    const names = new Set([...this.#left.keys(), ...Object.keys(this.#recorded)])
    let lost = 0
    const settled: EntryOf = (name, current) => {
      const entry = this.#settled(name, current)
      if (entry.length < (this.#recorded[name] ?? []).length) lost += 1
      return entry
    }
    if (names.size > 0) await this.#edit(names, settled)
    return lost
  }

  #keyFrom(secret: Secret): FingerprintKey {
    const key = this.#keys.get(secret) ?? fingerprintKey(secret)
    this.#keys.set(secret, key)
    return key
  }

  #fingerprintOf(place: Place, value: Value, secret: Secret): string {
    return fingerprint(this.#keyFrom(secret), nameOf(place), value)
  }

  #fingerprintsAt(place: Place, secret: Secret): readonly string[] | undefined {
    const name = nameOf(place)
    const [keyId, ...fingerprints] = Object.hasOwn(this.#known, name) ? (this.#known[name] ?? []) : []
    return keyId === keyIdOf(this.#keyFrom(secret)) ? fingerprints : undefined
  }

  #edit(names: Iterable<string>, entryOf: EntryOf): Promise<void> {
    return this.#write((current) => ({
      ...current,
      ...Object.fromEntries([...names].map((name) => [name, entryOf(name, current[name])])),
    }))
  }

  /** If another run claimed or recorded a field meanwhile, it is not known which value came last. */
  readonly #settled: EntryOf = (name, [keyId = '', ...held] = []) => {
    const left = this.#left.get(name)
    const isLast = left === undefined || held.join() === left
    return isLast ? (this.#recorded[name] ?? [keyId]) : [keyId]
  }

  /** Claims of other runs stay: they may write later. */
  readonly #claim: EntryOf = (_, [keyId = '', ...held] = []) => {
    const others = held.filter((each) => each.startsWith('run:') && each !== this.#own)
    return [keyId, ...others, this.#own]
  }
}

/** The entry of a place after an edit. */
type EntryOf = (name: string, current: readonly string[] | undefined) => readonly string[]

/** A ledger for one target: whose key sends a resource, and which key its fingerprints are made with. */
export interface LedgerOf {
  readonly ledger: Ledger
  readonly via: string
  readonly secret: Secret
}

/** Returns the new ledger for the current one, which has what other runs added. */
export type LedgerEdit = (current: LedgerEntries) => LedgerEntries

export function isSet(kind: Kind, desired: Desired, path: FieldPath): boolean {
  return rulesFor(kind, desired)(path).compare === 'set'
}

interface Applied {
  readonly path: FieldPath
  readonly value: Value
}

/** The fields that a change sends and that some releases of the service don't show. */
function concealed(of: Sourced): Applied[] {
  return appliedBy(of).filter(({ path }) => rowOf(of.kind.fields, path.slice(0, 1)).concealable === true)
}

/** The sets that a change sends: services may drop entries of them. */
function setsIn(of: Sourced): Applied[] {
  return appliedBy(of).filter(({ path }) => isSet(of.kind, of.desired, path))
}

function appliedBy({ change }: Sourced): Applied[] {
  return change.action === 'create'
    ? Object.entries(change.after).map(([key, value]) => ({ path: [key], value }))
    : change.differences.map(({ path, after }) => ({ path, value: after }))
}

function placeInService({ change, serviceId: id = '' }: Sent, path: FieldPath): Place {
  const { via, kind, name } = change
  return { via, kind, name, id, path }
}

/**
 * The key of a place in the file. With names that can change, the entry of a former one would later count as what was applied
 * last. Slashes in a part are escaped, so that no other place has the same key.
 */
function nameOf({ via, kind, name, id, path }: Place): string {
  const resource = id === '' ? [via, name] : [id]
  return [kind, ...resource, ...path].map((part) => part.replaceAll(/[%/]/g, encodeURIComponent)).join('/')
}

/**
 * Fields that can't be read: those that weren't applied with the wanted value count as different, except those that the
 * manifest expects to be dropped.
 */
export function remembered(
  differences: readonly Difference[],
  { kind, name, expectDropped = [] }: Desired,
  { id }: Live,
  { ledger, via, secret }: LedgerOf,
): Difference[] {
  return differences.map((each) => {
    const { path, before, after } = each
    const place = { via, kind, name, id, path }
    const isEmpty = !isList(before) || before.length === 0
    const isNamed = isList(after) && after.length > 0 && after.every(isOnlyNamed)
    // The service may have dropped such entries.
    if (isEmpty && isNamed && ledger.knows(place, secret)) return { ...each, answer: 'unreadable' }
    const isComparable = each.answer === 'unreadable' && !someLeaf(after, isOnlyNamed)
    if (!isComparable || expectDropped.includes(path.at(-1) ?? '')) return each
    const answer = ledger.compare(place, after, secret)
    return answer === 'same' ? each : { ...each, answer: 'different' }
  })
}

/**
 * What is wanted now: entries of sets that were applied once and are gone were dropped by the service, and are not sent
 * again.
 */
export function withoutPruned(
  desired: Desired,
  live: Live,
  kind: Kind,
  { ledger, via, secret }: LedgerOf,
): { readonly desired: Desired; readonly notes: readonly Note<'pruned'>[] } {
  const notes: Note<'pruned'>[] = []
  const walk = (path: FieldPath, wanted: Value, shown: Value | undefined): Value => {
    if (isMap(wanted) && rulesFor(kind, desired)(path).compare === 'keys')
      return mapEach(wanted, (value, key) =>
        walk([...path, key], value, isMap(shown) ? at(shown, key) : undefined),
      )
    if (!isList(wanted) || !isSet(kind, desired, path) || shown instanceof Unreadable) return wanted
    const place = { via, kind: kind.name, name: desired.name, id: live.id, path }
    const gone = entriesMissing(isList(shown) ? shown : [], wanted).filter(
      (entry) => !isOnlyNamed(entry) && ledger.wasDropped(place, entry, secret),
    )
    if (gone.length === 0) return wanted
    const { name, position } = desired
    notes.push({ sort: 'pruned', kind: kind.name, name, position, count: gone.length, path: path.join('.') })
    return wanted.filter((entry) => !gone.includes(entry))
  }
  const fields = mapEach(desired.fields, (value, key) => walk([key], value, at(live.fields, key)))
  return notes.length === 0 ? { desired, notes } : { desired: { ...desired, fields }, notes }
}
