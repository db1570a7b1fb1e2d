// Reads everything that targets have in the service, and lists what is wrong there. Sends only reads.
import { commandLine } from '../../core/shell.ts'
import { given } from '../../core/given.ts'
import { grouped } from '../../core/lists.ts'
import type { AuditedTarget, AuditFinding, UnreadTarget } from '../../core/plan/finding.ts'
import type { Problem } from '../../core/problem.ts'
import { severityOf, type RuleSettings } from '../../core/rules.ts'
import { fingerprint, fingerprintKey, type FingerprintKey } from '../../core/secrets/fingerprint.ts'
import { counted, listText } from '../../core/words.ts'
import { readIntegrations } from '../../kinds/integration/live.ts'
import type { Desired, Live } from '../../kinds/resource.ts'
import { subscribers } from '../../service/pages.ts'
import type { Engine } from '../engine.ts'
import type { Target } from '../../core/target.ts'
import { attempt } from '../failure-problem.ts'
import { openReaders } from '../plan/reader.ts'
import type { Reader } from '../plan/session.ts'
import { Directory } from './directory.ts'
import { areCredentialsUnchecked, integrationFindings, keysOf } from './integration-findings.ts'

export interface AuditRequest {
  /** Each with a key. */
  readonly targets: readonly Target[]
  readonly rules: RuleSettings
  readonly declared: (target: string, name: string) => Desired | undefined
}

/** Findings of one rule, target and reason that are kept. A directory may have a hundred thousand. */
const mostKept = 1000

/** Targets that can't be read are among the problems, and in `unread`. */
export async function audit({ targets, rules, declared }: AuditRequest, engine: Engine) {
  const secret = engine.fingerprintSecret ?? targets.find(({ apiKey }) => apiKey !== undefined)?.apiKey
  if (secret === undefined) throw new Error('bug: an audit without an API key')
  const key = fingerprintKey(secret)
  const read: AuditedTarget[] = []
  const { report, reported } = collector(rules, engine)
  const found = new Map<string, readonly Live[]>()

  async function auditTarget(target: string, { access, session }: Reader): Promise<void> {
    engine.on?.({ type: 'reading', target })
    const integrations = await readIntegrations(access)
    for (const { fields } of integrations) engine.filter?.addSecrets(fields)
    found.set(target, integrations)
    report(
      target,
      integrationFindings(session.target, integrations, (name) => declared(target, name)),
    )
    const byId = new Map(integrations.map((live) => [live.id, live]))
    const directory = new Directory(byId, key)
    const onPage = (done: object): void => access.onRead?.({ what: 'subscribers', done: 0, ...done })
    // The oldest first: subscribers that are created meanwhile come at the end.
    for await (const subscriber of subscribers(session.client, { orderDirection: 'ASC' }, onPage))
      if (!subscriber.deleted) report(target, directory.add(subscriber))
    report(target, directory.sharedFindings(session.target))
    const unchecked = areCredentialsUnchecked(integrations) ? ('credentials' as const) : undefined
    read.push({
      target,
      integrations: integrations.length,
      subscribers: directory.size,
      ...given({ unchecked }),
    })
  }

  const { opened: readers, ...opening } = await openReaders(targets, engine)
  const problems = [...opening.problems]
  const refused = new Set(problems.flatMap(({ severity, target }) => (severity === 'error' ? [target] : [])))
  for (const [alias, reader] of readers)
    if (!refused.has(alias)) await attempt(problems, alias, () => auditTarget(alias, reader))
  report(undefined, sharedCredentials(found, key))
  const known = new Set(read.map(({ target }) => target))
  const unread = targets.flatMap(({ alias }): UnreadTarget[] =>
    known.has(alias)
      ? []
      : [{ target: alias, kinds: found.has(alias) ? ['subscriber'] : ['integration', 'subscriber'] }],
  )
  return { targets: read, unread, ...reported(), problems }
}

/** `report` keeps findings, unless a rule is off; `reported` returns them. Most of a long list is only counted. */
function collector(rules: RuleSettings, { filter, on }: Engine) {
  const findings: Problem[] = []
  /** By rule, target and reason: how many, and the last of them. */
  const counts = new Map<string, { readonly count: number; readonly last: Problem }>()
  /** With a label instead of each secret: names in the service may repeat one. */
  const shown = (text: string): string => filter?.redact(text) ?? text

  function report(target: string | undefined, found: Iterable<AuditFinding>): void {
    for (const { saidBy, ...each } of found) {
      const severity = severityOf(each.rule, rules, 'warning')
      const isSaid = saidBy !== undefined && severityOf(saidBy, rules, 'warning') !== 'off'
      if (severity === 'off' || isSaid) continue
      const { message, resource } = each
      const named = { message: shown(message), ...given({ resource: resource && shown(resource) }) }
      const finding: Problem = { ...each, ...named, severity, ...given({ target }) }
      on?.({ type: 'finding', finding })
      const kind = JSON.stringify([each.rule, target, each.alike])
      const count = (counts.get(kind)?.count ?? 0) + 1
      counts.set(kind, { count, last: finding })
      if (count <= mostKept) findings.push(finding)
    }
  }

  function reported() {
    const hint = `To list all findings, run ${commandLine('audit --format ndjson')}.`
    const others = [...counts.values()]
      .filter(({ count }) => count > mostKept)
      .map(({ count, last: { resource: _last, ...finding } }): Problem => {
        const more = count - mostKept
        return { ...finding, message: counted(more, 'more finding'), findings: more, hint }
      })
    const count = [...counts.values()].reduce((total, own) => total + own.count, 0)
    return { findings: [...findings, ...others], count }
  }

  return { report, reported }
}

/** Credentials that integrations of several targets have. */
function* sharedCredentials(
  found: ReadonlyMap<string, readonly Live[]>,
  key: FingerprintKey,
): Generator<AuditFinding> {
  const all = [...found].flatMap(([target, integrations]) =>
    integrations.flatMap((each) => {
      const place = `integration ${each.name} of target ${target}`
      return keysOf(each).map(([name, secret]) => ({
        target,
        place,
        name,
        print: fingerprint(key, 'audit', secret),
      }))
    }),
  )
  for (const [print, same] of grouped(all, (each) => each.print)) {
    const places = [...new Set(same.map(({ place }) => place))]
    if (new Set(same.map(({ target }) => target)).size > 1)
      yield {
        rule: 'shared-credential',
        message: `${listText(places, 5)} have the same ${same[0]?.name} (fingerprint ${print.slice(0, 12)})`,
        hint: 'Give each environment its own key. Otherwise a test environment can send as production and use up the limits of production.',
      }
  }
}
