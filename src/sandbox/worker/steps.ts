// A workflow's step as jobs see it.
import type {
  DigestRegularMetadata,
  DigestTimedMetadata,
  NotificationStep,
  RetrievedStepType,
  Step,
} from '../../wire/generated.ts'
import { filled } from '../store/records.ts'
import { channels, stepTypes } from '../operations/contract.ts'

export type StepMetadata = NonNullable<NotificationStep['metadata']>
export type DigestStepMetadata = DigestRegularMetadata & Pick<DigestTimedMetadata, 'timed'>

/** The steps that run; a step is active only if it is marked so. */
export function activeSteps(steps: readonly NotificationStep[]): NotificationStep[] {
  return steps.filter(({ active }) => active === true)
}

/** The type in the template; without one, the only possible type for the metadata. */
export function stepType({ template, metadata }: NotificationStep): RetrievedStepType {
  const named = stepTypes.find((type) => type === template?.['type'])
  if (named !== undefined) return named
  if (metadata === undefined) return 'custom'
  const isDigest = ['timed', 'backoff'].includes(metadata.type) || 'digestKey' in metadata
  return isDigest ? 'digest' : 'delay'
}

export const isChannel = (type: string): boolean => channels.some((channel) => channel === type)

/** The step as its job shows it. */
export function shownStep(step: NotificationStep, id: string): Step {
  const { name, active = false, filters = [], template, metadata, replyCallback, _parentId, variants } = step
  return {
    _id: id,
    active,
    filters,
    _templateId: step._templateId ?? id,
    _parentId: _parentId ?? null,
    ...filled({ name, template, metadata: metadata && { ...metadata }, replyCallback }),
    variants: (variants ?? []).map((variant, index) =>
      shownStep(variant, variant._id ?? `${id}-${index + 1}`),
    ),
  }
}

/** The id of a workflow's step; some seeds give none. */
export function stepId(step: NotificationStep, index: number): string {
  return step._id ?? `step-${index + 1}`
}
