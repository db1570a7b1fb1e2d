// The account of an apply, whole or left at once.
import type { Change } from '../core/change.ts'
import type { ApplyResult, Result } from '../core/outcome.ts'
import { applyText, organisation } from '../report/apply-text.ts'
import { envelopeText, outcomeJson, planJson } from '../report/json.ts'
import { headingOf, symbolOf } from '../report/plan-text.ts'
import { visible } from '../report/visible.ts'
import { colorOf, printProblems, type Ready } from './context.ts'
import type { ApplyFlags } from './flags.ts'
import type { Io } from './io.ts'

export function report(result: ApplyResult, exit: number, prepared: Ready, flags: ApplyFlags, io: Io): void {
  if (flags.format === 'text') {
    io.out(applyText(result, io.outStyle(colorOf(flags))))
    const found = [...result.plans.slice(1).flatMap((plan) => plan.problems), ...result.problems]
    printProblems(found, prepared.loaded, flags, io, '')
    return
  }
  io.out(
    envelopeText(
      'apply',
      exit,
      [...prepared.problems, ...result.plans.flatMap((plan) => plan.problems), ...result.problems],
      {
        plans: result.plans.map(planJson),
        results: result.results.map(outcomeJson),
        ...(result.after !== undefined && { after: planJson(result.after) }),
        waiting: result.waiting,
        keyed: result.keyed,
        requests: result.requests,
      },
    ),
  )
}

/** The account of what was left at once: every change by name whose outcome nobody will know. */
export function leave(
  code: number,
  results: readonly Result[],
  inFlight: readonly Change[],
  flags: ApplyFlags,
  io: Io,
): void {
  const outcome = { status: 'unknown', reason: 'the run was left before it was answered' } as const
  const unknown = inFlight.map((change): Result => ({ change, outcome, milliseconds: 0 }))
  if (flags.format === 'json')
    io.out(envelopeText('apply', code, [], { results: [...results, ...unknown].map(outcomeJson) }))
  const done = results.filter(({ outcome: { status } }) => status === 'done').length
  const lines = inFlight.map(
    (change) =>
      `unknown  ${visible(change.target ?? organisation)}  ${symbolOf(change)} ${headingOf(change)}\n`,
  )
  io.err(
    `${lines.join('')}Left at once: ${done} done, ${unknown.length} unknown. The next plan shows what is still missing.\n`,
  )
}
