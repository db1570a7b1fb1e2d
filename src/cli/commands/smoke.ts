// belfry smoke: triggers the cases of suites, waits for the results, and reports which expectations aren't met, and why.
import type { SmokeResult } from '../../core/delivery/smoke.ts'
import type { OperationEvent } from '../../library/run.ts'
import { smoke as smoked } from '../../library/operations/smoke.ts'
import type { SmokeAccount } from '../../report/account.ts'
import type { SmokeFlags } from '../../library/options/activity.ts'
import { emptyOption } from '../../library/options/flag.ts'
import { withOutput } from '../output.ts'
import type { Io } from '../terminal/io.ts'
import { observed } from '../terminal/run.ts'
import { Progress } from '../terminal/progress.ts'

/** Without files the project's suites are run. */
export async function smoke(flags: SmokeFlags, io: Io, suites: readonly string[]): Promise<number> {
  const mistakes = [...flags.mistakes, ...(suites.includes('') ? [emptyOption('the name of a suite')] : [])]
  return withOutput('smoke', { ...flags, mistakes, suites }, io, async (output) => {
    const results: SmokeResult[] = []
    let began = 0
    const progress = new Progress(io, flags)
    const on = (event: OperationEvent): void => {
      progress.on(event)
      if (event.type !== 'cases') return
      if (event.result === undefined) began = io.now().getTime()
      else results.push(event.result)
    }
    const leave = (soFar: SmokeAccount): void => {
      output.print({ ...soFar, run: { results, milliseconds: io.now().getTime() - began } })
    }
    return observed({ progress, on, leave }, output, io, async (run) =>
      output.end(await smoked({ ...flags, suites }, run)),
    )
  })
}
