// A digest step: the first event of its time waits, and gathers those that come meanwhile.
import type { RetrievedDigestMetadata } from '../../wire/generated.ts'
import { valueAt, type WindowRecord } from '../store/records.ts'
import { now } from '../setting.ts'
import { digestMerged, digestTriggered, nothingToDigest, stepDigested } from './findings.ts'
import { later, nextTime } from './periods.ts'
import { continueIn, end } from './progress.ts'
import { changeJob, endRest, jobOf, notificationOf, type Run } from './run.ts'
import type { DigestStepMetadata } from './steps.ts'

type Payload = Readonly<Record<string, unknown>>

export function startDigest(run: Run): void {
  const { own, world } = run
  const metadata = metadataOf(run)
  const window = windowOf(run, metadata)
  const time = world.clock.now()
  own.windows.put({ ...window, times: [time.getTime()] })
  if (window.notificationId !== undefined) return mergeInto(run, window.notificationId)
  if (looksBack(metadata) && !isRecent(window, metadata, time)) return end(run, 'skipped', [nothingToDigest])

  const until = metadata.type === 'timed' ? nextTime(time, metadata, metadata.timed) : later(time, metadata)
  own.windows.put({ ...window, times: [time.getTime()], notificationId: run.notificationId })
  const digest = shownDigest(metadata, notificationOf(run).payload ?? {}, until)
  changeJob(run, { status: 'delayed', digest, scheduleExtensionsCount: 0 }, stepDigested(until.toISOString()))
  continueIn(run, { kind: 'wake', in: until.getTime() - time.getTime() })
}

/** The time is over: the steps after it run once, for all events. */
export function endDigest(run: Run): void {
  const { notificationId: _, ...window } = windowOf(run, metadataOf(run))
  run.own.windows.put(window)
  const events = jobOf(run).digest?.events ?? []
  end(run, 'completed', [digestTriggered(events.length)], { ...run.carried, events })
}

/** The event that waits takes this one's payload over; nothing more comes of this one. */
function mergeInto(run: Run, master: string): void {
  const { own, world } = run
  const waiting = own.notifications.get(master)
  const payload = notificationOf(run).payload ?? {}
  if (waiting !== undefined) {
    const jobs = (waiting.jobs ?? []).map((job) =>
      job.status === 'delayed' && job.digest !== undefined && job.step._id === jobOf(run).step._id
        ? { ...job, digest: { ...job.digest, events: [...(job.digest.events ?? []), payload] } }
        : job,
    )
    own.notifications.put({ ...waiting, jobs, updatedAt: now(world) })
  }
  changeJob(run, { status: 'merged' }, digestMerged(master))
  endRest(run, 'merged', digestMerged(master))
  own.notifications.put({ ...notificationOf(run), _digestedNotificationId: master })
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

const looksBack = ({ type, backoff }: DigestStepMetadata): boolean => type === 'backoff' || backoff === true

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
