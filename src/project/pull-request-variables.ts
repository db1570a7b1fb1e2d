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

type Judged = Pick<Settings, 'pullRequest' | 'env' | 'dotenv' | 'need' | 'judgesAddresses'>

/** Whether it was refused; `use` is what it would be used as. A text is a key that the file itself contains. */
export function reportForeignVariable(
  named: Pick<Reference, 'kind' | 'name' | 'raw'> | string,
  use: string,
  place: Place | undefined,
  { pullRequest, env, dotenv, need, judgesAddresses }: Judged,
  report: Report,
): boolean {
  const isJudged = need === 'live' || judgesAddresses === true
  if (pullRequest === undefined || !isJudged) return false
  const variable = typeof named === 'string' || named.kind !== 'env' ? undefined : named.name
  const listed = (env[keyVariables] ?? '').split(',').map((each) => each.trim())
  const isAllowed = (typeof named !== 'string' && isOwnVariable(named)) || matchesSome(variable ?? '', listed)
  // Who writes the pull request may write the file of --dotenv too.
  const isInFile = variable !== undefined && env[variable] === undefined && dotenv?.[variable] !== undefined
  if (variable !== undefined && isAllowed && !isInFile) return false
  const elsewhere = isAllowed
    ? `Set ${variable} in the pipeline instead of the file of --dotenv.`
    : `Use a variable whose name begins with BELFRY_, or set ${keyVariables}=${variable} in the pipeline.`
  report({
    rule: 'foreign-variable',
    place,
    message: `a pull request can start this run (${pullRequest}), so belfry doesn't use ${typeof named === 'string' ? named : named.raw} as ${use}`,
    hint:
      variable === undefined ? 'Use ${env:NAME} with a variable whose name begins with BELFRY_.' : elsewhere,
  })
  return true
}
