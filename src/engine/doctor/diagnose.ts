// Checks with reads alone whether each target can be reached, and whether its API key belongs to its environment.
import { commandLine, option } from '../../core/shell.ts'
import { note, problem, type Diagnosis, type Finding } from '../../core/plan/finding.ts'
import type { Problem } from '../../core/problem.ts'
import type { Desired } from '../../kinds/resource.ts'
import type { Engine, Target } from '../engine.ts'
import { keyPlace } from '../key-place.ts'
import { disagreements } from '../plan/identify.ts'
import { awaitedEnvironment, environmentNames, missingKey } from '../keyless.ts'
import { formerNames } from '../plan/renames.ts'
import { examine, type Examined } from './examine.ts'

export interface DoctorRequest {
  readonly targets: readonly Target[]
  /** Problems of targets that were found before: nothing is sent to these. */
  readonly refused: readonly Problem[]
  /** The environments that the manifests declare; empty if the manifests can't be used. */
  readonly environments: readonly Desired[]
  /** The integration of a target that the manifests declare. */
  readonly declared: (target: string, name: string) => Desired | undefined
  /** The variable that names the proxy through which an address is reached, if any. */
  readonly proxyOf: (url: string) => string | undefined
}

export async function diagnose(request: DoctorRequest, engine: Engine): Promise<readonly Diagnosis[]> {
  const { targets, environments } = request
  const former = formerNames(environments)
  const examined = await Promise.all(
    targets.map((target) => unlessRefused(target, request, engine, former.get(target.environment ?? ''))),
  )
  const readers = examined.flatMap(({ reader }) => reader ?? [])
  const liveNames = await environmentNames(readers)
  const shared = await disagreements(readers)
  return targets.map((target, index): Diagnosis => {
    const { about, findings = keylessFindings(target) } = examined[index] ?? {}
    const own = shared.filter((each) => each.target === target.alias).map(keyFinding)
    const all = [...findings, ...own]
    const protection = all.some(({ status }) => status === 'problem') ? [] : protectionOf(target)
    return { target: target.alias, url: target.url, ...about, findings: [...all, ...protection] }
  })

  function keylessFindings(target: Target): readonly Finding[] {
    const awaited = awaitedEnvironment(target, environments, liveNames)
    if (awaited === undefined) return [keyFinding(missingKey(target))]
    return [
      note(
        'key',
        `${awaited.reason}; belfry apply creates the environment`,
        `Run ${commandLine('apply')}. Copy the API key of the new environment from the dashboard of the service, and set ${keyPlace(target)} to the API key. Then run ${commandLine('apply')} again.`,
      ),
    ]
  }
}

/** Nothing is found yet of a target without a key: its environment may not exist yet. */
async function unlessRefused(
  target: Target,
  { refused, declared, proxyOf }: DoctorRequest,
  engine: Engine,
  formerName: string | undefined,
): Promise<Partial<Examined>> {
  const { alias, url, apiKey } = target
  const own = refused.filter((each) => each.target === alias)
  if (own.length > 0) return { findings: own.map(keyFinding) }
  if (apiKey === undefined) return {}
  engine.on?.({ type: 'reading', target: alias })
  return examine({ ...target, apiKey }, engine, {
    proxy: proxyOf(url),
    formerName,
    declared: (name) => declared(alias, name),
  })
}

function keyFinding({ severity, message, hint }: Problem): Finding {
  return severity === 'error' ? problem('key', message, hint) : note('key', message, hint ?? '')
}

function protectionOf({ alias, protection }: Target): readonly Finding[] {
  if (protection === undefined) return []
  return [
    note(
      'protected',
      'belfry apply accepts only a saved or an approved plan for this target',
      `Run ${commandLine('plan --out FILE')}, then ${commandLine('apply FILE')}. To apply once without a saved plan, add ${option('allowProtected', [alias])}.`,
    ),
  ]
}
