// Names that a reference may not have: what a CI system gives a job for itself, and belfry's own keys.

const exact = new Set([
  'GITHUB_TOKEN', 'GH_TOKEN', 'CI_JOB_TOKEN', 'CI_JOB_JWT', 'CI_JOB_JWT_V1', 'CI_JOB_JWT_V2', 'CI_BUILD_TOKEN',
  'CI_REGISTRY_PASSWORD', 'CI_DEPLOY_PASSWORD', 'CI_DEPENDENCY_PROXY_PASSWORD', 'CI_REPOSITORY_URL',
  'SYSTEM_ACCESSTOKEN', 'BITBUCKET_STEP_OIDC_TOKEN', 'CIRCLE_OIDC_TOKEN', 'CIRCLE_OIDC_TOKEN_V2',
  'BUILDKITE_AGENT_ACCESS_TOKEN', 'BELFRY_API_KEY', 'BELFRY_FINGERPRINT_KEY',
]) // prettier-ignore

export function isForbiddenName(name: string): boolean {
  const upper = name.toUpperCase()
  return exact.has(upper) || upper.startsWith('ACTIONS_')
}
