// A workflow's step as jobs see it; amounts of time in the contract's units, and the next time of a timed digest. All times are UTC.
import type {
  DigestRegularMetadata,
  DigestTimedMetadata,
  NotificationStep,
  RetrievedStepType,
  Step,
  TimedConfig,
} from '../../wire/generated.ts'
import { filled } from '../store/records.ts'
import { channels, stepTypes } from '../operations/schema-facts.ts'

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

export interface Amount {
  readonly amount?: number
  readonly unit?: string
}

const lengths: Readonly<Record<string, number>> = {
  seconds: 1000,
  minutes: 60_000,
  hours: 3_600_000,
  days: 86_400_000,
  weeks: 7 * 86_400_000,
}
const weekDays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const day = 86_400_000

/** A time so much later, or earlier for a negative amount; months are those of the calendar. */
export function later(from: Date, { amount = 1, unit = 'hours' }: Amount): Date {
  const length = lengths[unit]
  if (length !== undefined) return new Date(from.getTime() + amount * length)
  const moved = new Date(from)
  moved.setUTCDate(1)
  moved.setUTCMonth(moved.getUTCMonth() + amount)
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate()
  moved.setUTCDate(Math.min(from.getUTCDate(), lastDay))
  return moved
}

/** The first time after `from` that a timed digest has; if it has none, so much later. */
export function nextTime(from: Date, { amount = 1, unit = 'days' }: Amount, timed: TimedConfig = {}): Date {
  const fits = fitting(unit, timed)
  if (fits === undefined) return later(from, { amount, unit })
  const [hour = 0, minute = 0] = (timed.atTime ?? '').split(':').map(Number)
  const start = later(from, { amount: amount - 1, unit })
  const midnight = Date.UTC(start.getUTCFullYear(), start.getUTCMonth(), start.getUTCDate())
  for (let days = 0; days <= 400; days += 1) {
    const time = new Date(midnight + days * day + (hour * 60 + minute) * 60_000)
    if (time > start && fits(time)) return time
  }
  return later(from, { amount, unit })
}

type Fits = (time: Date) => boolean

function fitting(unit: string, timed: TimedConfig): Fits | undefined {
  const { atTime, weekDays: named = [], monthDays = [], monthlyType, ordinal, ordinalValue } = timed
  if (unit === 'days' && atTime !== undefined) return () => true
  if (unit === 'weeks' && named.length > 0) return (time) => named.includes(weekDays[time.getUTCDay()] ?? '')
  if (unit !== 'months') return undefined
  if (monthlyType === 'on' && ordinal !== undefined) return (time) => isOrdinal(time, ordinal, ordinalValue)
  return monthDays.length > 0 ? (time) => monthDays.includes(String(time.getUTCDate())) : undefined
}

/** Whether a day is, say, the `last` `weekday` of its month. */
function isOrdinal(time: Date, ordinal: string, value = 'day'): boolean {
  const [year, month] = [time.getUTCFullYear(), time.getUTCMonth()]
  const length = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const days = Array.from({ length }, (_, index) => index + 1).filter((date) =>
    counts(new Date(Date.UTC(year, month, date)).getUTCDay(), value),
  )
  return time.getUTCDate() === (ordinal === 'last' ? days.at(-1) : days[Number(ordinal) - 1])
}

function counts(weekDay: number, value: string): boolean {
  const isWeekend = weekDay === 0 || weekDay === 6
  if (value === 'day') return true
  if (value === 'weekday') return !isWeekend
  return value === 'weekend' ? isWeekend : weekDays[weekDay] === value
}
