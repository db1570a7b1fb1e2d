// What a task of the worker does when it falls due.
import type { World } from '../profile.ts'
import { startDelay } from './delay.ts'
import { deliver, isWanted, settle } from './deliver.ts'
import { endDigest, startDigest } from './digest.ts'
import { fanOut } from './fan-out.ts'
import { delayFinished, stepDone } from './findings.ts'
import { end } from './progress.ts'
import { changeJob, jobOf, openRun, type Run } from './run.ts'
import { isChannel } from './steps.ts'
import type { TaskRecord } from './task.ts'
import { throttle } from './throttle.ts'

export function perform(world: World, task: TaskRecord): void {
  if (task.kind === 'fan-out') return fanOut(world, task)
  const run = openRun(world, task)
  if (run === undefined) return
  if (task.kind === 'start') start(run)
  else if (task.kind === 'answered') settle(run, task.attempts ?? [])
  else if (jobOf(run).type === 'digest') endDigest(run)
  else end(run, 'completed', [delayFinished])
}

function start(run: Run): void {
  changeJob(run, { status: 'running' })
  const { leftOut, filtered } = run.world.profile.activity.steps
  if (!isWanted(run)) return end(run, leftOut, [filtered(run.workflow)])
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
