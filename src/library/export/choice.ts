// Which resources --only and --exclude leave in an export, and selectors that match none of them.
import type { Problem } from '../../core/problem.ts'
import { option } from '../../core/shell.ts'
import { idleProblem, matchesAny, type Selection } from '../../engine/plan/select.ts'
import { kindNames } from '../../kinds/names.ts'
import { badFlag } from '../problems.ts'

export interface Choice {
  /** Asked of everything that is read. */
  readonly selects: (kind: string, name: string) => boolean
  /** Once everything is read. A typo must not look like success. */
  readonly idle: () => Problem[]
}

export function choiceOf(
  { only, exclude }: Pick<Selection, 'only' | 'exclude'>,
  readsSubscribers = true,
): Choice {
  const names: { kind: string; name: string }[] = []
  const unused = new Set([...only, ...exclude])
  return {
    selects: (kind, name) => {
      const resource = { kind, name }
      if (unused.size > 0) names.push(resource)
      for (const selector of unused) if (matchesAny(resource, [selector])) unused.delete(selector)
      return (only.length === 0 || matchesAny(resource, only)) && !matchesAny(resource, exclude)
    },
    idle: () =>
      [...unused].map((selector) => {
        const flag = only.includes(selector) ? 'only' : 'exclude'
        return !readsSubscribers && selector.startsWith('subscriber/')
          ? badFlag(
              `${option(flag)} ${selector}: subscribers are exported only with ${option('subscribers')}`,
              `Add ${option('subscribers', 'all')}, or a search such as ${option('subscribers', 'email=@acme.example')}.`,
            )
          : idleProblem(flag, selector, 'no exported resource', names, kindNames)
      }),
  }
}
