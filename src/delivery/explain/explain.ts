// Explains why a trigger didn't have the expected result: what happened, why, and what to do.
import { causeOf, decisive } from '../../core/delivery/cause.ts'
import type { Delivery, Explanation, Step } from '../../core/delivery/delivery.ts'
import { channels, isOver } from '../../core/delivery/job.ts'
import { sentThrough } from '../../core/delivery/sender.ts'
import { saying, type Reason } from './remedy.ts'
import type { Surroundings } from './surroundings.ts'
import { whyAbsent } from './why-absent.ts'
import { whyFiltered } from './why-filtered.ts'
import { whyNoIntegration, whyRefused } from './why-integration.ts'
import { whyUnaddressed } from './why-unaddressed.ts'

/** At least one for each recipient without an event and for each step that is not done. */
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

function whyTwice(recipient: string, events: readonly string[], { transactionId }: Surroundings): Reason {
  return {
    why: `${recipient} was sent the notification twice: events ${events.join(' and ')} have the same transaction ID ${transactionId}`,
    advice:
      'Two triggers with this ID overlapped, and the service accepted both. belfry sends each ID only once: find the other program that sent it.',
  }
}

const withoutSteps: Reason = {
  why: 'the event has no steps yet',
  advice:
    'The service stores an event before its steps. Look again in a few seconds. If there are still no steps, the workflow has no active step in this environment.',
}

function whyStep(step: Step, delivery: Delivery, around: Surroundings): Reason | undefined {
  const { channel, status, waits, senders } = step
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
        why: `${channel} was merged into a digest that was already waiting${saying(step)}`,
        advice: 'The digest is sent with the first of its events. No separate message is sent for this one.',
      }
    case 'delayed':
      return {
        why: `the ${channel} step is delayed by the workflow ${waits}`.trimEnd(),
        advice:
          around.delayed === 'skip'
            ? `The delay is treated as done, as requested. To see the later steps, wait for it with a longer ${around.terms.timeout}.`
            : `Wait longer with ${around.terms.timeout}, or treat the delay as done with ${around.terms.skipDelayed}.`,
      }
    case 'pending':
    case 'queued':
      return {
        why: `${channel} is ${status}: the service's worker hasn't started it yet`,
        advice:
          "Look again later. If the status stays the same, the service's worker isn't running or is far behind.",
      }
    case 'running':
      return {
        why: `${channel} is in progress: ${senders.length === 0 ? 'the provider' : sentThrough(step)} hasn't answered yet`,
        advice: "Look again later. If the status stays the same, check the provider's log.",
      }
    default:
      return {
        why: `${channel} has the status ${JSON.stringify(status)}, which is unknown to belfry`,
        advice: 'The log of the step may explain it. To see the log, run belfry events get.',
      }
  }
}

/** Deployed services also cancel a step for a reason in the step itself, such as its condition. */
function whyCanceled(step: Step, delivery: Delivery, around: Surroundings): Reason {
  const cause = causeOf(step)
  if (cause !== 'step' && cause !== 'unknown') return whyNotSent(step, delivery, around)
  return {
    why: `${step.channel} was canceled before it was sent${saying(step)}`,
    advice:
      cause === 'step'
        ? 'Either an earlier step failed and stopped the later steps, or the trigger was canceled. Check the earlier steps.'
        : "This reason is unknown to belfry. Look at the event in the service's dashboard.",
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
          "The step's content couldn't be rendered. Check its template in the dashboard, and check that the payload has every field that the template uses.",
      }
    case 'payload':
      return {
        why: `${step.channel} ${step.status}${saying(step)}`,
        advice: "The trigger's payload is the problem. Correct it, then trigger again.",
      }
    default:
      return {
        why: `${step.channel} ${step.status}${decisive(step) === undefined ? '; its log gives no reason' : saying(step)}`,
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
    why: `${channel} is completed, but its message has an error: ${failed.errorText === '' ? 'no error text' : failed.errorText}`,
    advice:
      "The provider rejected the message afterwards. Check the integration's credentials and the recipient's address.",
  }
}
