// Puts changes in order and links those that need each other: by kind, by stage, and after the changes that they need.
import { selectorOf, type Change } from '../../core/plan/change.ts'
import { grouped } from '../../core/lists.ts'
import type { Draft, Kind, Need } from '../../kinds/kind.ts'
import type { Desired, SeenAt } from '../../kinds/resource.ts'
import type { BasedOn, Reading } from './plan-request.ts'

export interface Drafted {
  readonly desired: Desired
  readonly draft: Draft
  readonly via: string
  readonly seen?: SeenAt | undefined
  readonly serviceId?: string | undefined
}

export interface Unordered extends Drafted {
  readonly reading: Reading
  /** The index of the declared resource in its list. */
  readonly index: number | undefined
}

/** Resources come in the order in which the service shows them; changes are made in the order of the manifests. */
export function inManifestOrder(
  drafted: readonly Unordered[],
  readings: readonly Reading[],
): readonly Drafted[] {
  if (drafted.length < 2) return drafted
  const starts = new Map<Reading, number>()
  let start = 0
  for (const reading of readings) {
    starts.set(reading, start)
    start += reading.desired.size
  }
  const placeOf = ({ desired: { kind, name }, reading, index }: Unordered): number | undefined => {
    // A look-up parses a line of NDJSON again.
    const own = index ?? reading.desired.lookUp(kind, name)?.index
    return own === undefined ? undefined : (starts.get(reading) ?? 0) + own
  }
  return drafted
    .map((each) => ({ each, place: placeOf(each) }))
    .sort((left, right) => {
      // What is in no manifest comes last, by name.
      if (left.place === undefined && right.place === undefined)
        return byName(left.each.desired, right.each.desired)
      return (left.place ?? Infinity) - (right.place ?? Infinity)
    })
    .map(({ each }) => each)
}

function byName(left: Desired, right: Desired): number {
  return left.name < right.name ? -1 : Number(left.name > right.name)
}

/** One list for all changes that have none. */
const none: readonly string[] = []

/** Changes in the order in which they are sent, except for those that wait for another one of their stage. */
export function ordered(
  drafted: readonly Drafted[],
  registry: readonly Kind[],
): { readonly changes: readonly Change[]; readonly basisOf: Map<string, BasedOn> } {
  const basisOf = new Map<string, BasedOn>()
  const placed = drafted
    .map((each) => ({
      desired: each.desired,
      draft: each.draft,
      via: each.via,
      id: idOf(each),
      seen: each.seen,
      serviceId: each.serviceId,
      rank: rankOf(each, registry),
    }))
    .sort((left, right) => left.rank - right.rank)
  const wanted = new Set<string>()
  for (const { draft } of placed) for (const need of draft.needs ?? []) wanted.add(selectorOf(need))
  const byResource = grouped(
    wanted.size === 0 ? [] : placed.filter(({ desired }) => wanted.has(selectorOf(desired))),
    ({ desired }) => selectorOf(desired),
  )
  const needed = (need: Need, rank: number): string[] =>
    (byResource.get(selectorOf(need)) ?? [])
      // A change may name one of its own stage; without an action it means what came before.
      .filter((other) => (need.action === undefined ? other.rank < rank : other.draft.action === need.action))
      .map((other) => other.id)
  const changes = placed.map(({ desired, draft, via, id, rank, seen, serviceId }) => {
    basisOf.set(id, { desired, seen, serviceId })
    const { target, kind, name, position } = desired
    const needs = draft.needs?.flatMap((need) => needed(need, rank)).filter((other) => other !== id)
    // Not with a spread: V8 would then store the layout of each change separately, in four times the memory.
    return Object.assign(
      {},
      draft,
      { id },
      target === undefined ? undefined : { target },
      { via, kind, name, needs: needs === undefined ? none : [...new Set(needs)] },
      { sideEffects: draft.sideEffects ?? none, position },
    ) satisfies Change
  })
  return { changes: wanted.size === 0 ? changes : afterNeeds(changes), basisOf }
}

/** Stable, except that a change that a previous one needs moves before it. */
function afterNeeds(changes: readonly Change[]): Change[] {
  if (changes.every(({ needs }) => needs.length === 0)) return [...changes]
  const byId = new Map(changes.map((change) => [change.id, change]))
  const result = new Set<Change>()
  const place = (change: Change, path: ReadonlySet<string>): void => {
    if (result.has(change) || path.has(change.id)) return
    for (const id of change.needs) {
      const needed = byId.get(id)
      if (needed !== undefined) place(needed, new Set([...path, change.id]))
    }
    result.add(change)
  }
  for (const change of changes) place(change, new Set())
  return [...result]
}

function idOf({ desired, draft }: Drafted): string {
  const parts = [desired.target ?? 'organisation', desired.kind, desired.name, draft.part, draft.action]
  // A slash in a name must not make it another one's id.
  return parts.flatMap((part) => part?.replaceAll(/[%/]/g, encodeURIComponent) ?? []).join('/')
}

/** No kind has more stages. */
const mostStages = 100

/** By kind, then by stage. */
function rankOf({ desired, draft }: Drafted, registry: readonly Kind[]): number {
  const kind = registry.findIndex(({ name }) => name === desired.kind)
  return kind * mostStages + (registry[kind]?.stages.indexOf(draft.stage) ?? 0)
}
