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

/** What shows that a pull request, merged or not, or a comment on it, may have started this run. */
export function startedByPullRequest(env: Ambient['env']): string | undefined {
  const event = env['GITHUB_EVENT_NAME'] ?? ''
  if (event.startsWith('pull_request')) return `GITHUB_EVENT_NAME is ${event}`
  if (event === 'issue_comment' || event === 'workflow_run') {
    const payload = payloadOf(env['GITHUB_EVENT_PATH'])
    const isOther = payload?.issue !== undefined && payload.issue.pull_request === undefined
    const isPush = payload?.workflow_run?.event === 'push'
    if (!isOther && !isPush) return `GITHUB_EVENT_NAME is ${event}`
  }
  const names = ['CI_MERGE_REQUEST_IID', 'CI_EXTERNAL_PULL_REQUEST_IID']
  const name = names.find((each) => (env[each] ?? '') !== '')
  return name && `${name} is set`
}

/** As the event's payload says; what can't be read is no proof. */
function isMerged(path: string | undefined): boolean {
  return payloadOf(path)?.pull_request?.merged === true
}

interface Payload {
  readonly pull_request?: { readonly merged?: unknown }
  readonly issue?: { readonly pull_request?: unknown }
  readonly workflow_run?: { readonly event?: unknown }
}

function payloadOf(path: string | undefined): Payload | undefined {
  try {
    return JSON.parse(textOfFile(path ?? '', { cwd: '' }, sizeLimits.json)) as Payload
  } catch {
    return undefined
  }
}
