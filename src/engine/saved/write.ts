// A plan → the text of its file, piece by piece: everything that a reviewer needs, without secrets, and without personal
// data that only the service has.
import { createHash } from 'node:crypto'
import type { Change } from '../../core/plan/change.ts'
import { detailsOf } from '../../core/plan/detail.ts'
import { notesOf } from '../../core/plan/notes.ts'
import type { Origin, Section } from '../../core/plan/plan.ts'
import { changeJson, planJson, savedFormatVersion, type ValueJson } from '../../core/plan/plan-json.ts'
import { closedLike } from '../../core/secrets/hide-secrets.ts'
import { digestOf, keyIdOf, macOf, type FingerprintKey } from '../../core/secrets/fingerprint.ts'
import type { ValueMap } from '../../core/value.ts'
import { isPersonal } from '../../kinds/from-field-rows.ts'
import { patternsOf } from '../../kinds/ignored.ts'
import type { Kind } from '../../kinds/kind.ts'
import type { Desired } from '../../kinds/resource.ts'
import { kindsByName } from '../../kinds/declared-resources.ts'
import type { BasedOn, Planned } from '../plan/plan-request.ts'
import { encoded, encodedMap } from './encode.ts'
import type { SavedChange, SavedSeal, SavedSection } from './saved-plan-schema.ts'
import { sealOf, type SealKey } from './seals.ts'

/**
 * Valid JSON with one change a line. `keys` contains one for each target that doesn't wait; `check` sees each piece of the
 * content before it is given out, and throws if it must not be in a file.
 */
export function* savedPlanText(
  { plan, sessions, basisOf }: Planned,
  origin: Origin,
  keys: ReadonlyMap<string, SealKey>,
  registry: readonly Kind[],
  check: (json: string) => void = () => undefined,
): Generator<string, void> {
  const kinds = kindsByName(registry)
  // What the seals are over: the content outside of them, as JSON without blanks.
  const hash = createHash('sha256')
  const signed = (json: string): string => {
    hash.update(json)
    return json
  }
  const jsonOf = (part: object): string => {
    const json = JSON.stringify(part)
    check(json)
    return json
  }
  /** The object up to the entries of a list that is its last member. */
  const begun = (part: object, list: string): string => signed(`${jsonOf(part).slice(0, -1)},"${list}":[`)
  const { sections, ...head } = planJson(
    plan,
    (changes) => changes,
    (value) => encoded(value, {}),
  )
  yield begun({ formatVersion: savedFormatVersion, ...origin, ...head }, 'sections')
  for (const [index, { changes, ...section }] of sections.entries()) {
    const unreadable = savedNotes(plan.sections[index] as Section, keys.get(section.target ?? ''))
    yield `${signed(index === 0 ? '' : ',')}\n${begun({ ...section, unreadable }, 'changes')}`
    for (const [place, change] of changes.entries()) {
      const { key } = keys.get(change.via) as SealKey
      const { desired } = basisOf.get(change.id) as BasedOn
      const row = jsonOf(savedChange(change, desired, kinds.get(change.kind) as Kind, key))
      yield `${signed(place === 0 ? '' : ',')}\n${signed(row)}`
    }
    yield signed(']}')
  }
  yield `\n${signed(']}').slice(0, -1)},\n"seals": `
  const content = hash.digest('hex')
  const seals = [...sessions].map(([alias, { target, environment }]): [string, SavedSeal] => {
    const { key, from } = keys.get(alias) as SealKey
    const seal = { url: target.url, environmentId: environment.id, keyFrom: from, keyId: keyIdOf(key) }
    return [alias, { ...seal, mac: macOf(key, content) }]
  })
  yield `${jsonOf(Object.fromEntries(seals))}\n}\n`
}

/** The declaration of a resource, with the patterns of ignored fields: what they match isn't sent as declared. */
export function declarationOf(desired: Desired): ValueMap {
  const ignore = patternsOf(desired)
  return ignore.length === 0 ? desired.declared : { ...desired.declared, ignore }
}

/** Notes of fields that can't be compared, with what is wanted there; `own` is the key of the section's target. */
function savedNotes(section: Section, own: SealKey | undefined): SavedSection['unreadable'] {
  return notesOf(section, 'unreadable').map(({ sort: _sort, wanted, ...note }) => {
    // Only for comparison; it is never shown.
    const how = own && { seal: sealOf({ ...section, ...note }, own.key), isPersonal: true as const }
    const fields = wanted.map(({ path, before, after }) => ({
      path,
      ...(how && before !== undefined && { before: encoded(before, how, path) }),
      after: encoded(after, {}),
    }))
    return { ...note, wanted: fields }
  })
}

/** Its requests are without bodies, which repeat what the service has. */
function savedChange(change: Change, desired: Desired, kind: Kind, key: FingerprintKey): SavedChange {
  const seal = sealOf(change, key)
  const ofLive = isPersonal(kind) ? { isPersonal: true as const } : {}
  const { id, before, after, preparation, restoration, differences } = change
  const valueJson: ValueJson = (value, side) =>
    side === 'body' ? undefined : encoded(value, side === 'before' ? ofLive : {})
  const shown = changeJson(change, valueJson, { id })
  return Object.assign(shown, {
    sealed: {
      // If a secret is wanted, the service's value may be the former secret.
      before: before && encodedMap(closedLike(after, before) as ValueMap, { seal, ...ofLive }),
      after: encodedMap(after, { seal }),
      ...(preparation && { prepared: encodedMap(preparation.after, {}) }),
      ...(restoration && { restored: encodedMap(restoration.after, {}) }),
      fields: differences.map((difference) => ({
        path: difference.path,
        // The fingerprint distinguishes a secret that was compared from one that was only named.
        after: encoded(difference.after, { seal }, difference.path),
        lines: detailsOf(difference).length,
      })),
      declared: digestOf(seal, declarationOf(desired)),
    },
  })
}
