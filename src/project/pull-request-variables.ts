// Which variables a project file may name for keys and addresses if a pull request can start the run: its author chooses the names.
import { matchesSome } from '../core/glob.ts'
import type { Report } from '../manifest/frames/reporter.ts'
import type { Reference } from '../manifest/references/syntax.ts'
import type { Place } from '../manifest/text/source.ts'
import type { Settings } from './settings.ts'

export const keyVariables = 'BELFRY_KEY_VARIABLES'

/** Variables with this prefix are set for belfry, by who sets up the pipeline. */
export function isOwnVariable({ kind, name }: Pick<Reference, 'kind' | 'name'>): boolean {
  return kind === 'env' && name.startsWith('BELFRY_')
}

/** Whether the reference was refused; `use` is what it would be used as. */
export function reportForeignVariable(
  reference: Reference,
  use: string,
  place: Place,
  {
    pullRequest,
    env,
    need,
    judgesAddresses,
  }: Pick<Settings, 'pullRequest' | 'env' | 'need' | 'judgesAddresses'>,
  report: Report,
): boolean {
  const listed = (env[keyVariables] ?? '').split(',').map((each) => each.trim())
  const isListed = reference.kind === 'env' && matchesSome(reference.name, listed)
  const isJudged = need === 'live' || judgesAddresses === true
  if (pullRequest === undefined || !isJudged || isOwnVariable(reference) || isListed) return false
  report({
    rule: 'foreign-variable',
    place,
    message: `a pull request can start this run (${pullRequest}), so belfry doesn't use ${reference.raw} as ${use}`,
    hint:
      reference.kind === 'env'
        ? `Use a variable whose name begins with BELFRY_, or set ${keyVariables}=${reference.name} in the pipeline.`
        : 'Use ${env:NAME} with a variable whose name begins with BELFRY_.',
  })
  return true
}
