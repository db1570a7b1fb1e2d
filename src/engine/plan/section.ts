// Plans one target, or an organisation: reads, compares, and asks each kind for its calls.
import type { Section } from '../../core/plan/plan.ts'
import { given } from '../../core/given.ts'
import { withoutDropped, withoutIgnored } from '../../kinds/ignored.ts'
import type { Kind, Access } from '../../kinds/kind.ts'
import { type Observed, type SeenAt, type Desired, formerNameOf } from '../../kinds/resource.ts'
import { Resources } from '../../kinds/declared-resources.ts'
import type { Engine } from '../engine.ts'
import type { Target } from '../../core/target.ts'
import { Findings } from './findings.ts'
import type { PlannedSection, PlanRequest, Policy, Reading, UnmanagedPolicy } from './plan-request.ts'
import { isSelected, selectsAll, type Selection } from './select.ts'
import { type Session, environmentsOf, type Reader } from './session.ts'
import { unmanagedPolicy } from './unmanaged.ts'
import { grouped } from '../../core/lists.ts'
import { hidesOtherKeys, holderOf } from '../keyless.ts'

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
      const all = await collect(observed)
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
    ...given({ refusedOthersKeys, owns, failback, rolesElsewhere, failedOverSince }),
  }
}

/** The section in a plan; the organisation's if there is no target. */
export function sectionOf(
  target: string | undefined,
  { environment, target: { url } }: Session,
  { problems: _problems, basisOf: _basisOf, forecast: _forecast, ...notes }: PlannedSection,
): Section {
  return { ...notes, ...(target !== undefined && { target, environment }), url }
}

/** Observes a kind for a plan. If the kind doesn't report when it read a resource, the start of this call counts. */
export async function* observe(kind: Kind, access: Access, desired: Resources): AsyncIterable<Observed> {
  const since: SeenAt = { at: access.clock() }
  for await (const each of kind.observe(access, desired))
    yield withoutIgnored(withoutDropped(each.seen ? each : { ...each, seen: since }), kind)
}

/** Resources of a related kind depend on each other, so it is read completely even if few are selected. */
export function relevant(kind: Kind, desired: Resources, selection: Selection): Resources {
  return kind.effects !== undefined || selectsAll(selection)
    ? desired
    : desired.filter((each) => isSelected(each, selection))
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const result: T[] = []
  for await (const item of items) result.push(item)
  return result
}

// Plans what belongs to organisations and not to their targets: one section for each organisation that is declared.

/** Created with the first key that works, or that of `via`; updated with an environment's own key if a target has it. */
export async function planOrganisations(
  request: PlanRequest,
  engine: Engine,
  readers: ReadonlyMap<string, Reader>,
): Promise<{ readonly section: Section; readonly planned: PlannedSection }[]> {
  const declared = request.declared.organisation.filter(({ name }) => isAskedFor(name, request))
  const [first] = readers.values()
  if (declared.length === 0 || first === undefined) return []
  const readerOf = ({ declared: { via } }: Desired): Reader =>
    (typeof via === 'string' ? readers.get(via) : undefined) ?? first
  const organisations = new Map<Reader, string>()
  for (const reader of readers.values()) organisations.set(reader, await organisationOf(reader))
  const found: { section: Section; planned: PlannedSection }[] = []
  for (const members of grouped(
    [...readers.values()],
    (reader) => organisations.get(reader) ?? '',
  ).values()) {
    const readings: Reading[] = []
    for (const reader of members) {
      const own = declared.filter((each) => readerOf(each) === reader)
      const keys = await keysOf(reader, members, request)
      for (const kind of engine.registry) {
        const desired = Resources.of(own.filter((each) => each.kind === kind.name))
        if (desired.size > 0)
          readings.push({ kind, desired, observe: (asked) => observe(kind, reader.access, asked), ...keys })
      }
    }
    const [member] = members
    if (member === undefined || readings.length === 0) continue
    const planned = await planSection(readings, policyOf(request, engine, undefined), engine.registry)
    found.push({ section: sectionOf(undefined, member.session, planned), planned })
  }
  return found
}

/** If only some targets are selected, only their own environments are planned. */
function isAskedFor(name: string, { targets, environments }: PlanRequest): boolean {
  const isWhole = targets.length === Object.keys(environments).length
  return isWhole || targets.some(({ alias, environment }) => (environment ?? alias) === name)
}

/** Two organisations may have environments of one name, on one service or on two. */
async function organisationOf({ access, session }: Reader): Promise<string> {
  const [any] = await environmentsOf(access)
  return `${session.target.url} ${any?._organizationId ?? ''}`
}

/** The target whose key changes an environment: its own target, or else the reader's; and the target whose key it needs. */
async function keysOf(
  reader: Reader,
  members: readonly Reader[],
  request: PlanRequest,
): Promise<Pick<Reading, 'via' | 'ownKeyOf'>> {
  const environments = await environmentsOf(reader.access)
  const ids = new Map(environments.map(({ name, _id }) => [name, _id]))
  const own = new Map(members.map(({ session }) => [session.environment.id, session.target.alias]))
  const ownTarget = (desired: Desired): string | undefined =>
    own.get(ids.get(desired.name) ?? ids.get(formerNameOf(desired) ?? '') ?? '')
  const isOwnKeyNeeded = hidesOtherKeys(environments, reader.session.environment.id)
  return {
    via: (desired) => ownTarget(desired) ?? reader.session.target.alias,
    ownKeyOf: (desired) => {
      const isRefused = isOwnKeyNeeded || request.refusedOthersKeys?.has(desired.name) === true
      return isRefused && ownTarget(desired) === undefined
        ? holderOf(desired.name, reader.session.target.url, request)
        : undefined
    },
  }
}
