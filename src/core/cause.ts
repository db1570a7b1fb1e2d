// Why a step failed or was left out, as far as its log tells: services write sentences, expectations name words.
import type { Step, StepDetail } from './delivery.ts'
import type { Cause } from './expectation.ts'

/** The line of a step's log that decides: what failed, else what warns, else where it ends. */
export function decisive({ details }: Step): StepDetail | undefined {
  const last = (status: string): StepDetail | undefined =>
    details.findLast((detail) => detail.status === status)
  return last('Failed') ?? last('Warning') ?? details.at(-1)
}

/** In this order: what a provider said comes behind words of the service, and may hold any other. */
const told: readonly (readonly [RegExp, Cause])[] = [
  [/^(?:unexpected )?provider error/i, 'provider'],
  [/preference/i, 'preference'],
  [/throttled/i, 'throttle'],
  [/was canceled/i, 'step'],
  [/filtered based on|step(?:'s|s)? (?:filter|condition)/i, 'condition'],
  [
    /does(?: not|n't) have an? (?:e-?mail|phone|configured channel)|missing (?:recipient|the tokens|device)|webhook url .*missing|no (?:device tokens|e-?mail address|phone)/i,
    'address',
  ],
  [/integration/i, 'integration'],
  [/provider|webhook/i, 'provider'],
  [/\b(?:content|template|layout|syntax|render)/i, 'content'],
]

export function causeOf(step: Step): Cause {
  const detail = decisive(step)
  if (detail === undefined) return step.status === 'canceled' ? 'step' : 'unknown'
  const found = told.find(([pattern]) => pattern.test(detail.text))?.[1]
  if (found !== undefined) return found
  if (step.status === 'canceled') return 'step'
  return detail.source === 'Payload' ? 'payload' : detail.source === 'Webhook' ? 'provider' : 'unknown'
}
