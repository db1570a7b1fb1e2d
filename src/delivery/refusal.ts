// What a service's refusal of a trigger, or its silence, means and what to do about it.
import { exits, type Problem } from '../core/problem.ts'
import type { Terms } from '../core/delivery/triggered.ts'
import { problemOf } from '../engine/failure.ts'
import { quoted } from '../core/shell.ts'
import { ServiceError } from '../service/errors.ts'
import type { TriggerRequest } from './trigger.ts'

export interface Failed {
  readonly problems: readonly Problem[]
  readonly mayBeSent: 'yes' | 'no'
  /** The service's word for its refusal, such as `workflow_not_found`. */
  readonly status?: string
}

/** It was certainly not taken. */
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
  "Check its identifier in the service's dashboard, and that it was published to this environment."

const wrongFlag = {
  exit: exits.mistake,
  hint: 'Correct the flag that it names; belfry trigger --dry-run shows what is sent.',
}

/** What the general words of a status leave open for a trigger; a wrong flag ends with 3, as all wrong input. */
function adviceOn({ status, messages }: ServiceError, terms: Terms): Partial<Problem> {
  switch (status) {
    case 400:
      return /payload/i.test(messages.join(' '))
        ? {
            rule: 'bad-payload',
            exit: exits.mistake,
            hint: `Correct ${terms.payload}: the workflow's schema demands it so.`,
          }
        : wrongFlag
    case 402:
      return { hint: "The organisation's plan doesn't include it: change the plan, or ask for less." }
    case 409:
      return {
        hint: 'Something else is in the way, or the same request is still in progress: try again later.',
      }
    case 413:
      return {
        exit: exits.mistake,
        hint: `Shorten ${terms.payload}: deployed services take 512 KB, attachments aside.`,
      }
    case 422:
      return wrongFlag
    case 429:
      return { hint: 'The service limits triggers; lower --rate, or try again later.' }
    case 503:
      return { hint: 'The service is busy and has not taken it: try again later.' }
    default:
      return {}
  }
}

/** It may have been taken, and may not: only what appears of it tells. */
export function lostReply(error: unknown, { body }: TriggerRequest, alias: string): Failed {
  const problem = problemOf(error, alias)
  const id = quoted(body.transactionId)
  return {
    problems: [
      {
        ...problem,
        rule: 'lost-reply',
        message: `not known whether the trigger with transaction id ${body.transactionId} was taken: ${problem.message}`,
        hint: `It was sent once and is not sent again: the service may be slow, and would then deliver both. Look again: belfry events list --transaction-id ${id} -t ${quoted(alias)}`,
      },
    ],
    mayBeSent: 'yes',
  }
}
