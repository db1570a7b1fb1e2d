// All problems that can be found offline, at once.
import type { ValidateAccount } from '../../report/account.ts'
import type { Run } from '../run.ts'
import { refused, type OperationEnd } from '../operation-end.ts'
import { exitOfProblems } from '../exit.ts'
import { needs, openProject } from '../prepare/open-project.ts'
import { isReady } from '../prepare/ready.ts'
import type { ProjectRequest } from '../options/common.ts'

export async function validate(
  request: ProjectRequest,
  run: Pick<Run, 'machine' | 'follow'>,
): Promise<OperationEnd<ValidateAccount>> {
  const prepared = await openProject(request, needs.validate, run)
  if (!isReady(prepared)) return refused('validate', prepared)
  const { loaded, project, problems } = prepared
  const resources =
    loaded.organisation.length +
    project.targets.reduce((total, { alias }) => total + loaded.forTarget(alias).size, 0)
  return {
    account: {
      command: 'validate',
      exit: exitOfProblems(problems),
      problems,
      files: loaded.manifests ?? loaded.files,
      ignored: loaded.ignored,
      resources,
      targets: project.targets.length,
    },
    loaded,
    closing: 'Nothing was sent.',
  }
}
