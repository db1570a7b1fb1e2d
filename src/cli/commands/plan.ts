// belfry plan: what differs from the live service. Its client can't write.
import { append } from '../../core/append.ts'
import { hasErrors } from '../../core/problem.ts'
import { makePlan } from '../../engine/plan/plan.ts'
import { quoted } from '../../core/shell.ts'
import { prepareLive } from '../prepare/prepare.ts'
import { openEngine, planRequest } from '../prepare/engine.ts'
import { differenceSince, withDeclaredSince } from '../diff/since.ts'
import { exitOfPlan, exitOfProblems } from '../exit.ts'
import { planFlags, type PlanFlags } from '../flags/plan.ts'
import { repeated } from '../flags/repeat.ts'
import { watchSignals } from '../terminal/signals.ts'
import type { Io } from '../terminal/io.ts'
import { createProgress } from '../terminal/progress.ts'
import { savePlan } from '../apply/save-plan.ts'
import { telling, type Teller } from '../tell.ts'

export async function plan(flags: PlanFlags, io: Io): Promise<number> {
  return telling('plan', flags, io, (teller) => planned(flags, io, teller))
}

async function planned(flags: PlanFlags, io: Io, teller: Teller): Promise<number> {
  const prepared = await prepareLive({ ...flags, canDefer: true }, io, teller)
  if (typeof prepared === 'number') return prepared
  const difference = await differenceSince(flags, io, teller)
  if (difference !== undefined && 'rule' in difference) return teller.refuse({ problems: [difference] })
  const progress = createProgress(io)
  const { release } = watchSignals(teller.interrupted, io, progress.clear)
  const { engine, close } = openEngine(io, flags, prepared.parallel, progress, { ledger: prepared.ledger })
  try {
    const made = await makePlan(planRequest(prepared, flags), engine)
    progress.clear()
    const since = withDeclaredSince(made.plan, difference)
    const problems = [...prepared.problems, ...made.plan.problems, ...since.problems]
    if (flags.out !== undefined && !hasErrors(problems))
      append(problems, await savePlan(made, flags.out, flags, prepared.project, io))
    const isRefused = hasErrors(problems)
    return teller.tell(
      {
        command: 'plan',
        exit: isRefused ? exitOfProblems(problems) : exitOfPlan(made.plan, flags.detailedExitcode === true),
        problems,
        plan: since.plan,
        ...(!isRefused && { next: nextCommands(flags) }),
      },
      {
        loaded: prepared.loaded,
        closing: 'Nothing was written.',
        ...(isRefused &&
          made.plan.sections.length > 0 && {
            opening: "This plan can't be applied. Fix the errors below the plan.",
          }),
      },
    )
  } finally {
    release()
    await close()
  }
}

/** What does what was shown: in the same place, with the same selection. */
function nextCommands(flags: PlanFlags): readonly string[] {
  const all = repeated(planFlags, flags)
  const file = quoted(flags.out ?? 'plan.json')
  if (flags.secrets === 'defer')
    return [
      flags.out === undefined
        ? `belfry plan${all} --secrets=defer --out ${file}`
        : `belfry apply${all} --approved ${file}`,
    ]
  const save = flags.out === undefined ? [`belfry plan${all} --out ${file}`] : []
  return [...save, `belfry apply${repeated(planFlags, flags, 'selection')} ${file}`]
}
