// A deployment's traits as sentences for people, each with what it means for them.
import { note, ok, type Deployment, type Finding, type RateLimit } from '../../core/plan/finding.ts'

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
      'reads show neither whether device tokens are replaced or appended, nor whether idempotency keys count; belfry relies on neither',
    ),
  ]
}

const replies: Readonly<Record<Deployment['replies'], string>> = {
  bare: 'stand alone, without an envelope',
  wrapped: 'stand in an envelope {data}',
  unknown: "it can't be told whether they stand in an envelope",
}

const spans: Readonly<Record<Deployment['integrations'], string>> = {
  organisation: "are listed for the whole organisation; belfry leaves other environments' alone",
  environment: 'are listed for this environment only',
  unknown: "it can't be told whether the list spans the organisation",
}

const keys: Readonly<Record<Deployment['apiKeys'], string>> = {
  all: 'of other environments are listed too; belfry shows and keeps none',
  own: 'are listed for this environment only',
  none: 'are not listed',
}

function vendorFinding(found: string | undefined, written: string | undefined): Finding {
  const said = written === undefined ? '' : `; the project file says ${written}`
  if (found === undefined) return ok('vendor', `no integration shows the service's own name${said}`)
  const shown = `the service's own name is ${found}, as in ${found}-slack`
  if (written === undefined || found === written) return ok('vendor', shown)
  return note('vendor', `${shown}${said}, and ${written} is sent`, `Write vendor: ${found}, or leave it out.`)
}

function credentials(found: Deployment['credentials']): Finding {
  if (found === 'readable') return ok('credentials', 'of integrations are shown, so they are compared')
  if (found === 'unknown') return ok('credentials', 'no integration has any by which it could be told')
  return note(
    'credentials',
    `of integrations are ${found === 'masked' ? 'shown masked or encrypted' : 'not shown to API keys'}, so declared ones can't be compared`,
    'They are sent with a create; later with --resend KIND/NAME, or by unreadable: always or ledger.',
  )
}

function limits(found: readonly RateLimit[]): Finding {
  if (found.length === 0) return ok('limits', 'no reply states any')
  const texts = found.map(
    ({ category, limit, window, burst }) =>
      `${category} ${limit} requests in ${window / 1000} s${burst > limit ? ` (${burst} at once)` : ''}`,
  )
  return ok('limits', `${texts.join(', ')}; belfry takes 80%, or what --rate says`)
}

function clock(skew: number | undefined): Finding {
  if (skew === undefined) return ok('clock', 'replies have no date')
  if (Math.abs(skew) <= tolerance) return ok('clock', "agrees with this machine's")
  const seconds = Math.round(Math.abs(skew) / 1000)
  return note(
    'clock',
    `is ${seconds} s ${skew > 0 ? 'ahead of' : 'behind'} this machine's`,
    "Times in lists are the service's own; set the clock that is wrong.",
  )
}
