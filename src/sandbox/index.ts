// The embedded service: a real HTTP server on the loopback interface that keeps the contract, in memory.
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { createApp } from './app.ts'
import { RequestLog, type LoggedRequest } from './log.ts'
import { populate } from './populate.ts'
import { contractProfile } from './profile.ts'
import { routeContext, type Routes } from './routes.ts'
import type { Seed } from './seed.ts'
import { createState, type SandboxState } from './state.ts'

export { developmentApiKey, generatedSubscribers, productionApiKey } from './default-directory.ts'
export { seededRandom } from './ids.ts'
export type { LoggedRequest } from './log.ts'
export { parseSeed } from './populate.ts'
export type { EnvironmentRecord, IntegrationRecord, SubscriberRecord } from './records.ts'
export type { RouteContext, Routes } from './routes.ts'
export { defaultSeed, type Seed } from './seed.ts'
export type { SandboxState } from './state.ts'

export interface SandboxOptions {
  /** 0, the default, takes any port that is free. */
  readonly port?: number
  readonly seed?: Seed
  readonly routes?: Routes
  readonly clock?: () => Date
  /** Numbers from 0 to 1; by default those of the seed's `random`, the same in every run. */
  readonly random?: () => number
  /** How many requests the log keeps; by default all. */
  readonly logLimit?: number
}

export interface Sandbox {
  readonly url: string
  readonly port: number
  /** API keys by the name of their environment, those made since included. */
  readonly keys: Readonly<Record<string, string>>
  /** Every request so far, in order of arrival. */
  readonly log: readonly LoggedRequest[]
  clearLog(): void
  readonly state: SandboxState
  close(): Promise<void>
}

/** Starts a sandbox; it is closed by `close`, also while clients hold connections open. */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { port = 0, seed = {}, routes, clock = () => new Date(), random, logLimit = Infinity } = options
  const world = populate({ seed, clock, profile: contractProfile, ...(random !== undefined && { random }) })
  const log = new RequestLog(logLimit)
  const app = createApp(world, log, (made) => routes?.(made, routeContext(world)))
  const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false }) as Server
  const address = await listen(server, port)
  return {
    url: `http://127.0.0.1:${address.port}`,
    port: address.port,
    get keys() {
      const entries = [...world.store.environments].map(
        (row) => [row.name, row.apiKeys[0]?.key ?? ''] as const,
      )
      return Object.fromEntries(entries)
    },
    get log() {
      return log.entries
    },
    clearLog: () => log.clear(),
    state: createState(world),
    close: () => close(server),
  }
}

function listen(server: Server, port: number): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      resolve(server.address() as AddressInfo)
    })
  })
}

function close(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error === undefined ? resolve() : reject(error)))
    server.closeAllConnections()
  })
}
