// The entry `belfry/sandbox`, for tests: a service on the loopback interface that forgets everything when it is closed.
export {
  createSandbox,
  FaultError,
  ProviderSpecError,
  readProviderSpec,
  type Sandbox,
  type SandboxOptions,
} from './index.ts'
export { Clock, virtualClock } from './clock.ts'
export type { FaultSwitch } from './faults/faults.ts'
export type { LoggedRequest } from './http/request-log.ts'
export type { RateLimit } from './request-rates.ts'
export type { ProfileName } from './profiles/profiles.ts'
export type { Providers, ProviderSpec } from './providers/provider-outcomes.ts'
export { defaultSeed } from './seed/seed.ts'
export type { Seed } from './seed/seed-shapes.ts'
export type { SandboxState } from './store/state.ts'
