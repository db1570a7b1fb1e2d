// The target of deliveries. No trigger is sent to it before its key is proved to belong to it.
import type { Problem } from '../core/problem.ts'
import type { Filter } from '../core/secrets/redact.ts'
import { quoting } from '../core/secrets/leak.ts'
import type { Secret } from '../core/secrets/secret.ts'
import type { ValueMap } from '../core/value.ts'
import type { Target } from '../core/target.ts'
import { problemOf } from '../engine/failure-problem.ts'
import { identify, objection } from '../engine/plan/identify.ts'
import { openAccess } from '../engine/plan/session.ts'
import type { Access } from '../kinds/kind.ts'
import type { Resources } from '../kinds/declared-resources.ts'
import { readOnly, type Client } from '../service/client.ts'

export interface Addressed {
  readonly target: Target
  readonly apiKey: Secret
  readonly client: Client
  readonly filter: Filter
  /** What the service answered, without its secrets and without the key. What is about persons is masked when it is shown. */
  readonly shown: (item: object) => ValueMap
  /** The recipients that a protected target allows: IDs and `topic:KEY`, where `*` matches any characters. */
  readonly allowed: readonly string[]
  /** What its manifests declare, as far as they are valid. */
  readonly declared: Resources
}

export interface DeliveryTarget extends Addressed {
  /** The access to the environment that the key was proved to belong to; a problem if it isn't the target's. Proved once. */
  readonly proof: () => Promise<Access | Problem>
}

export function deliveryTarget(addressed: Addressed): DeliveryTarget {
  let proof: Promise<Access | Problem> | undefined
  return { ...addressed, proof: () => (proof ??= proved(addressed)) }
}

async function proved({ target, apiKey, client, filter }: Addressed): Promise<Access | Problem> {
  const reading = readOnly(client)
  try {
    const identity = await identify(openAccess(reading, '', 1, target.vendor), target, apiKey)
    const problem = objection(target, identity)
    return problem === undefined
      ? openAccess(reading, identity?.id ?? '', 4, target.vendor)
      : quoting(problem, filter)
  } catch (error) {
    return problemOf(error, target.alias)
  }
}
