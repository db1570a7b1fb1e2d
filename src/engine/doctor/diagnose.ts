// Checks each target: whether it can be reached, whether its API key belongs to its environment, and which of its channels
// don't deliver. Sends only reads.
import { commandLine, option } from '../../core/shell.ts'
import { note, ok, problem } from '../../core/plan/finding.ts'
import type { AuditFinding, Diagnosis, Finding } from '../../core/plan/finding.ts'
import type { Problem } from '../../core/problem.ts'
import type { Desired } from '../../kinds/resource.ts'
import type { Engine } from '../engine.ts'
import { applyCommand, type Target } from '../../core/target.ts'
import { keySource, awaitedEnvironment, environmentNames, missingKey } from '../keyless.ts'
import { disagreements, identify, objection, organisationOf } from '../plan/identify.ts'
import type { Evidence, Identity } from '../plan/identify.ts'
import { formerNames } from '../../kinds/renames.ts'
import { given } from '../../core/given.ts'
import { readIntegrations } from '../../kinds/integration/live.ts'
import { readOnly } from '../../service/client.ts'
import { integrationFindings } from '../audit/integration-findings.ts'
import { clientFor, openAccess, type Reader } from '../plan/session.ts'
import { ReplyError, ServiceError, TransportError } from '../../service/errors.ts'
import type { Secret } from '../../core/secrets/secret.ts'
import { setOnly } from '../../core/words.ts'
import { addressHint, isFirst, keyHint } from '../failure-problem.ts'

interface DoctorRequest {
  readonly targets: readonly Target[]
  /** Problems of targets that were found before: nothing is sent to these targets. */
  readonly refused: readonly Problem[]
  /** The environments that the manifests declare; empty if the manifests can't be used. */
  readonly environments: readonly Desired[]
  readonly declared: (target: string, name: string) => Desired | undefined
  /** The variable that names the proxy through which an address is reached, if any. */
  readonly proxyOf: (url: string) => string | undefined
}

/** One for each target, in their order. What the service or the network causes is a finding. */
export async function diagnose(request: DoctorRequest, engine: Engine): Promise<readonly Diagnosis[]> {
  const { targets, environments } = request
  const former = formerNames(environments)
  const examined = await Promise.all(
    targets.map((target) => examine(target, request, engine, former.get(target.environment ?? ''))),
  )
  const readers = examined.flatMap(({ reader }) => reader ?? [])
  const liveNames = await environmentNames(readers)
  const shared = await disagreements(readers)
  return targets.map((target, index): Diagnosis => {
    const { about, findings = keylessFindings(target) } = examined[index] ?? {}
    const own = shared.filter((each) => each.target === target.alias).map(keyFinding)
    const all = [...findings, ...own]
    const protection = all.some(({ status }) => status === 'problem') ? [] : protectionOf(target)
    return { target: target.alias, url: target.url, ...about, findings: [...all, ...protection] }
  })

  function keylessFindings(target: Target): readonly Finding[] {
    const awaited = awaitedEnvironment(target, environments, liveNames)
    if (awaited === undefined) return [keyFinding(missingKey(target))]
    return [
      note(
        'key',
        `${awaited.reason}; belfry apply creates the environment`,
        `Run ${commandLine('apply')}. Copy the API key of the new environment from the dashboard of the service, and set ${keySource(target)} to the API key. Then run ${commandLine('apply')} again.`,
      ),
    ]
  }
}

function keyFinding({ severity, message, hint }: Problem): Finding {
  return severity === 'error' ? problem('key', message, hint) : note('key', message, hint ?? '')
}

function protectionOf(target: Target): readonly Finding[] {
  if (target.protection === undefined) return []
  return [
    note(
      'protected',
      'belfry apply accepts only a saved or an approved plan for this target',
      `Run ${applyCommand(target)}. To apply once without a saved plan, add ${option('allowProtected', [target.alias])}.`,
    ),
  ]
}

interface Examined {
  readonly about?: Pick<Diagnosis, 'environment' | 'organisation'>
  readonly findings: readonly Finding[]
  /** Absent if nothing could be read, or if the environment is unknown or not the target's. */
  readonly reader?: Reader
}

/** A target without a key isn't examined: its environment may not exist yet. */
async function examine(
  { apiKey, ...keyless }: Target,
  { refused, declared, proxyOf }: DoctorRequest,
  engine: Engine,
  formerName: string | undefined,
): Promise<Partial<Examined>> {
  const { alias, url } = keyless
  const own = refused.filter((each) => each.target === alias)
  if (own.length > 0) return { findings: own.map(keyFinding) }
  if (apiKey === undefined) return {}
  engine.on?.({ type: 'reading', target: alias })
  const target = { ...keyless, apiKey }
  const proxy = proxyOf(url)
  const client = readOnly(clientFor(target, apiKey, engine))
  const first = openAccess(client, '', engine.parallel, target.vendor, engine.clock)
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
    const reader = { session: { target, client, environment: identity }, access: first }
    const integrations = await readIntegrations({ ...first, environmentId: identity.id })
    for (const { fields } of integrations) engine.filter?.addSecrets(fields)
    const found = integrationFindings(target, integrations, (name) => declared(alias, name))
    const delivery = [...found]
      .filter(isOfDelivery)
      .map(({ message, hint }) => note('delivery', message, hint))
    return { about, findings: [...delivery, ...answered, belonging(identity)], reader }
  } catch (error) {
    return { findings: unreachable(error, apiKey, proxy) }
  }
}

/** `proxy` is the variable that names the proxy between. Throws any error that isn't of the service layer. */
function unreachable(error: unknown, apiKey: Secret, proxy: string | undefined): readonly Finding[] {
  const between =
    proxy === undefined
      ? undefined
      : `${proxy} is set, so belfry sends requests through that proxy. To send requests directly, add the host of the service to NO_PROXY.`
  if (error instanceof TransportError)
    return error.code === 'INVALID_KEY'
      ? [problem('key', error.message, setOnly(apiKey.origin.replace(/^env:/, ''), 'API key'))]
      : [problem('reach', error.message, between ?? error.hint)]
  if (error instanceof ReplyError)
    return [
      problem(
        'reach',
        `the server at the service URL answers, but is not the service: ${error.message}`,
        between ??
          'Set the service URL to the URL of the API, not of the dashboard. Check any proxy in front of the service.',
      ),
    ]
  if (!(error instanceof ServiceError)) throw error
  const { status, message, hint } = error
  if (status !== 401 && status !== 403)
    return [
      problem(
        'reach',
        `the server at the service URL answers, but ${stateOf(error)}: ${message}`,
        between ?? (status === 404 && isFirst(error) ? addressHint : hint),
      ),
    ]
  return [
    ok('reach', 'the service answers'),
    status === 401
      ? problem('key', `the service rejected the API key (${apiKey.origin}): ${message}`, keyHint(apiKey))
      : problem(
          'key',
          `the service doesn't allow the API key to ${isFirst(error) ? 'list environments' : 'send this request'} (${apiKey.origin}): ${message}`,
          hint,
        ),
  ]
}

function stateOf(error: ServiceError): string {
  const { status, isPage } = error
  if (isPage || status < 400 || (status === 404 && isFirst(error))) return 'is not the service'
  return status === 429 ? 'limits the request rate' : 'fails'
}

/** All other rules are for audit, which reads subscribers too. */
function isOfDelivery({ rule }: AuditFinding): boolean {
  return rule === 'channel-state' || rule === 'several-primaries' || rule === 'idle-conditions'
}

function reached(url: string, took: number, proxy: string | undefined): Finding {
  const how = url.startsWith('https:') ? 'HTTPS with a trusted certificate' : 'HTTP'
  const through = proxy === undefined ? '' : `, through the proxy in ${proxy}`
  return ok('reach', `the service answered in ${took} ms over ${how}${through}`)
}

const evidenceTexts: Readonly<Record<Evidence, string>> = {
  hash: 'the service lists this environment with the hash of the API key',
  key: 'the service lists this environment with the API key',
  subscriber: 'the API key can read a subscriber of this environment',
  event: 'the API key can read an event of this environment',
  environmentId:
    "the only evidence is this environmentId in the project file, because the service's replies don't show which environment the API key belongs to",
  name: "the only evidence is that the target has the same name, because the service's replies don't show which environment the API key belongs to",
}

function belonging({ id, name, evidence }: Identity): Finding {
  return ok('environment', `the API key belongs to environment ${name} (${id}): ${evidenceTexts[evidence]}`)
}

function provenIn(identity: Identity | undefined): Diagnosis['environment'] {
  if (identity?.isProven !== true) return undefined
  const { id, name, evidence } = identity
  return { id, name, evidence }
}
