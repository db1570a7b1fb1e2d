// belfry plan: the differences to the service.
import { resolve } from 'node:path'
import { given } from '../../core/given.ts'
import { countsOf } from '../../core/plan/plan.ts'
import { hasErrors, type Problem, unwritableFile } from '../../core/problem.ts'
import { commandLine, quoted } from '../../core/shell.ts'
import { visible } from '../../core/visible.ts'
import { readOnly, writable } from '../../library/apply/may-write.ts'
import { plan as planned } from '../../library/operations/plan.ts'
import { writeAtomically } from '../../library/files/write-file.ts'
import type { PlanFlags } from '../../library/options/plan.ts'
import { nextOf } from '../../report/words/plan-notes.ts'
import { withOutput } from '../output.ts'
import type { Io } from '../terminal/io.ts'
import { observed } from '../terminal/run.ts'
import { Progress } from '../terminal/progress.ts'

export async function plan(flags: PlanFlags, io: Io): Promise<number> {
  return withOutput('plan', flags, io, async (output) => {
    const save = flags.out === undefined ? undefined : saver(flags.out, io)
    const request = { ...flags, ...given({ save }) }
    const progress = new Progress(io, flags)
    return observed({ progress }, output, io, async (run) => {
      const { account, ...around } = await planned(request, run)
      if (account.plan === undefined) return output.end({ account, ...around })
      const isRefused = hasErrors(account.problems)
      // A plan that can't be saved may still be applied.
      const isUseless =
        account.plan.sections.length > 0 &&
        hasErrors(account.problems.filter(({ rule }) => rule !== 'file-unwritable'))
      const isUncompared = countsOf(account.plan.sections).uncompared !== undefined
      const next = isRefused ? undefined : nextCommands(flags, isUncompared, io)
      // The next command names the file, if there is one.
      const isSaved = flags.out !== undefined && next !== undefined && nextOf(account.plan, next).length === 0
      const after = isSaved ? `The plan was saved in ${visible(flags.out)}.` : undefined
      return output.end(
        { account: { ...account, ...given({ next }) }, ...around, after },
        isUseless ? "This plan can't be applied. Fix the errors below the plan." : undefined,
      )
    })
  })
}

/** The commands that apply the shown plan: in the same place, with the same selection. */
function nextCommands(flags: PlanFlags, isUncompared: boolean, { env }: Pick<Io, 'env'>): readonly string[] {
  // Such a plan is for reviewing a branch: apply uses the guards of the branch, and may refuse it.
  if (flags.guardsFrom !== undefined) return []
  const mayApply = writable.has(env[readOnly])
  if (flags.out !== undefined && !mayApply) return []
  const file = quoted(flags.out ?? 'plan.json')
  if (flags.secrets === 'defer' || isUncompared)
    return [
      flags.out === undefined
        ? commandLine(`plan --secrets=${flags.secrets} --out ${file}`)
        : commandLine(`apply --approved ${file}`),
    ]
  const save = flags.out === undefined ? [commandLine(`plan --out ${file}`)] : []
  return mayApply ? [...save, commandLine(`apply ${file}`)] : save
}

/** Writes the pieces of the text, or returns why it can't. Errors of the pieces are thrown. */
function saver(file: string, { cwd }: Pick<Io, 'cwd'>): (pieces: Iterable<string>) => readonly Problem[] {
  return (pieces) => {
    try {
      writeAtomically(resolve(cwd, file), pieces)
      return []
    } catch (error) {
      // A bug, not a failure of the system: such as a secret in a piece.
      if ((error as NodeJS.ErrnoException).code === undefined) throw error
      return [unwritableFile(`the plan can't be saved in ${file}`, error)]
    }
  }
}
