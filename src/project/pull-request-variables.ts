// Which variables a project file may name for keys and addresses if a pull request can start the run: its author chooses the names.
import { option } from '../core/shell.ts'
import { matchesSome } from '../core/glob.ts'
import type { Report } from '../manifest/frames/reporter.ts'
import type { Reference } from '../manifest/references/syntax.ts'
import type { Place } from '../manifest/text/source.ts'
import type { Settings } from './settings.ts'

export const keyVariables = 'BELFRY_KEY_VARIABLES'

/** Variables with this prefix are set for belfry, by who sets up the pipeline. */
export function isOwnVariable(name: string): boolean {
  return name.startsWith('BELFRY_')
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
  if (pullRequest === undefined || (need !== 'live' && judgesAddresses !== true)) return false
  const { kind, name, raw } = typeof named === 'string' ? { kind: 'text', name: '', raw: named } : named
  const isVariable = kind === 'env'
  const listed = (env[keyVariables] ?? '').split(',').map((each) => each.trim())
  const isAllowed = isVariable && (isOwnVariable(name) || matchesSome(name, listed))
  // Who writes the pull request may write the file of --dotenv too.
  if (isAllowed && (env[name] !== undefined || dotenv?.[name] === undefined)) return false
  report({
    rule: 'foreign-variable',
    place,
    message: `a pull request can start this run (${pullRequest}), so belfry doesn't use ${raw} as ${use}`,
    hint: isAllowed
      ? `Set ${name} in the pipeline instead of the file of ${option('dotenv')}.`
      : isVariable
        ? `Use a variable whose name begins with BELFRY_, or set ${keyVariables}=${[...listed.filter(Boolean), name].join(',')} in the pipeline.`
        : 'Use ${env:NAME} with a variable whose name begins with BELFRY_.',
  })
  return true
}
