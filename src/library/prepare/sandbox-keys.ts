// The sandbox's keys are public, so its targets need no apiKey. No other key is ever sent to the sandbox.
import type { Problem } from '../../core/problem.ts'
import { isEqual } from '../../core/plan/compare.ts'
import { Secret } from '../../core/secrets/secret.ts'
import { sandboxHint } from '../../engine/keyless.ts'
import type { Project, Target } from '../../project/project.ts'
import { developmentApiKey, madeKeyPrefix, productionApiKey } from '../../sandbox/http/own-keys.ts'

export const ownKeys: ReadonlyMap<string, string> = new Map([
  ['Development', developmentApiKey],
  ['Production', productionApiKey],
])

/** The project with the sandbox's keys for its targets without a key. A real key for a sandbox target is a problem. */
export function sandboxKeys(project: Project, problems: Problem[]): Project {
  return {
    ...project,
    targets: project.targets.map((target) => (target.isSandbox ? withOwnKey(target, problems) : target)),
  }
}

function withOwnKey(target: Target, problems: Problem[]): Target {
  const { apiKey, alias, environment = 'Development' } = target
  if (apiKey === undefined) {
    const own = ownKeys.get(environment)
    return own === undefined ? target : { ...target, apiKey: Secret.of(own, "the sandbox's own") }
  }
  const isOwn = [...ownKeys.values()].some((own) => isEqual(own, apiKey))
  if (!isOwn && !apiKey.passes((key) => String(key).startsWith(madeKeyPrefix)))
    problems.push({
      rule: 'foreign-key',
      severity: 'error',
      target: alias,
      message: `the API key doesn't belong to the sandbox, so belfry doesn't send the API key to the sandbox`,
      hint: `Set "url" to the URL of the real service, or remove the API key.${ownKeys.has(environment) ? '' : ` ${sandboxHint(alias)}`}`,
    })
  return target
}
