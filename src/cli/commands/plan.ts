// belfry plan: what differs from the live service. Its client can't write.
import { makePlan } from '../../engine/plan.ts'
import { envelopeText, planJson } from '../../report/json.ts'
import { planText } from '../../report/plan-text.ts'
import {
  colorOf,
  isReady,
  openEngine,
  parallelOf,
  planRequest,
  prepare,
  printProblems,
  refuse,
} from '../context.ts'
import { exitOfPlan } from '../exit.ts'
import type { PlanFlags } from '../flags.ts'
import type { Io } from '../io.ts'
import { createProgress } from '../progress.ts'

export async function plan(flags: PlanFlags, io: Io): Promise<number> {
  const parallel = parallelOf(flags)
  if (typeof parallel !== 'number') return refuse('plan', { problems: [parallel] }, flags, io)
  const prepared = await prepare(flags, io, 'live')
  if (!isReady(prepared)) return refuse('plan', prepared, flags, io)
  const progress = createProgress(io)
  const { engine, close } = openEngine(io, parallel, progress.on)
  try {
    const planned = (await makePlan(planRequest(prepared, flags), engine)).plan
    progress.clear()
    const problems = [...prepared.problems, ...planned.problems]
    const exit = exitOfPlan(planned, flags.detailedExitcode === true)
    if (flags.format === 'json') {
      io.out(envelopeText('plan', exit, problems, { plan: planJson(planned) }))
      return exit
    }
    if (planned.sections.length > 0) io.out(planText(planned, io.outStyle(colorOf(flags)), 'belfry apply'))
    printProblems(problems, prepared.loaded, flags, io, 'Nothing was written.')
    return exit
  } finally {
    await close()
  }
}
