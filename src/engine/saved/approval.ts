// What an approved plan allows: each change of a new plan is sent as approved, left unchanged, or refused.
import { given } from '../../core/given.ts'
import { append } from '../../core/lists.ts'
import { commandLine } from '../../core/shell.ts'
import { fieldKey, resourceKey, subjectOf, type Change } from '../../core/plan/change.ts'
import type { Result } from '../../core/plan/outcome.ts'
import type { IntegrationStates, Left, Section } from '../../core/plan/plan.ts'
import { sincePlan } from '../../core/plan/stale.ts'
import { errorOf, type Problem, warningOf } from '../../core/problem.ts'
import { Unreadable } from '../../core/value.ts'
import { pathsText } from '../../core/words.ts'
import { byValue, rulesFor } from '../../kinds/from-field-rows.ts'
import type { Kind } from '../../kinds/kind.ts'
import type { Narrowing } from '../guards/limits-and-forecast.ts'
import type { Forecast, Planned } from '../plan/plan-request.ts'
import type { Selection } from '../plan/select.ts'
import { ApprovedChanges } from './approved-changes.ts'
import { LeftUnchanged, leftProblems } from './not-in-plan.ts'
import type { SavedPlan } from './read.ts'
import { sealOf, type SealKey } from './seals.ts'

type NewPlan = Pick<Planned, 'plan' | 'basisOf'>

/** Why a change isn't sent. */
interface Objection {
  readonly reason: string
  /** Whether the plan lists the change, but its basis changed. */
  readonly isMoved: boolean
}

/** What an approved plan is checked with. */
interface ApprovalInputs {
  readonly saved: SavedPlan
  readonly keys: ReadonlyMap<string, SealKey>
  readonly registry: readonly Kind[]
}

/**
 * Checks a new plan with an approved one. The new plan is made with `allowed`, and then `narrow` takes out what isn't sent. A plan
 * that is made with `allowed` after that verifies the apply.
 */
export class Approval {
  readonly #inputs: ApprovalInputs
  readonly #approved: ApprovedChanges
  readonly #left: LeftUnchanged
  /** Approved changes that can't be sent any more, and why. */
  readonly #outdated = new Map<Change, string>()
  /** Resources, and fields of resources, that a verification leaves out. */
  readonly #unsent = new Set<string>()
  readonly stale: Result[] = []
  readonly problems: Problem[] = []
  left: Left = { differences: [], secrets: [] }

  constructor(inputs: ApprovalInputs, secrets: readonly string[]) {
    this.#inputs = inputs
    this.#approved = new ApprovedChanges(inputs.saved, secrets)
    this.#left = new LeftUnchanged(this.#approved.secretsOf)
  }

  /** The differences of a resource that may be sent; undefined if the resource is left unchanged. */
  readonly allowed: NonNullable<Selection['approved']> = (desired, live, differences) => {
    const { target } = desired
    // Without a seal of the target, every change of it is refused.
    if (target !== undefined && !Object.hasOwn(this.#inputs.saved.seals, target)) return differences
    const key = resourceKey(desired)
    if (this.#unsent.has(key)) return undefined
    // A creation that isn't approved is planned all the same, so that what needs it is known.
    if (live === undefined) return differences
    return differences.filter((each) => {
      if (each.answer !== 'different') return true
      if (this.#approved.permit(desired, each) !== undefined)
        return !this.#unsent.has(fieldKey(desired, each.path))
      const [approved] = this.#approved.changing(desired, each)
      if (approved === undefined) this.#left.add(desired, [each])
      else this.#outdated.set(approved, this.#approved.whyNot(desired, each))
      return false
    })
  }

  /** What of a new plan is sent; `stale`, `problems` and `left` say why the rest isn't. */
  readonly narrow: Narrowing = (planned) => {
    const unsent = new Set<string>()
    const takeOut = (change: Change, reason?: string): void => {
      unsent.add(change.id)
      if (reason === undefined) this.#left.add(change, change.differences)
      else this.stale.push({ change, outcome: { status: 'stale', reason }, milliseconds: 0 })
      if (change.action === 'create') this.#unsent.add(resourceKey(change))
      for (const each of change.differences) this.#unsent.add(fieldKey(change, each.path))
    }
    const { changes, created } = changesIn(planned)
    // Resources that are to be created and that the plan doesn't create: new ones, and those that were deleted since.
    for (const change of changes) {
      const isUnasked = created.has(resourceKey(change)) && !this.#approved.creates(change)
      if (!isUnasked || !Object.hasOwn(this.#inputs.saved.seals, change.via)) continue
      const own = this.#approved.of(change)
      if (own.length === 0) this.#left.add(change, [])
      for (const each of own) this.#outdated.set(each, sincePlan('the resource was deleted'))
      this.#unsent.add(resourceKey(change))
      unsent.add(change.id)
    }
    // Changes that the plan lists, with values that can't be sent any more.
    for (const [change, reason] of this.#outdated) takeOut(change, reason)
    for (const change of changes.filter(({ id }) => !unsent.has(id))) {
      const found = this.#objectionTo(change, planned, created)
      if (found === undefined) continue
      if ('rule' in found) this.problems.push(found)
      else takeOut(change, found.isMoved ? found.reason : undefined)
    }
    // A change that needs one that isn't sent can't be sent either.
    for (let isOpen = true; isOpen;) {
      const held = changes.filter(
        (change) => !unsent.has(change.id) && this.#approved.needsOf(change).some((each) => unsent.has(each)),
      )
      for (const change of held) takeOut(change, 'it depends on a change that was not sent')
      isOpen = held.length > 0
    }
    this.left = this.#left.summary()
    append(this.problems, leftProblems(this.left))
    return this.#without(unsent, planned)
  }

  /** What is left unchanged counts in its section. */
  #without(unsent: ReadonlySet<string>, planned: Planned): Planned {
    const kept = [...this.left.differences, ...this.left.secrets, ...this.stale.map(({ change }) => change)]
    const forecasts = new Map<Section, Forecast | undefined>()
    const counted = new Set<string | undefined>()
    for (const [section, forecast] of planned.forecasts) {
      const left = new Set(kept.filter(({ target }) => target === section.target).map(resourceKey)).size
      if (left === 0 || forecast === undefined) {
        forecasts.set(section, forecast)
        continue
      }
      const changes = section.changes.filter(({ id }) => !unsent.has(id))
      const { doubts, delivery: found } = forecast.of(changes)
      // The names in the section contain no secrets.
      const named = ({ name }: IntegrationStates, index: number): IntegrationStates => ({
        ...(found[index] as IntegrationStates),
        name,
      })
      const delivery = section.delivery?.map(named)
      // Of several organisations, the first section has the number of all.
      const own = counted.has(section.target) ? undefined : left
      counted.add(section.target)
      forecasts.set({ ...section, changes, ...given({ left: own, delivery }) }, { ...forecast, doubts })
    }
    return { ...planned, forecasts, plan: { ...planned.plan, sections: [...forecasts.keys()] } }
  }

  /** An error for each change of a new plan that isn't approved as it is; a warning if what it replaces can't be compared. */
  refusals(planned: NewPlan): Problem[] {
    const { changes, created } = changesIn(planned)
    return changes.flatMap((change): Problem | [] => {
      const found = this.#objectionTo(change, planned, created)
      return found !== undefined && 'reason' in found
        ? this.#notApproved(change, found.reason)
        : (found ?? [])
    })
  }

  /** Why a change isn't sent, or is refused; a warning if it is sent though what it replaces can't be compared. */
  #objectionTo(change: Change, made: NewPlan, created: ReadonlySet<string>): Objection | Problem | undefined {
    const { via } = change
    // Without a seal by its own API key, anyone may have written it.
    const key = Object.hasOwn(this.#inputs.saved.seals, via) ? this.#inputs.keys.get(via) : undefined
    if (key === undefined) return this.#notApproved(change, `the plan is not signed for target ${via}`)
    const more = this.#excess(change)
    // A resource that this plan creates has nothing to replace; what a promotion replaces is among its side effects.
    if (more !== undefined || created.has(resourceKey(change)) || change.action === 'set-primary') return more
    return this.#replacedSince(change, key, made)
  }

  /** What a change does beyond what the plan lists. */
  #excess(change: Change): Objection | undefined {
    const { action, call, differences, preparation } = change
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
    // Approving secrets that the service doesn't return also approves that their request replaces what isn't returned. An
    // approved resend can be an update in the new plan.
    const isBesides =
      then === undefined &&
      differences.every(
        (each) => each.before instanceof Unreadable && this.#approved.permit(change, each) !== 'plan',
      )
    const own = then ? [then] : this.#approved.of(change)
    const effect = change.sideEffects.find(
      (each) => !isBesides && !own.some(({ sideEffects }) => sideEffects.includes(each)),
    )
    if (effect !== undefined) return moved(`the approved plan doesn't contain this side effect: ${effect}`)
    // A promotion needs the integration active, and no one approved activating it again.
    const needed = Object.keys(change.before ?? {}).find((field) => this.#left.has(change, [field]))
    return needed === undefined ? undefined : moved(sincePlan(`${needed} changed`))
  }

  /** Whether the service shows another value than the one that was to be replaced; a warning if that can't be compared. */
  #replacedSince(change: Change, { key }: SealKey, { basisOf }: NewPlan): Objection | Problem | undefined {
    const kind = this.#inputs.registry.find(({ name }) => name === change.kind)
    const rules = kind ? rulesFor(kind, basisOf.get(change.id)?.desired) : () => byValue
    const found = this.#approved.replaced(change, rules, sealOf(change, key))
    if (found.moved.length > 0) return moved(sincePlan(`${pathsText(found.moved)} changed`))
    return found.uncompared.length === 0
      ? undefined
      : uncompared(change, pathsText(found.uncompared), this.#inputs.saved.file)
  }

  #notApproved(change: Change, reason: string): Problem {
    const message = `${subjectOf(change)} is not approved in ${this.#inputs.saved.file}: ${reason}`
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

/** All changes of a plan, and the keys of the resources that they create. */
function changesIn({ plan: { sections } }: NewPlan) {
  const changes = sections.flatMap((section) => section.changes)
  const creations = changes.filter(({ action }) => action === 'create')
  return { changes, created: new Set(creations.map(resourceKey)) }
}

function uncompared(change: Change, fields: string, file: string): Problem {
  return warningOf(
    'not-compared',
    `${subjectOf(change)} sets ${fields}, but belfry can't check whether another client edited the old value since the plan was made: the service doesn't return the old value, or ${file} doesn't contain it`,
    `If another client may have changed this value since the plan was made, run ${commandLine('plan --out FILE')} and get the new plan approved.`,
    { ...about(change), position: change.position },
  )
}

function about({ target, kind, name }: Change) {
  return { target, resource: `${kind} ${name}` }
}
