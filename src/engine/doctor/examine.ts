// Looks at one target with reads alone: who answers, whose key it is, and what the service is like.
import { ok, problem, type Diagnosis, type Finding } from '../../core/plan/finding.ts'
import type { Standing } from '../../core/plan/plan.ts'
import type { Secret } from '../../core/secrets/secret.ts'
import { readIntegrations } from '../../kinds/integration/live.ts'
import { standings } from '../../kinds/integration/state-after-plan.ts'
import { readOnly } from '../../service/client.ts'
import { observed, type Sighting } from '../../service/observe.ts'
import { listIntegrations } from '../../service/operations.ts'
import type { Engine, Target } from '../engine.ts'
import {
  environmentsOf,
  organisationOf,
  identify,
  objection,
  type Evidence,
  type Identity,
} from '../plan/identify.ts'
import { clientFor, look } from '../plan/session.ts'
import { deploymentOf, unlessRefused } from './deployment.ts'
import { unreachable } from '../plan/reach.ts'
import type { Seen } from './refusals.ts'
import { traitsOf } from './traits.ts'

export interface Surroundings {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** The variable that names the proxy between. */
  readonly proxy: string | undefined
}

export interface Examined {
  readonly diagnosis: Diagnosis
  /** Undefined if nothing could be read. */
  readonly seen?: Seen
  /** How the integrations stand. */
  readonly delivery?: readonly Standing[]
}

export async function examine(
  target: Target,
  apiKey: Secret,
  engine: Engine,
  { now, proxy }: Surroundings,
): Promise<Examined> {
  const base = { target: target.alias, url: target.url }
  const sightings: Sighting[] = []
  const transport = observed(engine.transport, now, (sighting) => sightings.push(sighting))
  const client = readOnly(clientFor(target, apiKey, { ...engine, transport }))
  const first = look(client, '', engine.parallel)
  let identity: Identity | undefined
  let organisation: string | undefined
  try {
    organisation = await organisationOf(first)
    identity = await identify(first, target, apiKey)
  } catch (error) {
    return { diagnosis: { ...base, findings: unreachable(error, target.url, apiKey, proxy) } }
  }
  const environment = { id: identity?.id ?? '', name: identity?.name ?? target.alias }
  const own = { ...first, environmentId: environment.id }
  const deployment = await deploymentOf(own, apiKey, sightings)
  const diagnosis: Diagnosis = {
    ...base,
    ...(identity?.isProven === true && {
      environment: { id: identity.id, name: identity.name, toldBy: identity.toldBy },
    }),
    ...(organisation !== undefined && { organisation }),
    deployment,
    findings: [
      reached(target, sightings[0], proxy),
      ok('key', `the service accepted the API key (${apiKey.origin})`),
      belonging(target, identity),
      ...traitsOf(deployment, target.vendor),
    ],
  }
  const integrations = await unlessRefused(first.once('listIntegrations', listIntegrations))
  const seen: Seen = {
    environment,
    environments: await environmentsOf(first),
    integrations,
    deployment,
  }
  const delivery =
    integrations === undefined
      ? []
      : standings(
          (await readIntegrations(own)).map((live) => ({ live })),
          [],
        )
  return { diagnosis, seen, delivery }
}

function reached({ url }: Target, first: Sighting | undefined, proxy: string | undefined): Finding {
  const how = url.startsWith('https:') ? 'HTTPS with a trusted certificate' : 'HTTP'
  const through = proxy === undefined ? '' : `, through the proxy in ${proxy}`
  return ok('reach', `the service answered in ${first?.took ?? 0} ms over ${how}${through}`)
}

const evidence: Readonly<Record<Evidence, string>> = {
  hash: 'the service lists this environment with the hash of the API key',
  key: 'the service lists this environment with the API key',
  subscriber: 'the API key can read a subscriber of this environment',
  event: 'the API key can read an event of this environment',
  environmentId:
    "the only evidence is this environmentId in the project file, because the service's replies don't show which environment the API key belongs to",
  name: "the only evidence is that the target has the same name, because the service's replies don't show which environment the API key belongs to",
}

function belonging(target: Target, identity: Identity | undefined): Finding {
  const wrong = objection(target, identity)
  if (wrong !== undefined) return problem('environment', wrong.message, wrong.hint)
  if (identity === undefined)
    throw new Error('bug: an API key has no environment, but no problem was recorded')
  const { id, name, toldBy } = identity
  return ok('environment', `the API key belongs to environment ${name} (${id}): ${evidence[toldBy]}`)
}
