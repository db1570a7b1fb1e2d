// Looks at everything that an apply depends on, with reads alone, and says what would stop one.
import { commandLine } from '../../core/shell.ts'
import { note, problem, type Diagnosis, type Examination, type Finding } from '../../core/plan/finding.ts'
import { present } from '../../core/given.ts'
import type { Plan } from '../../core/plan/plan.ts'
import type { Problem } from '../../core/problem.ts'
import type { Engine, Target } from '../engine.ts'
import { keyPlace, missingKeyHint, missingKeyText } from '../key-place.ts'
import { makePlan } from '../plan/plan.ts'
import type { PlanRequest } from '../plan/request.ts'
import { ofChannels, ofDeclared, partOf } from './demands.ts'
import { examine, type Examined } from './examine.ts'
import { refusalsOf } from './refusals.ts'

export interface DoctorRequest {
  readonly targets: readonly Target[]
  /** Problems of targets that were found before: nothing is sent to these. */
  readonly refused: readonly Problem[]
  /** Undefined where the manifests can't be used: then only the services are looked at. */
  readonly plan?: Omit<PlanRequest, 'targets' | 'selection'>
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** The variable that names the proxy through which an address is reached, if any. */
  readonly proxyOf: (url: string) => string | undefined
}

export async function diagnose(request: DoctorRequest, engine: Engine): Promise<Examination> {
  const found = await Promise.all(request.targets.map((target) => first(target, request, engine)))
  const sound = request.targets.filter(
    (_, index) => found[index]?.diagnosis.findings.every(isNoProblem) === true,
  )
  const plan = await planFor(sound, request, engine)
  const seen = new Map(found.map((each) => [each.diagnosis.target, each.seen]))
  const refusals = (target: string | undefined): readonly Finding[] => {
    const sections = plan?.sections.filter((section) => section.target === target) ?? []
    const changes = sections.flatMap((section) => section.changes)
    return refusalsOf(changes, ({ via }) => seen.get(via))
  }
  const targets = found.map(({ diagnosis, delivery = [] }): Diagnosis => {
    const { target } = diagnosis
    const section = plan?.sections.find((each) => each.target === target)
    return {
      ...diagnosis,
      findings: [
        ...ofChannels({ delivery, ...section }, target),
        ...diagnosis.findings,
        ...demandsOn(diagnosis, plan, request),
        ...refusals(target),
      ],
    }
  })
  return {
    project: [...(plan === undefined ? [] : partOf(plan, undefined)), ...refusals(undefined)],
    targets,
  }
}

/** A target without a key waits for the plan: its environment may not exist yet. */
async function first(
  target: Target,
  { refused, now, proxyOf }: DoctorRequest,
  engine: Engine,
): Promise<Examined> {
  const { alias, url, apiKey } = target
  const own = refused.filter((each) => each.target === alias)
  if (own.length > 0)
    return {
      diagnosis: {
        target: alias,
        url,
        findings: own.map(({ message, hint }) => problem('key', message, hint)),
      },
    }
  if (apiKey === undefined) return { diagnosis: { target: alias, url, findings: [] } }
  engine.on?.({ type: 'reading', target: alias })
  return examine(target, apiKey, engine, { now, proxy: proxyOf(url) })
}

async function planFor(
  targets: readonly Target[],
  { plan }: DoctorRequest,
  engine: Engine,
): Promise<Plan | undefined> {
  if (plan === undefined || targets.length === 0) return undefined
  const selection = { only: [], exclude: [], resend: [] }
  return (await makePlan({ ...plan, targets, selection }, engine)).plan
}

function demandsOn(
  { target: alias, findings }: Diagnosis,
  plan: Plan | undefined,
  { targets, plan: request }: DoctorRequest,
): readonly Finding[] {
  const target = targets.find((each) => each.alias === alias)
  if (target === undefined || !findings.every(isNoProblem)) return []
  const waitsFor = plan?.sections.find((section) => section.target === alias)?.waitsFor
  if (waitsFor !== undefined)
    return [
      note(
        'key',
        `${waitsFor}; belfry apply creates the environment`,
        `Run ${commandLine('apply')}. Copy the API key of the new environment from the dashboard of the service, and set ${keyPlace(target)} to the API key. Then run ${commandLine('apply')} again.`,
      ),
    ]
  if (target.apiKey === undefined && plan === undefined)
    return [problem('key', missingKeyText(target), missingKeyHint(target))]
  return present(
    target.protection !== undefined &&
      note(
        'protected',
        'belfry apply accepts only a saved or an approved plan for this target',
        `Run ${commandLine('plan --out FILE')}, then ${commandLine('apply FILE')}. To apply once without a saved plan, add --allow-protected ${alias}.`,
      ),
    ...(plan === undefined ? [] : partOf(plan, alias)),
    ...(target.apiKey === undefined || request === undefined
      ? []
      : ofDeclared(request.declared.forTarget(alias))),
  )
}

function isNoProblem({ status }: Finding): boolean {
  return status !== 'problem'
}
