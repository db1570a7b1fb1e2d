// What a case of a smoke suite expects: results of steps, texts of messages, times and counts.
import { z } from 'zod'
import { mostEvents, outcomes, stepTypes, textMeanings, textFields } from '../../core/delivery/expectation.ts'
import { causes } from '../../core/delivery/cause.ts'
import { optional } from '../../core/given.ts'
import { millisecondsOf } from '../../core/words.ts'
import { notEmpty } from '../../kinds/checks.ts'
import { written, type Form, type TextCheck } from '../../kinds/form.ts'

export const time: TextCheck = {
  rule: 'wrong-value',
  test: (text) => millisecondsOf(text) !== undefined,
  message: 'is not a valid duration; write a number with a unit, such as 500ms, 30s or 5m',
}

/** A result may be followed by a cause. */
export const shortOutcomes = {
  ...outcomes,
  'failed:provider': 'The step failed, because the provider rejected the message.',
}

/** A map of what is expected; `text` and `step` make the forms of a comparison and of a step. */
export function expectation(
  form: Form,
  text: (map: z.ZodType) => z.ZodType,
  step: (map: z.ZodType) => z.ZodType,
): z.ZodObject {
  const comparison = text(
    z.strictObject({
      is: optional(form.textOrNumber(), 'The exact value.'),
      contains: optional(form.textOrNumber(), 'A string that the value must contain.'),
    }),
  )
  const ofStep = z.strictObject({
    outcome: optional(
      form.oneOf(outcomes, 'wrong-value'),
      `The expected result of the step: ${Object.keys(outcomes).join(', ')}.`,
    ),
    // `status: failed:provider` is a short form of an outcome and its cause, which only people write: case.ts separates them
    // before the check.
    ...(form === written && {
      status: optional(z.string(), 'A short form of the field `outcome`.'),
    }),
    cause: optional(
      form.oneOf(causes, 'wrong-value'),
      `The expected cause of the result: ${Object.keys(causes).join(', ')}.`,
    ),
    ...optionalFields(textFields, comparison, (field) => `${textMeanings[field]}.`),
  })
  return z.strictObject({
    ...optionalFields(
      stepTypes,
      step(ofStep),
      (name) =>
        `The expected result of the ${name} step: a result such as \`sent\` or \`failed:provider\`, or a map of expectations.`,
    ),
    ...optionalFields(textFields, comparison, (field) => `${textMeanings[field]}, in any channel.`),
    within: optional(
      form.text(time),
      'The maximum time from the trigger to the end of the last step, such as 30s. The end is what the service reports, or when belfry saw it; the later one counts.',
    ),
    status: optional(
      form.text(notEmpty),
      'The status that the service must return for the trigger. Default: processed.',
    ),
    events: optional(
      form.whole(0, mostEvents),
      'The expected number of recipients for which the service creates an event.',
    ),
  })
}

/** Fields of one type, each of which may be left out. */
export function optionalFields<Key extends string>(
  keys: readonly Key[],
  type: z.ZodType,
  meaning: (key: Key) => string,
): Readonly<Record<string, z.ZodType>> {
  return Object.fromEntries(keys.map((key) => [key, optional(type, meaning(key))]))
}
