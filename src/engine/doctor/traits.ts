// A deployment's traits as sentences for people, each with what it means for them.
import { commandLine } from '../../core/shell.ts'
import { note, ok, type Deployment, type Finding } from '../../core/plan/finding.ts'

/** Milliseconds; more is more than networks and dates in whole seconds explain. */
const tolerance = 5000

export function traitsOf(deployment: Deployment, vendor: string | undefined): readonly Finding[] {
  return [
    ok('replies', replies[deployment.replies]),
    vendorFinding(deployment.vendor, vendor),
    ok('integrations', spans[deployment.integrations]),
    credentials(deployment.credentials),
    ok('API keys', keys[deployment.apiKeys]),
    limits(deployment.limits),
    clock(deployment.clockSkew),
    ok(
      'not checked',
      'only a write would show whether the service replaces or appends device tokens, and whether idempotency keys have an effect; belfry works with both behaviours',
    ),
  ]
}

const replies: Readonly<Record<Deployment['replies'], string>> = {
  bare: 'the service sends replies without a {data} envelope',
  wrapped: 'the service sends replies in a {data} envelope',
  unknown: "belfry can't determine from the replies whether the service uses a {data} envelope",
}

const spans: Readonly<Record<Deployment['integrations'], string>> = {
  organisation:
    "the service lists the integrations of the whole organisation; belfry doesn't change integrations of other environments",
  environment: 'the service lists only the integrations of this environment',
  unknown:
    "belfry can't determine from the replies whether the service also lists integrations of other environments",
}

const keys: Readonly<Record<Deployment['apiKeys'], string>> = {
  all: 'the service also lists the API keys of other environments; belfry neither prints nor stores these API keys',
  own: 'the service lists only the API key of this environment',
  none: 'the service lists no API keys',
}

function vendorFinding(found: string | undefined, written: string | undefined): Finding {
  const said = written === undefined ? '' : `; the project file sets vendor: ${written}`
  if (found === undefined)
    return ok('vendor', `no provider ID of an integration contains the service's own name${said}`)
  const shown = `the service's own provider IDs begin with ${found}, for example ${found}-slack`
  if (written === undefined || found === written) return ok('vendor', shown)
  return note(
    'vendor',
    `${shown}${said}, so belfry sends provider IDs such as ${written}-slack`,
    `Write vendor: ${found} in the project file, or remove "vendor".`,
  )
}

function credentials(found: Deployment['credentials']): Finding {
  if (found === 'readable')
    return ok(
      'credentials',
      'the service returns the credentials of integrations, so belfry compares declared credentials',
    )
  if (found === 'unknown')
    return ok(
      'credentials',
      "no integration in the service needs credentials, so belfry can't determine whether the service returns credentials",
    )
  return note(
    'credentials',
    `the service ${found === 'masked' ? 'returns the credentials of integrations masked or encrypted' : "doesn't return the credentials of integrations"}, so belfry can't compare declared credentials`,
    `belfry sends credentials when it creates an integration. To send the credentials of an existing integration, run ${commandLine('apply --resend integration/NAME')}, or set "unreadable" to "always" or "ledger" in belfry.yaml.`,
  )
}

function limits(found: Deployment['limits']): Finding {
  if (found.length === 0) return ok('limits', 'the replies contain no rate-limit header')
  const texts = found.map(
    ({ category, limit, window, burst }) =>
      `${category} ${limit} requests in ${window / 1000} s${burst > limit ? ` (at most ${burst} at once)` : ''}`,
  )
  return ok(
    'limits',
    `the service allows these rates: ${texts.join(', ')}; belfry uses 80% of each rate, or the rate set with --rate`,
  )
}

function clock(skew: number | undefined): Finding {
  if (skew === undefined)
    return ok('clock', "the replies contain no Date header, so belfry can't compare the clocks")
  if (Math.abs(skew) <= tolerance)
    return ok('clock', 'the clock of the service agrees with the clock of this machine')
  const seconds = Math.round(Math.abs(skew) / 1000)
  return note(
    'clock',
    `the clock of the service is ${seconds} s ${skew > 0 ? 'ahead of' : 'behind'} the clock of this machine`,
    'belfry prints the times from the service unchanged. Correct the wrong clock.',
  )
}
