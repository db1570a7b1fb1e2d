// How jobs follow each other: one at a time, in the order of the workflow's steps.
import { canceled, stepQueued, type Finding } from './findings.ts'
import { changeJob, endRest, jobOf, notificationOf, openRun, type Run } from './run.ts'
import type { Carried, NewTask } from './task.ts'

/** Milliseconds of the sandbox's clock: from a trigger to its events, from queued to running, from there to the end. */
export const latency = { fanOut: 10, start: 20, answer: 30 } as const

export type Ending = 'completed' | 'failed' | 'skipped' | 'canceled'

/** Ends the run's job, and queues the next one unless this one's failure stops the rest. */
export function end(run: Run, status: Ending, findings: readonly Finding[], carried = run.carried): void {
  changeJob(run, { status }, ...findings)
  if (status === 'failed' && run.step.shouldStopOnFail === true) {
    const { step, type } = jobOf(run)
    stop(run, `${step.name ?? type} failed`)
  } else queueNext(run, carried)
}

/** Cancels the jobs after the run's job. */
export function stop(run: Run, why: string): void {
  endRest(run, 'canceled', canceled(why))
}

/** Queues the first job of the run's event that is still pending. */
export function queueNext(
  run: Pick<Run, 'world' | 'own' | 'notificationId' | 'environmentId'>,
  carried: Carried,
): void {
  const job = notificationOf(run).jobs?.find(({ status }) => status === 'pending')
  if (job === undefined) return
  const next = openRun(run.world, { ...run, jobId: job._id, carried })
  if (next === undefined) return
  changeJob(next, { status: 'queued' }, stepQueued)
  continueIn(next, { kind: 'start', in: latency.start })
}

type More = Pick<Extract<NewTask, { kind: 'start' | 'answered' | 'wake' }>, 'kind' | 'in' | 'attempts'>

/** Continues the run's job after so many milliseconds. */
export function continueIn({ world, environmentId, notificationId, jobId, carried }: Run, more: More): void {
  world.tasks.add({ environmentId, notificationId, jobId, carried, ...more })
}
