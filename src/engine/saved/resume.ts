// Makes a plan from a saved plan: everything that it touches is read once, and only its changes are kept.
import { resourceKey, type Change } from '../../core/plan/change.ts'
import type { Difference } from '../../core/plan/compare.ts'
import type { Digest, Seal } from '../../core/secrets/digest.ts'
import { grouped } from '../../core/grouped.ts'
import { notesOf } from '../../core/plan/notes.ts'
import type { Problem } from '../../core/problem.ts'
import type { FieldPath } from '../../core/value.ts'
import type { Kind } from '../../kinds/kind.ts'
import type { Desired, Live } from '../../kinds/resource.ts'
import type { Engine } from '../engine.ts'
import { makePartialPlan } from '../plan/plan.ts'
import type { Planned, PlanRequest } from '../plan/request.ts'
import type { Part } from '../plan/select.ts'
import { elsewhere } from './foreign.ts'
import { declarationMoved, judge, type Judgement } from './judge.ts'
import { leftOut, outsidePlan } from './left-out.ts'
import { matched, type Verdict } from './match.ts'
import type { SavedPlan } from './read.ts'
import { sealOf, type SealKey } from './save.ts'

export interface Resumed {
  /** Fresh, with the saved changes that are still to be made and no other; its problems say what moved. */
  readonly planned: Planned
  /** The saved changes that live shows already. */
  readonly done: readonly Change[]
  /** What a plan is asked for that verifies it. */
  readonly request: PlanRequest
}

/** `request` selects the targets of the plan, whose seals were found sound. */
export async function resume(
  saved: SavedPlan,
  keys: ReadonlyMap<string, SealKey>,
  request: PlanRequest,
  engine: Engine,
): Promise<Resumed> {
  const changes = saved.plan.sections.flatMap((section) => section.changes)
  const byResource = grouped(changes, resourceKey)
  const verdicts = new Map<string, Verdict>()
  // What couldn't be compared then is looked at again, so that it isn't taken for verified.
  const duplicated = new Set(
    saved.plan.sections.flatMap((section) =>
      notesOf(section, 'duplicates').map(({ kind, name }) => resourceKey({ ...section, kind, name })),
    ),
  )
  const includes: Part['includes'] = (desired) =>
    byResource.has(resourceKey(desired)) || duplicated.has(resourceKey(desired))
  const judging: Part = {
    includes,
    of: (desired, live, differences) => {
      const own = byResource.get(resourceKey(desired)) ?? []
      const found = judgements(own, desired, live, { saved, keys, registry: engine.registry })
      const open = differences.filter(({ answer }) => answer === 'different')
      for (const each of found)
        verdicts.set(each.change.id, {
          isOpen: open.some(({ path }) => touches(each.change, path)),
          ...each,
        })
      return sending(found, differences, request)
    },
  }
  const own: PlanRequest = {
    ...request,
    // Its targets are all that there are, so that what belongs to no target comes too.
    environments: Object.fromEntries(request.targets.map(({ alias, environment }) => [alias, environment])),
    missing: request.missing === 'create' ? 'create' : 'report',
    outsidePlan: outsidePlan(saved, request),
    targets: request.targets.map((target) => ({
      ...target,
      unmanaged: target.unmanaged === 'fail' ? 'report' : target.unmanaged,
    })),
    selection: {
      only: [],
      exclude: [],
      resend: namesOf(changes.filter(({ action }) => action === 'resend')),
      checkCredentials: namesOf(changes.filter((change) => isTrial(change, engine.registry))),
      part: judging,
    },
  }
  const planned = await makePartialPlan(own, engine)
  const { problems, done } = matched(changes, verdicts, planned)
  const foreign = elsewhere(saved, planned.sessions)
  // In another environment everything is otherwise.
  const found = foreign.length > 0 ? foreign : problems
  const all = [
    ...planned.plan.problems.filter((each) => !isOfStale(each, found)),
    ...found,
    ...leftOut(saved, request.rules),
  ]
  return {
    planned: { ...planned, plan: { ...planned.plan, problems: all } },
    done,
    request: { ...own, selection: { ...own.selection, part: verifying(byResource, duplicated) } },
  }
}

/** Whatever is sent has to show these fields as declared. A function of its own: the changes aren't kept for it. */
function verifying(
  byResource: ReadonlyMap<string, readonly Change[]>,
  duplicated: ReadonlySet<string>,
): Part {
  const shared = new Map<string, ReadonlySet<string>>()
  const pathsOf = (changes: readonly Change[]): ReadonlySet<string> => {
    const paths = new Set(changes.flatMap((change) => change.differences.map(({ path }) => path.join('\0'))))
    const key = JSON.stringify([...paths])
    const known = shared.get(key) ?? paths
    shared.set(key, known)
    return known
  }
  const touched = new Map([...byResource].map(([key, changes]) => [key, pathsOf(changes)]))
  return {
    includes: (desired) => {
      const key = resourceKey(desired)
      return touched.has(key) || duplicated.has(key)
    },
    of: (desired, _live, differences) => {
      const paths = touched.get(resourceKey(desired))
      return differences.filter(({ path }) => paths?.has(path.join('\0')))
    },
  }
}

interface Ground {
  readonly saved: SavedPlan
  readonly keys: ReadonlyMap<string, SealKey>
  readonly registry: readonly Kind[]
}

function judgements(
  changes: readonly Change[],
  desired: Desired,
  live: Live | undefined,
  { saved, keys, registry }: Ground,
): Judgement[] {
  const [first] = changes
  if (first === undefined) return []
  const seal = (change: Change): Seal => sealOf(change, (keys.get(change.via) as SealKey).key)
  const digest = saved.digests.get(first.id)
  const reason = digest && declarationMoved(JSON.parse(digest) as Digest, desired, seal(first))
  if (reason !== undefined) return [{ change: first, outcome: 'stale', reason }]
  const kind = registry.find(({ name }) => name === desired.kind) as Kind
  return judge(changes, kind.rulesFor(desired), live, seal)
}

/**
 * The differences that are still to be made good. What can't be read speaks against nothing, and so is sent; but for
 * what is sent again in any case, and where a ledger remembers what was.
 */
function sending(
  found: readonly Judgement[],
  differences: readonly Difference[],
  { unreadable }: PlanRequest,
): readonly Difference[] {
  const sent = found.filter(({ outcome }) => outcome === 'send').map(({ change }) => change)
  return differences.flatMap((difference) => {
    const changes = sent.filter((change) => touches(change, difference.path))
    if (changes.length === 0) return []
    const isDue = unreadable !== 'ledger' && changes.some(({ action }) => action !== 'resend')
    return isDue ? [{ ...difference, answer: 'different' as const }] : [difference]
  })
}

/** The plan has the promotion, but what it would change is stale: the problem of the stale change is enough. */
function isOfStale({ rule, target }: Problem, found: readonly Problem[]): boolean {
  return (
    rule === 'replacement-left-out' &&
    found.some((other) => other.rule === 'stale-plan' && other.target === target)
  )
}

function touches(change: Change, path: FieldPath): boolean {
  return change.differences.some((difference) => difference.path.join('\0') === path.join('\0'))
}

function isTrial({ kind, sideEffects }: Change, registry: readonly Kind[]): boolean {
  const said = registry.find(({ name }) => name === kind)?.trial?.sideEffect
  return said !== undefined && sideEffects.includes(said)
}

function namesOf(changes: readonly Change[]): string[] {
  return [...new Set(changes.map(({ kind, name }) => `${kind}/${name}`))]
}
