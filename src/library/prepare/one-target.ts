// What operations start with that work on one environment: its address, its key and a client, and what is declared for it.
import { append } from '../../core/append.ts'
import { given } from '../../core/given.ts'
import { hasErrors, type Problem } from '../../core/problem.ts'
import { missingKeyHint, missingKeyText } from '../../engine/key-place.ts'
import type { Secret } from '../../core/secrets/secret.ts'
import type { Value, ValueMap } from '../../core/value.ts'
import type { Resources } from '../../kinds/resources.ts'
import type { Project, Target } from '../../project/project.ts'
import { withoutSecrets } from '../../core/secrets/activity-secrets.ts'
import { createClient } from '../../service/client.ts'
import { spokenItem } from '../../delivery/vendor.ts'
import type { Ambient, Observer } from '../ambient.ts'
import type { ConnectionRequest, ProjectRequest } from '../requests.ts'
import { connectionProblems, type Connection } from './connection.ts'
import { knownManifests } from './known-manifests.ts'
import { prepareProject } from './prepare.ts'
import type { NotReady } from './ready.ts'
import { sandboxKeys } from './sandbox-keys.ts'
import type { Purpose } from './settings.ts'

/** What else is wrong with a target that can be asked. */
export type Check = (project: Project, target: Target) => readonly Problem[]

/** What an operation finds wrong itself. */
export interface Own {
  readonly problems: readonly Problem[]
  readonly check?: Check
}

export interface TargetReady {
  readonly project: Project
  readonly target: Target
  readonly apiKey: Secret
  /** What its manifests declare, as far as they are valid. */
  readonly declared: Resources
  /** Warnings. */
  readonly problems: readonly Problem[]
}

/** Exactly one target, with a key; or all that is wrong. */
export async function readyTarget(
  request: ProjectRequest & ConnectionRequest & Pick<Purpose, 'secrets'>,
  { problems: own, check }: Own,
  ambient: Ambient,
  { follow }: Pick<Observer, 'follow'>,
): Promise<TargetReady | NotReady> {
  const found = await prepareProject(request, ambient, 'live')
  const problems = [...own, ...found.problems]
  follow('project' in found ? found.project : found)
  if (!('project' in found)) return { problems }
  const { project } = found
  append(problems, connectionProblems(request, ambient.env))
  const selected = oneTarget(project, problems)
  if (selected === undefined) return { problems }
  const [target = selected] = sandboxKeys({ ...project, targets: [selected] }, problems).targets
  const { apiKey } = target
  if (apiKey === undefined) problems.push(missingKey(target))
  // Only a target that can be used has its recipients checked.
  else if (!hasErrors(problems.slice(own.length))) append(problems, check?.(project, target) ?? [])
  if (apiKey === undefined || hasErrors(problems)) return { problems }
  const declared = (await knownManifests(project)).forTarget(target.alias)
  return { project, target, apiKey, declared, problems }
}

/** A target on a connection that others may share. `open` is as in `OpenTarget`. */
export function connectedTo(
  { target, apiKey }: { readonly target: Target; readonly apiKey: Secret },
  { transport, patience: { random } }: Connection,
  { filter }: Pick<Ambient, 'filter'>,
  signal: AbortSignal | undefined,
) {
  const client = createClient({
    transport,
    origin: target.url,
    apiKey,
    random,
    filter,
    ...given({ signal }),
  })
  const open = (item: object): ValueMap =>
    spokenItem(withoutSecrets(item as Value, filter.take) as ValueMap, target.vendor)
  return { target, apiKey, client, filter, open }
}

/** The one that is selected; undefined after a problem. */
export function oneTarget({ targets }: Project, problems: Problem[]): Target | undefined {
  if (targets.length === 1) return targets[0]
  problems.push({
    rule: 'one-target',
    severity: 'error',
    message: `this command needs exactly one target, and ${targets.length} are selected`,
    hint: `Choose a target with -t: ${targets.map(({ alias }) => alias).join(', ')}.`,
  })
  return undefined
}

export function missingKey(target: Target): Problem {
  const { alias, apiKeyFrom } = target
  return {
    rule: 'missing-key',
    severity: 'error',
    target: alias,
    message:
      apiKeyFrom === undefined
        ? missingKeyText(target)
        : `target ${alias} has no API key: ${apiKeyFrom} is not set or empty`,
    hint: missingKeyHint(target),
  }
}
