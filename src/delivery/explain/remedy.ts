// Parts of explanations: the text of a step's log, and how to set a field of an integration. An apply is enough if its manifest
// already sets the field.
import { commandLine } from '../../core/shell.ts'
import type { Desired } from '../../kinds/resource.ts'
import type { Resources } from '../../kinds/resources.ts'
import { decisive, wordsOf } from '../../core/delivery/cause.ts'
import type { Explanation, Step } from '../../core/delivery/delivery.ts'

export type Flag = 'active' | 'primary'

/** The declaration of an integration, if there is one. */
export function declaredIntegration(name: string, declared: Resources): Desired | undefined {
  return declared.get('integration', name)
}

/** `or` is another fix, shown only if a manifest must change. */
export function remedy(name: string, flag: Flag, declared: Resources, or = ''): string {
  const own = declaredIntegration(name, declared)
  if (own?.declared[flag] === true)
    return `Run ${commandLine('apply')} to set ${flag}: true on integration ${name}, as the manifest declares.`
  return `Set ${flag}: true on integration ${name}${undeclared(name, declared)}${or}, then run ${commandLine('apply')}.`
}

/** A note if the project has manifests, but none declares the integration. */
export function undeclared(name: string, declared: Resources): string {
  const isMissing = declared.size > 0 && declaredIntegration(name, declared) === undefined
  return isMissing ? ' (not declared in a manifest yet)' : ''
}

/** An explanation without its recipient and channel. */
export type Reason = Omit<Explanation, 'recipient' | 'channel'>

/** `: Provider error …`, the decisive text of a step's log. */
export function saying(step: Step): string {
  const detail = decisive(step)
  const words = detail === undefined ? '' : wordsOf(detail)
  return words === '' ? '' : `: ${words}`
}
