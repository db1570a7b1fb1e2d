// Finds the commit to compare a branch with: the merge base with its target branch.
import { errorOf, type Problem } from '../../core/problem.ts'
import { commandLine, quoted } from '../../core/shell.ts'
import type { Machine } from '../run.ts'
import type { Repository } from './repository.ts'

interface Candidate {
  /** As people write it. */
  readonly name: string
  readonly revisions: readonly string[]
  /** The source of the name, such as an option; then no other base is tried. */
  readonly by?: string
}

/**
 * The revision of `--base` or of the pipeline; otherwise the first default branch that exists. Labelled as
 * `1a2b3c4d5e6f (merge base of HEAD and origin/main)`.
 */
export async function baseOf(
  named: string | undefined,
  repository: Repository,
  { env }: Pick<Machine, 'env'>,
) {
  const head = await repository.commitOf('HEAD')
  if (head === undefined)
    return problem(
      'this repository has no commit to compare with',
      'Create a commit first, or compare two folders: belfry diff BEFORE AFTER.',
    )
  for (const { name, revisions, by } of candidates(named, env)) {
    for (const revision of revisions) {
      const tip = await repository.commitOf(revision)
      if (tip === undefined) continue
      const commit = await repository.mergeBase(head, tip)
      return commit === undefined
        ? problem(`HEAD and ${name} have no common commit in this clone`, fetchHint(repository, name))
        : { commit, label: `${commit.slice(0, 12)} (merge base of HEAD and ${name})` }
    }
    if (by !== undefined) return missingRevision(name, repository, `from ${by}`)
  }
  return problem(
    'the clone has no branch to compare with: no origin/HEAD, origin/main, origin/master, main or master',
    `${fetchHint(repository, 'main')} Or name a branch, for example --base main.`,
  )
}

function candidates(named: string | undefined, env: Machine['env']): readonly Candidate[] {
  if (named !== undefined) return onlyCandidate('the command line', named)
  const github = env['GITHUB_BASE_REF'] ?? ''
  const refs = [`refs/remotes/origin/${github}`, `refs/heads/${github}`]
  if (github !== '') return onlyCandidate('GITHUB_BASE_REF', `origin/${github}`, refs)
  const gitlab = env['CI_MERGE_REQUEST_DIFF_BASE_SHA'] ?? ''
  if (gitlab !== '') return onlyCandidate('CI_MERGE_REQUEST_DIFF_BASE_SHA', gitlab)
  return ['origin/HEAD', 'origin/main', 'origin/master', 'main', 'master'].map((name) => ({
    name,
    revisions: [name.startsWith('origin/') ? `refs/remotes/${name}` : `refs/heads/${name}`],
  }))
}

function onlyCandidate(by: string, name: string, revisions = [name]): readonly Candidate[] {
  return [{ name, revisions, by }]
}

/** `from` is the source of a revision that isn't an argument: `from GITHUB_BASE_REF`. */
export function missingRevision(revision: string, repository: Repository, from?: string): Problem {
  const dots = revision.startsWith('.') ? 0 : revision.indexOf('..')
  const [one, other] = [revision.slice(0, dots), revision.slice(dots).replace(/^\.{2,3}/, '')]
  if (dots > 0 && other !== '')
    return problem(
      `"${revision}" is a range`,
      `Write both revisions separately: ${commandLine(`diff ${quoted(one)} ${quoted(other)}`)}`,
    )
  return problem(
    `git can't find the revision "${revision}"${from === undefined ? '' : ` (${from})`}`,
    fetchHint(repository, revision),
  )
}

function fetchHint({ isShallow }: Repository, name: string): string {
  const clone = isShallow ? 'This clone is shallow: fetch' : 'If the clone is shallow, fetch'
  return `${clone} the whole history (actions/checkout: fetch-depth: 0; GitLab: GIT_DEPTH: 0; manually: git fetch --unshallow). Otherwise check the spelling of ${name}, or run git fetch origin.`
}

function problem(message: string, hint: string): Problem {
  return errorOf('no-revision', message, hint)
}
