// Plans what belongs to organisations and not to their targets: one section for each organisation that is declared.
import { grouped } from '../../core/grouped.ts'
import type { Section } from '../../core/plan/plan.ts'
import type { Desired } from '../../kinds/resource.ts'
import { Resources } from '../../kinds/resources.ts'
import { formerNameOf } from '../../kinds/pair.ts'
import type { Engine } from '../engine.ts'
import { environmentsOf } from './session.ts'
import { hidesOtherKeys, holderOf } from '../keyless.ts'
import type { PlanRequest, PlannedSection, Reading } from './request.ts'
import type { Reader } from './session.ts'
import { observe, planSection, policyOf, sectionOf } from './section.ts'

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
