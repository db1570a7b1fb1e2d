// Plans one section, a target or the organisation: reads the resources of each kind, and collects what comparing them finds.
import type { Section } from '../../core/plan/plan.ts'
import { compare } from '../../core/plan/compare-fields.ts'
import { given } from '../../core/given.ts'
import { rulesFor } from '../../kinds/from-field-rows.ts'
import { withoutDropped, withoutIgnored } from '../../kinds/ignored.ts'
import type { Kind, Access } from '../../kinds/kind.ts'
import type { Observed, SeenAt } from '../../kinds/resource.ts'
import type { Resources } from '../../kinds/declared-resources.ts'
import type { Engine } from '../engine.ts'
import type { Target } from '../../core/target.ts'
import { Findings } from './findings.ts'
import type { PlannedSection, PlanRequest, Policy, Reading, UnmanagedPolicy } from './plan-request.ts'
import { isSelected, selectsAll, type Selection } from './select.ts'
import type { Session } from './session.ts'
import { unmanagedPolicy } from './unmanaged.ts'

/** Throws what reading the resources throws. */
export async function planSection(
  readings: readonly Reading[],
  policy: Policy,
  registry: readonly Kind[],
): Promise<PlannedSection> {
  const found = new Findings(policy)
  for (const reading of readings) {
    const asked = relevant(reading.kind, reading.desired, policy.selection)
    const unread = reading.desired.size - asked.size
    if (unread > 0) found.addUnread(reading.kind, unread)
    const observed = reading.observe(asked)
    if (reading.kind.effects !== undefined) {
      const all: Observed[] = []
      for await (const each of observed) all.push(named(each, reading.kind, policy.selection))
      for (const each of all) found.add(reading, each, all)
    } else {
      for await (const each of observed) found.add(reading, each, [])
    }
  }
  return found.section(readings, registry)
}

/** For a target, or for the organisation if there is none. */
export function policyOf(request: PlanRequest, engine: Engine, target: Target | undefined): Policy {
  const { unreadable, missing, selection, rules } = request
  const { refusedOthersKeys, owns, failback, rolesElsewhere, failedOverSince } = request
  const { ledger, fingerprintSecret } = engine
  const unmanaged: UnmanagedPolicy =
    target === undefined ? { does: 'ignore' } : unmanagedPolicy(target, request)
  return {
    unreadable,
    missing,
    selection,
    rules,
    unmanaged,
    same: request.same ?? 'counted',
    ledgerOf: (via) => {
      if (ledger === undefined) return undefined
      const secret = fingerprintSecret ?? request.targets.find(({ alias }) => alias === via)?.apiKey
      return secret && { ledger, via, secret }
    },
    ...(target && { target: target.alias }),
    ...(target?.protection && { isProtected: true }),
    ...given({ refusedOthersKeys, owns, failback, rolesElsewhere, failedOverSince }),
  }
}

/** The section in a plan; the organisation's if there is no target. */
export function sectionOf(
  target: string | undefined,
  { environment, target: { url } }: Session,
  { problems: _problems, basisOf: _basisOf, forecast: _forecast, ...planned }: PlannedSection,
): Section {
  return { ...planned, ...(target !== undefined && { target, environment }), url }
}

/**
 * The resources of a kind, declared and in the service, with the fields that are compared. If the kind doesn't report when it
 * read a resource, the start of this call counts.
 */
export async function* observe(kind: Kind, access: Access, desired: Resources): AsyncIterable<Observed> {
  const since: SeenAt = { at: access.clock() }
  for await (const each of kind.observe(access, desired))
    yield withoutIgnored(withoutDropped(each.seen ? each : { ...each, seen: since }, kind), kind)
}

/** Resources of a related kind depend on each other, so it is read completely even if few are selected. */
export function relevant(kind: Kind, desired: Resources, selection: Selection): Resources {
  return kind.effects !== undefined || selectsAll(selection)
    ? desired
    : desired.filter((each) => isSelected(each, selection))
}

/**
 * A resource that is to be renamed from `ses` to `ses-eu` has the new name here already, and the old one as `keptName`: its other
 * changes read `ses stops being primary`. If the plan contains the rename, `keptName` goes, and they read `ses-eu stops being
 * primary`.
 */
function named(each: Observed, kind: Kind, selection: Selection): Observed {
  const { desired, live } = each
  if (live?.keptName === undefined || desired === undefined || !isSelected(desired, selection)) return each
  // Only the name is compared: a rename that was requested but isn't approved counts as left unchanged.
  const own = Object.fromEntries(Object.entries(desired.fields).filter(([, value]) => value === live.name))
  const renames = compare(own, live.fields, rulesFor(kind, desired)).filter(
    ({ before }) => before === live.keptName,
  )
  const sent = selection.approved === undefined ? renames : (selection.approved(desired, live, renames) ?? [])
  return sent.length > 0 ? { ...each, live: { ...live, keptName: undefined } } : each
}
