// Newer releases take an environment's update with its own API key only, so that without it such calls are held back.
import { given } from '../../core/given.ts'
import { listText } from '../../core/words.ts'
import type { Note } from '../../core/plan/notes.ts'
import type { Problem } from '../../core/problem.ts'
import { severityOf, type RuleSettings } from '../../core/rules.ts'
import type { Draft } from '../../kinds/kind.ts'
import type { Desired } from '../../kinds/resource.ts'
import type { Environment } from '../../wire/generated.ts'
import type { OwnKeyHolder, PlanRequest } from './request.ts'

/**
 * Whether the list hides the API keys of all environments but the key's own, as releases since May 2026 do. Since
 * August 2026 these take an update with the environment's own key only; reads don't show which of both a release is.
 */
export function hidesOtherKeys(environments: readonly Environment[], ownId: string): boolean {
  const showing = environments.filter(({ apiKeys }) => (apiKeys ?? []).length > 0)
  return environments.length > 1 && showing.length === 1 && showing[0]?._id === ownId
}

/** Among the targets of the request, which are all that are asked for their environments; `url` is the service's. */
export function holderOf(name: string, url: string, { targets }: Pick<PlanRequest, 'targets'>): OwnKeyHolder {
  const target = targets.find(
    (each) => each.apiKey === undefined && each.url === url && (each.environment ?? each.alias) === name,
  )
  return target === undefined ? {} : given({ target: target.alias, apiKeyFrom: target.apiKeyFrom })
}

export function ownKeyNote(desired: Desired, drafts: readonly Draft[], holder: OwnKeyHolder): Note<'ownKey'> {
  const { kind, name, position } = desired
  const fields = drafts.flatMap(({ differences }) => differences.flatMap(({ path: [first = ''] }) => first))
  return { sort: 'ownKey', kind, name, position, fields: [...new Set(fields)], ...holder }
}

/** A note with a target is no problem: the target is listed as waiting. */
export function ownKeyProblems(notes: readonly Note<'ownKey'>[], rules: RuleSettings): Problem[] {
  const severity = severityOf('own-key', rules)
  if (severity === 'off') return []
  return notes
    .filter(({ target }) => target === undefined)
    .map(({ kind, name, fields, position }) => ({
      rule: 'own-key',
      severity,
      resource: `${kind} ${name}`,
      position,
      message: `belfry can't set ${listText(fields)} of ${kind} ${name}: no target has the API key of ${kind} ${name}`,
      hint: `Newer services accept an update of an environment only with the environment's own API key. In the project file, add a target with environment: ${name} and with that API key as apiKey.`,
    }))
}
