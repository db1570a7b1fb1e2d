// Makes a plan: identifies the environments of the keys, reads once what is needed, and compares.
import { append } from '../../core/lists.ts'
import type { Plan, Section } from '../../core/plan/plan.ts'
import type { Problem } from '../../core/problem.ts'
import { namedKinds } from '../../kinds/from-field-rows.ts'
import type { Access } from '../../kinds/kind.ts'
import { kindsOf, type Resources, some } from '../../kinds/declared-resources.ts'
import { ServiceError } from '../../service/errors.ts'
import type { Engine } from '../engine.ts'
import type { Target } from '../../core/target.ts'
import { attempt, problemOf, firstReplyProblem } from '../failure-problem.ts'
import { awaitedEnvironment, environmentNames, missingKey } from '../keyless.ts'
import { formerNames, sharedRenames } from './renames.ts'
import { guarded } from '../guards/guarded.ts'
import { closingOf } from './close-secrets.ts'
import { planOrganisations, observe, planSection, policyOf, relevant, sectionOf } from './section.ts'
import { openReaders } from './reader.ts'
import type { Reader } from './session.ts'
import type { PlanRequest, Planned, PlannedSection, Reading } from './plan-request.ts'
import { idleSelectors, isSelected } from './select.ts'
import { readsUnmanaged, reportsUnmanaged, unmanagedPolicy } from './unmanaged.ts'
import { inOwnWords } from './vendor.ts'

/** The plan for a user's request: a selector that matches nothing is an error, and then nothing is read. */
export async function makePlan(request: PlanRequest, engine: Engine): Promise<Planned> {
  const problems = idleSelectors(request.selection, request.declared, request.targets, engine.registry)
  if (problems.length === 0) return makePartialPlan(request, engine)
  const plan: Plan = { sections: [], problems, requests: { reads: 0, writes: 0, milliseconds: 0 } }
  engine.on?.({ type: 'planned', plan })
  return { plan, sessions: new Map(), basisOf: new Map(), forecasts: new Map() }
}

/** The plan for a part of a request, in which a selector may match nothing. */
export async function makePartialPlan(request: PlanRequest, engine: Engine): Promise<Planned> {
  const planned = guarded(await readPlan(request, engine), request, engine)
  engine.on?.({ type: 'planned', plan: planned.plan })
  return planned
}

/** All differences, whether or not they may be changed. */
export async function readPlan(request: PlanRequest, engine: Engine): Promise<Planned> {
  // While replies are under way: the texts of a plan are searched for secrets as soon as it is read.
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
    const plan: Plan = {
      sections: [...forecasts.keys()],
      problems: problems.map(closing.problem),
      requests: { ...opening.counts(), milliseconds: engine.clock() - started },
      ...(request.secrets !== undefined && { secrets: request.secrets }),
    }
    const sessions = new Map([...readers].map(([alias, { session }]) => [alias, session]))
    return { plan, sessions, basisOf: basesOf(made.values()), forecasts }
  } finally {
    clearInterval(preparing)
  }
}

/** A section, and what its plan contains besides; it may only wait for an API key. */
interface Made {
  readonly section: Section
  readonly planned?: PlannedSection
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

/** A failed read is a problem of its own target; the others are still shown. */
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
  const { declared, problems } = await inOwnWords(target, reader.access, written, engine.registry)
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
