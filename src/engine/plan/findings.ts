// What is found while the resources of one section are looked at: changes, notes and problems.
import { append } from '../../core/append.ts'
import { answerFor, compare, type Difference } from '../../core/plan/compare.ts'
import { type Note, notesOf, type Placed } from '../../core/plan/notes.ts'
import type { Problem } from '../../core/problem.ts'
import { severityOf } from '../../core/rules.ts'
import type { Draft, Kind, PlanContext } from '../../kinds/kind.ts'
import type { Desired, Live, Observed, Warning } from '../../kinds/resource.ts'
import { foreseen } from './foresee.ts'
import { inManifestOrder, ordered } from './order.ts'
import { ownKeyNote, ownKeyProblems } from './own-key.ts'
import { remembered, withoutPruned } from '../memory/compare-with-ledger.ts'
import { resolveIds } from './ids.ts'
import { type Compared, sameOf, withoutRepeated } from './repeated.ts'
import type { Ground, PlannedSection, Policy, Reading } from './request.ts'
import { isSelected, matchesAny } from './select.ts'
import { bothLive, refusalProblem } from './renames.ts'
import { duplicateProblem, missingProblem } from './uncompared.ts'
import { emptinessProblem, isRetired, retirement, type Unmanaged, unmanagedProblems } from './unmanaged.ts'
import { type FieldPath, isMap } from '../../core/value.ts'

type Writable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer Item)[] ? Item[] : T[K] }

export class Findings {
  readonly #policy: Policy
  readonly #compared: Writable<Compared> = { drafted: [], notes: [], same: [], unchanged: 0 }
  readonly #problems: Problem[] = []
  readonly #ids = new Map<string, string>()
  readonly #live = new Map<string, number>()
  /** All of each related kind. */
  readonly #related = new Map<string, readonly Observed[]>()
  /** Whose duplicates came to light after they were compared, by `kind/name`. */
  readonly #repeated = new Map<string, Note<'duplicates'>>()
  /** Live resources of kinds of which nothing is declared, where what isn't declared is to be switched off. */
  readonly #orphans: Unmanaged[] = []
  #resources = 0
  /** Declared resources that were refused, and so not compared. */
  #inError = 0

  constructor(policy: Policy) {
    this.#policy = policy
  }

  add(reading: Reading, observed: Observed, all: readonly Observed[]): void {
    const { desired, live, warnings = [] } = observed
    const { kind } = reading
    append(this.#problems, warnings.flatMap(this.#told))
    if (observed.isRepeated && desired !== undefined) {
      const { name, position } = desired
      const ids = live?.duplicates ?? []
      this.#repeated.set(`${kind.name}/${name}`, { sort: 'duplicates', kind: kind.name, name, position, ids })
      return
    }
    if (kind.related) this.#related.set(kind.name, all)
    if (live !== undefined) {
      this.#ids.set(`${kind.name}/${live.name}`, live.id)
      this.#live.set(kind.name, (this.#live.get(kind.name) ?? 0) + 1)
    }
    if (desired === undefined) {
      if (live !== undefined) this.#addUnmanaged(reading, live, all)
      return
    }
    if (!isSelected(desired, this.#policy.selection)) return
    this.#resources += 1
    const note = { kind: kind.name, name: desired.name, position: desired.position }
    if (live?.duplicates !== undefined) this.#note({ sort: 'duplicates', ...note, ids: live.duplicates })
    else if (live === undefined && !kind.creatable) this.#miss(note, desired)
    else this.#compare(reading, observed, desired, all)
  }

  /** Declared ones that nobody asked for are not read, and count as live all the same: a share is one of the whole. */
  addUnread({ name, scope }: Kind, count: number): void {
    if (scope === 'target') this.#live.set(name, (this.#live.get(name) ?? 0) + count)
  }

  readonly #told = (warning: Warning): Problem[] => {
    const { rules, target } = this.#policy
    if (severityOf(warning.rule, rules) === 'off') return []
    return [{ ...warning, severity: 'warning', ...(target !== undefined && { target }) }]
  }

  #addUnmanaged(reading: Reading, live: Live, all: readonly Observed[]): void {
    const { kind } = reading
    const { does } = this.#policy.unmanaged
    const retired = retirement(live, kind, this.#policy)
    const { part } = this.#policy.selection
    const isIdle = retired !== undefined && (part ? !part.includes(retired) : isRetired(retired, live, kind))
    if (isIdle || does === 'ignore') return
    const note = { kind: kind.name, name: live.name }
    // Of a kind of which nothing is declared everything would be unmanaged.
    if (reading.desired.length === 0) {
      if (retired !== undefined) this.#orphans.push(note)
    } else if (retired !== undefined) this.#compare(reading, { desired: retired, live }, retired, all)
    else if (kind.reportsUnmanaged(live)) this.#note({ sort: 'unmanaged', ...note })
  }

  #note(note: Note): void {
    this.#compared.notes.push(note)
  }

  #miss(note: Placed, desired: Desired): void {
    this.#note({ sort: 'missing', ...note })
    if (this.#policy.missing === 'fail') this.#problems.push(missingProblem(desired))
  }

  #compare(reading: Reading, found: Observed, declared: Desired, all: readonly Observed[]): void {
    const { kind } = reading
    const { live } = found
    const via = reading.via(declared)
    const desired = this.#withoutPruned(kind, live, declared, via)
    const observed: Observed = { ...found, desired }
    const compared = compare(desired.fields, observed.live?.fields, kind.rulesFor(desired))
    const differences = this.#policy.selection.part?.of(desired, observed.live, compared) ?? compared
    const refusal = bothLive(observed) ?? kind.refuse?.(observed, differences)
    const isGuess = this.#policy.live === 'declared'
    // What an earlier tree doesn't declare may be live all the same.
    if (refusal !== undefined && !(isGuess && live === undefined))
      this.#problems.push(refusalProblem(refusal, desired))
    if (refusal !== undefined && !isGuess) {
      this.#inError += 1
      return
    }
    const known = live === undefined ? differences : this.#remembered(differences, kind, desired, live, via)
    const different = known.filter(({ answer }) => answer === 'different')
    const unreadable = known.filter(({ answer }) => answer === 'unreadable')
    const drafts = [
      // What isn't live is created, also where nothing but its identity is declared.
      ...(different.length === 0 && observed.live !== undefined
        ? []
        : kind.changes(observed, different, this.#context(all))),
      ...this.#resends(kind, observed, desired, unreadable),
    ]
    const isTested = matchesAny(desired, this.#policy.selection.checkCredentials ?? [])
    const held = this.#held(reading, desired, drafts)
    for (const each of drafts) {
      if (held.includes(each)) continue
      const draft = isTested ? (kind.trial?.of(each) ?? each) : each
      this.#compared.drafted.push({ desired, draft, via, seen: found.seen })
    }
    if (drafts.length === 0) this.#compared.unchanged += 1
    if (this.#policy.same === 'listed' && live !== undefined) this.#compared.same.push(sameOf(desired, known))
  }

  /**
   * What the service takes only with a key that this run doesn't have. Of a saved plan's part it was noted when the
   * plan was made, except for calls that the apply itself was refused.
   */
  #held({ ownKeyOf }: Reading, desired: Desired, drafts: readonly Draft[]): readonly Draft[] {
    const held = drafts.filter(({ action }) => action !== 'create')
    const holder = held.length === 0 ? undefined : ownKeyOf?.(desired)
    if (holder === undefined) return []
    const { selection, refusedOthersKeys } = this.#policy
    const isNoted = selection.part !== undefined && refusedOthersKeys?.has(desired.name) !== true
    if (!isNoted) this.#note(ownKeyNote(desired, held, holder))
    return held
  }

  #context(all: readonly Observed[]): PlanContext {
    const { live } = this.#policy
    return { all, ...(live !== undefined && { live }) }
  }

  #withoutPruned(kind: Kind, live: Live | undefined, desired: Desired, via: string): Desired {
    const ledger = this.#policy.ledgerOf(via)
    if (live === undefined || ledger === undefined || this.#isResent(desired)) return desired
    const pruning = withoutPruned(desired, live, kind, ledger)
    append(this.#compared.notes, pruning.notes)
    return pruning.desired
  }

  /** What can't be read differs where the ledger doesn't know that it was applied, and else is as good as read. */
  #remembered(differences: readonly Difference[], kind: Kind, desired: Desired, live: Live, via: string) {
    const ledger = this.#policy.unreadable === 'ledger' ? this.#policy.ledgerOf(via) : undefined
    if (ledger === undefined) return differences
    const place = { kind: kind.name, name: desired.name, id: live.id }
    const known = remembered(differences, desired, place, ledger)
    return this.#isResent(desired) ? known : known.filter(({ answer }) => answer !== 'unreadable')
  }

  #isResent(desired: Desired): boolean {
    return matchesAny(desired, this.#policy.selection.resend)
  }

  #resends(kind: Kind, observed: Observed, desired: Desired, unreadable: readonly Difference[]) {
    if (unreadable.length === 0) return []
    const isWanted = this.#policy.unreadable === 'always' || this.#isResent(desired)
    const drafts = isWanted ? (kind.resends?.(observed, unreadable) ?? []) : []
    if (drafts.length === 0)
      this.#note({
        sort: 'unreadable',
        kind: kind.name,
        name: desired.name,
        position: desired.position,
        paths: unreadable.flatMap(unreadablePaths),
        wanted: unreadable.map(({ path, before = null, after }) => ({ path, before, after })),
      })
    return drafts
  }

  section(readings: readonly Reading[], registry: readonly Kind[]): PlannedSection {
    const { drafted, same, ...compared } = withoutRepeated(this.#compared, new Set(this.#repeated.keys()))
    const notes = [...compared.notes, ...this.#repeated.values()]
    const changes = ordered(inManifestOrder(drafted, readings), registry)
    const { ids, problems } = resolveIds(changes, this.#ids)
    const { doubts, delivery } = foreseen(changes, readings, this.#related)
    const byResource = new Map(
      drafted.map(({ desired, seen }) => [`${desired.kind}/${desired.name}`, { desired, seen }]),
    )
    return {
      changes,
      resources: this.#resources,
      unchanged: compared.unchanged,
      notes,
      ...(this.#inError > 0 && { inError: this.#inError }),
      ...(same.length > 0 && { same }),
      ids,
      ...(delivery.length > 0 && { delivery }),
      outlook: { live: this.#live, doubts },
      problems: [
        ...this.#problems,
        ...problems,
        ...ownKeyProblems(notesOf({ notes }, 'ownKey'), this.#policy.rules),
        ...notesOf({ notes }, 'duplicates').map((note) =>
          duplicateProblem(note, this.#policy.target, registry),
        ),
        ...unmanagedProblems(notesOf({ notes }, 'unmanaged'), this.#policy),
        ...emptinessProblem(this.#orphans, this.#policy),
      ],
      groundOf: new Map(
        changes.map((change) => [change.id, byResource.get(`${change.kind}/${change.name}`) as Ground]),
      ),
    }
  }
}

/** The keys of a section that can't be seen, where others of it can. */
export function unreadablePaths({
  path,
  before,
  after,
}: Pick<Difference, 'path' | 'before' | 'after'>): FieldPath[] {
  if (!isMap(before) || !isMap(after)) return [path]
  return Object.keys(after)
    .filter((key) => answerFor({ compare: 'value' }, after[key] ?? null, before[key]) === 'unreadable')
    .map((key) => [...path, key])
}
