// Makes a plan: finds out whose keys these are, reads once what is needed, and compares.
import { append } from '../../core/append.ts'
import type { Plan, Section } from '../../core/plan/plan.ts'
import type { Problem } from '../../core/problem.ts'
import type { Kind } from '../../kinds/kind.ts'
import { kindsOf } from '../../kinds/resources.ts'
import type { Client } from '../../service/client.ts'
import { missingKeyHint, missingKeyText } from '../key-place.ts'
import type { Engine, Target } from '../engine.ts'
import { attempt } from '../failure.ts'
import { formerNames, sharedRenames, type FormerNames } from './renames.ts'
import { guarded } from '../guards/guarded.ts'
import { environmentsOf } from './identify.ts'
import { closingOf } from './close-secrets.ts'
import { planOrganisations } from './organisation.ts'
import { openReaders } from './reader.ts'
import type { PlanRequest, Planned } from './request.ts'
import type { Reader } from './session.ts'
import { observe, planSection, policyOf, sectionOf } from './section.ts'
import type { Ground, Outlook, PlannedSection, Reading } from './request.ts'
import { idleSelectors, isSelected } from './select.ts'
import { sum } from './session.ts'
import { looksForUnmanaged } from './unmanaged.ts'
import { inOwnWords } from './vendor.ts'

/** Plans what a person asked for: a selector that picks nothing is a mistake, and then nothing is read. */
export async function makePlan(request: PlanRequest, engine: Engine): Promise<Planned> {
  const problems = idleSelectors(
    request.selection,
    request.declared,
    request.targets.map(({ alias }) => alias),
    engine.registry.map(({ name }) => name),
  )
  if (problems.length === 0) return makePartialPlan(request, engine)
  const plan: Plan = { sections: [], problems, requests: { reads: 0, writes: 0, milliseconds: 0 } }
  engine.on?.({ type: 'planned', plan })
  return { plan, sessions: new Map(), groundOf: new Map(), outlooks: new Map() }
}

/** Plans a part of what was asked for, of which a selector need not pick anything. */
export async function makePartialPlan(request: PlanRequest, engine: Engine): Promise<Planned> {
  const planned = guarded(await readPlan(request, engine), request)
  engine.on?.({ type: 'planned', plan: planned.plan })
  return planned
}

/** What differs, whether or not it may be changed. */
export async function readPlan(request: PlanRequest, engine: Engine): Promise<Planned> {
  const started = engine.clock()
  const problems: Problem[] = []
  const clients: Client[] = []
  const former = formerNames(request.declared.organisation)
  const readers = await openReaders(request.targets, engine, clients, problems, former)
  const liveNames = await environmentNames(readers)
  const found = new Map<Section, Outlook | undefined>()
  const groundOf = new Map<string, Ground>()
  const keep = (section: Section, planned?: PlannedSection): void => {
    found.set(section, planned?.outlook)
    append(problems, planned?.problems ?? [])
    for (const [id, ground] of planned?.groundOf ?? []) groundOf.set(id, ground)
  }

  const organisations = await attempt(problems, undefined, () => planOrganisations(request, engine, readers))
  for (const { section, planned } of organisations ?? []) keep(section, planned)
  for (const target of problems.length > 0 && readers.size === 0 ? [] : request.targets) {
    const reader = readers.get(target.alias)
    if (reader !== undefined) {
      engine.on?.({ type: 'reading', target: target.alias })
      const planned = await attempt(problems, target.alias, () => planTarget(target, reader, request, engine))
      if (planned !== undefined) keep(sectionOf(target.alias, reader.session, planned), planned)
    } else if (target.apiKey === undefined) {
      const verdict = keyless(target, request, liveNames, former)
      if (verdict === undefined) continue
      if ('rule' in verdict) problems.push(verdict)
      else keep(verdict)
    }
  }
  append(problems, sharedRenames([...found.keys()], request))
  const counts = sum(clients.map((client) => client.counts))
  const closing = closingOf([...found.keys()], request, engine)
  const outlooks = new Map([...found].map(([section, outlook]) => [closing.section(section), outlook]))
  const plan: Plan = {
    sections: [...outlooks.keys()],
    problems: problems.map(closing.problem),
    requests: { ...counts, milliseconds: engine.clock() - started },
    ...(request.secrets !== undefined && { secrets: request.secrets }),
  }
  const sessions = new Map([...readers].map(([alias, { session }]) => [alias, session]))
  return { plan, sessions, groundOf, outlooks }
}

/** Names what to set, and how to go on without it. */
function keyHintFor(target: Target): string {
  const hint = missingKeyHint(target)
  if (target.apiKeyFrom === undefined) return hint
  return `${hint} To leave target ${target.alias} out, choose other targets with -t NAME.`
}

async function environmentNames(readers: ReadonlyMap<string, Reader>): Promise<ReadonlySet<string>> {
  const lists = await Promise.all([...readers.values()].map((reader) => environmentsOf(reader.look)))
  return new Set(lists.flat().map(({ name }) => name))
}

/**
 * A target without a key waits if its environment is still to be created; else the key is simply missing. Undefined where
 * nothing of it is asked for.
 */
function keyless(
  target: Target,
  { declared, selection }: PlanRequest,
  liveNames: ReadonlySet<string>,
  former: FormerNames,
): Section | Problem | undefined {
  const name = target.environment ?? target.alias
  const own = declared.organisation.find((item) => item.kind === 'environment' && item.name === name)
  if (liveNames.has(name) || liveNames.has(former.get(name) ?? '') || !own || liveNames.size === 0)
    return {
      rule: 'missing-key',
      severity: 'error',
      target: target.alias,
      message: missingKeyText(target),
      hint: keyHintFor(target),
    }
  const waiting = declared.forTarget(target.alias).filter((each) => isSelected(each, selection))
  if (waiting.size === 0 && !isSelected(own, selection)) return undefined
  return {
    target: target.alias,
    url: target.url,
    changes: [],
    unchanged: 0,
    resources: 0,
    notes: Array.from(waiting, (each) => ({
      sort: 'waiting',
      kind: each.kind,
      name: each.name,
      position: each.position,
    })),
    ids: {},
    waitsFor: `environment ${name} is not in the service yet and has no API key`,
  }
}

async function planTarget(
  target: Target,
  reader: Reader,
  request: PlanRequest,
  engine: Engine,
): Promise<PlannedSection> {
  const policy = policyOf(request, engine, target)
  const written = request.declared.forTarget(target.alias)
  const { declared, problems } = await inOwnWords(target, reader.look, written, engine.registry)
  const ofKind = kindsOf(declared, engine.registry)
  const isRead = (kind: Kind): boolean =>
    engine.registry.some(({ name, reads = [] }) => reads.includes(kind.name) && ofKind(name).size > 0)
  const readings = engine.registry
    .filter((kind) => kind.scope === 'target')
    .map((kind): Reading => ({
      kind,
      desired:
        kind.link === undefined
          ? ofKind(kind.name)
          : ofKind(kind.name).changed((item) => kind.link?.(item, ofKind) ?? item),
      observe: (asked) => observe(kind, reader.look, asked),
      via: () => target.alias,
    }))
    .filter(({ kind, desired }) => desired.size > 0 || looksForUnmanaged(kind, policy) || isRead(kind))
  const planned = await planSection(readings, policy, engine.registry)
  return { ...planned, problems: [...problems, ...planned.problems] }
}
