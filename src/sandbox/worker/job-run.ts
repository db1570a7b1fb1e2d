// One job while it runs: the records that it needs, its changes of state, and how jobs follow each other: one at a time, in the
// order of the steps of the workflow.
import type { NotificationStep, RetrievedJob } from '../../wire/generated.ts'
import type {
  NotificationRecord,
  SubscriberRecord,
  WorkflowRecord,
  Finding,
  Carried,
  JobTask,
  NewTask,
} from '../store/records.ts'
import type { EnvironmentStore } from '../store/store.ts'
import { jobProviders } from '../operations/schema-facts.ts'
import { now } from '../setting.ts'
import type { World } from '../profile.ts'
import { canceled, stepQueued } from './execution-details.ts'
import { activeSteps, stepId } from './steps.ts'

export interface Run {
  readonly world: World
  readonly own: EnvironmentStore
  readonly environmentId: string
  readonly notificationId: string
  readonly jobId: string
  readonly workflow: WorkflowRecord
  readonly step: NotificationStep
  readonly subscriber: SubscriberRecord
  readonly carried: Carried
}

/** Undefined if the event, its workflow or its subscriber was deleted; its open jobs are then canceled. */
export function openRun(
  world: World,
  task: Pick<JobTask, 'environmentId' | 'notificationId' | 'jobId' | 'carried'>,
): Run | undefined {
  const { environmentId, notificationId, jobId, carried } = task
  const own = world.store.of(environmentId)
  const row = own.notifications.get(notificationId)
  const job = row?.jobs?.find(({ _id }) => _id === jobId)
  if (row === undefined || job === undefined) return undefined
  const workflow = own.workflows.get(row._templateId ?? '')
  const subscriber = own.subscribers.get(row._subscriberId)
  const step = activeSteps(workflow?.steps ?? []).find((each, index) => stepId(each, index) === job.step._id)
  if (workflow !== undefined && subscriber !== undefined && step !== undefined) {
    return { world, own, environmentId, notificationId, jobId, workflow, step, subscriber, carried }
  }
  const gone = canceled('the workflow or the subscriber was deleted')
  endRest({ world, own, notificationId }, 'canceled', gone, openStatuses)
  return undefined
}

type RunEvent = Pick<Run, 'world' | 'own' | 'notificationId'>

export function notificationOf({ own, notificationId }: RunEvent): NotificationRecord {
  const row = own.notifications.get(notificationId)
  if (row === undefined) throw new Error(`there is no event ${notificationId}`)
  return row
}

export function jobOf(run: Run): RetrievedJob {
  const job = notificationOf(run).jobs?.find(({ _id }) => _id === run.jobId)
  if (job === undefined) throw new Error(`there is no job ${run.jobId}`)
  return job
}

/** Changes the run's job, and adds what was found to its log. */
export function changeJob(run: Run, changes: Partial<RetrievedJob>, ...findings: readonly Finding[]): void {
  changeJobs(run, ({ _id }) => _id === run.jobId, changes, findings)
}

const openStatuses = ['pending', 'queued', 'running', 'delayed'] as const

/** Ends all jobs of these statuses, by default those that wait for their turn; `finding` says why. */
export function endRest(
  event: RunEvent,
  status: 'canceled' | 'merged',
  finding: Finding,
  statuses: readonly string[] = ['pending'],
): void {
  changeJobs(event, (job) => statuses.includes(job.status), { status }, [finding])
}

function changeJobs(
  event: RunEvent,
  isMeant: (job: RetrievedJob) => boolean,
  changes: Partial<RetrievedJob>,
  findings: readonly Finding[],
): void {
  const row = notificationOf(event)
  const jobs = (row.jobs ?? []).map((job) => (isMeant(job) ? changed(event, job, changes, findings) : job))
  event.own.notifications.put({ ...row, jobs, updatedAt: now(event.world) })
}

function changed(
  { world }: RunEvent,
  job: RetrievedJob,
  changes: Partial<RetrievedJob>,
  findings: readonly Finding[],
): RetrievedJob {
  const providerId = changes.providerId ?? job.providerId
  const isGuessed = world.profile.activity.steps.providerIs === 'guessed'
  const details = findings.map((finding) => ({
    _id: world.ids.next('detail'),
    createdAt: now(world),
    isRetry: false,
    isTest: false,
    raw: null,
    ...finding,
    providerId: shownProvider((isGuessed ? undefined : finding.providerId) ?? providerId),
  }))
  return {
    ...job,
    ...changes,
    executionDetails: [...job.executionDetails, ...details],
    updatedAt: now(world),
  }
}

/** The provider that a job names: one of the contract's, or `svc`, the service's own. */
export function shownProvider(providerId: string): string {
  return jobProviders.some((known) => known === providerId) ? providerId : 'svc'
}

/** Milliseconds of the sandbox's clock: from a trigger to its events, from queued to running, from there to the end. */
export const latency = { fanOut: 10, start: 20, answer: 30 } as const

type Ending = 'completed' | 'failed' | 'skipped' | 'canceled'

/** Ends the run's job, and queues the next one unless this one's failure stops the rest. */
export function end(run: Run, status: Ending, findings: readonly Finding[], carried = run.carried): void {
  changeJob(run, { status }, ...findings)
  if (status === 'failed' && run.step.shouldStopOnFail === true) {
    const { step, type } = jobOf(run)
    cancelRest(run, `${step.name ?? type} failed`)
  } else queueNext(run, carried)
}

/** Cancels the jobs after the run's job. */
export function cancelRest(run: Run, why: string): void {
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

type Next = Pick<Extract<NewTask, { kind: 'start' | 'answered' | 'wake' }>, 'kind' | 'in' | 'attempts'>

/** Continues the run's job after so many milliseconds. */
export function continueIn({ world, environmentId, notificationId, jobId, carried }: Run, next: Next): void {
  world.tasks.add({ environmentId, notificationId, jobId, carried, ...next })
}
