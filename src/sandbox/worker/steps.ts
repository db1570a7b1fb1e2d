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

const fieldsOfDelays: ReadonlySet<string> = new Set(['type', 'amount', 'unit', 'delayPath'])

/** The type in the template; without one, `digest` if only digests have such metadata, otherwise `delay`. */
export function stepType({ template, metadata }: NotificationStep): RetrievedStepType {
  const named = stepTypes.find((type) => type === template?.['type'])
  if (named !== undefined) return named
  if (metadata === undefined) return 'custom'
  const isDelay = ['regular', 'scheduled'].includes(metadata.type)
  return isDelay && Object.keys(metadata).every((field) => fieldsOfDelays.has(field)) ? 'delay' : 'digest'
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

const minute = 60_000
const day = 24 * 60 * minute
/** Milliseconds of the units that always have the same length; `months` have not. */
const lengths: Readonly<Record<string, number>> = {
  seconds: 1000,
  minutes: minute,
  hours: 60 * minute,
  days: day,
  weeks: 7 * day,
}
const weekDays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
/** How many days ahead the end of a timed digest is searched: a year is enough for each configuration. */
const mostDays = 400

/** A time so much later, or earlier if the amount is negative. A month later is the same day, or the month's last: 31 January → 28 February. */
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

/**
 * When a timed digest that begins at `from` ends: after all units but one, the first configured time; without one, the
 * amount later.
 */
export function nextTime(from: Date, { amount = 1, unit = 'days' }: Amount, timed: TimedConfig = {}): Date {
  const isDay = dayTest(unit, timed)
  if (isDay === undefined) return later(from, { amount, unit })
  const [hours = 0, minutes = 0] = (timed.atTime ?? '').split(':').map(Number)
  const start = later(from, { amount: amount - 1, unit })
  const midnight = Date.UTC(start.getUTCFullYear(), start.getUTCMonth(), start.getUTCDate())
  for (let days = 0; days <= mostDays; days += 1) {
    const time = new Date(midnight + days * day + (hours * 60 + minutes) * minute)
    if (time > start && isDay(time)) return time
  }
  return later(from, { amount, unit })
}

/** Returns a function that checks whether the digest can end on a day; undefined if the configuration names no days. */
function dayTest(unit: string, timed: TimedConfig): ((time: Date) => boolean) | undefined {
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
    isCounted(new Date(Date.UTC(year, month, date)).getUTCDay(), value),
  )
  return time.getUTCDate() === (ordinal === 'last' ? days.at(-1) : days[Number(ordinal) - 1])
}

/** `value` is `day`, `weekday`, `weekend` or the name of a day. */
function isCounted(weekDay: number, value: string): boolean {
  const isWeekend = weekDay === 0 || weekDay === 6
  if (value === 'day') return true
  if (value === 'weekday') return !isWeekend
  return value === 'weekend' ? isWeekend : weekDays[weekDay] === value
}
