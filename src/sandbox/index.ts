// The embedded service: a real HTTP server on the loopback interface that implements the contract, in memory.
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { adminRoutes } from './http/admin.ts'
import { RequestLog, type LoggedRequest } from './http/request-log.ts'
import { createApp, type Routes } from './http/app.ts'
import { Clock } from './clock.ts'
import { Faults, type FaultSwitch } from './faults/faults.ts'
import { handlerWithFaults } from './faults/apply-faults.ts'
import type { RateLimit } from './request-rates.ts'
import { populate } from './seed/populate.ts'
import { profileNamed, type ProfileName } from './profiles/profiles.ts'
import { createProviders, type Providers, type ProviderSpec } from './providers/provider-outcomes.ts'
import type { Seed } from './seed/seed-shapes.ts'
import { createState, seedOf, type SandboxState } from './store/state.ts'
import { perform } from './worker/perform.ts'
export { Clock, virtualClock } from './clock.ts'
export { FaultError, readFault } from './faults/fault.ts'
export { generatedSubscribers } from './seed/seed.ts'
export { developmentApiKey, productionApiKey } from './http/keys.ts'
export { planNames, readRateLimit, type RateLimit } from './request-rates.ts'
export { isProfileName, profileNames, type ProfileName } from './profiles/profiles.ts'
export { seededRandom } from './store/new-ids.ts'
export type { LoggedRequest } from './http/request-log.ts'
export { parseSeed } from './seed/populate.ts'
export { ProviderSpecError, readProviderSpec, type ProviderSpec } from './providers/provider-outcomes.ts'
export type { IntegrationRecord } from './store/records.ts'

/** @internal */
export type { Routes } from './http/app.ts'
export { completeSeed, defaultSeed } from './seed/seed.ts'
export type { Seed } from './seed/seed-shapes.ts'

/** What a sandbox starts with, and how it behaves. */
export interface SandboxOptions {
  /** 0, the default, uses any free port. */
  readonly port?: number
  /** What the sandbox starts with. */
  readonly seed?: Seed
  /** @internal */
  readonly routes?: Routes
  /** The service that it imitates: by default exactly the contract. */
  readonly profile?: ProfileName
  /** A plan, requests a second in each category, or `off`; by default the profile's. */
  readonly rateLimit?: RateLimit
  /** By default a real one. */
  readonly clock?: Clock
  /** For the default clock: seconds that pass in one real second. By default 1. */
  readonly speed?: number
  /** Numbers from 0 to 1; by default those of the seed's `random`, the same in every run. */
  readonly random?: () => number
  /** The faults, as `reset-after:updateIntegration@3`, `500-before:10%` or `latency=200ms`. */
  readonly faults?: readonly string[]
  /** Decides which requests a fault with a rate hits; by default 1. */
  readonly faultSeed?: number
  /** How providers answer from the start; those that aren't named accept. */
  readonly providers?: readonly ProviderSpec[]
  /** How many requests the log keeps; by default all. */
  readonly logLimit?: number
}

/** A sandbox that runs. */
export interface Sandbox {
  readonly url: string
  readonly port: number
  /** API keys by the name of their environment, those made since included. */
  readonly keys: Readonly<Record<string, string>>
  /** Every request so far, in order of arrival. */
  readonly log: readonly LoggedRequest[]
  clearLog(): void
  readonly profile: ProfileName
  readonly state: SandboxState
  readonly clock: Clock
  readonly providers: Providers
  readonly faults: FaultSwitch
  /** Its current contents as a seed: with API keys and credentials in plain text. */
  seed(): Seed
  close(): Promise<void>
}

/**
 * Starts a sandbox; `close` closes it even while clients hold connections open. Throws a FaultError for an invalid fault,
 * and an Error for an invalid seed or an unknown profile.
 */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { port = 0, routes, speed = 1, logLimit = Infinity } = options
  const clock = options.clock ?? new Clock({ speed })
  const faults = new Faults(options.faults ?? [], options.faultSeed ?? 1, clock)
  const world = worldFor(options, clock)
  const providers = createProviders(world)
  for (const { providerId, outcome } of options.providers ?? []) providers.set(providerId, outcome)
  const log = new RequestLog(logLimit)
  const app = createApp({
    world,
    log,
    handle: handlerWithFaults(world, faults),
    routes: (made) => {
      adminRoutes(made, world, faults)
      routes?.(made)
    },
  })
  const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false }) as Server
  const address = await listen(server, port)
  world.tasks.start((task) => perform(world, task))
  return {
    url: `http://127.0.0.1:${address.port}`,
    port: address.port,
    get keys() {
      return world.store.keys
    },
    get log() {
      return log.entries
    },
    clearLog: () => log.clear(),
    profile: options.profile ?? 'contract',
    state: createState(world),
    clock,
    providers,
    faults,
    seed: () => seedOf(world),
    close: async () => {
      world.tasks.stop()
      faults.stop()
      if (options.clock === undefined) clock.stop()
      await close(server)
    },
  }
}

function worldFor(
  { seed = {}, random, profile: name = 'contract', rateLimit }: SandboxOptions,
  clock: Clock,
) {
  const profile = { ...profileNamed(name), ...(rateLimit !== undefined && { rateLimit }) }
  return populate({ clock, profile, seed, ...(random !== undefined && { random }) })
}

async function listen(server: Server, port: number): Promise<AddressInfo> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server.address() as AddressInfo
}

function close(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error === undefined ? resolve() : reject(error)))
    server.closeAllConnections()
  })
}
