// Carries out the tasks of the worker: a delay, a throttle, a digest, and what the other steps need.
import type { World } from '../profile.ts'
import { deliver, endWithAnswers } from './channel-step.ts'
import { fanOut } from './fan-out.ts'
import {
  delayFinished,
  stepDone,
  delayPathMissing,
  stepDelayed,
  throttled,
  digestMerged,
  digestTriggered,
  nothingToDigest,
  stepDigested,
} from './execution-details.ts'
import { end, continueIn, cancelRest, changeJob, jobOf, openRun, notificationOf, endRest } from './job-run.ts'
import type { Run } from './job-run.ts'
import { isChannel, later, nextTime } from './steps.ts'
import type { StepMetadata, DigestStepMetadata, Amount } from './steps.ts'
import { hold } from '../operations/conditions.ts'
import { valueAt, type WindowRecord, type TaskRecord } from '../store/records.ts'
import type { RetrievedDigestMetadata } from '../../wire/generated.ts'
import { now } from '../setting.ts'

export function perform(world: World, task: TaskRecord): void {
  if (task.kind === 'fan-out') return fanOut(world, task)
  const run = openRun(world, task)
  if (run === undefined) return
  if (task.kind === 'start') start(run)
  else if (task.kind === 'answered') endWithAnswers(run, task.attempts ?? [])
  else if (jobOf(run).type === 'digest') endDigest(run)
  else end(run, 'completed', [delayFinished])
}

function start(run: Run): void {
  changeJob(run, { status: 'running' })
  const { leftOut, filtered } = run.world.profile.activity.steps
  if (!filtersHold(run)) return end(run, leftOut, [filtered(run.workflow)])
  const { type } = jobOf(run)
  if (isChannel(type)) return deliver(run)
  switch (type) {
    case 'digest':
      return startDigest(run)
    case 'delay':
      return startDelay(run)
    case 'throttle':
      return throttle(run)
    default:
      return end(run, 'completed', [stepDone])
  }
}

function filtersHold(run: Run): boolean {
  const payload = notificationOf(run).payload ?? {}
  return hold(run.step.filters ?? [], { subscriber: run.subscriber, payload })
}

function startDelay(run: Run): void {
  const metadata: StepMetadata = run.step.metadata ?? { type: 'regular' }
  const time = run.world.clock.now()
  const until = 'delayPath' in metadata ? dateAt(run, metadata.delayPath) : later(time, metadata)
  if (until === undefined) {
    return end(run, 'failed', [delayPathMissing('delayPath' in metadata ? metadata.delayPath : '')])
  }
  const wait = Math.max(0, until.getTime() - time.getTime())
  changeJob(run, { status: 'delayed', scheduleExtensionsCount: 0 }, stepDelayed(until.toISOString()))
  continueIn(run, { kind: 'wake', in: wait })
}

function dateAt(run: Run, path: string): Date | undefined {
  const value = valueAt(notificationOf(run).payload ?? {}, path.replace(/^payload\./, ''))
  const date = new Date(typeof value === 'string' ? value : Number.NaN)
  return Number.isNaN(date.getTime()) ? undefined : date
}

/** The most that pass, if the step's template has no `limit`. */
const defaultLimit = 1

function throttle(run: Run): void {
  const { own, step, workflow, subscriber } = run
  const time = run.world.clock.now()
  const limit = Number(step.template?.['limit'] ?? defaultLimit)
  const { amount = 1, unit = 'hours' } = (step.metadata ?? {}) as Amount
  const since = later(time, { amount: -amount, unit }).getTime()
  const _id = JSON.stringify([workflow._id, jobOf(run).step._id, subscriber._id])
  const window: WindowRecord = own.windows.get(_id) ?? { _id, times: [] }
  const recent = window.times.filter((earlier) => earlier > since)
  if (recent.length < limit) {
    own.windows.put({ _id, times: [...recent, time.getTime()] })
    return end(run, 'completed', [stepDone])
  }
  changeJob(run, { status: 'skipped' }, throttled(limit))
  cancelRest(run, 'the event was throttled')
}

type Payload = Readonly<Record<string, unknown>>

function startDigest(run: Run): void {
  const { own, world } = run
  const metadata = metadataOf(run)
  const window = windowOf(run, metadata)
  const time = world.clock.now()
  own.windows.put({ ...window, times: [time.getTime()] })
  if (window.notificationId !== undefined) return mergeInto(run, window.notificationId)
  if (isBackoff(metadata) && !isRecent(window, metadata, time)) return end(run, 'skipped', [nothingToDigest])

  const until = metadata.type === 'timed' ? nextTime(time, metadata, metadata.timed) : later(time, metadata)
  own.windows.put({ ...window, times: [time.getTime()], notificationId: run.notificationId })
  const digest = shownDigest(metadata, notificationOf(run).payload ?? {}, until)
  changeJob(run, { status: 'delayed', digest, scheduleExtensionsCount: 0 }, stepDigested(until.toISOString()))
  continueIn(run, { kind: 'wake', in: until.getTime() - time.getTime() })
}

/** The digest's time has ended: the steps after it run once, for all events. */
function endDigest(run: Run): void {
  const { notificationId: _, ...window } = windowOf(run, metadataOf(run))
  run.own.windows.put(window)
  const events = jobOf(run).digest?.events ?? []
  end(run, 'completed', [digestTriggered(events.length)], { ...run.carried, events })
}

/** The event whose digest is open takes over the payload of this one, which ends here. */
function mergeInto(run: Run, openId: string): void {
  const { own, world } = run
  const waiting = own.notifications.get(openId)
  const payload = notificationOf(run).payload ?? {}
  if (waiting !== undefined) {
    const jobs = (waiting.jobs ?? []).map((job) =>
      job.status === 'delayed' && job.digest !== undefined && job.step._id === jobOf(run).step._id
        ? { ...job, digest: { ...job.digest, events: [...(job.digest.events ?? []), payload] } }
        : job,
    )
    own.notifications.put({ ...waiting, jobs, updatedAt: now(world) })
  }
  changeJob(run, { status: 'merged' }, digestMerged(openId))
  endRest(run, 'merged', digestMerged(openId))
  own.notifications.put({ ...notificationOf(run), _digestedNotificationId: openId })
}

/** One window for each subscriber and each value of the digest's key. */
function windowOf(run: Run, { digestKey }: DigestStepMetadata): WindowRecord {
  const payload = notificationOf(run).payload ?? {}
  const path = digestKey?.replace(/^payload\./, '')
  const value = path === undefined || path === '' ? undefined : valueAt(payload, path)
  const _id = JSON.stringify([run.workflow._id, jobOf(run).step._id, run.subscriber._id, value ?? null])
  return run.own.windows.get(_id) ?? { _id, times: [] }
}

function metadataOf({ step }: Run): DigestStepMetadata {
  return step.metadata ?? { type: 'regular' }
}

const isBackoff = ({ type, backoff }: DigestStepMetadata): boolean => type === 'backoff' || backoff === true

/** Whether there was another event not long ago. */
function isRecent({ times }: WindowRecord, metadata: DigestStepMetadata, time: Date): boolean {
  const { backoffAmount = 1, backoffUnit = 'minutes' } = metadata
  const since = later(time, { amount: -backoffAmount, unit: backoffUnit }).getTime()
  return times.some((earlier) => earlier >= since)
}

function shownDigest(
  { timed, ...metadata }: DigestStepMetadata,
  payload: Payload,
  until: Date,
): RetrievedDigestMetadata {
  const { monthDays, ...rest } = timed ?? {}
  return {
    ...metadata,
    events: [payload],
    timed: {
      ...rest,
      ...(monthDays !== undefined && { monthDays: monthDays.map(Number) }),
      untilDate: until.toISOString(),
    },
  }
}
