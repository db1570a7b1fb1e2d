// Parts of explanations: what a step's log says, and how to set a field of an integration, by an apply alone if its manifest
// sets it already.
import type { Desired } from '../../kinds/resource.ts'
import { decisive, wordsOf } from '../../core/delivery/cause.ts'
import type { Explanation, Step } from '../../core/delivery/delivery.ts'

export type Flag = 'active' | 'primary'

/** What the manifests say of an integration. */
export function declaredIntegration(name: string, declared: readonly Desired[]): Desired | undefined {
  return declared.find((each) => each.kind === 'integration' && each.name === name)
}

/** `or` is another way out, for whoever has to change a manifest anyhow. */
export function remedy(name: string, flag: Flag, declared: readonly Desired[], or = ''): string {
  const own = declaredIntegration(name, declared)
  if (own?.declared[flag] === true)
    return `Run belfry apply. It sets ${flag}: true on integration ${name}, as its manifest declares.`
  return `Set ${flag}: true on integration ${name}${undeclared(name, declared)}${or}, then run belfry apply.`
}

/** Whoever has manifests wants to know that none of them says it. */
export function undeclared(name: string, declared: readonly Desired[]): string {
  const isMissing = declared.length > 0 && declaredIntegration(name, declared) === undefined
  return isMissing ? ' (in no manifest yet)' : ''
}

/** What an explanation says besides whom it is about. */
export type Reason = Omit<Explanation, 'recipient' | 'channel'>

/** `: Provider error …`, what a step's log says of it. */
export function saying(step: Step): string {
  const detail = decisive(step)
  const words = detail === undefined ? '' : wordsOf(detail)
  return words === '' ? '' : `: ${words}`
}
