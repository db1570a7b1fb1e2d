// Checks a whole plan before any of it is sent: limits, and the expected state after it. A refusal is for all targets at once.
import type { Plan, Section } from '../../core/plan/plan.ts'
import { errorOf, exits, hasErrors, type Position, type Problem, warningOf } from '../../core/problem.ts'
import { quoting } from '../../core/secrets/leak.ts'
import type { Engine } from '../engine.ts'
import type { Target } from '../../core/target.ts'
import { type Limit, type Limits, type Sort, allowance, limitText, sortOf } from '../../core/plan/limits.ts'
import type { Planned, PlanRequest } from '../plan/plan-request.ts'
import { given } from '../../core/given.ts'
import { ruleNamed, severityOf, type RuleSettings } from '../../core/rules.ts'
import type { Doubt, Kind } from '../../kinds/kind.ts'
import { matchesAny, type Selection } from '../plan/select.ts'
import { option } from '../../core/shell.ts'
import { resourceKey, type Change } from '../../core/plan/change.ts'
import { counted } from '../../core/words.ts'

/** What is left of a new plan without the changes that aren't sent. */
export type Narrowing = (whole: Planned) => Planned

/** The plan with the problems of its guards, which may quote a name from the service; reads nothing. */
export function guarded(
  whole: Planned,
  request: PlanRequest,
  { filter, registry }: Pick<Engine, 'filter' | 'registry'>,
  narrow?: Narrowing,
): Planned {
  const planned = narrow?.(whole) ?? whole
  const { plan } = planned
  const found = [
    ...plan.sections.flatMap((section) => problemsOf(section, planned, request, registry)),
    ...idleResends(whole.plan, request.selection),
  ].map((problem) => (filter === undefined ? problem : quoting(problem, filter)))
  return { ...planned, plan: { ...plan, problems: [...plan.problems, ...found] } }
}

function problemsOf(
  section: Section,
  { forecasts }: Planned,
  request: PlanRequest,
  registry: readonly Kind[],
): Problem[] {
  const forecast = forecasts.get(section)
  if (forecast === undefined) return []
  const target = request.targets.find(({ alias }) => alias === section.target)
  const { maxChanges, rules, selection, owns } = request
  const limits = target?.limits ?? {}
  return [
    ...limitProblems(section, { live: forecast.live, limits, maxChanges, registry, owns }),
    ...doubtProblems(forecast.doubts, { target, rules, selection }),
  ]
}

/** A resend of fields that can be compared changes nothing, because the plan compares them. */
function idleResends({ sections, problems }: Plan, { resend, part }: Selection): Problem[] {
  if (resend.length === 0 || part !== undefined || hasErrors(problems)) return []
  const known = sections.flatMap(({ changes, notes }) => [
    ...changes,
    ...notes.filter(({ sort }) => sort !== 'ignored'),
  ])
  return resend
    .filter((selector) => !known.some((each) => matchesAny(each, [selector])))
    .map((selector) =>
      warningOf(
        'not-resent',
        `${option('resend', [selector])} sends nothing, because the service returns all declared fields that the project doesn't ignore, and none that belfry compares differs`,
        `Remove the option. ${option('resend')} sends only fields that the service doesn't return.`,
      ),
    )
}

export interface DoubtContext {
  readonly target: Pick<Target, 'alias' | 'protection'> | undefined
  readonly rules: RuleSettings
  readonly selection: Pick<Selection, 'only' | 'exclude'>
}

/** Without those whose rule is off. */
export function doubtProblems(doubts: readonly Doubt[], context: DoubtContext): Problem[] {
  const { only, exclude } = context.selection
  const isPart = only.length + exclude.length > 0
  // If only a part was requested, only doubts that the part makes worse count.
  const counting = isPart ? doubts.filter(({ isWorse }) => isWorse) : doubts
  return counting.flatMap((doubt) => doubtProblem(doubt, context) ?? [])
}

function doubtProblem(
  { isWorse, isUnverified, isOutside, channel: _channel, severity: usual, exit, ...found }: Doubt,
  { target, rules }: DoubtContext,
): Problem | undefined {
  const { rule, hint } = found
  const isUnset = ruleNamed(rule)?.configurable === true && !Object.hasOwn(rules, rule)
  // A protected target refuses what a plan makes worse, unless the project file sets the severity.
  const isRefused = isUnset && isWorse && target?.protection !== undefined
  const configured = isRefused ? 'error' : severityOf(rule, rules, usual)
  if (configured === 'off') return undefined
  // Another project has to fix it.
  const severity = isOutside === true ? 'warning' : configured
  const exitOfWarning = isUnverified === true ? exits.unsettled : undefined
  return given({
    severity,
    target: target?.alias,
    ...found,
    hint: isRefused ? `${hint} If this is intended, set rules: { ${rule}: warn } in the project file.` : hint,
    exit: severity === 'error' ? (exit ?? exits.refusal) : exitOfWarning,
  })
}

interface LimitContext {
  /** As `live` of the forecast. */
  readonly live: ReadonlyMap<string, number>
  readonly limits: Limits
  /** Of this run, by kind: they replace the limits of the target. */
  readonly maxChanges: Readonly<Record<string, Limit>>
  readonly registry: readonly Kind[]
  readonly owns?: PlanRequest['owns']
}

const verbs: Readonly<Record<Sort, string>> = {
  updates: 'be updated',
  creates: 'be created',
  deactivations: 'be deactivated',
  primaries: 'become primary',
}

/** A limit, the place where it is set, and which changes of the kind count. */
interface LimitCheck {
  readonly kind: string
  readonly limit: Limit & { readonly position?: Position }
  /** The setting, as a message names it. */
  readonly setting: string
  /** `be created`: what the changes would do. */
  readonly verb: string
  readonly counts: (change: Change) => boolean
}

export function limitProblems(section: Section, context: LimitContext): Problem[] {
  const { live, limits, maxChanges, registry, owns } = context
  if (Object.keys({ ...limits, ...maxChanges }).length === 0) return []
  const changes = section.changes.filter((change) => sortOf(change) !== undefined)
  const created = new Set(changes.filter(({ action }) => action === 'create').map(resourceKey))
  // A second request for a new resource isn't an update.
  const isOfSort = (change: Change, sort: string): boolean =>
    sortOf(change) === sort && !(sort === 'updates' && created.has(resourceKey(change)))
  const ofRun = Object.entries(maxChanges).map(([kind, limit]): LimitCheck => ({
    kind,
    limit,
    setting: option('maxChanges'),
    verb: 'change',
    counts: () => true,
  }))
  const ofTarget = Object.entries(limits)
    .filter(([kind]) => !Object.hasOwn(maxChanges, kind))
    .flatMap(([kind, bySort]) =>
      Object.entries(bySort).map(([sort, limit]): LimitCheck => ({
        kind,
        limit,
        setting: `limits.${kind}.${sort}`,
        verb: verbs[sort as Sort],
        counts: (change) => isOfSort(change, sort),
      })),
    )
  return [...ofTarget, ...ofRun].flatMap(({ kind, limit, setting, verb, counts }) => {
    const own = changes.filter((change) => change.kind === kind)
    const count = countOf(own.filter(counts))
    const inService = live.get(kind) ?? 0
    const allowed = allowance(limit, inService)
    if (allowed === undefined || count <= allowed) return []
    const isDeclaredOnly = registry.some(({ name, all }) => name === kind && all !== undefined)
    const part = isDeclaredOnly ? 'declared ' : owns && 'owned '
    const whole = counted(inService, `${part ?? ''}${kind}`)
    const share = limit.unit === 'percent' ? ` (${allowed} of ${whole} in the service)` : ''
    return errorOf(
      'limit',
      `${counted(count, kind)} would ${verb}, but ${setting} allows at most ${limitText(limit)}${share}`,
      `Read the plan. If all changes are intended, use ${option('maxChanges', { [kind]: countOf(own) })}.`,
      { target: section.target, position: limit.position },
    )
  })
}

/** Several changes of one resource count once. */
function countOf(changes: readonly Change[]): number {
  return new Set(changes.map(({ name }) => name)).size
}
