// A throttle step: so many events of one subscriber in its time go on, the others end here.
import type { WindowRecord } from '../store/records.ts'
import { stepDone, throttled } from './findings.ts'
import { later, type Amount } from './periods.ts'
import { end, stop } from './progress.ts'
import { changeJob, jobOf, type Run } from './run.ts'

/** The most that go on, where the step's template gives no `limit`. */
const defaultLimit = 1

export function throttle(run: Run): void {
  const { own, step, workflow, subscriber } = run
  const time = run.world.clock.now()
  const limit = Number(step.template?.['limit'] ?? defaultLimit)
  const since = later(time, negative((step.metadata as Amount | undefined) ?? {})).getTime()
  const _id = JSON.stringify([workflow._id, jobOf(run).step._id, subscriber._id])
  const window: WindowRecord = own.windows.get(_id) ?? { _id, times: [] }
  const recent = window.times.filter((earlier) => earlier > since)
  if (recent.length < limit) {
    own.windows.put({ _id, times: [...recent, time.getTime()] })
    return end(run, 'completed', [stepDone])
  }
  changeJob(run, { status: 'skipped' }, throttled(limit))
  stop(run, 'the event was throttled')
}

function negative({ amount = 1, unit = 'hours' }: Amount): Amount {
  return { amount: -amount, unit }
}
