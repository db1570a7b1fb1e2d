// Checks one target with reads alone: whether the service answers, and which environment the API key belongs to.
import { given } from '../../core/given.ts'
import {
  note,
  ok,
  problem,
  type AuditFinding,
  type Diagnosis,
  type Finding,
} from '../../core/plan/finding.ts'
import type { Secret } from '../../core/secrets/secret.ts'
import { readIntegrations } from '../../kinds/integration/live.ts'
import type { Desired } from '../../kinds/resource.ts'
import { readOnly } from '../../service/client.ts'
import { integrationFindings } from '../audit/integrations.ts'
import type { Engine, Target } from '../engine.ts'
import { organisationOf, identify, objection, type Evidence, type Identity } from '../plan/identify.ts'
import { clientFor, look, type Reader } from '../plan/session.ts'
import { unreachable } from '../plan/reach.ts'

interface Surroundings {
  /** The variable that names the proxy between. */
  readonly proxy: string | undefined
  /** The name that the target's environment may still have. */
  readonly formerName: string | undefined
  /** The integration of the target that the manifests declare. */
  readonly declared: (name: string) => Desired | undefined
}

export interface Examined {
  readonly about?: Pick<Diagnosis, 'environment' | 'organisation'>
  readonly findings: readonly Finding[]
  /** Absent if nothing could be read, or if the environment is unknown or not the target's. */
  readonly reader?: Reader
}

export async function examine(
  target: Target & { readonly apiKey: Secret },
  engine: Engine,
  { proxy, formerName, declared }: Surroundings,
): Promise<Examined> {
  const { apiKey, url } = target
  const client = readOnly(clientFor(target, apiKey, engine))
  const first = look(client, '', engine.parallel, target.vendor, engine.clock)
  const began = engine.clock()
  try {
    const organisation = await organisationOf(first)
    const took = Math.round(engine.clock() - began)
    const identity = await identify(first, target, apiKey)
    const about = given({ environment: provenIn(identity), organisation })
    const answered = [
      reached(url, took, proxy),
      ok('key', `the service accepted the API key (${apiKey.origin})`),
    ]
    const wrong = objection(target, identity, formerName)
    if (wrong !== undefined)
      return { about, findings: [...answered, problem('environment', wrong.message, wrong.hint)] }
    if (identity === undefined)
      throw new Error('bug: an API key has no environment, but no problem was recorded')
    const reader = { session: { target, client, environment: identity }, look: first }
    const integrations = await readIntegrations({ ...first, environmentId: identity.id })
    for (const { fields } of integrations) engine.filter?.know(fields)
    const notes = [...integrationFindings(target.alias, integrations, declared)].filter(isOfDelivery)
    const delivery = notes.map(({ message, hint }) => note('delivery', message, hint))
    return { about, findings: [...delivery, ...answered, belonging(identity)], reader }
  } catch (error) {
    return { findings: unreachable(error, url, apiKey, proxy) }
  }
}

/** The rest is for audit, which reads subscribers too. */
function isOfDelivery({ rule }: AuditFinding): boolean {
  return rule === 'channel-state' || rule === 'several-primaries' || rule === 'idle-conditions'
}

function reached(url: string, took: number, proxy: string | undefined): Finding {
  const how = url.startsWith('https:') ? 'HTTPS with a trusted certificate' : 'HTTP'
  const through = proxy === undefined ? '' : `, through the proxy in ${proxy}`
  return ok('reach', `the service answered in ${took} ms over ${how}${through}`)
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

function belonging({ id, name, toldBy }: Identity): Finding {
  return ok('environment', `the API key belongs to environment ${name} (${id}): ${evidence[toldBy]}`)
}

function provenIn(identity: Identity | undefined): Diagnosis['environment'] {
  if (identity?.isProven !== true) return undefined
  const { id, name, toldBy } = identity
  return { id, name, toldBy }
}
