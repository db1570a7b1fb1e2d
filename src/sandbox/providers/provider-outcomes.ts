// How the providers answer, independently of the service: a setting for a provider, or for one integration.
import { z } from 'zod'
import type { ProviderOutcome, ProviderRecord } from '../store/records.ts'
import { maybe, number, text } from '../operations/request-values.ts'
import type { World } from '../profile.ts'

/** @internal */
export const providerOutcome = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('accept') }),
  z.object({ outcome: z.literal('refuse'), text: maybe(text.min(1)) }),
  z.object({ outcome: z.literal('slow'), milliseconds: number.min(0) }),
  z.object({ outcome: z.literal('silent') }),
])

/** What a provider says when it refuses a message, in the words of its own API. */
const refusals: ReadonlyMap<string, string> = new Map([
  ['sendgrid', 'The from address does not match a verified Sender Identity'],
  ['mailgun', 'Sandbox subdomains are for test purposes only. Please add your own domain'],
  ['ses', 'MessageRejected: Email address is not verified'],
  ['postmark', 'The Sender Signature for this address has not been confirmed'],
  ['resend', 'The domain is not verified'],
  ['nodemailer', 'Invalid login: 535 5.7.8 Authentication credentials invalid'],
  ['twilio', "The 'To' number is not a valid phone number (21211)"],
  ['sns', 'AuthorizationError: the user is not authorized to perform SNS:Publish'],
  ['nexmo', 'Bad Credentials'],
  ['slack', 'invalid_auth'],
  ['fcm', 'messaging/registration-token-not-registered'],
  ['apns', 'BadDeviceToken'],
  ['expo', 'DeviceNotRegistered'],
])

/** An outcome as it is asked for: a refusal without a text has the provider's own. */
export type ProviderSwitch =
  | Exclude<ProviderOutcome, { readonly outcome: 'refuse' }>
  | { readonly outcome: 'refuse'; readonly text?: string }

/** By the provider's id, or an integration's identifier, which then goes first; in all environments. */
export interface Providers {
  /** What a provider answers from now on; jobs that already wait for an answer are not affected. */
  set(providerId: string, outcome: ProviderSwitch): void
  get(providerId: string): ProviderOutcome
  /** The providers with a setting. */
  list(): Readonly<Record<string, ProviderOutcome>>
}

/** @internal */
export function createProviders({ store: { providers } }: World): Providers {
  return {
    set: (providerId, outcome) => {
      providers.put({ ...withText(providerId, outcome), _id: providerId })
    },
    get: (providerId) => outcomeOf(providers.get(providerId) ?? { _id: providerId, outcome: 'accept' }),
    list: () => Object.fromEntries([...providers].map((row) => [row._id, outcomeOf(row)])),
  }
}

/** A refusal without a text gets the provider's usual one; each provider can refuse because its key was revoked. */
function withText(providerId: string, asked: ProviderSwitch): ProviderOutcome {
  if (asked.outcome !== 'refuse') return asked
  const usual = refusals.get(providerId) ?? 'Unauthorized: the API key is not valid'
  return { ...asked, text: asked.text ?? usual }
}

function outcomeOf(row: ProviderRecord): ProviderOutcome {
  const { _id: _, ...outcome } = row
  return outcome
}

/** One provider's switch as people write it: `sendgrid=refuse`, `sendgrid=refuse:over quota`, `twilio=slow:5s`. */
export interface ProviderSpec {
  readonly providerId: string
  readonly outcome: ProviderSwitch
}

/** Its message is a sentence that names the spec. */
export class ProviderSpecError extends Error {
  override readonly name = 'ProviderSpecError'
}

const shape = /^(\w[\w-]*)=([a-z]+)(?::(.+))?$/s
const usuallySlow = '5s'

/** Throws a ProviderSpecError. */
export function readProviderSpec(spec: string): ProviderSpec {
  const [, providerId = '', outcome = '', rest] = shape.exec(spec) ?? []
  switch (outcome) {
    case 'refuse':
      return { providerId, outcome: { outcome, ...(rest !== undefined && { text: rest }) } }
    case 'slow': {
      const milliseconds = millisecondsOf(rest ?? usuallySlow)
      if (milliseconds === undefined)
        return fail(`"${spec}": "${rest}" is not a valid duration; write for example 500ms or 5s`)
      return { providerId, outcome: { outcome, milliseconds } }
    }
    case 'accept':
    case 'silent':
      return rest === undefined
        ? { providerId, outcome: { outcome } }
        : fail(`"${spec}": no text can follow ${outcome}; write ${providerId}=${outcome}`)
    default:
      return fail(
        `"${spec}" is not valid; write ID=accept, ID=refuse[:TEXT], ID=slow[:TIME] or ID=silent, for example sendgrid=refuse`,
      )
  }
}

function fail(why: string): never {
  throw new ProviderSpecError(why)
}

function millisecondsOf(time: string): number | undefined {
  const [, amount, unit] = /^(\d{1,6})(ms|s)$/.exec(time) ?? []
  return amount === undefined ? undefined : Number(amount) * (unit === 's' ? 1000 : 1)
}
