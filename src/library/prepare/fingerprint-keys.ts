// The keys of fingerprints: from BELFRY_FINGERPRINT_KEY where it is set, else from each target's own API key.
import { fingerprintKey } from '../../core/secrets/fingerprint.ts'
import type { Problem } from '../../core/problem.ts'
import { Secret } from '../../core/secrets/secret.ts'
import type { SealKey } from '../../engine/saved/save.ts'
import type { Target } from '../../project/project.ts'
import type { Ambient } from '../ambient.ts'

const variable = 'BELFRY_FINGERPRINT_KEY'

/** Undefined where each target's own API key takes its place. */
export function fingerprintSecretIn({ env }: Pick<Ambient, 'env'>): Secret | undefined {
  const text = env[variable] ?? ''
  return text === '' ? undefined : Secret.of(text, `env:${variable}`)
}

/** The key of BELFRY_FINGERPRINT_KEY, which needs no project. */
export function sharedSealKey(ambient: Pick<Ambient, 'env'>): SealKey | undefined {
  const shared = fingerprintSecretIn(ambient)
  return shared && { key: fingerprintKey(shared), from: variable }
}

/** By alias, of the targets that have a key. */
export function sealKeys(targets: readonly Target[], ambient: Pick<Ambient, 'env'>): Map<string, SealKey> {
  const shared = sharedSealKey(ambient)
  return new Map(
    targets.flatMap(({ alias, apiKey }) => {
      if (apiKey === undefined) return []
      return [[alias, shared ?? { key: fingerprintKey(apiKey), from: 'apiKey' }] as const]
    }),
  )
}

const shortest = 16

/** A short key can be guessed, and then the secrets behind its fingerprints too. */
export function sealKeyProblem({ env }: Pick<Ambient, 'env'>): Problem | undefined {
  const key = env[variable] ?? ''
  return key === '' || key.length >= shortest
    ? undefined
    : {
        rule: 'short-key',
        severity: 'error',
        message: `${variable} has fewer than ${shortest} characters`,
        hint: 'Use a long random string, for example the output of openssl rand -hex 32.',
      }
}
