// What comparing the resources of one section finds: changes, notes and problems.
import { append } from '../../core/lists.ts'
import { selectorOf, type Change } from '../../core/plan/change.ts'
import { type Note, notesOf, noteText } from '../../core/plan/notes.ts'
import type { SameNote } from '../../core/plan/plan.ts'
import { errorOf, type Problem, warningOf } from '../../core/problem.ts'
import { failedOverNote, failoverOf } from '../guards/failed-over.ts'
import { Bounds } from '../guards/side-effects.ts'
import { fieldsWith, retiredFields } from '../../kinds/from-field-rows.ts'
import type { Foresight, Kind } from '../../kinds/kind.ts'
import { warningProblems, type Desired, type Live, type Observed } from '../../kinds/resource.ts'
import { Resources } from '../../kinds/declared-resources.ts'
import { type Comparison, compareResource } from './compare-resource.ts'
import { resolveIds, LiveResources } from './ids.ts'
import { inManifestOrder, ordered, type Unordered } from './order.ts'
import { ownKeyProblems } from '../keyless.ts'
import type { BasedOn, Forecast, PlannedSection, Policy, Reading } from './plan-request.ts'
import { isSelected } from './select.ts'
import { emptinessProblem, isForProject, isRetired, retirement, unmanagedProblems } from './unmanaged.ts'

interface Finding extends Partial<Comparison> {
  readonly kind: string
  readonly name: string
  /**
   * `repeated`: its duplicates were found after it was compared. `orphan`: in the service, and of a kind of which nothing
   * is declared.
   */
  readonly is?: 'repeated' | 'orphan'
}

export class Findings {
  readonly #policy: Policy
  readonly #live = new LiveResources()
  readonly #counts = { resources: 0, unchanged: 0 }
  readonly #found: Finding[] = []
  readonly #problems: Problem[] = []
  /** Kinds whose ignored fields are noted. */
  readonly #ignoring = new Set<string>()

  constructor(policy: Policy) {
    this.#policy = policy
  }

  /** Adds one resource: what is declared, what is in the service, or both. `all` is everything of a related kind. */
  add(reading: Reading, observed: Observed, all: readonly Observed[]): void {
    const { desired, live } = observed
    const { kind } = reading
    const { rules, target, selection, missing } = this.#policy
    // What other projects manage is theirs to fix.
    const isOurs =
      desired !== undefined ||
      live === undefined ||
      isForProject({ kind: kind.name, name: live.name }, this.#policy)
    if (isOurs) append(this.#problems, warningProblems(observed, target, rules))
    const ids = live?.duplicates
    if (observed.isRepeated && desired !== undefined) {
      const { name, position } = desired
      const note: Note = { sort: 'duplicates', kind: kind.name, name, position, ids: ids ?? [] }
      this.#found.push({ kind: kind.name, name, notes: [note], is: 'repeated' })
      return
    }
    this.#live.add(kind, live, all, this.#policy.owns)
    if (desired === undefined) {
      if (live !== undefined) this.#addUnmanaged(reading, live, all)
      return
    }
    if (selection.part?.failedOver(desired) === true) {
      const failover = failoverOf(kind, observed, all, this.#policy)
      if (failover !== undefined) this.#note(failedOverNote(desired, failover, this.#policy))
    }
    if (!isSelected(desired, selection)) return
    this.#noteIgnored(desired)
    this.#counts.resources += 1
    const mayCreate = kind.createIfAsked === undefined || missing === 'create'
    const note = { kind: kind.name, name: desired.name, position: desired.position }
    if (ids !== undefined) this.#note({ sort: 'duplicates', ...note, ids })
    else if (live !== undefined || mayCreate) this.#compare(reading, observed, desired, all)
    else {
      this.#note({ sort: 'missing', ...note })
      if (missing === 'fail') this.#problems.push(missingProblem(desired))
    }
  }

  addUnread(kind: Kind, count: number): void {
    this.#live.addUnread(kind, count)
  }

  #addUnmanaged(reading: Reading, live: Live, all: readonly Observed[]): void {
    const { kind } = reading
    const { does } = this.#policy.unmanaged
    const note = { kind: kind.name, name: live.name }
    if (!isForProject(note, this.#policy)) return
    const retired = retirement(live, kind, this.#policy)
    const { part } = this.#policy.selection
    const isIdle = retired !== undefined && (part ? !part.includes(retired) : isRetired(retired, live, kind))
    if (isIdle || does === 'ignore') return
    // If nothing of a kind is declared, everything of it would be unmanaged, which matters only to guards.
    if (reading.desired.size === 0 && does !== 'fail') {
      if (retired !== undefined) this.#found.push({ ...note, is: 'orphan' })
    } else if (retired !== undefined) this.#compare(reading, { desired: retired, live }, retired, all)
    else if (retiredFields(kind, live) !== undefined) this.#note({ sort: 'unmanaged', ...note })
  }

  #note(note: Note): void {
    this.#found.push({ kind: note.kind, name: note.name, notes: [note] })
  }

  /** Once for each kind, with the first of its resources. */
  #noteIgnored({ kind, ignoreOfKind: paths = [] }: Desired): void {
    if (paths.length === 0 || this.#ignoring.has(kind)) return
    this.#ignoring.add(kind)
    this.#note({ sort: 'ignored', kind, name: '*', paths })
  }

  /** Unchanged resources without notes are only counted, to save memory. */
  #compare(reading: Reading, observed: Observed, desired: Desired, all: readonly Observed[]): void {
    const { result, drafted, notes, problems, same } = compareResource(
      reading,
      observed,
      desired,
      all,
      this.#policy,
    )
    append(this.#problems, problems)
    if (result === 'unchanged') this.#counts.unchanged += 1
    const { kind, name } = desired
    if (same !== undefined) this.#found.push({ kind, name, result, drafted, notes, same })
    else if (result !== 'unchanged' || notes.length > 0)
      this.#found.push({ kind, name, result, drafted, notes })
  }

  /** What the section of the plan contains, once everything was added. */
  section(readings: readonly Reading[], registry: readonly Kind[]): PlannedSection {
    const { found, wereUnchanged } = this.#withoutRepeated()
    const drafted: Unordered[] = []
    const notes: Note[] = []
    const same: SameNote[] = []
    const orphans: Finding[] = []
    let inError = 0
    for (const each of found) {
      if (each.is === 'orphan') orphans.push(each)
      append(drafted, each.drafted ?? [])
      append(notes, each.notes ?? [])
      if (each.same !== undefined) same.push(each.same)
      if (each.result === 'refused') inError += 1
    }
    const bounds = new Bounds(this.#policy, registry)
    const { changes: planned, basisOf } = ordered(inManifestOrder(drafted, readings), registry)
    const changes = planned.map(bounds.withReread)
    const { ids, problems } = resolveIds(changes, this.#live.ids)
    const { related, counts: live } = this.#live
    const forecastOf: Forecast['of'] = (sent) => {
      const foresight: Foresight = {
        observedOf: (kind) => related.get(kind) ?? [],
        // Of kinds of targets, which have one reading each.
        declaredOf: (kind) => readings.find((each) => each.kind.name === kind)?.desired ?? Resources.of([]),
        changes: sent,
        isProtected: this.#policy.isProtected === true,
      }
      const doubts = readings.flatMap(({ kind }) => kind.doubts?.(foresight) ?? [])
      const delivery = readings.flatMap(({ kind }) => kind.delivery?.(foresight) ?? [])
      return { doubts: doubts.map(bounds.within), delivery }
    }
    const { doubts, delivery } = forecastOf(changes)
    const harms = this.#addHarms(changes, basisOf, bounds)
    return {
      changes,
      resources: this.#counts.resources,
      unchanged: this.#counts.unchanged - wereUnchanged,
      notes,
      ...(inError > 0 && { inError }),
      ...(same.length > 0 && { same }),
      ids,
      ...(delivery.length > 0 && { delivery }),
      forecast: { live, doubts, of: forecastOf },
      problems: [
        ...this.#problems,
        ...problems,
        ...harms,
        ...ownKeyProblems(notesOf({ notes }, 'ownKey'), this.#policy.rules),
        ...notesOf({ notes }, 'duplicates').map((note) =>
          duplicateProblem(note, this.#policy.target, registry),
        ),
        ...unmanagedProblems(notesOf({ notes }, 'unmanaged'), this.#policy),
        ...emptinessProblem(orphans, this.#policy),
      ],
      basisOf,
    }
  }

  /** Of a resource that came again only its duplicates are noted; `wereUnchanged` is how many of these counted as unchanged. */
  #withoutRepeated(): { readonly found: readonly Finding[]; readonly wereUnchanged: number } {
    const repeated = new Map<string, Finding>()
    for (const each of this.#found) if (each.is === 'repeated') repeated.set(selectorOf(each), each)
    if (repeated.size === 0) return { found: this.#found, wereUnchanged: 0 }
    const isRepeated = (each: Finding): boolean => repeated.has(selectorOf(each))
    const differing = this.#found.filter(
      (each) => (each.result ?? 'unchanged') !== 'unchanged' && isRepeated(each),
    )
    const others = this.#found.filter((each) => !isRepeated(each))
    const wereUnchanged = repeated.size - new Set(differing.map(selectorOf)).size
    return { found: [...others, ...repeated.values()], wereUnchanged }
  }

  /** Adds the harms of each change to its basis, and returns the problems that they find in the current state of the service. */
  #addHarms(changes: readonly Change[], basisOf: Map<string, BasedOn>, bounds: Bounds): readonly Problem[] {
    let changed: ReadonlySet<string> | undefined
    return changes.flatMap((change) => {
      const basis = basisOf.get(change.id) as BasedOn
      const harms = bounds.harmsOf(change, () => ({
        desired: basis.desired,
        all: this.#live.related.get(change.kind) ?? [],
        changed: (changed ??= new Set(changes.map(selectorOf))),
      }))
      if (harms === undefined) return []
      basisOf.set(change.id, { ...basis, harms })
      return harms(this.#live.all(change.kind))
    })
  }
}

/** A warning, because the rest of the plan is applied; an apply with it ends with exit 6. */
function duplicateProblem(
  note: Note<'duplicates'>,
  target: string | undefined,
  registry: readonly Kind[],
): Problem {
  const { kind, name, position } = note
  const { fields = {} } = registry.find((each) => each.name === kind) ?? {}
  const [identity = 'identity'] = fieldsWith(fields, 'identity')
  return warningOf(
    'duplicate',
    noteText(note),
    `Declare a different ${identity}, or delete all but one of these resources in the dashboard of the service.`,
    { target, position, resource: `${kind} ${name}` },
  )
}

function missingProblem({ kind, name, target, position }: Desired): Problem {
  return errorOf(
    'missing',
    noteText({ sort: 'missing', kind, name, position }, () => ' is not in the service'),
    `Create ${kind} ${name} in your application, or in the project file set "subscribers.create" to "api", or "subscribers.missing" to "report".`,
    { target, position },
  )
}
