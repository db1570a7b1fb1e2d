// Targets that wait for the API key of their environment. A target continues if the service shows a valid key; others are
// listed with the steps that are left.
import { commandLine, option } from '../../core/shell.ts'
import type { Change } from '../../core/plan/change.ts'
import { notesIn } from '../../core/plan/notes.ts'
import type { Result } from '../../core/plan/outcome.ts'
import { sha256 } from '../../core/secrets/fingerprint.ts'
import type { Plan } from '../../core/plan/plan.ts'
import { Secret } from '../../core/secrets/secret.ts'
import { listEnvironments } from '../../service/operations.ts'
import type { Environment } from '../../wire/generated.ts'
import type { Desired } from '../../kinds/resource.ts'
import type { Target } from '../../core/target.ts'
import { keySource } from '../keyless.ts'
import type { OutsidePlan, Planned } from '../plan/plan-request.ts'
import { clientFor } from '../plan/session.ts'
import type { Run } from './section-context.ts'

/**
 * A valid key of the target's environment, from the reply to its create or from the list; undefined if neither has one.
 * Encrypted keys, which some services show, are not valid.
 */
export async function findKey(
  target: Target,
  planned: Planned,
  { engine, clients, replies }: Run,
): Promise<Secret | undefined> {
  const creation = creationOf(target, planned.plan)
  if (creation === undefined) return undefined
  // The reply to a create; undefined if another run created the environment.
  const reply = replies.get(creation.id) as Environment | undefined
  const shown = keyIn([reply], creation.name)
  // Another organisation may have an environment of this name: only the one that it was created in is asked.
  const creator = planned.sessions.get(creation.via)?.target
  if (shown !== undefined || creator?.apiKey === undefined) return shown
  const client = clientFor(creator, creator.apiKey, engine)
  clients.push(client)
  return keyIn(await listEnvironments(client).catch(() => []), creation.name)
}

/** The change that creates the target's environment; undefined if the plan leaves it out. */
export function creationOf({ alias, environment }: Target, { sections }: Plan): Change | undefined {
  return sections
    .flatMap(({ changes }) => changes)
    .find(
      ({ kind, name, action }) =>
        kind === 'environment' && name === (environment ?? alias) && action === 'create',
    )
}

/** The first key of this environment whose hash, if the service shows one, is that of the key; undefined without one. */
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

/** The results of calls that the service refused because they need the environment's own API key. */
export function waitingIn(results: readonly Result[]): Result[] {
  return results.filter(({ outcome }) => outcome.status === 'waiting')
}

/** Whether a call that needs the key of this target's environment was refused. */
export function isRefused(
  { alias, environment, url }: OutsidePlan,
  { sessions }: Planned,
  results: readonly Result[],
): boolean {
  return waitingIn(results).some(
    ({ change: { name, via } }) =>
      name === (environment ?? alias) && [undefined, sessions.get(via)?.target.url].includes(url),
  )
}

/** The target's own environment, if calls for it waited for its key. Removes the results of these calls: they are planned again. */
export function takeWaiting(
  { alias, environment }: Target,
  declared: readonly Desired[],
  { sections }: Plan,
  results: Result[],
): Desired[] {
  const name = environment ?? alias
  const refused = waitingIn(results).filter(({ change }) => change.name === name)
  for (const result of refused) results.splice(results.indexOf(result), 1)
  const isWaiting = refused.length > 0 || notesIn(sections, 'ownKey').some(({ target }) => target === alias)
  return isWaiting ? declared.filter((each) => each.name === name) : []
}

/** What a user has to do for a target that the service returned no key for, as parts of a sentence. */
export function stepsLeft(target: Target, plan: Plan, results: readonly Result[]): string[] {
  const creation = creationOf(target, plan)
  const last = lastSteps(plan)
  if (creation === undefined)
    return plan.left !== undefined
      ? last
      : [
          `run ${commandLine('apply', 'project')} without ${option('only')} and ${option('exclude')}, because these options leave out environment ${target.environment ?? target.alias}`,
        ]
  const isCreated = results.some(
    ({ change, outcome }) => change.id === creation.id && outcome.status === 'done',
  )
  return isCreated
    ? keySteps(target, last)
    : ['fix the failed changes', `run ${commandLine('apply', 'run')} again`]
}

/** An approved plan contains nothing of a target that waited when the plan was made. */
export function lastSteps({ left }: Plan): string[] {
  return left === undefined
    ? [`run ${commandLine('apply', 'run')} again`]
    : [`run ${commandLine('plan --out FILE', 'project')}`, 'get the new plan approved']
}

/** The steps that set the target's API key, and the `last` ones. */
export function keySteps(target: Pick<Target, 'alias' | 'apiKeyFrom'>, last: readonly string[]): string[] {
  return [
    `find the API key of target ${target.alias} in the dashboard of the service`,
    `set ${keySource(target)} to this API key`,
    ...last,
  ]
}
