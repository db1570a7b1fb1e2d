// A plan → the text of its file, piece by piece: everything that a reviewer needs, without secrets and personal data.
import { createHash } from 'node:crypto'
import { given } from '../../core/given.ts'
import type { Call, Change, Step } from '../../core/plan/change.ts'
import { closedLike } from '../../core/secrets/closed.ts'
import { detailsOf } from '../../core/plan/detail.ts'
import { digestOf, type Seal } from '../../core/secrets/digest.ts'
import { keyIdOf, macOf, type FingerprintKey } from '../../core/secrets/fingerprint.ts'
import { noteLists } from '../../core/plan/note-lists.ts'
import type { Origin, Plan, Section } from '../../core/plan/plan.ts'
import type { ValueMap } from '../../core/value.ts'
import { patternsOf } from '../../kinds/ignored.ts'
import type { Kind } from '../../kinds/kind.ts'
import type { Desired } from '../../kinds/resource.ts'
import type { Ground, Planned } from '../plan/request.ts'
import { encoded, encodedDetails, encodedMap } from './encode.ts'
import {
  formatVersion,
  type SavedChange,
  type SavedFile,
  type SavedSeal,
  type SavedSection,
} from './schema.ts'
import { isPersonal } from '../../kinds/fields.ts'

/** What a target's fingerprints are made with. */
export interface SealKey {
  readonly key: FingerprintKey
  readonly from: SavedSeal['keyFrom']
}

/**
 * Valid JSON with one change a line. `keys` holds one for each target that doesn't wait; `check` sees each piece of the
 * content before it is given out, and throws if it must not be in a file.
 */
export function* savedPlanText(
  { plan, sessions, groundOf }: Planned,
  origin: Origin,
  keys: ReadonlyMap<string, SealKey>,
  registry: readonly Kind[],
  check: (json: string) => void = () => undefined,
): Generator<string, void> {
  const kinds = new Map(registry.map((kind) => [kind.name, kind]))
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
  yield begun(headOf(plan, origin), 'sections')
  for (const [index, section] of plan.sections.entries()) {
    yield `${signed(index === 0 ? '' : ',')}\n${begun(sectionFile(section, keys.get(section.target ?? '')), 'changes')}`
    for (const [place, change] of section.changes.entries()) {
      const { key } = keys.get(change.via) as SealKey
      const { desired } = groundOf.get(change.id) as Ground
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

function headOf({ requests, declaredSince }: Plan, origin: Origin): Omit<SavedFile, 'sections' | 'seals'> {
  return {
    formatVersion,
    ...origin,
    requests,
    ...(declaredSince && {
      declaredSince: {
        ...declaredSince,
        changes: declaredSince.changes.map((change) => ({
          ...change,
          details: encodedDetails(change.details, {}),
        })),
      },
    }),
  }
}

/** The fingerprints of one resource, made with one target's key. */
export function sealOf(
  { kind, name, target }: Pick<Desired, 'kind' | 'name' | 'target'>,
  key: FingerprintKey,
): Seal {
  return { key, context: JSON.stringify([target ?? null, kind, name]) }
}

/** What a resource is declared as. What it ignores is sent otherwise than it is declared. */
export function declarationOf(desired: Desired): ValueMap {
  const ignore = patternsOf(desired)
  return ignore.length === 0 ? desired.declared : { ...desired.declared, ignore }
}

/** All but its changes; `own` is the target's own. */
function sectionFile(section: Section, own: SealKey | undefined): Omit<SavedSection, 'changes'> {
  const { target, url, environment, unchanged, resources, waitsFor, delivery } = section
  const { unreadable, pruned: _pruned, released: _released, absent: _absent, ...lists } = noteLists(section)
  return {
    ...given({ target, url, environment, unchanged, resources, waitsFor, delivery }),
    ...lists,
    unreadable: unreadable.map(({ wanted, ...note }) => ({
      ...note,
      wanted: wanted.map(({ path, before, after }) => {
        // Nobody reads it: it is there to be compared.
        const how = own && { seal: sealOf({ ...section, ...note }, own.key), isPersonal: true as const }
        return {
          path,
          ...(how && before !== undefined && { before: encoded(before, how, path) }),
          after: encoded(after, {}),
        }
      }),
    })),
  }
}

function savedChange(change: Change, desired: Desired, kind: Kind, key: FingerprintKey): SavedChange {
  const seal = sealOf(change, key)
  const ofLive = isPersonal(kind) ? { isPersonal: true as const } : {}
  const { id, reread: _reread, turn: _turn, masked: _masked, preparation, restoration, ...saved } = change
  const { call, before, after, differences } = change
  return {
    id,
    ...saved,
    ...(preparation && { preparation: savedStep(preparation) }),
    ...(restoration && { restoration: savedStep(restoration) }),
    call: savedCall(call),
    // What was live where a secret is wanted may have been that secret's former value.
    before: before && encodedMap(closedLike(after, before) as ValueMap, { seal, ...ofLive }),
    after: encodedMap(after, { seal }),
    differences: differences.map((difference) => ({
      path: difference.path,
      // With a fingerprint, a secret that was compared isn't taken for one that was only named.
      after: encoded(difference.after, { seal }, difference.path),
      details: encodedDetails(detailsOf(difference), ofLive),
    })),
    declared: digestOf(seal, declarationOf(desired)),
  }
}

/** No step has a field that is secret or personal. */
function savedStep({ call, onlyIf, after }: Step): NonNullable<SavedChange['preparation']> {
  return { call: savedCall(call), onlyIf: encodedMap(onlyIf, {}), after: encodedMap(after, {}) }
}

/** Bodies aren't stored. */
function savedCall({ operation, parameters }: Call): SavedChange['call'] {
  return { operation, parameters: encodedMap(parameters, {}) }
}
