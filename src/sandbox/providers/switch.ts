// One provider's switch as people write it: `sendgrid=refuse`, `sendgrid=refuse:over quota`, `twilio=slow:5s`.
import type { ProviderSwitch } from './providers.ts'

export interface ProviderSpec {
  readonly providerId: string
  readonly outcome: ProviderSwitch
}

/** Its message is a sentence that names the spec. */
export class ProviderSpecError extends Error {
  override readonly name = 'ProviderSpecError'
}

const shape = /^([a-z0-9][\w-]*)=([a-z]+)(?::(.+))?$/s
const usuallySlow = '5s'

/** Throws a ProviderSpecError. */
export function readProviderSpec(spec: string): ProviderSpec {
  const [, providerId = '', outcome = '', rest] = shape.exec(spec) ?? []
  switch (outcome) {
    case 'refuse':
      return { providerId, outcome: { outcome, ...(rest !== undefined && { text: rest }) } }
    case 'slow': {
      const milliseconds = millisecondsOf(rest ?? usuallySlow)
      if (milliseconds === undefined) return fail(`${rest} is no time, such as 500ms or 5s`)
      return { providerId, outcome: { outcome, milliseconds } }
    }
    case 'accept':
    case 'silent':
      return rest === undefined ? { providerId, outcome: { outcome } } : fail(`nothing may follow ${outcome}`)
    default:
      return fail('it is written PROVIDER=accept, refuse[:TEXT], slow[:TIME] or silent')
  }
}

function fail(why: string): never {
  throw new ProviderSpecError(why)
}

function millisecondsOf(text: string): number | undefined {
  const [, amount, unit] = /^(\d{1,6})(ms|s)$/.exec(text) ?? []
  return amount === undefined ? undefined : Number(amount) * (unit === 's' ? 1000 : 1)
}
