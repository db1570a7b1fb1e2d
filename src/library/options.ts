// The options of the library → requests of operations. A value that isn't valid becomes a problem, as on the command line.
import { given } from '../core/given.ts'
import { isProblem } from '../core/problem.ts'
import { Secret } from '../core/secrets/secret.ts'
import { parseRate } from '../service/rate/rate-limit.ts'
import type { AuditRequest } from './operations/audit.ts'
import type { CompareRequest } from './operations/compare.ts'
import type { PlanningRequest } from './operations/plan.ts'
import { auditRule } from './options/readers.ts'
import { badFlag } from './problems.ts'
import type { ChangeRequest, Checked, ConnectionRequest, ProjectRequest } from './requests.ts'
import type { GuardOptions, ManifestOptions, SendingOptions } from './method.ts'
import type { AuditOptions, CompareOptions, OpenOptions, PlanOptions } from './types.ts'

/** Where the project is, and how its service is reached. */
export function projectRequest(
  { config, dotenv, url, apiKey, insecureHttp, fileRoots = [], inputLimits = {} }: OpenOptions,
  { targets = [], files = [], allowPullRequest }: SendingOptions & Partial<ManifestOptions>,
): ProjectRequest & { readonly files: readonly string[]; readonly inputLimits: readonly string[] } {
  const empty = Object.entries({ config, dotenv, url, apiKey, files, fileRoots }).flatMap(([name, value]) =>
    [value ?? []].flat().includes('') ? [badFlag(`${name} is empty`)] : [],
  )
  return {
    mistakes: empty,
    ...given({ config, dotenv, url }),
    ...(apiKey !== undefined && { apiKey: Secret.of(apiKey, 'option:apiKey') }),
    ...(insecureHttp === true && { insecureHttp }),
    targets,
    files,
    ...(allowPullRequest === true && { allowPullRequest }),
    fileRoots,
    inputLimits: Object.entries(inputLimits).map(([name, value]) => `${name}=${value}`),
  }
}

export function connectionRequest({
  rate,
  timeout,
  runTimeout,
  concurrency,
}: OpenOptions): ConnectionRequest {
  return given({
    rate:
      rate === undefined
        ? undefined
        : (parseRate(rate) ??
          badFlag(
            `rate ${rate} is not a valid rate: write a share such as 80%, or requests per second such as 5/s`,
          )),
    timeout: timeout === undefined ? undefined : millisecondsOf('timeout', timeout, 1, 2 ** 31 - 1),
    runTimeout:
      runTimeout === undefined ? undefined : millisecondsOf('runTimeout', runTimeout, 1, 2 ** 31 - 1),
    concurrency: concurrency === undefined ? undefined : concurrencyOf(concurrency),
  })
}

function concurrencyOf(count: number): Checked<number> {
  const isValid = Number.isInteger(count) && count >= 1 && count <= 64
  return isValid ? count : badFlag(`concurrency ${count} is not a whole number from 1 to 64`)
}

export function changeRequest(
  options: OpenOptions,
  { maxChanges = {}, failback, ...manifests }: GuardOptions & Parameters<typeof projectRequest>[1],
): ChangeRequest {
  return {
    ...projectRequest(options, manifests),
    ...connectionRequest(options),
    only: [],
    exclude: [],
    resend: [],
    checkCredentials: [],
    maxChanges: Object.entries(maxChanges).map(([kind, limit]) => `${kind}=${limit}`),
    ...(failback === true && { failback }),
  }
}

export function planningRequest(options: OpenOptions, own: PlanOptions): PlanningRequest {
  const { only = [], exclude = [], resend = [], checkCredentials = [] } = own
  const { diffBase } = own
  return { ...changeRequest(options, own), only, exclude, resend, checkCredentials, ...given({ diffBase }) }
}

export function compareRequest(options: OpenOptions, own: CompareOptions): CompareRequest {
  const { only = [], exclude = [], by = 'live' } = own
  return { ...projectRequest(options, own), ...connectionRequest(options), only, exclude, by }
}

export function auditRequest(
  options: OpenOptions,
  { targets = [], failOn = [] }: AuditOptions,
): AuditRequest {
  const rules = failOn.map((rule) => auditRule(rule, 'failOn'))
  const request = { ...projectRequest(options, { targets }), ...connectionRequest(options), failOn: rules }
  return { ...request, mistakes: [...(request.mistakes ?? []), ...rules.filter(isProblem)] }
}

export function millisecondsOf(name: string, value: number, least: number, most: number): Checked<number> {
  return value >= least && value <= most
    ? value
    : badFlag(`${name} ${value} is not a number of milliseconds from ${least} to ${most}`)
}
