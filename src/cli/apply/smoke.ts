// belfry apply --smoke: once all is applied, suites prove that notifications really go out.
import { hasErrors, type Problem } from '../../core/problem.ts'
import type { Project } from '../../project/project.ts'
import type { ApplyAccount } from '../../report/account.ts'
import { openConnection } from '../prepare/connection.ts'
import { exitOfSmoke, exitOfUnproven, worstExit } from '../exit.ts'
import { usable } from '../flags/flag.ts'
import type { ApplyFlags } from '../flags/plan.ts'
import { watchSignals } from '../terminal/signals.ts'
import type { Io } from '../terminal/io.ts'
import { createProgress } from '../terminal/progress.ts'
import { chosenSuites, readySuites, runReady, type Chosen } from '../trigger/suites.ts'
import type { Around, Teller } from '../tell.ts'

/** The smoke suites to run after an apply. */
export interface Sequel {
  /** Problems of the suites, found before anything is written. */
  readonly check: (project: Project) => Promise<readonly Problem[]>
}

/** `run` gets a teller that keeps the report of a finished apply, so that the smoke results are reported with it. */
export async function withSmoke(
  flags: ApplyFlags,
  io: Io,
  teller: Teller,
  run: (teller: Teller, sequel: Sequel) => Promise<number>,
): Promise<number> {
  const { smoke: files } = flags
  if (files.length === 0) return run(teller, { check: () => Promise.resolve([]) })
  let asked: { readonly project: Project; readonly suites: Chosen } | undefined
  let kept: { readonly account: ApplyAccount; readonly around: Around | undefined } | undefined
  const sequel: Sequel = {
    check: async (project) => {
      const suites = await chosenSuites(project, files, [])
      asked = { project, suites }
      return suites.problems
    },
  }
  const keeping: Teller = {
    ...teller,
    tell: (account, around) => {
      if (account.command !== 'apply' || account.exit !== 0) return teller.tell(account, around)
      kept = { account, around }
      return account.exit
    },
  }
  const exit = await run(keeping, sequel)
  if (kept === undefined || asked === undefined) return exit
  return proven(kept.account, kept.around, asked, flags, io, teller)
}

async function proven(
  account: ApplyAccount,
  around: Around | undefined,
  { project, suites }: { readonly project: Project; readonly suites: Chosen },
  flags: ApplyFlags,
  io: Io,
  { tell, warn }: Teller,
): Promise<number> {
  const progress = createProgress(io)
  const end = (exit: number, more: Partial<ApplyAccount>): number => {
    progress.clear()
    return tell({ ...account, ...more, exit: worstExit([account.exit, exit]) }, around)
  }
  const { stop, code, beginWriting, release } = watchSignals(
    (exit, problem) => void end(exit, { problems: [...account.problems, problem] }),
    io,
    progress.clear,
  )
  const connection = openConnection(flags, io, progress, stop)
  try {
    const ready = await readySuites(project, suites, connection, io, stop)
    const problems = [...account.problems, ...ready.problems]
    warn(ready.problems)
    if (hasErrors(ready.problems)) return end(exitOfUnproven(ready.problems), { problems })
    beginWriting((exit) => void end(exit, { problems }))
    let done = 0
    const total = ready.cases.length
    const show = (): void => progress.read('smoke cases', { done, total })
    show()
    const smoke = await runReady(
      ready,
      {
        connection,
        parallel: usable(flags.concurrency) ?? 1,
        signal: stop,
        on: () => {
          done += 1
          show()
        },
      },
      io,
    )
    return end(exitOfSmoke(smoke, code()), { problems, smoke })
  } finally {
    release()
    await connection.close()
  }
}
