// One target of a project: the problem if there isn't exactly one with a key, and a client for it.
import { option } from '../../core/shell.ts'
import { given } from '../../core/given.ts'
import { errorOf, type Problem } from '../../core/problem.ts'
import { withoutSecrets } from '../../core/secrets/activity-secrets.ts'
import type { Value, ValueMap } from '../../core/value.ts'
import type { Addressed } from '../../delivery/target.ts'
import { spokenItem } from '../../delivery/trigger.ts'
import { missingKeyText, withoutKey } from '../../engine/keyless.ts'
import type { Project, Target } from '../../project/project.ts'
import { createClient } from '../../service/client.ts'
import type { Wiretap } from '../run.ts'
import type { Connection } from './connection.ts'
import type { TargetReady } from './ready.ts'

/** A target on a connection that others may share. */
export function addressedBy(
  { project, target, apiKey, loaded }: Omit<TargetReady, 'problems'>,
  { transport, patience: { random } }: Connection,
  { machine: { filter }, stop }: Pick<Wiretap, 'machine' | 'stop'>,
): Addressed {
  const origin = target.url
  return {
    target,
    apiKey,
    client: createClient({ transport, origin, apiKey, random, filter, ...given({ signal: stop }) }),
    filter,
    shown: (item) => spokenItem(withoutSecrets(item as Value, filter.take) as ValueMap, target.vendor),
    allowed: project.smoke.recipients,
    declared: loaded.forTarget(target.alias),
  }
}

export function notOneTarget({ targets }: Project): Problem {
  return errorOf(
    'one-target',
    `this command needs exactly one target, and ${targets.length} are selected`,
    `Choose a target with ${option('target')}: ${targets.map(({ alias }) => alias).join(', ')}.`,
  )
}

export function missingKey(target: Target): Problem {
  const { alias, apiKeyFrom } = target
  return withoutKey(
    target,
    apiKeyFrom === undefined
      ? missingKeyText(target)
      : `target ${alias} has no API key: ${apiKeyFrom} is not set or empty`,
  )
}
