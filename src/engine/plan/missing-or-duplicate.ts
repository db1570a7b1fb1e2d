// Declared resources that can't be compared with exactly one in the service: there are several, or none.
import { refusal } from '../../core/refusals.ts'
import { given } from '../../core/given.ts'
import { type Note, noteText } from '../../core/plan/notes.ts'
import type { Problem } from '../../core/problem.ts'
import { fieldsWith } from '../../kinds/fields.ts'
import type { Kind } from '../../kinds/kind.ts'
import type { Desired } from '../../kinds/resource.ts'

/** A warning, because everything else of the plan is applied; it is why an apply then ends with exit 6. */
export function duplicateProblem(
  note: Note<'duplicates'>,
  target: string | undefined,
  registry: readonly Kind[],
): Problem {
  const { kind, name, position } = note
  const { fields = {} } = registry.find((each) => each.name === kind) ?? {}
  const [identity = 'identity'] = fieldsWith(fields, 'identity')
  return {
    rule: 'duplicate',
    severity: 'warning',
    ...given({ target, position }),
    resource: `${kind} ${name}`,
    message: noteText(note),
    hint: `Declare a different ${identity}, or delete all but one of these resources in the dashboard of the service.`,
  }
}

/** For `missing: fail`. */
export function missingProblem({ kind, name, target, position }: Desired): Problem {
  return refusal({
    rule: 'missing',
    severity: 'error',
    ...given({ target }),
    position,
    message: noteText({ sort: 'missing', kind, name, position }, () => ' is not in the service'),
    hint: `Create ${kind} ${name} in your application, or change belfry.yaml: set "subscribers.create" to "api", or "subscribers.missing" to "report".`,
  })
}
