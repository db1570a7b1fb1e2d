// What is wrong with what is in the service. Its clients can't write.
import { quoting } from '../../core/secrets/leak.ts'
import { given } from '../../core/given.ts'
import { matchesName } from '../../core/glob.ts'
import { listText } from '../../core/words.ts'
import { audit as auditOf } from '../../engine/audit/audit.ts'
import type { TokenFix } from '../../engine/audit/token-fixes.ts'
import { subscriber } from '../../kinds/subscriber/subscriber.ts'
import { lineText } from '../../manifest/write/yaml.ts'
import type { Variables } from '../../manifest/write/references.ts'
import type { AuditAccount } from '../../report/account.ts'
import type { Ambient, Observer } from '../ambient.ts'
import { refused, type Ended } from '../ended.ts'
import { exitOfAudit } from '../exit.ts'
import { openEngine } from '../prepare/engine.ts'
import { readableTargets } from '../prepare/readable-targets.ts'
import { isReady } from '../prepare/ready.ts'
import { variablesOf } from '../prepare/variables.ts'
import type { Checked, ConnectionRequest, ProjectRequest } from '../requests.ts'

export interface AuditRequest extends ProjectRequest, ConnectionRequest {
  /** Patterns of rules. */
  readonly failOn: readonly Checked<string>[]
  readonly fix?: 'tokens=newest'
}

export async function audit(
  request: AuditRequest,
  ambient: Ambient,
  observer: Observer,
): Promise<Ended<AuditAccount>> {
  const ready = await readableTargets(request, ambient)
  observer.follow(isReady(ready) ? ready.project : ready)
  if (!isReady(ready)) return refused('audit', ready)
  const { project, problems } = ready
  const { targets, rules } = project
  const { release } = observer.guard(() => undefined)
  const { engine, close } = openEngine(ambient, request, observer)
  try {
    const audited = await auditOf({ targets, rules, fix: request.fix }, engine)
    observer.clear()
    const { findings } = audited
    const own = [...problems, ...audited.problems].map((each) => quoting(each, ambient.filter))
    const patterns = request.failOn.filter((pattern) => typeof pattern === 'string')
    const isFailing = findings.some(
      ({ rule, severity }) => severity === 'error' || patterns.some((pattern) => matchesName(rule, pattern)),
    )
    const variables = variablesOf(project, ambient)
    const manifest = request.fix === undefined ? undefined : linesOf(audited.fixes, variables)
    const names = variables.all.map(({ name }) => name)
    return {
      account: {
        command: 'audit',
        exit: exitOfAudit(own, isFailing),
        problems: [...own, ...findings],
        targets: audited.targets,
        findings: audited.count,
        ...given({ unread: audited.unread.length === 0 ? undefined : audited.unread, manifest }),
      },
      closing: `Nothing was written.${names.length === 0 ? '' : ` Before you apply the manifests, set these variables to the device tokens that the channels keep: ${listText(names, 5)}.`}`,
    }
  } finally {
    release()
    await close()
  }
}

/** A line for each subscriber. Tokens that stay are references to variables: belfry prints no token. */
function linesOf(fixes: readonly TokenFix[], variables: Variables): string {
  const lines = fixes.map((fix) => {
    const fields = { ...fix }
    const common = { kind: subscriber, name: fix.subscriberId, perTarget: {}, lives: new Map(), notes: [] }
    const entry = variables.refer({ ...common, fields })
    variables.use(entry)
    return `${lineText(entry)}\n`
  })
  return lines.join('')
}
