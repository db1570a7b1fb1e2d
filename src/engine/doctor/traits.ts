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
      "whether device tokens are replaced or appended, and whether idempotency keys have an effect: reads don't show this, and belfry doesn't rely on it",
    ),
  ]
}

const replies: Readonly<Record<Deployment['replies'], string>> = {
  bare: 'have no {data} envelope',
  wrapped: 'have a {data} envelope',
  unknown: 'unknown whether they have a {data} envelope',
}

const spans: Readonly<Record<Deployment['integrations'], string>> = {
  organisation: 'are listed for the whole organisation; belfry leaves those of other environments unchanged',
  environment: 'are listed for this environment only',
  unknown: 'unknown whether the list covers the whole organisation',
}

const keys: Readonly<Record<Deployment['apiKeys'], string>> = {
  all: 'of other environments are listed too; belfry neither shows nor stores them',
  own: 'are listed for this environment only',
  none: 'are not listed',
}

function vendorFinding(found: string | undefined, written: string | undefined): Finding {
  const said = written === undefined ? '' : `; the project file has vendor: ${written}`
  if (found === undefined) return ok('vendor', `no integration shows the service's own name${said}`)
  const shown = `the service's own name is ${found}, as in ${found}-slack`
  if (written === undefined || found === written) return ok('vendor', shown)
  return note('vendor', `${shown}${said}, so ${written} is sent`, `Write vendor: ${found}, or remove vendor.`)
}

function credentials(found: Deployment['credentials']): Finding {
  if (found === 'readable') return ok('credentials', 'of integrations are shown, so they are compared')
  if (found === 'unknown')
    return ok('credentials', 'unknown whether they are shown: no integration needs any')
  return note(
    'credentials',
    `of integrations are ${found === 'masked' ? 'shown masked or encrypted' : 'not shown to API keys'}, so declared ones can't be compared`,
    'They are sent when the integration is created. To send them later, use --resend KIND/NAME, or set unreadable: always or unreadable: ledger.',
  )
}

function limits(found: readonly RateLimit[]): Finding {
  if (found.length === 0) return ok('limits', 'no reply states a rate limit')
  const texts = found.map(
    ({ category, limit, window, burst }) =>
      `${category} ${limit} requests in ${window / 1000} s${burst > limit ? ` (${burst} at once)` : ''}`,
  )
  return ok('limits', `${texts.join(', ')}; belfry uses 80% of it, or the rate set with --rate`)
}

function clock(skew: number | undefined): Finding {
  if (skew === undefined) return ok('clock', 'replies have no date')
  if (Math.abs(skew) <= tolerance) return ok('clock', "agrees with this machine's")
  const seconds = Math.round(Math.abs(skew) / 1000)
  return note(
    'clock',
    `is ${seconds} s ${skew > 0 ? 'ahead of' : 'behind'} this machine's`,
    'Times in lists are from the clock of the service. Correct the clock that is wrong.',
  )
}
