// Facts about the run of a GitHub workflow, and the requests to GitHub's API that the action sends.
import { readFileSync } from 'node:fs'

/**
 * The parts of an event that the action reads.
 * @typedef {{ number: number, head?: { repo?: { full_name: string } | null } }} PullRequest
 * @typedef {{ html_url?: string, head_sha: string, head_branch: string, head_repository: { owner: { login: string } } | null }} WorkflowRun
 * @typedef {{ pull_request?: PullRequest, workflow_run?: WorkflowRun }} Payload
 * @typedef {{ event: string, payload: Payload, repository: string, api: string, token: string, url: string | undefined }} Run
 */

/** @param {NodeJS.ProcessEnv} env @returns {Run} */
export function runOf(env) {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository = '', GITHUB_RUN_ID: id } = env
  return {
    event: env.GITHUB_EVENT_NAME ?? '',
    payload: JSON.parse(readFileSync(env.GITHUB_EVENT_PATH ?? '', 'utf8')),
    repository,
    api: env.GITHUB_API_URL ?? 'https://api.github.com',
    token: env.INPUT_TOKEN ?? '',
    url: server && id ? `${server}/${repository}/actions/runs/${id}` : undefined,
  }
}

/** Whether the checked-out code comes from another repository. If that is unknown, it is treated as one. */
export function isFromFork(/** @type {Run} */ { event, payload, repository }) {
  if (!event.startsWith('pull_request')) return false
  return payload.pull_request?.head?.repo?.full_name !== repository
}

/**
 * One call; the reply's body. No redirect is followed: it would take the token along.
 * @param {Run} run @param {string} method @param {string} path @param {object} [body]
 */
export async function call({ api, token, repository }, method, path, body) {
  const reply = await fetch(`${api}/repos/${repository}${path}`, {
    method,
    redirect: 'error',
    signal: AbortSignal.timeout(30_000),
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${token}`,
      'user-agent': 'belfry',
      'x-github-api-version': '2022-11-28',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (reply.ok) return reply.json()
  const permission = /^\/issues(?:\?|\/\d+$|$)/.test(path) ? 'issues' : 'pull-requests'
  const needed = [403, 404].includes(reply.status)
    ? ` The job needs the permission "${permission}: write".`
    : ''
  throw new Error(`GitHub answered the request ${method} ${path} with status ${reply.status}.${needed}`)
}

/** All pages of a list. @param {Run} run @param {string} path */
export async function listed(run, path) {
  const all = []
  for (let page = 1; page <= 100; page += 1) {
    const some = await call(run, 'GET', `${path}${path.includes('?') ? '&' : '?'}per_page=100&page=${page}`)
    all.push(...some)
    if (some.length < 100) break
  }
  return all
}

/** A workflow command of one line. @param {'error' | 'warning' | 'notice'} kind @param {string} text */
export function annotation(kind, text) {
  return `::${kind} title=belfry::${text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')}`
}
