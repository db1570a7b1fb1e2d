// Explains why a trigger didn't have the expected result: what happened, why, and what to do.
import { commandLine } from '../../core/shell.ts'
import { listText } from '../../core/words.ts'
import type { Expectation } from '../../core/delivery/expectation.ts'
import { causeOf, decisive } from '../../core/delivery/cause.ts'
import { channels, isOver, sentThrough } from '../../core/delivery/job.ts'
import type { Delivery, Explanation, Step } from '../../core/delivery/delivery.ts'
import { saying, type Reason, type Surroundings } from './surroundings.ts'
import { whyAbsent, whyFiltered, whyUnaddressed } from './why-nothing-sent.ts'
import { whyNoIntegration, whyRefused } from './why-integration.ts'

/**
 * For recipients without an event or with a second one, events without steps, steps that are not done, and messages with errors.
 * Pending steps after an open one, and skipped digests and delays, need none.
 */
export function explain(deliveries: readonly Delivery[], around: Surroundings): Explanation[] {
  return deliveries.flatMap((delivery): Explanation[] => {
    const { recipient, steps, state, event, repeats } = delivery
    if (repeats !== undefined) return [{ recipient, ...whyTwice(recipient, [repeats, event], around) }]
    if (state === 'absent') return whyAbsent(recipient, around).map((reason) => ({ recipient, ...reason }))
    if (steps.length === 0) return [{ recipient, ...withoutSteps }]
    return steps.flatMap((step, index) => {
      const isBehind = steps.slice(0, index).some(({ status }) => !isOver(status))
      const reason = isBehind && step.status === 'pending' ? undefined : whyStep(step, delivery, around)
      return reason === undefined ? [] : [{ recipient, channel: step.channel, ...reason }]
    })
  })
}

/**
 * For each expected step that an event doesn't have, once its steps are done or delayed: a different step that failed is no
 * reason.
 */
export function whyNoStep(
  deliveries: readonly Delivery[],
  expectations: readonly Expectation[],
): Explanation[] {
  return deliveries.flatMap(({ recipient, steps, state, repeats }) => {
    const own = steps.map(({ channel }) => channel)
    if (own.length === 0 || state === 'open' || repeats !== undefined) return []
    return expectations.flatMap((each): Explanation[] => {
      if (each.about !== 'step' || each.outcome === 'none' || own.includes(each.channel)) return []
      const { channel } = each
      return [
        {
          recipient,
          channel,
          why: `the event has no ${channel} step, only ${listText([...new Set(own)])}`,
          advice: `Correct the expectation, or add an active ${channel} step to the workflow in this environment.`,
        },
      ]
    })
  })
}

function whyTwice(recipient: string, events: readonly string[], { transactionId }: Surroundings): Reason {
  return {
    why: `the service sent the notification to ${recipient} twice: events ${events.join(' and ')} have the same transaction ID ${transactionId}`,
    advice:
      'Two triggers with this transaction ID were sent at the same time, and the service accepted both. belfry sends each transaction ID only once. Find the other program that sent this transaction ID.',
  }
}

const withoutSteps: Reason = {
  why: 'the event has no steps yet',
  advice:
    'The service stores the event first and the steps later. Look again in a few seconds. If the event still has no steps, the workflow has no active step in this environment.',
}

function whyStep(step: Step, delivery: Delivery, around: Surroundings): Reason | undefined {
  const { channel, status, waits } = step
  switch (status) {
    case 'completed':
      return whyMessageFailed(step, delivery)
    case 'failed':
      return whyNotSent(step, delivery, around)
    case 'skipped':
      // A skipped digest, for example one without events, stops no later step.
      return channels.has(channel) || causeOf(step) !== 'unknown'
        ? whyNotSent(step, delivery, around)
        : undefined
    case 'canceled':
      return whyCanceled(step, delivery, around)
    case 'merged':
      return {
        why: `the event was merged into an earlier digest that the service has not sent yet${saying(step)}`,
        advice:
          'The service sends one message for all events of the digest. The message belongs to the first event, so the later events, such as this one, have no message of their own.',
      }
    case 'delayed':
      return {
        why: `the ${channel} step is delayed by the workflow ${waits}`.trimEnd(),
        advice:
          around.delayed === 'skip'
            ? `In this run, belfry treats a delayed step as finished. To see the results of the later steps, let belfry wait for the delay, with a ${around.terms.timeout} that is longer than the delay.`
            : `Set a ${around.terms.timeout} that is longer than the delay, or treat the delay as done with ${around.terms.skipDelayed}.`,
      }
    case 'pending':
    case 'queued':
      return {
        why: `${channel} is ${status}: the service's worker hasn't started this step yet`,
        advice:
          "Look again later. If the status stays the same, the service's worker isn't running or is far behind.",
      }
    case 'running':
      return {
        why: `${channel} is in progress: ${whyRunning(step)}`,
        advice: "Look again later. If the status stays the same, check the provider's log.",
      }
    default:
      return {
        why: `${channel} has the status ${JSON.stringify(status)}, which is unknown to belfry`,
        advice: `The log of the step may explain this status. To see the log, run ${commandLine(`events get ${delivery.event}`)}.`,
      }
  }
}

/** After an error of the provider, the service tries again, and the status stays the same. Some releases log nothing of it. */
function whyRunning(step: Step): string {
  const sender = step.senders.length === 0 ? 'the provider' : sentThrough(step)
  return decisive(step)?.status === 'Failed'
    ? `${sender} didn't accept the message${saying(step)}. The service may try again`
    : `${sender} hasn't replied yet, or it replied with an error and the service tries again`
}

/** Deployed services also cancel a step for a reason in the step itself, such as its condition. */
function whyCanceled(step: Step, delivery: Delivery, around: Surroundings): Reason {
  const cause = causeOf(step)
  if (cause !== 'step' && cause !== 'unknown') return whyNotSent(step, delivery, around)
  return {
    why: `the ${step.channel} step was canceled${saying(step)}`,
    advice:
      cause === 'step'
        ? 'Either an earlier step failed and stopped the later steps, or the trigger was canceled. Check the earlier steps.'
        : "belfry doesn't know this reason. Look at the event in the service's dashboard.",
  }
}

function whyNotSent(step: Step, delivery: Delivery, around: Surroundings): Reason {
  switch (causeOf(step)) {
    case 'provider':
      return whyRefused(step, around)
    case 'integration':
      return whyNoIntegration(step, delivery, around)
    case 'address':
      return whyUnaddressed(step, delivery, around)
    case 'condition':
    case 'preference':
    case 'throttle':
      return whyFiltered(step, delivery, around)
    case 'content':
      return {
        why: `${step.channel} ${step.status}${saying(step)}`,
        advice:
          "The service couldn't render the content of the step. Check the template of the step in the dashboard, and check that the payload contains every field that the template uses.",
      }
    case 'payload':
      return {
        why: `${step.channel} ${step.status}${saying(step)}`,
        advice: `The payload of the trigger caused this result. Correct ${around.terms.payload}, then trigger again.`,
      }
    default:
      return {
        why: `${step.channel} ${step.status}${decisive(step) === undefined ? '; the log of the step contains no reason' : saying(step)}`,
        advice: "Check the service's own log and the activity feed of its dashboard.",
      }
  }
}

/** A step may be completed although its message has an error. */
function whyMessageFailed({ channel }: Step, { messages }: Delivery): Reason | undefined {
  const own = messages.filter((message) => message.channel === channel)
  const failed = own.find(({ status }) => status === 'error')
  if (failed === undefined || own.some(({ status }) => status === 'sent')) return undefined
  return {
    why: `the ${channel} step is completed, but the message of the step has an error: ${failed.errorText === '' ? 'no error text' : failed.errorText}`,
    advice:
      'The provider rejected the message after the step was completed. Check the credentials of the integration and the address of the recipient.',
  }
}
