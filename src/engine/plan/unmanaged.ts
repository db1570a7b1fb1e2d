// Resources in the service that no manifest declares: which of them a plan reads, reports, refuses or deactivates.
import { ifOffered, option } from '../../core/shell.ts'
import { compare } from '../../core/plan/compare-fields.ts'
import { matchesSome } from '../../core/glob.ts'
import { given } from '../../core/given.ts'
import { grouped } from '../../core/lists.ts'
import type { Resource } from '../../core/plan/notes.ts'
import { errorOf, type Position, type Problem } from '../../core/problem.ts'
import { counted } from '../../core/words.ts'
import { severityOf } from '../../core/rules.ts'
import type { Kind } from '../../kinds/kind.ts'
import { isOwned, type Owns, type Desired, type Live } from '../../kinds/resource.ts'
import type { Target } from '../../core/target.ts'
import type { PlanRequest, Policy, UnmanagedPolicy } from './plan-request.ts'
import { fieldsWith, retiredFields, rulesFor } from '../../kinds/from-field-rows.ts'

/** With a part of the project, undeclared resources are at most reported: it is unknown what the other manifests declare. */
export function unmanagedPolicy(
  target: Pick<Target, 'unmanaged' | 'unmanagedAt' | 'unmanagedIgnore'>,
  request: Pick<PlanRequest, 'manifests' | 'selection'>,
): UnmanagedPolicy {
  const { unmanaged: does, unmanagedAt: position, unmanagedIgnore: ignore } = target
  return {
    ...(isOfPart(request) && (does === 'deactivate' || does === 'fail')
      ? { does: 'report', insteadOf: does }
      : { does }),
    ...given({ position, ignore }),
  }
}

function isOfPart({ manifests, selection }: Pick<PlanRequest, 'manifests' | 'selection'>): boolean {
  return manifests === 'some' || selection.only.length + selection.exclude.length > 0
}

/** Whether a plan names the resources of a kind that no manifest declares, once it reads the kind. */
export function reportsUnmanaged(kind: Kind, { unmanaged }: Target, request: PlanRequest): boolean {
  const hasOwned = request.owns === undefined || (request.owns[kind.name] ?? []).length > 0
  return canRetire(kind) && unmanaged === 'report' && hasOwned && !isOfPart(request)
}

/** Whether a resource that no manifest declares is for the project to report, refuse or deactivate. */
export function isForProject(
  { kind, name }: Pick<Desired, 'kind' | 'name'>,
  {
    owns,
    unmanaged: { ignore },
  }: { readonly owns?: Owns | undefined; readonly unmanaged: Pick<UnmanagedPolicy, 'ignore'> },
): boolean {
  return isOwned(owns, kind, name) && (ignore === undefined || !matchesSome(name, ignore))
}

/**
 * Also for a kind of which nothing is declared: `fail` checks what is in the service. For `deactivate`, a wrong glob must
 * not switch everything off.
 */
export function readsUnmanaged(kind: Kind, { unmanaged }: Pick<Policy, 'unmanaged'>): boolean {
  return (unmanaged.does === 'deactivate' || unmanaged.does === 'fail') && canRetire(kind)
}

function canRetire({ fields }: Kind): boolean {
  return fieldsWith(fields, 'retired').length > 0
}

/** The declaration that switches off a resource in the service; undefined if it stays as it is. */
export function retirement(
  live: Live,
  kind: Kind,
  { target, unmanaged: { does, position } }: Policy,
): Desired | undefined {
  const fields =
    does === 'deactivate' && live.duplicates === undefined ? retiredFields(kind, live) : undefined
  if (fields === undefined) return undefined
  const at = position ?? nowhere
  return {
    kind: kind.name,
    ...given({ target }),
    name: live.name,
    declared: fields,
    fields,
    position: at,
    positionOf: () => at,
  }
}

/** For programs that set `unmanaged` without a project file. */
const nowhere: Position = { file: 'unmanaged', line: 1, column: 1, length: 1 }

/** Whether the resource is switched off already. */
export function isRetired({ fields }: Desired, live: Live, kind: Kind): boolean {
  return compare(fields, live.fields, rulesFor(kind, undefined)).length === 0
}

/** If whole kinds would be deactivated because nothing of them is declared. */
export function emptinessProblem(
  found: readonly Resource[],
  { target, unmanaged: { position } }: Policy,
): Problem[] {
  return [...grouped(found, ({ kind }) => kind)].map(([kind, { length }]) =>
    errorOf(
      'nothing-declared',
      `no manifest declares any ${kind}, so the setting "unmanaged: deactivate" would deactivate ${counted(length, kind)} in the service`,
      `Check the paths under "manifests" in the project file. If the project declares no ${kind} on purpose, set unmanaged: report for the target.`,
      { target, position },
    ),
  )
}

/** With `fail` an error; by default a warning if `deactivate` or `fail` has no effect in this run. */
export function unmanagedProblems(
  found: readonly Resource[],
  { target, unmanaged: { does, insteadOf, position }, rules }: Policy,
): Problem[] {
  if (found.length === 0) return []
  const about = { target, position }
  if (does === 'fail')
    return [
      errorOf(
        'unmanaged',
        `${counted(found.length, 'resource is', 'resources are')} in the service but in no manifest: ${found.map(({ kind, name }) => `${kind} ${name}`).join(', ')}`,
        'Declare these resources, add them to "unmanaged.ignore", or set "unmanaged" of the target to "report" or "deactivate" in the project file.',
        about,
      ),
    ]
  const severity = severityOf('unmanaged-kept', rules)
  if (insteadOf === undefined || severity === 'off') return []
  const message = `unmanaged: ${insteadOf} has no effect, because this run uses only a part of the manifests; belfry reports ${counted(found.length, 'undeclared resource')} without changing anything`
  const whole = `Run the command without ${option('files')}, ${option('only')} and ${option('exclude')}.`
  const hint = ifOffered('exclude', whole)
  return [
    {
      ...given(about),
      rule: 'unmanaged-kept',
      severity,
      message,
      ...given({ hint: hint === '' ? undefined : hint }),
    },
  ]
}
