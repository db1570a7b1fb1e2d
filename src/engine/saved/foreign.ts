// Checks that a plan belongs to this project, this service and these API keys, and that it was not edited.
import { keyIdOf, macOf } from '../../core/secrecy/fingerprint.ts'
import type { Problem } from '../../core/problem.ts'
import type { Target } from '../engine.ts'
import type { Session } from '../plan/session.ts'
import { refusedPlan, type SavedPlan } from './read.ts'
import type { SealKey } from './save.ts'

export const elsewhereHint =
  'Apply it in the project, service and environment that it was made for, or make a new plan.'

/** Why a plan can't be used in this project, with these keys; found without the service. */
export function foreignness(
  { file, seals, sealed }: SavedPlan,
  targets: readonly Target[],
  keys: ReadonlyMap<string, SealKey>,
): Problem[] {
  return Object.entries(seals).flatMap(([alias, seal]): Problem | [] => {
    const target = targets.find((each) => each.alias === alias)
    if (target === undefined)
      return refusedPlan(
        'foreign-plan',
        `${file} is a plan of another project: this project has no target ${alias}`,
        elsewhereHint,
      )
    if (target.url !== seal.url)
      return refusedPlan(
        'foreign-plan',
        `${file} was made for ${seal.url}, but target ${alias} uses ${target.url}`,
        elsewhereHint,
      )
    const own = keys.get(alias)
    if (own === undefined) return missingKey(target)
    const again = 'Make a new plan.'
    if (own.from !== seal.keyFrom)
      return refusedPlan(
        'other-key',
        `${file} was made ${seal.keyFrom === 'apiKey' ? 'without BELFRY_FINGERPRINT_KEY, which is set now' : 'with BELFRY_FINGERPRINT_KEY, which is not set now'}, so its fingerprints can't be compared`,
        again,
      )
    if (keyIdOf(own.key) !== seal.keyId)
      return refusedPlan(
        'other-key',
        `${own.from === 'apiKey' ? `the API key of target ${alias}` : own.from} changed since ${file} was made, so its fingerprints can't be compared`,
        again,
      )
    if (macOf(own.key, sealed) === seal.mac) return []
    return refusedPlan(
      'edited-plan',
      `${file} was changed after it was made: its seal for target ${alias} doesn't match`,
      again,
    )
  })
}

/** For targets of the plan: the API key now belongs to another environment, or the environment was created again. */
export function elsewhere({ file, seals }: SavedPlan, sessions: ReadonlyMap<string, Session>): Problem[] {
  return [...sessions].flatMap(([target, { environment }]): Problem | [] => {
    const then = seals[target]?.environmentId
    if (then === undefined || then === environment.id) return []
    const message = `${file} was made for environment ${then}, but the API key of target ${target} belongs to ${environment.name} (${environment.id})`
    return { ...refusedPlan('foreign-plan', message, elsewhereHint), target }
  })
}

function missingKey({ alias, apiKeyFrom }: Target): Problem {
  return {
    rule: 'missing-key',
    severity: 'error',
    target: alias,
    message: `the plan is for target ${alias}, but its API key is missing${apiKeyFrom === undefined ? '' : `: ${apiKeyFrom} is unset or empty`}`,
    hint: `Set ${apiKeyFrom?.replace(/^env:/, '') ?? 'its apiKey'} to the API key of the environment, which the dashboard of the service shows.`,
  }
}
