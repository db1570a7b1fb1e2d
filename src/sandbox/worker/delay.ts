// A delay step: the steps after it wait for some time, or until a date in the payload.
import { valueAt } from '../store/records.ts'
import { delayPathMissing, stepDelayed } from './findings.ts'
import { later } from './periods.ts'
import { continueIn, end } from './progress.ts'
import { changeJob, notificationOf, type Run } from './run.ts'
import type { StepMetadata } from './steps.ts'

export function startDelay(run: Run): void {
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
