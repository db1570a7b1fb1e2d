// The seals of a saved plan: it is used only with the project, service, environment and API keys for which it was made, and only
// as belfry wrote it.
import { commandLine } from '../../core/shell.ts'
import { type Seal, keyIdOf, type FingerprintKey } from '../../core/secrets/fingerprint.ts'
import { errorOf, type Problem } from '../../core/problem.ts'
import type { Target } from '../../core/target.ts'
import type { Desired } from '../../kinds/resource.ts'
import { missingKeyText, withoutKey } from '../keyless.ts'
import type { Session } from '../plan/session.ts'
import type { SavedPlan } from './read.ts'
import type { SavedSeal } from './saved-plan-schema.ts'

/** The key of a target's fingerprints. */
export interface SealKey {
  readonly key: FingerprintKey
  readonly from: SavedSeal['keyFrom']
}

/** The fingerprints of one resource, made with one target's key. */
export function sealOf(
  { kind, name, target }: Pick<Desired, 'kind' | 'name' | 'target'>,
  key: FingerprintKey,
): Seal {
  return { key, context: JSON.stringify([target ?? null, kind, name]) }
}

export function foreignTarget(file: string, alias: string): Problem {
  const message = `${file} is a plan of a different project: this project has no target ${alias}`
  const hint = `Apply the plan only with the project, service and environment for which the plan was made. ${again()}`
  return errorOf('foreign-plan', message, hint)
}

/** Why a plan can't be used in this project, with these keys; found without the service. */
export function sealProblems(
  saved: SavedPlan,
  targets: readonly Target[],
  keys: ReadonlyMap<string, SealKey>,
): Problem[] {
  const { file, seals } = saved
  const problems = Object.entries(seals).flatMap(([alias, seal]): Problem | [] => {
    const target = targets.find((each) => each.alias === alias)
    // Another target of the project, which isn't selected.
    if (target === undefined) return []
    if (target.url !== seal.url)
      return errorOf(
        'foreign-plan',
        `${file} was made for ${seal.url}, but target ${alias} uses ${target.url}`,
        `Correct the service URL of target ${alias}. ${again()}`,
      )
    const own = keys.get(alias)
    if (own === undefined)
      return withoutKey(target, `the plan is for target ${target.alias}, but ${missingKeyText(target)}`)
    if (own.from !== seal.keyFrom)
      return errorOf(
        'other-key',
        `${file} was made ${seal.keyFrom === 'apiKey' ? 'without BELFRY_FINGERPRINT_KEY, which is set now' : 'with BELFRY_FINGERPRINT_KEY, which is not set now'}, so belfry can't compare the fingerprints in ${file}`,
        `${seal.keyFrom === 'apiKey' ? 'Unset BELFRY_FINGERPRINT_KEY' : 'Set BELFRY_FINGERPRINT_KEY to the same value'}. ${again()}`,
      )
    if (keyIdOf(own.key) !== seal.keyId)
      return errorOf(
        'other-key',
        `${own.from === 'apiKey' ? `the API key of target ${alias}` : own.from} changed since ${file} was made, so belfry can't compare the fingerprints in ${file}`,
        newPlan(),
      )
    return []
  })
  return [...problems, ...editedSince(saved, (alias) => keys.get(alias))]
}

/** Why a plan isn't as belfry made it, as far as its keys are available. */
export function editedSince(
  { file, seals, macWith }: SavedPlan,
  keyOf: (alias: string) => SealKey | undefined,
): readonly Problem[] {
  const edited = Object.entries(seals).flatMap(([alias, { keyId, mac }]) => {
    const own = keyOf(alias)
    return own !== undefined && keyIdOf(own.key) === keyId && macWith(own.key) !== mac ? [alias] : []
  })
  if (edited.length === 0) return []
  const signatures = edited.length === 1 ? 'signature for target' : 'signatures for targets'
  const message = `${file} was edited after belfry made the plan: the ${signatures} ${edited.join(', ')} ${edited.length === 1 ? "doesn't" : "don't"} match`
  return [errorOf('edited-plan', message, newPlan())]
}

/** For targets of the plan: the API key now belongs to another environment, or the environment was created again. */
export function otherEnvironments(
  { file, seals }: SavedPlan,
  sessions: ReadonlyMap<string, Session>,
): Problem[] {
  return [...sessions].flatMap(([target, { environment }]): Problem | [] => {
    const then = seals[target]?.environmentId
    if (then === undefined || then === environment.id) return []
    const message = `${file} was made for environment ${then}, but the API key of target ${target} belongs to ${environment.name} (${environment.id})`
    return errorOf('foreign-plan', message, `Check the API key of target ${target}. ${again()}`, { target })
  })
}

const newPlan = (): string => `Make a new plan: ${commandLine('plan --out FILE')}.`
const again = (): string => `Or make a new plan: ${commandLine('plan --out FILE')}.`
