// Targets that were each proved to be right on their own, and still don't go together.
import { grouped } from '../core/grouped.ts'
import type { Problem } from '../core/problem.ts'
import { organisationOf } from './identify.ts'
import type { Reader } from './session.ts'

/** Two targets of one environment would undo each other's changes; of two organisations one may be a mistake. */
export async function disagreements(readers: readonly Reader[]): Promise<readonly Problem[]> {
  const placed = await Promise.all(
    readers.map(async ({ look, session: { target, environment } }) => ({
      ...target,
      environmentId: environment.id,
      name: environment.name,
      organisation: await organisationOf(look),
    })),
  )
  const known = placed.filter(({ environmentId }) => environmentId !== '')
  const twice = [...grouped(known, ({ url, environmentId }) => `${url} ${environmentId}`).values()]
  const services = [...grouped(placed, ({ url }) => url).values()]
  return [
    ...twice.flatMap(([first, second]): Problem[] =>
      first === undefined || second === undefined
        ? []
        : [
            {
              rule: 'same-environment',
              severity: 'error',
              exit: 4,
              target: second.alias,
              message: `the keys of ${first.alias} and ${second.alias} open the same environment, ${first.name} (${first.environmentId})`,
              hint: 'Give each target the key of its own environment, or take one of them out.',
            },
          ],
    ),
    ...services.flatMap(([first, ...others]): Problem[] => {
      const other = others.find(({ organisation }) => organisation !== first?.organisation)
      return first?.organisation === undefined || other?.organisation === undefined
        ? []
        : [
            {
              rule: 'several-organisations',
              severity: 'warning',
              target: other.alias,
              message: `targets ${first.alias} and ${other.alias} belong to different organisations (${first.organisation}, ${other.organisation})`,
              hint: 'Check their keys. Where it is meant, via: says with which target an environment is managed.',
            },
          ]
    }),
  ]
}
