// What can be wrong with environments before anything is read.
import type { CheckContext } from '../kind.ts'
import type { Desired } from '../resource.ts'

export function checkEnvironment(desired: Desired, context: CheckContext): void {
  if (desired.name !== desired.name.trim())
    context.report(
      'bad-character',
      ['name'],
      `the name of environment ${desired.name.trim()} has leading or trailing spaces`,
      'Remove the spaces. Deployed services remove these spaces. The name in the service would then never be equal to the name in the manifest, and each apply would create a new environment.',
    )
  checkParents(desired, context)
}

function checkParents(desired: Desired, context: CheckContext): void {
  const parents = new Map(
    Array.from(context.declaredOf('environment'), (item) => [item.name, item.declared['parent']]),
  )
  const walked = new Set<unknown>([desired.name])
  let parent = parents.get(desired.name)
  while (typeof parent === 'string') {
    if (walked.has(parent)) {
      if (parent === desired.name)
        context.report(
          'parent-cycle',
          ['parent'],
          `environment ${desired.name} is its own ancestor`,
          `Change or remove the field "parent" in environment ${desired.name} or in one of its ancestors.`,
        )
      return
    }
    walked.add(parent)
    parent = parents.get(parent)
  }
}
