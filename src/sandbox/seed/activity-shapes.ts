// The shapes of workflows, messages and events, which only a seed and the worker write.
import { z } from 'zod'
import type { Step } from '../../wire/generated.ts'
import { each, flag, freeForm, maybe, number, stepFilter, text } from '../operations/shapes.ts'
import {
  executionSources,
  executionStatuses,
  jobProviders,
  ordinals,
  ordinalValues,
  stepTypes,
  timeUnits,
  weekDays,
} from '../operations/vocabulary.ts'

const texts = z.array(text)
const unit = z.enum(timeUnits)
const amount = { amount: maybe(number), unit: maybe(unit), digestKey: maybe(text) }
const backoff = {
  backoff: maybe(flag),
  backoffAmount: maybe(number),
  backoffUnit: maybe(unit),
  updateMode: maybe(flag),
}
const timed = {
  atTime: maybe(text),
  weekDays: maybe(z.array(z.enum(weekDays))),
  ordinal: maybe(z.enum(ordinals)),
  ordinalValue: maybe(z.enum(ordinalValues)),
  monthlyType: maybe(z.enum(['each', 'on'])),
}

const stepMetadata = z.union([
  z.object({ ...amount, ...backoff, type: z.enum(['regular', 'backoff']) }),
  z.object({
    ...amount,
    type: z.literal('timed'),
    timed: maybe(z.object({ ...timed, monthDays: maybe(texts) })),
  }),
  z.object({ type: z.literal('scheduled'), delayPath: text }),
])

const variant = z.object({
  ...each(['_id', 'uuid', 'name', '_templateId'], maybe(text)),
  ...each(['active', 'shouldStopOnFail'], maybe(flag)),
  template: maybe(freeForm),
  filters: maybe(z.array(stepFilter)),
  _parentId: maybe(text),
  metadata: maybe(stepMetadata),
  replyCallback: maybe(z.object({ active: maybe(flag), url: maybe(text) })),
})

/** A step of a workflow. */
export const workflowStep = variant.extend({ variants: maybe(z.array(variant)) })

export const preferenceSettings = z.object(each(['email', 'sms', 'in_app', 'chat', 'push'], maybe(flag)))

const variables = z.array(z.object({ name: maybe(text) }))
export const trigger = z.object({
  type: maybe(z.literal('event')),
  identifier: maybe(text),
  variables: maybe(variables),
  subscriberVariables: maybe(variables),
})

const jobStep: z.ZodType<Step> = z.object({
  _id: text,
  active: flag,
  ...each(['replyCallback', 'controlVariables', 'metadata', 'issues'], maybe(freeForm)),
  filters: z.array(stepFilter),
  template: maybe(freeForm),
  variants: maybe(z.lazy(() => z.array(jobStep))),
  _templateId: text,
  name: maybe(text),
  _parentId: maybe(text.nullable()),
})

const provider = z.enum(jobProviders)

export const job = z.object({
  _id: text,
  type: z.enum(stepTypes),
  digest: maybe(
    z.object({
      ...amount,
      ...backoff,
      type: z.enum(['regular', 'backoff', 'timed']),
      events: maybe(z.array(freeForm)),
      timed: maybe(
        z.object({
          ...timed,
          monthDays: maybe(z.array(number)),
          cronExpression: maybe(text),
          untilDate: maybe(text),
        }),
      ),
    }),
  ),
  executionDetails: z.array(
    z.object({
      _id: text,
      createdAt: maybe(text),
      status: z.enum(executionStatuses),
      detail: text,
      isRetry: flag,
      isTest: flag,
      providerId: maybe(provider),
      raw: maybe(text.nullable()),
      source: z.enum(executionSources),
    }),
  ),
  step: jobStep,
  overrides: maybe(freeForm),
  payload: maybe(freeForm),
  providerId: provider,
  status: text,
  updatedAt: maybe(text),
  scheduleExtensionsCount: maybe(number),
})

export const messageContent = z.union([
  text,
  z.array(
    z.object({
      type: z.enum(['button', 'text']),
      content: text,
      url: maybe(text),
      styles: maybe(z.object({ textAlign: z.enum(['center', 'left', 'right']) })),
    }),
  ),
])

const buttonType = z.enum(['primary', 'secondary'])
export const callToAction = z.object({
  type: maybe(z.literal('redirect')),
  data: maybe(z.object({ url: maybe(text) })),
  action: maybe(
    z.object({
      status: maybe(z.enum(['pending', 'done'])),
      buttons: maybe(z.array(z.object({ type: buttonType, content: text, resultContent: maybe(text) }))),
      result: maybe(z.object({ payload: maybe(freeForm), type: maybe(buttonType) })),
    }),
  ),
})
