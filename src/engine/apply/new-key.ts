// A target whose environment has just been created goes on if the service shows a key that proves to be one.
import type { Change } from '../../core/plan/change.ts'
import { sha256 } from '../../core/secrets/fingerprint.ts'
import type { Plan } from '../../core/plan/plan.ts'
import { Secret } from '../../core/secrets/secret.ts'
import { listEnvironments } from '../../service/operations.ts'
import type { Environment } from '../../wire/generated.ts'
import type { Target } from '../engine.ts'
import type { Planned } from '../plan/request.ts'
import { clientFor } from '../plan/session.ts'
import type { Run } from './section-context.ts'

/** A key that works, from a create's reply or the list; some services show keys encrypted, and those are none. */
export async function findKey(
  target: Target,
  planned: Planned,
  { engine, clients, replies }: Run,
): Promise<Secret | undefined> {
  const creation = creationOf(target, planned.plan)
  if (creation === undefined) return undefined
  const shown = keyIn([replies.get(creation.id)] as Environment[], creation.name)
  // Another organisation may have an environment of this name: only the one that it was created in is asked.
  const creator = planned.sessions.get(creation.via)?.target
  if (shown !== undefined || creator?.apiKey === undefined) return shown
  const client = clientFor(creator, creator.apiKey, engine)
  clients.push(client)
  return keyIn(await listEnvironments(client).catch(() => []), creation.name)
}

/** What creates the target's environment; undefined where the plan leaves it out. */
export function creationOf({ alias, environment }: Target, { sections }: Plan): Change | undefined {
  return sections
    .flatMap(({ changes }) => changes)
    .find(
      ({ kind, name, action }) =>
        kind === 'environment' && name === (environment ?? alias) && action === 'create',
    )
}

function keyIn(
  environments: readonly (Partial<Environment> | undefined | null)[],
  name: string,
): Secret | undefined {
  for (const environment of environments) {
    if (environment?.name !== name) continue
    for (const { key, hash } of environment.apiKeys ?? []) {
      if (typeof key !== 'string' || key === '') continue
      const secret = Secret.of(key, 'live')
      if (hash === undefined || sha256(secret) === hash) return secret
    }
  }
  return undefined
}
