// Why something did not come out as it should, in sentences that a newcomer can act on.
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

/** One or more for each recipient for whom nothing appeared, and for each step that is not simply done; none elsewhere. */
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
    why: `${recipient} was sent it twice: the events ${events.join(' and ')} both have the transaction id ${transactionId}`,
    advice:
      'Two triggers with this id overlapped, and the service took both. belfry sends an id once: find out what else sent it.',
  }
}

const withoutSteps: Reason = {
  why: 'the event has no steps so far',
  advice:
    'An event is stored before its steps: look again in a few seconds. If it stays like this, the workflow has no active step in this environment.',
}

function whyStep(step: Step, delivery: Delivery, around: Surroundings): Reason | undefined {
  const { channel, status, waits, senders } = step
  switch (status) {
    case 'completed':
      return whyMessageFailed(step, delivery)
    case 'failed':
      return whyNotSent(step, delivery, around)
    case 'skipped':
      // A digest with nothing to gather, and the like, hold nobody up.
      return channels.has(channel) || causeOf(step) !== 'unknown'
        ? whyNotSent(step, delivery, around)
        : undefined
    case 'canceled':
      return whyCanceled(step, delivery, around)
    case 'merged':
      return {
        why: `${channel} went into a digest that was already waiting${saying(step)}`,
        advice: 'What the digest sends belongs to the event that was first; nothing more comes of this one.',
      }
    case 'delayed':
      return {
        why: `${channel} waits by design ${waits}`.trimEnd(),
        advice:
          around.delayed === 'skip'
            ? `It is taken for done, as asked: to see what comes after it, wait for it with a longer ${around.terms.timeout}.`
            : `Wait longer with ${around.terms.timeout}, or take it for done with ${around.terms.skipDelayed}.`,
      }
    case 'pending':
    case 'queued':
      return {
        why: `${channel} is ${status}: the service's worker has not come to it so far`,
        advice: "Look again later; if it stays like this, the service's worker doesn't run or is far behind.",
      }
    case 'running':
      return {
        why: `${channel} is under way: ${senders.length === 0 ? 'the provider' : sentThrough(step)} has not answered so far`,
        advice: 'Look again later; if it stays like this, ask the provider or its own log.',
      }
    default:
      return {
        why: `${channel} has the status ${JSON.stringify(status)}, which belfry doesn't know`,
        advice: 'Its log may tell more: belfry events get shows it.',
      }
  }
}

/** Deployed services cancel a step also for a reason of its own. */
function whyCanceled(step: Step, delivery: Delivery, around: Surroundings): Reason {
  const cause = causeOf(step)
  if (cause !== 'step' && cause !== 'unknown') return whyNotSent(step, delivery, around)
  return {
    why: `${step.channel} was canceled before it was sent${saying(step)}`,
    advice:
      cause === 'step'
        ? 'A step before it failed and stops what comes after it, or somebody canceled the trigger.'
        : "belfry doesn't know this reason: look at the event in the service's dashboard.",
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
          "The step's content could not be made: check its template in the dashboard, and that the payload has all that it names.",
      }
    case 'payload':
      return {
        why: `${step.channel} ${step.status}${saying(step)}`,
        advice: "It concerns the trigger's payload: correct it, then trigger again.",
      }
    default:
      return {
        why: `${step.channel} ${step.status}${decisive(step) === undefined ? '; its log gives no reason' : saying(step)}`,
        advice: "The service's own log, and the activity feed of its dashboard, may tell more.",
      }
  }
}

/** A step may be done while its message went wrong. */
function whyMessageFailed({ channel }: Step, { messages }: Delivery): Reason | undefined {
  const own = messages.filter((message) => message.channel === channel)
  const failed = own.find(({ status }) => status === 'error')
  if (failed === undefined || own.some(({ status }) => status === 'sent')) return undefined
  return {
    why: `${channel} is completed, but its message has an error: ${failed.errorText === '' ? 'without words' : failed.errorText}`,
    advice:
      "The provider refused it afterwards: check the integration's credentials and the recipient's address.",
  }
}
