// Whether a run may write to the service or send a trigger, whatever its files say.
import { errorOf, type Problem } from '../../core/problem.ts'
import type { Machine } from '../run.ts'
import { pullRequestProblem } from './pull-request.ts'

/** The variable of runs that must only read, such as those of an agent. */
export const readOnly = 'BELFRY_READ_ONLY'

/** The problem if the run must not do it; belfry hasn't connected to the service yet. */
export function mayNotWrite(
  what: 'apply' | 'trigger',
  request: Parameters<typeof pullRequestProblem>[1],
  { env }: Pick<Machine, 'env'>,
): Problem | undefined {
  const value = env[readOnly] ?? ''
  if (value === '' || value === '0') return pullRequestProblem(what, request, { env })
  const refused = what === 'apply' ? 'write to the service' : 'send a trigger'
  return errorOf(
    'read-only',
    `${readOnly} is ${value}, so belfry doesn't ${refused}`,
    `Ask a person to run this command without ${readOnly}.`,
  )
}
