// belfry validate: everything that can be found wrong offline, at once.
import { prepare } from '../prepare/prepare.ts'
import { isReady } from '../prepare/ready.ts'
import type { ValidateFlags } from '../flags/plan.ts'
import type { Io } from '../terminal/io.ts'
import { exitOfProblems } from '../exit.ts'
import { telling } from '../tell.ts'

export async function validate(flags: ValidateFlags, io: Io): Promise<number> {
  return telling('validate', flags, io, async ({ tell, refuse, follow }) => {
    const prepared = await prepare({ ...flags, judgesAddresses: true }, io, 'offline')
    if (!isReady(prepared)) return refuse(prepared)
    const { loaded, project, problems } = prepared
    follow(project)
    const resources =
      loaded.organisation.length +
      project.targets.reduce((total, { alias }) => total + loaded.forTarget(alias).length, 0)
    return tell(
      {
        command: 'validate',
        exit: exitOfProblems(problems),
        problems,
        files: loaded.files,
        ignored: loaded.ignored,
        resources,
        targets: project.targets.length,
      },
      { loaded, closing: 'Nothing was sent.' },
    )
  })
}
