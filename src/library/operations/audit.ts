// Reports problems of the resources in the service. Its clients can't write.
import { quoting } from '../../core/secrets/leak.ts'
import { given } from '../../core/given.ts'
import { matchesName } from '../../core/glob.ts'
import { audit as auditOf } from '../../engine/audit/audit.ts'
import type { Desired } from '../../kinds/resource.ts'
import type { AuditAccount } from '../../report/account.ts'
import type { Run } from '../run.ts'
import { refused, type OperationEnd } from '../operation-end.ts'
import { exitOfAudit } from '../exit.ts'
import { withEngine } from '../prepare/engine.ts'
import { needs, openProject } from '../prepare/open-project.ts'
import { isReady } from '../prepare/ready.ts'
import type { AuditFlags } from '../options/service.ts'
import type { ConnectionRequest, ProjectRequest } from '../options/common.ts'

type AuditRequest = ProjectRequest & ConnectionRequest & Pick<AuditFlags, 'failOn' | 'format'>

export async function audit(request: AuditRequest, run: Run): Promise<OperationEnd<AuditAccount>> {
  const ready = await openProject(request, { ...needs.targets, hasSeals: true }, run)
  if (!isReady(ready)) return refused('audit', ready)
  const { project, loaded, problems } = ready
  const { targets, rules } = project
  const declared = (target: string, name: string): Desired | undefined =>
    loaded.forTarget(target).get('integration', name)
  return withEngine(request, run, async (engine) => {
    const audited = await auditOf({ targets, rules, declared }, engine)
    run.clear()
    const { findings } = audited
    const own = [...problems, ...audited.problems].map((each) => quoting(each, run.machine.filter))
    const isFailing = findings.some(
      ({ rule, severity }) =>
        severity === 'error' || request.failOn.some((pattern) => matchesName(rule, pattern)),
    )
    return {
      account: {
        command: 'audit',
        exit: exitOfAudit(own, isFailing),
        problems: [...own, ...findings],
        targets: audited.targets,
        findings: audited.count,
        ...given({ unread: audited.unread.length === 0 ? undefined : audited.unread }),
      },
      // They are printed as they are found.
      ...(request.format === 'ndjson' && { known: findings }),
      closing: 'Nothing was written.',
    }
  })
}
