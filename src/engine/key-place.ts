// Where a user writes the API key of a target, in the words of hints: `Set STAGING_KEY to the API key`.
import type { Target } from './engine.ts'

/** The name of an environment variable, the content of a file, or the field of the project file. */
export function keyPlace({ alias, apiKeyFrom = '' }: Pick<Target, 'alias' | 'apiKeyFrom'>): string {
  const [, sort, name] = /^(env|file):(.+)$/.exec(apiKeyFrom) ?? []
  if (name === undefined) return `apiKey of target ${alias} in the project file`
  return sort === 'env' ? name : `the content of ${name}`
}
