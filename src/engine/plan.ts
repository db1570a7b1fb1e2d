// Makes a plan: finds out whose keys these are, reads once what is needed, and compares.
import type { Plan, Section } from '../core/plan.ts'
import type { Problem } from '../core/problem.ts'
import type { Secret } from '../core/secret.ts'
import type { Declared, Desired, Look } from '../kinds/kind.ts'
import { readOnly, type Client } from '../service/client.ts'
import type { Engine, Target } from './engine.ts'
import { problemOf } from './failure.ts'
import { environmentsOf, identify, objection } from './identify.ts'
import { planSection, type PlannedSection, type Policy, type Reading } from './section.ts'
import { idleSelectors, isSelected, type Selection } from './select.ts'
import { clientFor, look, sum, type Session } from './session.ts'

export interface PlanRequest {
  /** Those that were selected, in project order. */
  readonly targets: readonly Target[]
  /** The environments of all targets of the project, by alias: what they name is left to them. */
  readonly environments: Readonly<Record<string, string | undefined>>
  readonly declared: Declared
  readonly selection: Selection
  readonly unreadable: 'never' | 'always'
  readonly missing: 'report' | 'fail'
}

/** A plan with what is needed to apply it. */
export interface Planned {
  readonly plan: Plan
  readonly sessions: ReadonlyMap<string, Session>
  /** By change id. */
  readonly desiredOf: ReadonlyMap<string, Desired>
}

interface Reader {
  readonly session: Session
  readonly look: Look
  readonly problem?: Problem
}

export async function makePlan(request: PlanRequest, engine: Engine): Promise<Planned> {
  const started = engine.clock()
  const problems: Problem[] = idleSelectors(
    request.selection,
    request.declared,
    request.targets.map(({ alias }) => alias),
    engine.registry.map(({ name }) => name),
  )
  const readers = new Map<string, Reader>()
  const clients: Client[] = []
  if (problems.length === 0) await openAll(request.targets, engine, readers, clients, problems)
  const liveNames = await environmentNames(readers)
  const sections: Section[] = []
  const desiredOf = new Map<string, Desired>()
  const keep = (section: Section, planned?: PlannedSection): void => {
    sections.push(section)
    problems.push(...(planned?.problems ?? []))
    for (const [id, desired] of planned?.desiredOf ?? []) desiredOf.set(id, desired)
  }

  const organisation = await attempt(problems, undefined, () => planOrganisation(request, engine, readers))
  if (organisation !== undefined) keep(organisation.section, organisation.planned)
  for (const target of problems.length > 0 && readers.size === 0 ? [] : request.targets) {
    const reader = readers.get(target.alias)
    if (reader !== undefined) {
      engine.on?.({ type: 'reading', target: target.alias })
      const planned = await attempt(problems, target, () => planTarget(target, reader, request, engine))
      if (planned !== undefined) keep(sectionOf(target, reader, planned), planned)
    } else if (target.apiKey === undefined) {
      const verdict = keyless(target, request, liveNames)
      if ('rule' in verdict) problems.push(verdict)
      else keep(verdict)
    }
  }
  const counts = sum(clients.map((client) => client.counts))
  const plan: Plan = { sections, problems, requests: { ...counts, milliseconds: engine.clock() - started } }
  engine.on?.({ type: 'planned', plan })
  return { plan, sessions: new Map([...readers].map(([alias, { session }]) => [alias, session])), desiredOf }
}

async function openAll(
  targets: readonly Target[],
  engine: Engine,
  readers: Map<string, Reader>,
  clients: Client[],
  problems: Problem[],
): Promise<void> {
  const opened = await Promise.all(
    targets.map(async (target) => {
      const { apiKey } = target
      if (apiKey === undefined) return undefined
      const client = readOnly(clientFor(target, apiKey, engine))
      clients.push(client)
      return attempt(problems, target, () => open(target, apiKey, client, engine))
    }),
  )
  for (const reader of opened) {
    if (reader === undefined) continue
    readers.set(reader.session.target.alias, reader)
    if (reader.problem !== undefined) problems.push(reader.problem)
  }
}

async function open(target: Target, apiKey: Secret, client: Client, engine: Engine): Promise<Reader> {
  const first = look(client, '', engine.parallel)
  const identity = await identify(first, target, apiKey)
  const problem = objection(target, identity)
  const environment = { id: identity?.id ?? '', name: identity?.name ?? target.alias }
  return {
    session: { target, client, environment },
    look: { ...first, environmentId: environment.id },
    ...(problem !== undefined && { problem }),
  }
}

/** A target that can't be read is a problem of its own; the others are still shown. */
async function attempt<T>(
  problems: Problem[],
  target: Target | undefined,
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    problems.push(problemOf(error, target?.alias))
    return undefined
  }
}

async function environmentNames(readers: ReadonlyMap<string, Reader>): Promise<ReadonlySet<string>> {
  const lists = await Promise.all([...readers.values()].map((reader) => environmentsOf(reader.look)))
  return new Set(lists.flat().map(({ name }) => name))
}

/** A target without a key waits if its environment is still to be created; else the key is simply missing. */
function keyless(
  target: Target,
  { declared, selection }: PlanRequest,
  liveNames: ReadonlySet<string>,
): Section | Problem {
  const name = target.environment ?? target.alias
  const isDeclared = declared.organisation.some((item) => item.kind === 'environment' && item.name === name)
  if (liveNames.has(name) || !isDeclared || liveNames.size === 0)
    return {
      rule: 'missing-key',
      severity: 'error',
      target: target.alias,
      message: `there is no API key${target.apiKeyFrom === undefined ? '' : `: ${target.apiKeyFrom} is not set or empty`}`,
      hint: 'Set it to the key of its environment; the dashboard of the service shows it.',
    }
  return {
    ...emptySection,
    target: target.alias,
    url: target.url,
    waiting: declared
      .forTarget(target.alias)
      .filter((each) => isSelected(each, selection))
      .map(({ kind, name: resource, position }) => ({ kind, name: resource, position })),
    waitsFor: `environment ${name} isn't live yet, so it has no API key`,
  }
}

const emptySection = {
  changes: [],
  unchanged: 0,
  resources: 0,
  missing: [],
  unreadable: [],
  unmanaged: [],
  duplicates: [],
  waiting: [],
  ids: {},
} as const satisfies Omit<Section, 'url'>

function sectionOf(target: Target | undefined, { session }: Reader, planned: PlannedSection): Section {
  const { problems: _problems, desiredOf: _desiredOf, ...notes } = planned
  return {
    ...notes,
    ...(target !== undefined && { target: target.alias, environment: session.environment }),
    url: session.target.url,
    waiting: [],
  }
}

function planTarget(
  target: Target,
  reader: Reader,
  request: PlanRequest,
  engine: Engine,
): Promise<PlannedSection> {
  const declared = request.declared.forTarget(target.alias)
  const ofKind = (kind: string): readonly Desired[] => declared.filter((item) => item.kind === kind)
  const readings = engine.registry
    .filter((kind) => kind.scope === 'target')
    .map((kind): Reading => ({
      kind,
      desired:
        kind.link === undefined
          ? ofKind(kind.name)
          : ofKind(kind.name).map((item) => kind.link?.(item, ofKind) ?? item),
      look: reader.look,
      via: () => target.alias,
    }))
    .filter(({ desired }) => desired.length > 0)
  return planSection(readings, policyOf(request, target.unmanaged), engine.registry, {})
}

/** Where only some targets were selected, only their own environments are. */
function isAskedFor(name: string, { targets, environments }: PlanRequest): boolean {
  const isWhole = targets.length === Object.keys(environments).length
  return isWhole || targets.some(({ alias, environment }) => (environment ?? alias) === name)
}

/** Created with the first key that works, updated with an environment's own key where a target has it. */
async function planOrganisation(
  request: PlanRequest,
  engine: Engine,
  readers: ReadonlyMap<string, Reader>,
): Promise<{ section: Section; planned: PlannedSection } | undefined> {
  const declared = request.declared.organisation.filter(({ name }) => isAskedFor(name, request))
  const [first] = readers.values()
  if (declared.length === 0 || first === undefined) return undefined
  const readerOf = (desired: Desired): Reader => {
    const via = desired.declared['via']
    return (typeof via === 'string' ? readers.get(via) : undefined) ?? first
  }
  const own = new Map([...readers].map(([alias, { session }]) => [session.environment.name, alias]))
  const readings = engine.registry
    .filter((kind) => kind.scope === 'organisation')
    .flatMap((kind) => {
      const desired = declared.filter((item) => item.kind === kind.name)
      return [...new Set(desired.map(readerOf))].map((reader): Reading => ({
        kind,
        desired: desired.filter((item) => readerOf(item) === reader),
        look: reader.look,
        via: ({ name }) => own.get(name) ?? reader.session.target.alias,
      }))
    })
  const planned = await planSection(readings, policyOf(request, 'ignore'), engine.registry, {})
  return { section: sectionOf(undefined, first, planned), planned }
}

function policyOf(
  {
    unreadable,
    missing,
    selection,
  }: { unreadable: Policy['unreadable']; missing: Policy['missing']; selection: Selection },
  unmanaged: Policy['unmanaged'],
): Policy {
  return { unreadable, missing, unmanaged, selection }
}
