// The service's reply to a trigger, and what to do about it: `acknowledged` alone proves nothing.
import { commandLine, option, quoted } from '../shell.ts'

/** The names of the parts of a trigger in hints for a trigger. */
export const triggerTerms = () => ({
  to: option('to'),
  eachTo: `each ${option('to')}`,
  payload: option('payload'),
  tenant: option('tenant'),
  transactionId: option('transactionId'),
  timeout: option('timeout'),
  skipDelayed: option('skipDelayed'),
})

/** The names of the parts of a trigger, as the user wrote them. */
export type Terms = Readonly<Record<keyof ReturnType<typeof triggerTerms>, string>>

/** For a reader of a smoke suite. */
export const suiteTerms: Terms = {
  to: '`to`',
  eachTo: 'each entry of `to`',
  payload: '`payload`',
  tenant: '`tenant`',
  transactionId: '`transactionId`',
  timeout: '`timeout`',
  skipDelayed: '`delay: delayed`',
}

/** A reply, with the trigger that it belongs to. */
export interface Triggered {
  readonly workflow: string
  readonly target: string
  readonly acknowledged: boolean
  readonly status: string
  readonly transactionId: string
  /** The service's own words. */
  readonly error: readonly string[]
  /** The reply was lost, and an event of the trigger was found: the status follows from that. */
  readonly isSeen?: true
}

/** What a status means and what to do; each status that the contract names, and any other. */
export function adviceOn({ workflow, status, error, isSeen, ...rest }: Triggered, terms: Terms): string {
  const showCommand = commandLine(
    `events list --transaction-id ${quoted(rest.transactionId)} -t ${quoted(rest.target)}`,
  )
  switch (status) {
    case 'processed':
      return `${isSeen === true ? 'The service has accepted the trigger' : 'The trigger is queued'}. belfry doesn't know the result yet. To see the result, run ${showCommand}. To wait for the result next time, use ${option('wait', true)}`
    case 'trigger_not_active':
      return `Nothing is sent: the workflow ${workflow} is inactive. Activate the workflow in the service's dashboard, then trigger again.`
    case 'no_workflow_steps_defined':
      return `Nothing is sent: the workflow ${workflow} has no steps. Add a step in the service's dashboard, then trigger again.`
    case 'no_workflow_active_steps_defined':
      return `Nothing is sent: all steps of the workflow ${workflow} are inactive. Activate a step in the service's dashboard, then trigger again.`
    case 'no_tenant_found':
      return `Nothing is sent: the environment has no tenant with this identifier. Fix ${terms.tenant}, or create the tenant first.`
    case 'invalid_recipients':
      return `Nothing is sent: no recipient is valid. Check ${terms.eachTo}: a subscriberId is an email address, or contains only letters, digits and the characters "_", ":", "." and "-".`
    case 'error':
      return error.length === 0
        ? 'The service rejected the trigger and returned no reason. Check the workflow, the recipients and the payload, then trigger again.'
        : 'The service rejected the trigger. Fix the error that the service returned, then trigger again.'
    default:
      return `belfry doesn't know this status, so belfry can't determine whether the service sends a message. To see the events of the trigger, run ${showCommand}`
  }
}
