// How `belfry sandbox --provider` is read: which providers are to refuse, to be slow, or to say nothing.
import type { Problem } from '../core/problem.ts'
import { didYouMean } from '../core/similar.ts'
import { providerIds, providerNamed } from '../kinds/providers.ts'
import { ProviderSpecError, readProviderSpec, type ProviderSpec } from '../sandbox/index.ts'
import { badFlag } from './flag-problems.ts'

/** Of the flags that can be meant; the others become problems. */
export function providerSwitches(specs: readonly string[], problems: Problem[]): ProviderSpec[] {
  return specs
    .filter((spec) => spec !== '')
    .flatMap((spec) => {
      const read = readOrProblem(spec)
      if ('rule' in read) problems.push(read)
      return 'rule' in read ? [] : [read]
    })
}

function readOrProblem(spec: string): ProviderSpec | Problem {
  try {
    const read = readProviderSpec(spec)
    const { providerId } = read
    if (providerNamed(providerId) !== undefined || providerId === 'svc') return read
    return badFlag(
      `--provider ${spec}: no provider ${providerId} is known${didYouMean(providerId, providerIds)}`,
    )
  } catch (error) {
    if (!(error instanceof ProviderSpecError)) throw error
    return badFlag(`--provider ${spec} can't be used: ${error.message}`)
  }
}
