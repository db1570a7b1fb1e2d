// Makes a plan: identifies the environments of the keys, reads once what is needed, and compares.
import { append, grouped } from '../../core/lists.ts'
import type { Plan, Section } from '../../core/plan/plan.ts'
import type { Problem } from '../../core/problem.ts'
import { namedKinds } from '../../kinds/from-field-rows.ts'
import type { Access } from '../../kinds/kind.ts'
import { kindsOf, Resources, some } from '../../kinds/declared-resources.ts'
import { type Desired, formerNameOf } from '../../kinds/resource.ts'
import { ServiceError } from '../../service/errors.ts'
import type { Engine } from '../engine.ts'
import type { Target } from '../../core/target.ts'
import { attempt, problemOf, firstReplyProblem } from '../failure-problem.ts'
import { awaitedEnvironment, environmentNames, hidesOtherKeys, holderOf, missingKey } from '../keyless.ts'
import { formerNames, sharedRenames } from '../../kinds/renames.ts'
import { guarded, type Narrowing } from '../guards/limits-and-forecast.ts'
import { closingOf } from './close-secrets.ts'
import { observe, planSection, policyOf, relevant, sectionOf } from './section.ts'
import { openReaders } from './reader.ts'
import { environmentsOf, type Reader } from './session.ts'
import type { PlanRequest, Planned, PlannedSection, Reading } from './plan-request.ts'
import { idleSelectors, isSelected } from './select.ts'
import { readsUnmanaged, reportsUnmanaged, unmanagedPolicy } from './unmanaged.ts'
import { withTargetVendor } from './vendor.ts'

/** The plan for a user's request: a selector that matches nothing is an error, and then nothing is read. */
export async function makePlan(request: PlanRequest, engine: Engine, narrow?: Narrowing): Promise<Planned> {
  const problems = idleSelectors(request.selection, request.declared, request.targets, engine.registry)
  if (problems.length === 0) return makePartialPlan(request, engine, narrow)
  const plan: Plan = { sections: [], problems, requests: { reads: 0, writes: 0, milliseconds: 0 } }
  engine.on?.({ type: 'planned', plan })
  return { plan, sessions: new Map(), basisOf: new Map(), forecasts: new Map() }
}

/** The plan for a part of a request, in which a selector may match nothing. */
export async function makePartialPlan(
  request: PlanRequest,
  engine: Engine,
  narrow?: Narrowing,
): Promise<Planned> {
  const planned = guarded(await readPlan(request, engine), request, engine, narrow)
  engine.on?.({ type: 'planned', plan: planned.plan })
  return planned
}

/** All differences, whether or not they may be changed. */
export async function readPlan(request: PlanRequest, engine: Engine): Promise<Planned> {
  // The filter prepares its search for secrets in small steps while belfry waits for replies.
  const preparing = setInterval(() => {
    if (engine.filter?.prepare() !== true) clearInterval(preparing)
  }, 1)
  try {
    const started = engine.clock()
    const former = formerNames(request.declared.organisation)
    const begin = (target: Target, access: Access): void => {
      engine.on?.({ type: 'reading', target: target.alias })
      const parts = partsOf(target, request.declared.forTarget(target.alias), request, engine)
      for (const { kind, desired } of parts) kind.begin?.(access, relevant(kind, desired, request.selection))
    }
    const { opened: readers, ...opening } = await openReaders(request.targets, engine, { former, begin })
    const problems = [...opening.problems]
    const isOrganised = request.declared.organisation.length > 0
    const organisations = isOrganised
      ? await attempt(problems, undefined, () => planOrganisations(request, engine, readers))
      : []
    const isAllRefused = problems.length > 0 && readers.size === 0
    const targets = isAllRefused ? [] : await planTargets(readers, request, engine)
    const made = new Map<Section, PlannedSection | undefined>()
    for (const each of [...(organisations ?? []), ...targets]) {
      if ('section' in each) made.set(each.section, each.planned)
      append(problems, 'section' in each ? (each.planned?.problems ?? []) : [each])
    }
    engine.on?.({ type: 'planning' })
    const sections = [...made.keys()]
    append(problems, sharedRenames(sections, request))
    await opening.idle()
    const closing = closingOf(sections, request, engine)
    const forecasts = new Map<Section, PlannedSection['forecast'] | undefined>()
    for (const [section, planned] of made) forecasts.set(closing.section(section), planned?.forecast)
    let isProtected = false
    for (const { protection } of request.targets) isProtected ||= protection !== undefined
    const plan: Plan = {
      sections: [...forecasts.keys()],
      problems: problems.map(closing.problem),
      requests: { ...opening.counts(), milliseconds: engine.clock() - started },
      ...(request.secrets !== undefined && { secrets: request.secrets }),
      ...(request.unreadable === 'ledger' && { isRemembered: true as const }),
      ...(isProtected && { isProtected }),
    }
    const sessions = new Map([...readers].map(([alias, { session }]) => [alias, session]))
    return { plan, sessions, basisOf: basesOf(made.values()), forecasts }
  } finally {
    clearInterval(preparing)
  }
}

/** A section, and what its plan contains besides; absent if the section only waits for an API key. */
interface Made {
  readonly section: Section
  readonly planned?: PlannedSection
}

/**
 * One section for each organisation whose resources are declared. Resources of an organisation are created with the first key
 * that works, or that of `via`, and updated with an environment's own key if a target has it.
 */
async function planOrganisations(
  request: PlanRequest,
  engine: Engine,
  readers: ReadonlyMap<string, Reader>,
): Promise<Made[]> {
  const declared = request.declared.organisation.filter(({ name }) => isAskedFor(name, request))
  const [first] = readers.values()
  if (declared.length === 0 || first === undefined) return []
  const readerOf = ({ declared: { via } }: Desired): Reader =>
    (typeof via === 'string' ? readers.get(via) : undefined) ?? first
  const organisations = new Map<Reader, string>()
  for (const reader of readers.values()) organisations.set(reader, await organisationKey(reader))
  const unread = request.targets.filter(({ alias }) => !readers.has(alias))
  const found: Made[] = []
  for (const members of grouped([...readers.values()], (each) => organisations.get(each) ?? '').values()) {
    const readings: Reading[] = []
    for (const reader of members) {
      const own = declared.filter((each) => readerOf(each) === reader)
      const keys = await keysOf(reader, members, { ...request, targets: unread })
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
async function organisationKey({ access, session }: Reader): Promise<string> {
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

async function planTargets(
  readers: ReadonlyMap<string, Reader>,
  request: PlanRequest,
  engine: Engine,
): Promise<(Made | Problem)[]> {
  const read = new Map<string, Made | Problem>()
  const readOne = async ([alias, reader]: readonly [string, Reader]): Promise<void> => {
    try {
      const planned = await planTarget(reader, request, engine)
      read.set(alias, { section: sectionOf(alias, reader.session, planned), planned })
    } catch (error) {
      read.set(alias, unreadable(error, reader.session.target))
    }
  }
  await Promise.all(Array.from(readers, readOne))
  const found: (Made | Problem)[] = []
  for (const target of request.targets) {
    const isKeyless = target.apiKey === undefined
    const each = isKeyless ? await keyless(target, request, readers) : read.get(target.alias)
    if (each !== undefined) found.push(each)
  }
  return found
}

/** A single map isn't copied: a copy of a large one would take as much memory again. */
function basesOf(sections: Iterable<PlannedSection | undefined>): Planned['basisOf'] {
  const maps: Planned['basisOf'][] = []
  for (const each of sections) if (each !== undefined && each.basisOf.size > 0) maps.push(each.basisOf)
  const [first = new Map<string, never>()] = maps
  return maps.length < 2 ? first : new Map(maps.flatMap((map) => [...map]))
}

/** With the advice for a first reply only if the service rejected the key. */
function unreadable(error: unknown, { alias, apiKey }: Target): Problem {
  // The list that proved the key may be that of another key, so this may be the first reply.
  const isRefused = error instanceof ServiceError && error.status === 401
  return isRefused && apiKey !== undefined ? firstReplyProblem(error, alias, apiKey) : problemOf(error, alias)
}

/** A target without a key waits if its environment is still to be created. Undefined if nothing of it is selected. */
async function keyless(
  target: Target,
  { declared, selection }: PlanRequest,
  readers: ReadonlyMap<string, Reader>,
): Promise<Made | Problem | undefined> {
  const liveNames = await environmentNames([...readers.values()])
  const awaited = awaitedEnvironment(target, declared.organisation, liveNames)
  if (awaited === undefined) return missingKey(target)
  const waiting = declared.forTarget(target.alias).filter((each) => isSelected(each, selection))
  if (waiting.size === 0 && !isSelected(awaited.environment, selection)) return undefined
  const section: Section = {
    target: target.alias,
    url: target.url,
    changes: [],
    unchanged: 0,
    resources: 0,
    notes: Array.from(waiting, ({ kind, name, position }) => ({ sort: 'waiting', kind, name, position })),
    ids: {},
    waitsFor: awaited.reason,
  }
  return { section }
}

async function planTarget(reader: Reader, request: PlanRequest, engine: Engine): Promise<PlannedSection> {
  const { target } = reader.session
  const written = request.declared.forTarget(target.alias)
  const { declared, problems } = await withTargetVendor(target, reader.access, written, engine.registry)
  const ofKind = kindsOf(declared)
  const readings = partsOf(target, declared, request, engine).map(({ kind, desired }): Reading => ({
    kind,
    desired: kind.link === undefined ? desired : desired.changed((item) => kind.link?.(item, ofKind) ?? item),
    observe: (asked) => observe(kind, reader.access, asked),
    via: () => target.alias,
  }))
  const planned = await planSection(readings, policyOf(request, engine, target), engine.registry)
  const unread = engine.registry
    .filter((kind) => reportsUnmanaged(kind, target, request) && !readings.some((each) => each.kind === kind))
    .map(({ name }) => name)
  return {
    ...planned,
    ...(unread.length > 0 && { unread }),
    ...(written.size > 0 && planned.resources === 0 && { part: 'none' }),
    problems: [...problems, ...planned.problems],
  }
}

/** The kinds that a target is read for, each with what is declared of it. */
function partsOf(
  target: Target,
  declared: Resources,
  request: PlanRequest,
  { registry }: Engine,
): Pick<Reading, 'kind' | 'desired'>[] {
  const ofKind = kindsOf(declared)
  const policy = { unmanaged: unmanagedPolicy(target, request) }
  /** Kinds whose resources in the service matter to these, declared or not. */
  const referredTo = new Set<string>()
  for (const kind of registry)
    for (const [field, named] of namedKinds(kind))
      if (some(ofKind(kind.name).notPlain(), ({ desired }) => desired.declared[field] !== undefined))
        referredTo.add(named)
  const parts: Pick<Reading, 'kind' | 'desired'>[] = []
  for (const kind of registry) {
    const desired = ofKind(kind.name)
    const isRead = desired.size > 0 || readsUnmanaged(kind, policy) || referredTo.has(kind.name)
    if (kind.scope === 'target' && isRead) parts.push({ kind, desired })
  }
  return parts
}
