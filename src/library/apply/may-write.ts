// Whether a run may write to the service or send a trigger, whatever its files say: not with BELFRY_READ_ONLY, and not for a pull
// request, whose author must not decide it.
import { errorOf, type Problem } from '../../core/problem.ts'
import type { Machine } from '../run.ts'
import { option } from '../../core/shell.ts'
import type { ProjectRequest } from '../options/common.ts'
import { sizeLimits, textOfFile } from '../files/read-file.ts'

/** The variable of runs that must only read, such as those of an agent. */
const readOnly = 'BELFRY_READ_ONLY'

/** The problem if the run must not do it. It is known before belfry connects to the service. */
export function mayNotWrite(
  what: 'apply' | 'trigger',
  request: Pick<ProjectRequest, 'allowPullRequest'>,
  { env }: Pick<Machine, 'env'>,
): Problem | undefined {
  const value = env[readOnly] ?? ''
  if (value === '' || value === '0') return pullRequestProblem(what, request, env)
  const action = what === 'apply' ? 'write to the service' : 'send a trigger'
  return errorOf(
    'read-only',
    `${readOnly} is ${value}, so belfry doesn't ${action}`,
    `Ask a person to run this command without ${readOnly}.`,
  )
}

function pullRequestProblem(
  what: 'apply' | 'trigger',
  { allowPullRequest }: Pick<ProjectRequest, 'allowPullRequest'>,
  env: Machine['env'],
): Problem | undefined {
  const sign = allowPullRequest === true ? undefined : proposalSign(env)
  if (sign === undefined) return undefined
  const [why, instead] =
    what === 'apply'
      ? ['and belfry applies only merged changes', 'Make a plan here, and apply after the merge. To apply']
      : ["so belfry doesn't send a trigger", 'Send triggers after the merge. To send a trigger']
  return errorOf(
    'pull-request',
    `a pull request can start this run (${sign}), ${why}`,
    `${instead} in a pull request anyway, add ${option('allowPullRequest', true)}.`,
  )
}

/** The sign that an unmerged pull request may have started this run: its author wrote the files that are read. */
export function proposalSign(env: Machine['env']): string | undefined {
  const sign = startedByPullRequest(env)
  return sign !== undefined && isMergedOnly(env) ? undefined : sign
}

/** The sign that a pull request, merged or not, or a comment on it, may have started this run. */
export function startedByPullRequest(env: Machine['env']): string | undefined {
  return namedSign(env) ?? eventSign(env)
}

function namedSign(env: Machine['env']): string | undefined {
  const names = ['CI_MERGE_REQUEST_IID', 'CI_EXTERNAL_PULL_REQUEST_IID']
  const name = names.find((each) => (env[each] ?? '') !== '')
  return name && `${name} is set`
}

function eventSign(env: Machine['env']): string | undefined {
  const event = env['GITHUB_EVENT_NAME'] ?? ''
  if (event.startsWith('pull_request')) return `GITHUB_EVENT_NAME is ${event}`
  if (event !== 'issue_comment' && event !== 'workflow_run') return undefined
  const payload = payloadOf(env['GITHUB_EVENT_PATH'])
  const isOther = payload?.issue !== undefined && payload.issue.pull_request === undefined
  const isPush = payload?.workflow_run?.event === 'push'
  return isOther || isPush ? undefined : `GITHUB_EVENT_NAME is ${event}`
}

/** Only `pull_request_target` checks out merged files by default; a payload that can't be read proves nothing. */
function isMergedOnly(env: Machine['env']): boolean {
  return (
    namedSign(env) === undefined &&
    env['GITHUB_EVENT_NAME'] === 'pull_request_target' &&
    payloadOf(env['GITHUB_EVENT_PATH'])?.pull_request?.merged === true
  )
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
