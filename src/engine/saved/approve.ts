// Carries out an approved plan change by change: a new plan may do less than it says, and nothing else.
import { commandLine } from '../../core/shell.ts'
import { given } from '../../core/given.ts'
import { resourceKey, subjectOf, type Change } from '../../core/plan/change.ts'
import type { Answer, Difference } from '../../core/plan/compare.ts'
import type { Result } from '../../core/plan/outcome.ts'
import { sincePlan } from '../../core/plan/stale.ts'
import { errorOf, type Problem, warningOf } from '../../core/problem.ts'
import { pathsText } from '../../core/words.ts'
import type { Kind } from '../../kinds/kind.ts'
import type { Desired, Live } from '../../kinds/resource.ts'
import type { Planned } from '../plan/request.ts'
import { Approved, secretPaths, type Named, replaces, uncomparable } from './approved.ts'
import { leftOf, leftProblems, type LeftField } from './approved.ts'
import type { SavedPlan } from './read.ts'
import { sealOf, type SealKey } from './save.ts'
import { rulesFor } from '../../kinds/fields.ts'

/** Why a change isn't sent. */
interface Objection {
  readonly reason: string
  /** Whether the plan lists the change, and what it is based on moved. */
  readonly isMoved: boolean
}

export class Approval {
  readonly #saved: SavedPlan
  readonly #approved: Approved
  readonly #keys: ReadonlyMap<string, SealKey>
  readonly #registry: readonly Kind[]
  readonly #left = new Map<string, LeftField>()
  /** Approved changes that can't be sent, and why. */
  readonly #lost = new Map<Change, string>()
  /** Resources, and fields of resources, that a verification leaves out. */
  readonly #unsent = new Set<string>()

  /** `secrets` are patterns of resources whose secrets are sent although the plan doesn't list them. */
  constructor(
    saved: SavedPlan,
    keys: ReadonlyMap<string, SealKey>,
    registry: readonly Kind[],
    secrets: readonly string[],
  ) {
    this.#saved = saved
    this.#approved = new Approved(saved, secrets)
    this.#keys = keys
    this.#registry = registry
  }

  /** Of a resource's differences those that may be sent; undefined if it is left alone. */
  readonly listed = (
    desired: Desired,
    live: Live | undefined,
    differences: readonly Difference[],
  ): readonly Difference[] | undefined => {
    const { target } = desired
    // Whatever would change there is refused.
    if (target !== undefined && !Object.hasOwn(this.#saved.seals, target)) return differences
    const key = resourceKey(desired)
    if (this.#unsent.has(key)) return undefined
    // A creation that isn't approved is planned all the same, so that what needs it is known.
    if (live === undefined) return differences
    return differences.filter((each) => {
      if (each.answer !== 'different') return true
      if (this.#approved.permit(desired, each) !== undefined)
        return !this.#unsent.has(fieldKey(desired, each))
      const [approved] = this.#approved.changing(desired, each)
      if (approved === undefined) this.#leave(desired, [each])
      else this.#lost.set(approved, this.#approved.whyNot(desired, each))
      return false
    })
  }

  /** What of a new plan is sent, and why the rest isn't. From then on `listed` is for its verification. */
  judge(planned: Planned) {
    const stale: Result[] = []
    const unsent = new Set<string>()
    const takeOut = (change: Change, reason?: string): void => {
      unsent.add(change.id)
      if (reason === undefined) this.#leave(change, change.differences)
      else stale.push({ change, outcome: { status: 'stale', reason }, milliseconds: 0 })
      if (change.action === 'create') this.#unsent.add(resourceKey(change))
      for (const each of change.differences) this.#unsent.add(fieldKey(change, each))
    }
    const { changes, born } = birthsIn(planned)
    for (const change of changes) {
      const isUnasked = born.has(resourceKey(change)) && !this.#approved.creates(change)
      if (!isUnasked || !Object.hasOwn(this.#saved.seals, change.via)) continue
      const own = this.#approved.changesOf(change)
      if (own.length === 0) this.#leave(change, [])
      for (const each of own) this.#lost.set(each, sincePlan('the resource was deleted'))
      this.#unsent.add(resourceKey(change))
      unsent.add(change.id)
    }
    for (const [change, reason] of this.#lost) takeOut(change, reason)
    const problems = changes
      .filter(({ id }) => !unsent.has(id))
      .flatMap((change): Problem | [] => {
        const found = this.#objectionTo(change, planned, born)
        if (found === undefined || 'rule' in found) return found ?? []
        takeOut(change, found.isMoved ? found.reason : undefined)
        return []
      })
    // What needs a change that isn't sent has lost its ground too.
    for (let isOpen = true; isOpen;) {
      const held = changes.filter(
        (change) => !unsent.has(change.id) && this.#approved.needsOf(change).some((each) => unsent.has(each)),
      )
      for (const change of held) takeOut(change, 'it depends on a change that was not sent')
      isOpen = held.length > 0
    }
    const left = leftOf(this.#left.values())
    const kept = [...left.differences, ...left.secrets, ...stale.map(({ change }) => change)]
    const sections = planned.plan.sections.map((section) => {
      const resources = new Set(kept.filter(({ target }) => target === section.target).map(resourceKey))
      const sent = section.changes.filter(({ id }) => !unsent.has(id))
      return resources.size === 0 ? section : { ...section, changes: sent, left: resources.size }
    })
    return {
      planned: { ...planned, plan: { ...planned.plan, sections, left } },
      stale,
      problems: [...problems, ...leftProblems(left)],
    }
  }

  /** The strict form: an error for each change of a new plan that isn't sent as it is. */
  refusals(planned: Pick<Planned, 'plan' | 'groundOf'>): Problem[] {
    const { changes, born } = birthsIn(planned)
    return changes.flatMap((change): Problem | [] => {
      const found = this.#objectionTo(change, planned, born)
      return found !== undefined && 'reason' in found
        ? this.#notApproved(change, found.reason)
        : (found ?? [])
    })
  }

  /** Why a change isn't sent, or is refused; a warning if it is sent though what it replaces can't be compared. */
  #objectionTo(
    change: Change,
    { groundOf }: Pick<Planned, 'groundOf'>,
    born: ReadonlySet<string>,
  ): Objection | Problem | undefined {
    const { action, via, call, differences, preparation } = change
    // Without the seal of its own API key, anyone may have written it.
    const key = Object.hasOwn(this.#saved.seals, via) ? this.#keys.get(via) : undefined
    if (key === undefined) return this.#notApproved(change, `the plan is not signed for target ${via}`)
    const then = this.#approved.counterpart(change)
    const unlisted = differences.find((each) => this.#approved.permit(change, each) === undefined)
    if (then === undefined && this.#approved.creates(change))
      return moved(sincePlan('the resource was created'))
    if (then === undefined && (action !== 'update' || unlisted !== undefined))
      return { reason: `the approved plan doesn't ${verbs[action]}`, isMoved: false }
    if (then !== undefined && then.call.operation.id !== call.operation.id)
      return moved(
        `the change now needs request ${call.operation.id}, but the approved plan contains request ${then.call.operation.id}`,
      )
    if (preparation !== undefined && then?.preparation === undefined)
      return moved('the change now needs two requests, but the approved plan contains one request')
    if (unlisted !== undefined) return moved(this.#approved.whyNot(change, unlisted))
    const effect = change.sideEffects.find((each) => then?.sideEffects.includes(each) !== true)
    if (effect !== undefined) return moved(`the approved plan doesn't contain this side effect: ${effect}`)
    // A promotion needs the integration active, and what would switch it on again was approved by nobody.
    const needed = Object.keys(change.before ?? {}).find((field) =>
      this.#left.has(fieldKey(change, { path: [field] })),
    )
    if (needed !== undefined) return moved(sincePlan(`${needed} changed`))
    // A resource that this plan creates has nothing to replace; what a promotion replaces is among its side effects.
    if (born.has(resourceKey(change)) || action === 'set-primary') return undefined
    const kind = this.#registry.find(({ name }) => name === change.kind)
    const rules = kind && rulesFor(kind, groundOf.get(change.id)?.desired)
    const seal = sealOf(change, key.key)
    const replacements = differences
      .filter((each) => this.#approved.permit(change, each) !== 'asked')
      .map(({ path, before = null, after }) => ({
        path,
        held: this.#approved.held(change, path),
        now: before,
        after,
      }))
    const answering = (answer: Answer) =>
      replacements.filter(
        (each) => replaces(each, rules?.(each.path) ?? { compare: 'value' }, seal) === answer,
      )
    const replaced = answering('different').map(({ path }) => path)
    if (replaced.length > 0) return moved(sincePlan(`${pathsText(replaced)} changed`))
    const unseen = answering('unreadable').flatMap(uncomparable)
    return unseen.length === 0 ? undefined : uncompared(change, pathsText(unseen), this.#saved.file)
  }

  #leave({ target, kind, name }: Named, differences: readonly Difference[]): void {
    const resource = { ...given({ target }), kind, name }
    if (differences.length === 0)
      this.#left.set(resourceKey(resource), { ...resource, fields: [], isSecret: false })
    for (const each of differences) {
      const secrets = secretPaths(each)
      const fields = secrets ?? [each.path.join('.')]
      this.#left.set(fieldKey(resource, each), { ...resource, fields, isSecret: secrets !== undefined })
    }
  }

  #notApproved(change: Change, reason: string): Problem {
    const message = `${subjectOf(change)} is not approved in ${this.#saved.file}: ${reason}`
    const hint = `Run ${commandLine('plan --out FILE')} and get the new plan approved, or revert the change. If the apply of an earlier merge was cancelled or failed, run it again first, then this apply.`
    return errorOf('not-approved', message, hint, about(change))
  }
}

const verbs: Readonly<Record<Change['action'], string>> = {
  create: 'create this resource',
  update: 'change this resource',
  'set-primary': 'make this resource primary',
  resend: 'send this resource again',
}

function moved(reason: string): Objection {
  return { reason, isMoved: true }
}

/** All changes, and the resources that they create. */
function birthsIn({ plan: { sections } }: Pick<Planned, 'plan'>) {
  const changes = sections.flatMap((section) => section.changes)
  const created = changes.filter(({ action }) => action === 'create')
  return { changes, born: new Set(created.map(resourceKey)) }
}

function fieldKey(named: Named, { path }: Pick<Difference, 'path'>): string {
  return [resourceKey(named), ...path].join('\0')
}

function uncompared(change: Change, fields: string, file: string): Problem {
  return warningOf(
    'not-compared',
    `${subjectOf(change)} sets ${fields}, but belfry can't check whether another client edited the old value since the plan was made: the service doesn't return the old value, or ${file} doesn't contain it`,
    `If another client may have changed this value since the plan was made, run ${commandLine('plan --out FILE')} and get the new plan approved.`,
    { ...about(change), position: change.position },
  )
}

function about({ target, kind, name }: Change): Pick<Problem, 'target' | 'resource'> {
  return given({ target, resource: `${kind} ${name}` })
}
