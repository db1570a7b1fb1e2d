// The cause of a step that failed or was left out, as far as its log shows: services write sentences, expectations name causes.
import { firstOf, textAt } from '../json.ts'
import { mapIn } from './job.ts'
import type { Step, StepDetail } from './delivery.ts'

export const causes = {
  provider: 'The provider rejected the message.',
  integration: 'No integration could deliver the message.',
  address: 'The recipient has no address for the channel.',
  condition: 'A condition of the step did not match.',
  preference: 'The recipient disabled the channel.',
  content: 'The content of the message could not be rendered.',
  payload: 'The payload of the trigger is invalid or incomplete.',
  step: 'An earlier step failed, or the trigger was canceled.',
  throttle: 'The service limited the number of notifications.',
}
/** Why a step sent nothing. Expectations can name each cause except `unknown`. */
export type Cause = keyof typeof causes | 'unknown'

/**
 * The line of a step's log that decides: a failure, else a warning, else the last line. A completed chat or push step may
 * have failed for an old channel, so its failures don't decide if it has other lines.
 */
export function decisive({ status, details }: Pick<Step, 'details'> & Partial<Step>): StepDetail | undefined {
  const all = details.filter(({ text }) => !summary.test(text) && !selection.test(text))
  const sound = status === 'completed' ? all.filter((each) => each.status !== 'Failed') : []
  const own = sound.length > 0 ? sound : all
  const failed = own.filter((each) => each.status === 'Failed')
  return (
    failed.findLast(({ text }) => refusal.test(text)) ??
    failed.at(-1) ??
    own.findLast((each) => each.status === 'Warning') ??
    own.at(-1) ??
    details.at(-1)
  )
}

/** Its text, with what the provider said: deployed services put that beside the text. */
export function wordsOf({ text, raw }: StepDetail): string {
  if (!refusal.test(text)) return text
  const held = mapIn(raw)
  const words = firstOf(textAt(held, 'message'), textAt(held, 'name'), textAt(held, 'code'))
  return words === '' || text.includes(words) ? text : `${text}: ${words}`
}

const refusal = /^(?:unexpected )?provider error/i

/** It names the integration that will send, and isn't an outcome. */
const selection = /\bprovider was selected\b/i

/** A line that follows the lines of several integrations and adds nothing to them. */
const summary =
  /^(?:all \w+ channels failed to send the message|there was one or more errors when trying to execute the notification)/i

/** Of the service's sentence, the first pattern that matches decides. */
const causesByText: readonly (readonly [RegExp, Cause])[] = [
  [refusal, 'provider'],
  [/preference|outside of the subscriber's schedule/i, 'preference'],
  [/throttled/i, 'throttle'],
  [/was canceled/i, 'step'],
  [/filtered based on|step(?:'s|s)? (?:filter|condition)|^bridge execution skipped/i, 'condition'],
  [/does(?: not|n't) have an? (?:e-?mail|phone|configured channel)/i, 'address'],
  [/missing (?:recipient|the tokens|device|(?:an? )?(?:e-?mail|phone))/i, 'address'],
  [/webhook url .*missing/i, 'address'],
  [/no (?:device tokens|e-?mail address|phone)/i, 'address'],
  [/integration/i, 'integration'],
  [/provider|webhook/i, 'provider'],
  [/\b(?:content|template|layout|syntax|render)/i, 'content'],
]

export function causeOf(step: Pick<Step, 'status' | 'details'>): Cause {
  const detail = decisive(step)
  const isCanceled = step.status === 'canceled'
  if (detail === undefined) return isCanceled ? 'step' : 'unknown'
  if (detail.source === 'Payload') return 'payload'
  // Names follow the sentence, and may match any pattern: `Subscriber does not have a configured channel: slack-preferences`.
  const [sentence = ''] = detail.text.split(': ', 1)
  const found = selection.test(sentence)
    ? undefined
    : causesByText.find(([pattern]) => pattern.test(sentence))?.[1]
  if (found !== undefined) return found
  // It waited for its turn; its log says nothing else.
  if (isCanceled && ['Pending', 'Queued'].includes(detail.status)) return 'step'
  return detail.source === 'Webhook' ? 'provider' : 'unknown'
}
