// Posts a report as the one comment of a pull request that is its own, or puts it in place of the one of an earlier run.
import { bodyOf, textBodyOf, verdictOf } from './body.mjs'
import { annotation, call, isFromFork, listed, runOf } from './github.mjs'

const { env } = process

try {
  const run = runOf(env)
  console.log(await comment(run))
} catch (error) {
  console.log(annotation('error', `The comment could not be posted: ${error.message}`))
  process.exitCode = 1
}

/** @param {import('./github.mjs').Run} run */
async function comment(run) {
  if (run.event === 'pull_request' && isFromFork(run))
    return "No comment: the token of a pull request from a fork can't write comments. The summary of this run contains the report."
  const number = await pullRequestOf(run)
  if (number === undefined) return "No comment: this run doesn't belong to an open pull request."
  const { INPUT_REPORT: file = '', INPUT_ID: id } = env
  const isText = env.INPUT_COMMAND === 'comment'
  const { marker, body } = isText
    ? textBodyOf(file, { id, url: run.payload.workflow_run?.html_url })
    : bodyOf(file, { id, url: run.url, verdict: verdictOf(env.INPUT_JSON ?? '', run.url) })
  // Any user can write a comment that starts with the marker, and edit it later.
  const earlier = (await listed(run, `/issues/${number}/comments`)).find(
    (each) => each.user?.login === env.INPUT_AUTHOR && each.body?.split(/\r?\n/)[0] === marker,
  )
  if (earlier === undefined) {
    await call(run, 'POST', `/issues/${number}/comments`, { body })
    return `Commented on pull request ${number}.`
  }
  await call(run, 'PATCH', `/issues/comments/${earlier.id}`, { body })
  return `Updated the comment on pull request ${number}.`
}

/**
 * Of a run that another one started, the open pull request whose newest commit that one ran for: told by GitHub, not by
 * anything that a stranger's run left behind.
 * @param {import('./github.mjs').Run} run
 */
async function pullRequestOf(run) {
  const { pull_request: own, workflow_run: other } = run.payload
  if (own !== undefined) return own.number
  if (run.event !== 'workflow_run' || other?.head_repository == null) return undefined
  const head = encodeURIComponent(`${other.head_repository.owner.login}:${other.head_branch}`)
  const open = await listed(run, `/pulls?state=open&head=${head}`)
  return open.find((each) => each.head?.sha === other.head_sha)?.number
}
