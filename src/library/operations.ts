// The operations: each is loaded when it runs.

function lazy<Operation extends (...args: never[]) => Promise<unknown>>(load: () => Promise<Operation>) {
  return (async (...args) => (await load())(...args)) as Operation
}

export const validate = lazy(async () => (await import('./operations/validate.ts')).validate)
export const plan = lazy(async () => (await import('./operations/plan.ts')).plan)
export const apply = lazy(async () => (await import('./operations/apply.ts')).apply)
export const trigger = lazy(async () => (await import('./operations/trigger.ts')).trigger)
export const smoke = lazy(async () => (await import('./operations/smoke.ts')).smoke)
export const diff = lazy(async () => (await import('./operations/diff.ts')).diff)
export const compare = lazy(async () => (await import('./operations/compare.ts')).compare)
export const promote = lazy(async () => (await import('./operations/promote.ts')).promote)
export const log = lazy(async () => (await import('./operations/log.ts')).log)
export const doctor = lazy(async () => (await import('./operations/doctor.ts')).doctor)
export const audit = lazy(async () => (await import('./operations/audit.ts')).audit)
export const getEnvironments = lazy(async () => (await import('./operations/get.ts')).getEnvironments)
export const getIntegrations = lazy(async () => (await import('./operations/get.ts')).getIntegrations)
export const getSubscribers = lazy(async () => (await import('./operations/get.ts')).getSubscribers)
export const listEvents = lazy(async () => (await import('./operations/events.ts')).listEvents)
export const getEvent = lazy(async () => (await import('./operations/events.ts')).getEvent)
export const listMessages = lazy(async () => (await import('./operations/messages.ts')).listMessages)
export const getMessage = lazy(async () => (await import('./operations/messages.ts')).getMessage)
export const exportManifests = lazy(async () => (await import('./operations/export.ts')).exportManifests)
export const schema = lazy(async () => (await import('./operations/schema.ts')).schema)
export const failover = lazy(async () => (await import('./operations/failover.ts')).failover)
