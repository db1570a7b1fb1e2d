// What a refused trigger or a lost reply means, and what to do.
import { exits, type Problem } from '../core/problem.ts'
import type { Terms } from '../core/delivery/triggered.ts'
import { problemOf } from '../engine/failure.ts'
import { commandLine, option, quoted } from '../core/shell.ts'
import { ServiceError } from '../service/errors.ts'
import type { TriggerRequest } from './trigger.ts'

export interface Failed {
  readonly problems: readonly Problem[]
  readonly mayBeSent: 'yes' | 'no'
  /** The service's name for its refusal, such as `workflow_not_found`. */
  readonly status?: string
}

/** The service certainly didn't accept it. */
export function refusalOf(error: unknown, { body }: TriggerRequest, alias: string, terms: Terms): Failed {
  if (!(error instanceof ServiceError)) return { problems: [problemOf(error, alias)], mayBeSent: 'no' }
  const problem = { ...problemOf(error, alias), ...adviceOn(error, terms) }
  const isUnknown = error.status === 422 && error.messages.includes('workflow_not_found')
  if (!isUnknown) return { problems: [problem], mayBeSent: 'no', status: String(error.status) }
  const message = `the environment has no workflow with the trigger identifier ${body.name}`
  return {
    problems: [
      { rule: 'unknown-workflow', severity: 'error', target: alias, message, hint: unknownWorkflow },
    ],
    mayBeSent: 'no',
    status: 'workflow_not_found',
  }
}

const unknownWorkflow =
  "Check the identifier in the service's dashboard, and check that the workflow is published to this environment."

const wrongOption = () => ({
  exit: exits.mistake,
  hint: `Correct the value that the service's message names. To see the request, add ${option('dryRun', true)}.`,
})

/** Advice for a trigger where the general advice of a status isn't enough. A wrong option ends with 3, as all wrong input. */
function adviceOn({ status, messages }: ServiceError, terms: Terms): Partial<Problem> {
  switch (status) {
    case 400:
      return /payload/i.test(messages.join(' '))
        ? {
            rule: 'bad-payload',
            exit: exits.mistake,
            hint: `Correct ${terms.payload}: it must match the workflow's schema.`,
          }
        : wrongOption()
    case 402:
      return {
        hint: "The subscription plan of the organisation doesn't include this trigger. Change the subscription plan, or send fewer triggers.",
      }
    case 409:
      return {
        hint: 'A different request conflicts with this request, or the same request is still in progress. Try again later.',
      }
    case 413:
      return {
        exit: exits.mistake,
        hint: `Shorten ${terms.payload}: deployed services accept at most 512 KB, not counting attachments.`,
      }
    case 422:
      return wrongOption()
    case 429:
      return { hint: `The service limits the rate of triggers. Lower ${option('rate')}, or try again later.` }
    case 503:
      return { hint: "The service is busy and didn't accept the trigger. Try again later." }
    default:
      return {}
  }
}

/** The service may have accepted it. Only an event shows it. */
export function lostReply(error: unknown, { body }: TriggerRequest, alias: string): Failed {
  const problem = problemOf(error, alias)
  const id = quoted(body.transactionId)
  return {
    problems: [
      {
        ...problem,
        rule: 'lost-reply',
        message: `belfry doesn't know whether the service accepted the trigger with transaction ID ${body.transactionId}: ${problem.message}`,
        hint: `belfry sent the trigger once. belfry doesn't send the trigger again, because the service might then deliver the notification twice. To find the event, run ${commandLine(`events list --transaction-id ${id} -t ${quoted(alias)}`)}`,
      },
    ],
    mayBeSent: 'yes',
  }
}
