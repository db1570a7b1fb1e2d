// Reads everything that targets have in the service, with reads alone, and lists what is wrong there.
import { append } from '../../core/append.ts'
import { grouped } from '../../core/grouped.ts'
import type { Problem } from '../../core/problem.ts'
import { severityOf, type RuleSettings } from '../../core/rules.ts'
import { fingerprint, fingerprintKey, type FingerprintKey } from '../../core/secrecy/fingerprint.ts'
import { given } from '../../core/given.ts'
import { counted, listText } from '../../core/words.ts'
import { readIntegrations } from '../../kinds/integration/live.ts'
import type { Live } from '../../kinds/resource.ts'
import { subscribers } from '../../service/pages.ts'
import type { Engine, Target } from '../engine.ts'
import { attempt } from '../failure.ts'
import { openReaders } from '../plan/reader.ts'
import type { Reader } from '../plan/session.ts'
import { Directory } from './directory.ts'
import type { AuditFinding } from './finding.ts'
import { areCredentialsUnchecked, integrationFindings, keysOf } from './integrations.ts'
import { tokenFixes, type TokenFix } from './token-fixes.ts'

export interface AuditRequest {
  /** Each with a key. */
  readonly targets: readonly Target[]
  readonly rules: RuleSettings
  /** What `fixes` are made for. */
  readonly fix?: 'tokens=newest' | undefined
}

export interface AuditedTarget {
  readonly target: string
  readonly integrations: number
  readonly subscribers: number
  /** What was not checked, because the service doesn't return it. */
  readonly unchecked?: 'credentials'
}

export interface Audit {
  /** Those that were read completely. */
  readonly targets: readonly AuditedTarget[]
  /** Of each rule and target at most `mostKept`, and then one for the others. */
  readonly findings: readonly Problem[]
  /** Of all findings. */
  readonly count: number
  /** Why something was not read. */
  readonly problems: readonly Problem[]
  readonly fixes: readonly (TokenFix & { readonly target: string })[]
}

interface Course {
  readonly request: AuditRequest
  readonly engine: Engine
  readonly key: FingerprintKey
  readonly targets: AuditedTarget[]
  readonly problems: Problem[]
  readonly findings: Problem[]
  readonly fixes: (TokenFix & { readonly target: string })[]
  readonly live: Map<string, readonly Live[]>
  /** By rule and target: how many, and the last of them. */
  readonly counts: Map<string, { readonly count: number; readonly problem: Problem }>
}

export async function audit(request: AuditRequest, engine: Engine): Promise<Audit> {
  const secret =
    engine.fingerprintSecret ?? request.targets.find(({ apiKey }) => apiKey !== undefined)?.apiKey
  if (secret === undefined) throw new Error('bug: an audit without an API key')
  const problems: Problem[] = []
  const course: Course = {
    request,
    engine,
    key: fingerprintKey(secret),
    targets: [],
    problems,
    findings: [],
    fixes: [],
    live: new Map(),
    counts: new Map(),
  }
  const readers = await openReaders(request.targets, engine, [], problems, new Map())
  const refused = new Set(problems.flatMap(({ severity, target }) => (severity === 'error' ? [target] : [])))
  for (const [alias, reader] of readers)
    if (!refused.has(alias)) await attempt(problems, alias, () => auditTarget(alias, reader, course))
  report(undefined, sharedCredentials(course), course)
  const count = [...course.counts.values()].reduce((total, own) => total + own.count, 0)
  return { ...course, findings: [...course.findings, ...others(course)], count }
}

async function auditTarget(target: string, { look, session }: Reader, course: Course): Promise<void> {
  const { engine, request } = course
  const { client } = session
  engine.on?.({ type: 'reading', target })
  const integrations = await readIntegrations(look)
  for (const { fields } of integrations) engine.filter?.know(fields)
  course.live.set(target, integrations)
  report(target, integrationFindings(integrations), course)
  const byId = new Map(integrations.map((live) => [live.id, live]))
  const directory = new Directory(byId, course.key)
  const onPage = (done: object): void => look.onRead?.({ what: 'subscribers', done: 0, ...done })
  // The oldest first: subscribers that are created meanwhile come at the end.
  for await (const subscriber of subscribers(client, { orderDirection: 'ASC' }, onPage))
    if (!subscriber.deleted) report(target, directory.see(subscriber), course)
  report(target, directory.together(), course)
  course.targets.push({
    target,
    integrations: integrations.length,
    subscribers: directory.size,
    ...given({ unchecked: areCredentialsUnchecked(integrations) ? ('credentials' as const) : undefined }),
  })
  if (request.fix === undefined) return
  const { fixes, left } = await tokenFixes(directory, byId, client)
  for (const each of fixes) course.fixes.push({ ...each, target })
  append(
    course.problems,
    left.map((message) => ({
      rule: 'token-not-fixed',
      severity: 'warning',
      target,
      message: shown(message, course),
      hint: 'Find out which subscriber uses the device, and remove the token from the others.',
    })),
  )
}

/** Of integrations in different environments. */
function* sharedCredentials({ key, live }: Course): Generator<AuditFinding> {
  const all = [...live].flatMap(([target, integrations]) =>
    integrations.flatMap((each) =>
      keysOf(each).map(([name, secret]) => ({
        target,
        place: `integration ${each.name} of target ${target}`,
        name,
        fingerprint: fingerprint(key, 'audit', secret),
      })),
    ),
  )
  for (const [, same] of grouped(all, (each) => each.fingerprint)) {
    const [first] = same
    if (first === undefined || same.every(({ target }) => target === first.target)) continue
    yield {
      rule: 'shared-credential',
      message: `${listText([...new Set(same.map(({ place }) => place))], 5)} have the same ${first.name} (fingerprint ${first.fingerprint.slice(0, 12)})`,
      hint: 'Give each environment a key of its own, so that a test environment can neither send as production nor use up its limits.',
    }
  }
}

/** Findings of one rule and target that are kept. A directory may have a hundred thousand. */
const mostKept = 1000

function report(target: string | undefined, found: Iterable<AuditFinding>, course: Course): void {
  const { engine, request, findings, counts } = course
  for (const finding of found) {
    const severity = severityOf(finding.rule, request.rules, 'warning')
    if (severity === 'off') continue
    const message = shown(finding.message, course)
    const problem: Problem = { ...finding, severity, message, ...given({ target }) }
    engine.on?.({ type: 'finding', finding: problem })
    const kind = JSON.stringify([finding.rule, target])
    const count = (counts.get(kind)?.count ?? 0) + 1
    counts.set(kind, { count, problem })
    if (count <= mostKept) findings.push(problem)
  }
}

/** One for the findings that were not kept. */
function others({ counts }: Course): Problem[] {
  return [...counts.values()]
    .filter(({ count }) => count > mostKept)
    .map(({ count, problem: { resource: _resource, ...problem } }) => ({
      ...problem,
      message: counted(count - mostKept, 'more finding'),
      hint: 'To list all findings, run belfry audit --format ndjson.',
    }))
}

/** Names in the service may repeat a secret. */
function shown(message: string, { engine: { filter } }: Course): string {
  return filter?.take(message) ?? message
}
