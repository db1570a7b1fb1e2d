// belfry audit: what is wrong with what is in the service. Nothing is written.
import { refuseSecrets } from '../../core/secrets/leak.ts'
import type { Problem } from '../../core/problem.ts'
import { isAuditRule } from '../../core/rules.ts'
import type { Run } from '../../library/ambient.ts'
import { audit as audited } from '../../library/operations/audit.ts'
import { jsonText, problemJson } from '../../report/json/pieces.ts'
import type { AuditFlags } from '../../library/options/plan.ts'
import { telling } from '../output.ts'
import type { Io } from '../terminal/io.ts'
import { observed } from '../terminal/run.ts'
import { createProgress } from '../terminal/progress.ts'

export async function audit(flags: AuditFlags, io: Io): Promise<number> {
  return telling('audit', flags, io, (teller) => {
    const isStreamed = flags.format === 'ndjson'
    const progress = createProgress(io, flags)
    const print = (finding: Problem): void => {
      refuseSecrets(finding, io.filter)
      progress.erase()
      io.out(`${jsonText(problemJson(teller.shown.problem(finding)))}\n`)
    }
    const on: Run['on'] = (event) => {
      if (event.type !== 'finding') progress.on(event)
      else if (isStreamed) print(event.finding)
    }
    return observed({ progress, on }, teller, io, async (run) => {
      const { account, closing } = await audited(flags, run)
      const known = isStreamed ? account.problems.filter(({ rule }) => isAuditRule(rule)) : []
      return teller.tell(account, { closing, known })
    })
  })
}
