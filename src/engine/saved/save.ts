// A plan → the text of its file, piece by piece: everything that a reviewer needs, without secrets and personal data.
import { given } from '../../core/given.ts'
import type { Change, Step } from '../../core/plan/change.ts'
import { closedLike } from '../../core/secrets/closed.ts'
import { detailsOf } from '../../core/plan/detail.ts'
import { digestOf, type Seal } from '../../core/secrets/digest.ts'
import { keyIdOf, type FingerprintKey } from '../../core/secrets/fingerprint.ts'
import { noteLists } from '../../core/plan/note-lists.ts'
import type { Detail } from '../../core/plan/compare.ts'
import type { Origin, Section } from '../../core/plan/plan.ts'
import type { ValueMap } from '../../core/value.ts'
import { patternsOf } from '../../kinds/ignored.ts'
import type { Kind } from '../../kinds/kind.ts'
import type { Desired } from '../../kinds/resource.ts'
import type { Planned } from '../plan/request.ts'
import type { Ground } from '../plan/request.ts'
import { encoded, encodedMap, type Encoding } from './encode.ts'
import {
  formatVersion,
  type SavedChangeFile,
  type SavedFile,
  type SavedSeal,
  type SavedSection,
} from './schema.ts'
import { SignedContent } from './signed-content.ts'

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
  const content = new SignedContent(formatVersion)
  const jsonOf = (part: object): string => {
    const json = JSON.stringify(part)
    check(json)
    return json
  }
  const { requests, declaredSince: since } = plan
  const declaredSince = since && {
    base: since.base,
    changes: since.changes.map((change) => ({ ...change, details: detailsFile(change.details, {}) })),
  }
  const head: Omit<SavedFile, 'sections' | 'seals'> = {
    formatVersion,
    ...origin,
    requests,
    ...given({ declaredSince }),
  }
  content.add(`${jsonOf(head).slice(0, -1)},"sections":[`)
  const members = Object.entries(head).filter(([, value]) => value !== undefined)
  yield `{\n${members.map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)},\n`).join('')}"sections": [`
  for (const [index, section] of plan.sections.entries()) {
    const comma = index === 0 ? '' : ','
    const notes = `${jsonOf(sectionFile(section, keys.get(section.target ?? ''))).slice(0, -1)},"changes":[`
    content.add(`${comma}${notes}`)
    yield `${comma}\n${notes}`
    for (const [place, change] of section.changes.entries()) {
      const { key } = keys.get(change.via) as SealKey
      const { desired } = groundOf.get(change.id) as Ground
      const row = jsonOf(saved(change, desired, kinds.get(change.kind) as Kind, key))
      content.add(`${place === 0 ? '' : ','}${row}`)
      yield `${place === 0 ? '' : ','}\n${row}`
    }
    content.add(']}')
    yield ']}'
  }
  content.add(']}')
  const seals = [...sessions].map(([alias, { target, environment }]): [string, SavedSeal] => {
    const { key, from } = keys.get(alias) as SealKey
    const mac = content.macWith(key)
    return [
      alias,
      { url: target.url, environmentId: environment.id, keyFrom: from, keyId: keyIdOf(key), mac },
    ]
  })
  yield `\n],\n"seals": ${jsonOf(Object.fromEntries(seals))}\n}\n`
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

/** `ofLive` is the encoding of values from the service. */
function detailsFile(details: readonly Detail[], ofLive: Encoding): SavedChangeFile['details'] {
  return details.map(({ before, after, ...detail }) => ({
    ...detail,
    ...(before !== undefined && { before: encoded(before, ofLive) }),
    ...(after !== undefined && { after: encoded(after, {}) }),
  }))
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

function saved(change: Change, desired: Desired, kind: Kind, key: FingerprintKey): SavedChangeFile {
  const seal = sealOf(change, key)
  const ofLive = kind.isPersonal ? { isPersonal: true as const } : {}
  const { id, preparation, call, restoration, before, after, differences, ...more } = change
  const { reread: _reread, turn: _turn, ...rest } = more
  return {
    id,
    ...rest,
    ...(preparation && { preparation: savedStep(preparation) }),
    ...(restoration && { restoration: savedStep(restoration) }),
    operation: call.operation,
    parameters: encodedMap(call.parameters, {}),
    fields: differences.map(({ path, after: wanted }) => ({ path, after: encoded(wanted, {}) })),
    // What was live where a secret is wanted may have been that secret's former value.
    before: before && encodedMap(closedLike(after, before) as ValueMap, { seal, ...ofLive }),
    after: encodedMap(after, { seal }),
    details: detailsFile(differences.flatMap(detailsOf), ofLive),
    declared: digestOf(seal, declarationOf(desired)),
  }
}

/** No step has a field that is secret or personal. */
function savedStep({ call, onlyIf, after }: Step): NonNullable<SavedChangeFile['preparation']> {
  return {
    operation: call.operation,
    parameters: encodedMap(call.parameters, {}),
    onlyIf: encodedMap(onlyIf, {}),
    after: encodedMap(after, {}),
  }
}
