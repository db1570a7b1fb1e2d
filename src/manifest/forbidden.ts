// Names that a reference may not have: what a CI system gives a job for itself, and belfry's own keys.

const exact = new Set([
  // GitHub, Gitea, Forgejo
  'GITHUB_TOKEN', 'GH_TOKEN', 'GITHUB_ENTERPRISE_TOKEN', 'GH_ENTERPRISE_TOKEN', 'GITEA_TOKEN', 'FORGEJO_TOKEN',
  // GitLab
  'GITLAB_TOKEN', 'CI_JOB_TOKEN', 'CI_JOB_JWT', 'CI_JOB_JWT_V1', 'CI_JOB_JWT_V2', 'CI_BUILD_TOKEN',
  'CI_REGISTRY_PASSWORD', 'CI_DEPLOY_PASSWORD', 'CI_DEPENDENCY_PROXY_PASSWORD', 'CI_REPOSITORY_URL',
  // Azure Pipelines, CircleCI, Buildkite, Drone, Woodpecker, npm in any of them
  'SYSTEM_ACCESSTOKEN', 'CIRCLE_TOKEN', 'BUILDKITE_AGENT_ACCESS_TOKEN', 'BUILDKITE_AGENT_TOKEN', 'DRONE_NETRC_PASSWORD',
  'CI_NETRC_PASSWORD', 'NODE_AUTH_TOKEN', 'NPM_TOKEN',
  // belfry's own
  'BELFRY_API_KEY', 'BELFRY_FINGERPRINT_KEY',
]) // prettier-ignore

/** Those that CircleCI, Bitbucket, Semaphore, Vercel and others give a job to prove what it is. */
const identityToken = /_OIDC_TOKEN(?:_V\d+)?$/

export function isForbiddenName(name: string): boolean {
  const upper = name.toUpperCase()
  return exact.has(upper) || upper.startsWith('ACTIONS_') || identityToken.test(upper)
}

/** A checkout keeps the token that it was made with among git's own files. */
export function isPrivatePath(path: string): boolean {
  return path.split(/[\\/]/).some((part) => ['.git', '.netrc'].includes(part.toLowerCase()))
}
