// What smoke suites stand on: a client for each target, whose key is proven to be its own before anything is sent.
import { hasErrors, type Problem } from '../core/problem.ts'
import { type Value, type ValueMap } from '../core/value.ts'
import { groundOn } from '../delivery/suites/ground.ts'
import type { Desired } from '../kinds/resource.ts'
import type { Project } from '../project/project.ts'
import { withoutSecrets } from '../core/secrecy/activity-secrets.ts'
import { createClient } from '../service/client.ts'
import type { Ground } from '../delivery/suites/case.ts'
import type { Connection } from './connection.ts'
import type { Io } from './io.ts'
import { missingKey, type OpenTarget } from './open-target.ts'
import { sandboxKeys } from './sandbox-keys.ts'
import type { Connected } from '../delivery/trigger.ts'
import { spokenItem } from '../delivery/vendor.ts'

export interface Grounds {
  readonly grounds: ReadonlyMap<string, Ground>
  readonly problems: readonly Problem[]
}

/** `declared` gives what manifests say of a target; with an error nothing may be sent. */
export async function groundsFor(
  project: Project,
  aliases: ReadonlySet<string>,
  declared: (alias: string) => readonly Desired[],
  connection: Connection,
  io: Io,
  signal: AbortSignal,
): Promise<Grounds> {
  const problems: Problem[] = []
  const grounds = new Map<string, Ground>()
  const wanted = project.targets.filter(({ alias }) => aliases.has(alias))
  for (const target of sandboxKeys({ ...project, targets: wanted }, problems).targets) {
    const { apiKey, alias } = target
    if (apiKey === undefined) problems.push(missingKey(target))
    if (apiKey === undefined || hasErrors(problems)) continue
    const ground = await groundOn(openOn({ target, apiKey }, connection, io, signal), declared(alias))
    if ('rule' in ground) problems.push(ground)
    else grounds.set(alias, ground)
  }
  return { grounds, problems }
}

/** A target on a connection that others share. */
function openOn(
  { target, apiKey }: Pick<OpenTarget, 'target' | 'apiKey'>,
  { transport, patience }: Connection,
  io: Io,
  signal: AbortSignal,
): Connected & Pick<OpenTarget, 'shown'> {
  const { random } = patience
  const client = createClient({
    transport,
    origin: target.url,
    apiKey,
    random,
    signal,
    filter: io.filter,
  })
  const shown = (item: object): ValueMap =>
    spokenItem(withoutSecrets(item as Value, io.filter.take) as ValueMap, target.vendor)
  return { target, apiKey, client, filter: io.filter, shown }
}
