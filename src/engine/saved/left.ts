// What differs from the service, isn't in an approved plan, and is left as it is.
import { resourceKey } from '../../core/plan/change.ts'
import type { Left, LeftResource } from '../../core/plan/plan.ts'
import type { Problem } from '../../core/problem.ts'
import { commandLine, quoted } from '../../core/shell.ts'
import { listText } from '../../core/words.ts'

export interface LeftField extends LeftResource {
  readonly isSecret: boolean
}

/** Resources in one message. */
const mostNames = 10

export function leftOf(all: Iterable<LeftField>): Left {
  const found = { differences: new Map<string, LeftResource>(), secrets: new Map<string, LeftResource>() }
  for (const { isSecret, ...resource } of all) {
    const own = isSecret ? found.secrets : found.differences
    const key = resourceKey(resource)
    own.set(key, { ...resource, fields: [...(own.get(key)?.fields ?? []), ...resource.fields] })
  }
  return { differences: [...found.differences.values()], secrets: [...found.secrets.values()] }
}

/** A warning for each sort. */
export function leftProblems({ differences, secrets }: Left): Problem[] {
  const patterns = new Set(secrets.map(({ kind, name }) => quoted(`${kind}/${name}`)))
  const options = [...patterns].slice(0, mostNames).map((pattern) => `--approve-secrets ${pattern}`)
  return [
    ...warnings(secrets, {
      rule: 'secrets-left',
      one: "1 secret differs from the service and isn't in the approved plan, so belfry didn't send it",
      many: "secrets differ from the service and aren't in the approved plan, so belfry didn't send them",
      hint: `To send them, run the command again with ${options.join(' ')}.`,
    }),
    ...warnings(differences, {
      rule: 'not-in-approved-plan',
      one: '1 difference is not in the approved plan, so belfry left it unchanged',
      many: 'differences are not in the approved plan, so belfry left them unchanged',
      hint: `Run ${commandLine('plan')} to list them. To refuse the apply instead, use --unapproved=refuse.`,
    }),
  ]
}

function warnings(
  resources: readonly LeftResource[],
  { rule, one, many, hint }: Readonly<Record<'rule' | 'one' | 'many' | 'hint', string>>,
): Problem[] {
  if (resources.length === 0) return []
  const count = resources.reduce((sum, { fields }) => sum + Math.max(1, fields.length), 0)
  const names = resources.map(({ target, kind, name, fields }) => {
    const place = target === undefined ? '' : ` of target ${target}`
    return `${kind} ${name}${place}${fields.length === 0 ? '' : ` (${fields.join(', ')})`}`
  })
  const what = count === 1 ? one : `${count} ${many}`
  return [{ rule, severity: 'warning', message: `${what}: ${listText(names, mostNames)}`, hint }]
}
