// The environment variables that no manifest may read, and no project file as a key.

/** Names that a reference may not have: what a CI system gives a job for itself, and belfry's own keys. */
const forbiddenNames = new Set([
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

/** Those that CircleCI, Bitbucket, Semaphore, Vercel and others give a job as proof of its identity. */
const identityToken = /_OIDC_TOKEN(?:_V\d+)?$/

/** Whether no reference may name this environment variable, in any case of letters. */
export function isForbiddenName(name: string): boolean {
  const upper = name.toUpperCase()
  return forbiddenNames.has(upper) || upper.startsWith('ACTIONS_') || identityToken.test(upper)
}
