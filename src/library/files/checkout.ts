// The current checkout: the commit and the branch of a saved plan or a report, and the project in the repository.
import { basename, dirname } from 'node:path'
import { given } from '../../core/given.ts'
import { pathInside } from '../../core/path-inside.ts'
import { realPath } from '../../manifest/text/allowed-folders.ts'
import { findProjectFile } from '../../project/project.ts'
import type { Checkout } from '../../report/context.ts'
import type { Machine } from '../run.ts'

/** `config` is the project file of the command line, if there is one. */
export async function checkoutOf(
  { env, git, cwd }: Pick<Machine, 'env' | 'git' | 'cwd'>,
  config: string | undefined,
): Promise<Checkout> {
  const reply = await git(['rev-parse', '--show-toplevel', '--abbrev-ref', 'HEAD'], cwd)
  const [top, branch] = reply?.exit === 0 ? reply.out.toString('utf8').trimEnd().split('\n') : []
  const file = findProjectFile(cwd, config)
  return given({
    commit: await commitOfFiles(file === undefined ? cwd : dirname(file), { env, git }),
    branch: branchOf(env) ?? (branch === 'HEAD' ? undefined : branch),
    project: projectIn(top, file),
  })
}

/** The branch of the pull request, or of the run: pipelines check out a commit and no branch. */
function branchOf(env: Machine['env']): string | undefined {
  const names = ['GITHUB_HEAD_REF', 'GITHUB_REF_NAME', 'CI_COMMIT_REF_NAME']
  return names.map((name) => env[name]).find((value) => value !== undefined && value !== '')
}

/** The project file's path in the repository; outside of one only its name. Never a path of this machine. */
function projectIn(top: string | undefined, file: string | undefined): string | undefined {
  if (file === undefined) return undefined
  const path = top === undefined ? undefined : pathInside(realPath(file) ?? file, realPath(top) ?? top)
  return path ?? basename(file)
}

/** The commit that contains the files of a folder: undefined if git knows that one of them was changed since. */
export async function commitOfFiles(
  folder: string,
  machine: Pick<Machine, 'env' | 'git'>,
): Promise<string | undefined> {
  const changed = await machine.git(
    ['diff', '--quiet', '--no-ext-diff', '--no-textconv', 'HEAD', '--', '.'],
    folder,
  )
  return changed?.exit === 1 ? undefined : commitOf(folder, machine)
}

/** What is checked out in a folder; a CI system may have no git, or a copy without it. */
async function commitOf(
  folder: string,
  { env, git }: Pick<Machine, 'env' | 'git'>,
): Promise<string | undefined> {
  const reply = await git(['rev-parse', '--verify', '--quiet', 'HEAD'], folder)
  const found = [reply?.out.toString('utf8').trim(), env['GITHUB_SHA'], env['CI_COMMIT_SHA']]
  return found.find((each) => each !== undefined && /^[0-9a-f]{40,64}$/.test(each))
}
