// Finds out whether a pipeline runs for a pull request, because apply refuses to apply proposed changes.
import { refusal } from '../../core/refusals.ts'
import type { Problem } from '../../core/problem.ts'
import { sizeLimits, textOfFile } from '../prepare/bounded-file.ts'
import type { Ambient } from '../ambient.ts'

/** The problem if apply must not write from this pipeline. */
export function pullRequestProblem(
  { allowPullRequest }: { readonly allowPullRequest?: true },
  { env }: Pick<Ambient, 'env'>,
): Problem | undefined {
  const sign = allowPullRequest === true ? undefined : signOf(env)
  if (sign === undefined) return undefined
  return refusal({
    rule: 'pull-request',
    severity: 'error',
    message: `this run is for a pull request (${sign}), and belfry applies only merged changes`,
    hint: 'Run belfry plan here, and belfry apply after the merge. To apply in a pull request anyway, add --allow-pull-request.',
  })
}

function signOf(env: Ambient['env']): string | undefined {
  const event = env['GITHUB_EVENT_NAME']
  if (event === 'pull_request') return 'GITHUB_EVENT_NAME is pull_request'
  if (event === 'pull_request_target' && !isMerged(env['GITHUB_EVENT_PATH']))
    return 'GITHUB_EVENT_NAME is pull_request_target, and the pull request is not merged'
  return (env['CI_MERGE_REQUEST_IID'] ?? '') === '' ? undefined : 'CI_MERGE_REQUEST_IID is set'
}

/** As the event's payload says; what can't be read is no proof. */
function isMerged(path: string | undefined): boolean {
  try {
    const payload = JSON.parse(textOfFile(path ?? '', { cwd: '' }, sizeLimits.json)) as {
      pull_request?: { merged?: unknown }
    } | null
    return payload?.pull_request?.merged === true
  } catch {
    return false
  }
}
