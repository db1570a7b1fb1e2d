// What is found while the resources of one section are looked at: changes, notes and problems.
import { append } from '../../core/append.ts'
import { given } from '../../core/given.ts'
import { type Note, notesOf } from '../../core/plan/notes.ts'
import type { Problem } from '../../core/problem.ts'
import { severityOf } from '../../core/rules.ts'
import { Bounds } from '../guards/side-effects.ts'
import type { Foresight, Kind } from '../../kinds/kind.ts'
import type { Desired, Live, Observed } from '../../kinds/resource.ts'
import { Resources } from '../../kinds/resources.ts'
import { type Comparison, compareResource } from './compare-resource.ts'
import { resolveIds } from './ids.ts'
import { LiveResources } from './live-resources.ts'
import { inManifestOrder, ordered, resourceOf } from './order.ts'
import { ownKeyProblems } from './own-key.ts'
import type { Ground, PlannedSection, Policy, Reading } from './request.ts'
import { isSelected } from './select.ts'
import { duplicateProblem, missingProblem } from './missing-or-duplicate.ts'
import { emptinessProblem, isForProject, isRetired, retirement, unmanagedProblems } from './unmanaged.ts'

/** What one resource comes to. */
interface Finding extends Partial<Comparison> {
  readonly kind: string
  readonly name: string
  /** `repeated`: its duplicates came to light after it was compared. `orphan`: live, and of a kind of which nothing is declared. */
  readonly standing?: 'repeated' | 'orphan'
}

export class Findings {
  readonly #policy: Policy
  readonly #live = new LiveResources()
  readonly #counts = { resources: 0, unchanged: 0 }
  readonly #found: Finding[] = []
  readonly #problems: Problem[] = []
  /** Kinds of which each resource ignores fields. */
  readonly #ignoring = new Set<string>()

  constructor(policy: Policy) {
    this.#policy = policy
  }

  add(reading: Reading, observed: Observed, all: readonly Observed[]): void {
    const { desired, live, warnings = [] } = observed
    const { kind } = reading
    const { rules, target, selection, missing } = this.#policy
    for (const warning of warnings)
      if (severityOf(warning.rule, rules) !== 'off')
        this.#problems.push({ ...warning, severity: 'warning', ...given({ target }) })
    const ids = live?.duplicates
    if (observed.isRepeated && desired !== undefined) {
      const { name, position } = desired
      const note: Note = { sort: 'duplicates', kind: kind.name, name, position, ids: ids ?? [] }
      this.#found.push({ kind: kind.name, name, notes: [note], standing: 'repeated' })
      return
    }
    this.#live.add(kind, live, all, this.#policy.owns)
    if (desired === undefined) {
      if (live !== undefined) this.#addUnmanaged(reading, live, all)
      return
    }
    if (!isSelected(desired, selection)) return
    this.#noteIgnored(desired)
    this.#counts.resources += 1
    const mayCreate = kind.creatable || (missing === 'create' && kind.optionalCreate !== undefined)
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
    const { owns, unmanaged } = this.#policy
    const { does, ignore } = unmanaged
    const note = { kind: kind.name, name: live.name }
    if (!isForProject(note, { owns, ...given({ ignore }) })) return
    const retired = retirement(live, kind, this.#policy)
    const { part } = this.#policy.selection
    const isIdle = retired !== undefined && (part ? !part.includes(retired) : isRetired(retired, live, kind))
    if (isIdle || does === 'ignore') return
    // Of a kind of which nothing is declared everything would be unmanaged.
    if (reading.desired.size === 0) {
      if (retired !== undefined) this.#found.push({ ...note, standing: 'orphan' })
    } else if (retired !== undefined) this.#compare(reading, { desired: retired, live }, retired, all)
    else if (kind.reportsUnmanaged(live)) this.#note({ sort: 'unmanaged', ...note })
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

  /** Of unchanged resources of which there is nothing to say only the count takes memory. */
  #compare(reading: Reading, observed: Observed, desired: Desired, all: readonly Observed[]): void {
    const found = compareResource(reading, observed, desired, all, this.#policy)
    append(this.#problems, found.problems)
    if (found.result === 'unchanged') this.#counts.unchanged += 1
    else if (observed.live !== undefined) this.#live.addId(reading.kind.name, observed.live)
    if (found.result !== 'unchanged' || found.notes.length > 0 || found.same !== undefined)
      this.#found.push({ kind: desired.kind, name: desired.name, ...found })
  }

  section(readings: readonly Reading[], registry: readonly Kind[]): PlannedSection {
    const late = this.#found.filter(({ standing }) => standing === 'repeated')
    const repeated = new Map(late.map((each) => [resourceOf(each), each]))
    const found = this.#found.filter((each) => !repeated.has(resourceOf(each)))
    const changed = new Set(this.#found.filter(({ result }) => result === 'changed').map(resourceOf))
    const wereUnchanged = [...repeated.keys()].filter((each) => !changed.has(each))
    const drafted = found.flatMap((each) => each.drafted ?? [])
    const notes = [...found, ...repeated.values()].flatMap((each) => each.notes ?? [])
    const same = found.flatMap((each) => each.same ?? [])
    const inError = found.filter(({ result }) => result === 'refused').length
    const bounds = new Bounds(this.#policy, registry)
    const changes = ordered(inManifestOrder(drafted, readings), registry).map(bounds.looked)
    const { ids, problems } = resolveIds(changes, this.#live.ids)
    const foresight: Foresight = {
      observedOf: (kind) => this.#live.related.get(kind) ?? [],
      declaredOf: (kind) => declaredIn(readings, kind),
      changes,
    }
    const doubts = readings.flatMap(({ kind }) => kind.foresee?.(foresight) ?? []).map(bounds.within)
    const delivery = readings.flatMap(({ kind }) => kind.delivery?.(foresight) ?? [])
    const grounds = new Map<string, Ground>(
      drafted.map(({ desired, seen }) => [resourceOf(desired), { desired, seen }]),
    )
    const renewed = new Set(changes.map(resourceOf))
    const groundOf = new Map(
      changes.map((change) => {
        const ground = grounds.get(resourceOf(change)) as Ground
        const planned = { ...ground, all: this.#live.related.get(change.kind) ?? [], changed: renewed }
        return [change.id, { ...ground, ...given({ harms: bounds.harmsOf(change, planned) }) }] as const
      }),
    )
    const harms = changes.flatMap(({ id, kind }) => groundOf.get(id)?.harms?.(this.#live.all(kind)) ?? [])
    return {
      changes,
      resources: this.#counts.resources,
      unchanged: this.#counts.unchanged - wereUnchanged.length,
      notes,
      ...(inError > 0 && { inError }),
      ...(same.length > 0 && { same }),
      ids,
      ...(delivery.length > 0 && { delivery }),
      outlook: { live: this.#live.counts, doubts },
      problems: [
        ...this.#problems,
        ...problems,
        ...harms,
        ...ownKeyProblems(notesOf({ notes }, 'ownKey'), this.#policy.rules),
        ...notesOf({ notes }, 'duplicates').map((note) =>
          duplicateProblem(note, this.#policy.target, registry),
        ),
        ...unmanagedProblems(notesOf({ notes }, 'unmanaged'), this.#policy),
        ...emptinessProblem(
          found.filter(({ standing }) => standing === 'orphan'),
          this.#policy,
        ),
      ],
      groundOf,
    }
  }
}

/** A kind of the organisation may be read with several keys. */
function declaredIn(readings: readonly Reading[], kind: string): Resources {
  const own = readings.filter((each) => each.kind.name === kind)
  const [first] = own
  return first !== undefined && own.length === 1
    ? first.desired
    : Resources.of(own.flatMap(({ desired }) => [...desired]))
}
