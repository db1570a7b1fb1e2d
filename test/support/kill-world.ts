// A service that stops what it is told to stop at one write, and what it saw and has become.
import { createSandbox, type LoggedRequest, type ProfileName, type Sandbox } from '../../src/sandbox/index.ts'
import { forward } from './cli-proxy.ts'
import { seed } from './kill-project.ts'
import { startServer, textOf } from './local-server.ts'

export interface KillWorld {
  /** Where every write passes by `at`; reads go straight through. */
  readonly url: string
  readonly sandbox: Sandbox
  /** Resolves when all that came in has been dealt with. */
  readonly idle: () => Promise<void>
  /** Writes that the service took, in order of arrival: operation, identity and body. */
  readonly writes: () => string[]
  /** What it has become, without ids and times. */
  readonly state: () => unknown
  readonly close: () => Promise<void>
}

export interface Passage {
  /** Hands the request on, and the reply back. */
  readonly through: () => Promise<void>
  /** Hands the request on; of the reply nobody hears. */
  readonly toService: () => Promise<unknown>
}

/** What happens at the nth write, from 1. */
export type AtWrite = (count: number, passage: Passage) => Promise<void>

export async function killWorld(profile: ProfileName, at: AtWrite): Promise<KillWorld> {
  const sandbox = await createSandbox({ seed, profile })
  let count = 0
  const under = new Set<Promise<void>>()
  const proxy = await startServer((request, response) => {
    const work = async (): Promise<void> => {
      const body = await textOf(request)
      const toService = () => forward(sandbox.url, request, body)
      const through = async (): Promise<void> => {
        const reply = await toService()
        response.writeHead(reply.status, { 'content-type': 'application/json' }).end(reply.body)
      }
      if (request.method === 'GET') return through()
      count += 1
      return at(count, { through, toService })
    }
    const done = work()
      .catch(() => void response.destroy())
      .finally(() => under.delete(done))
    under.add(done)
  })
  return {
    url: proxy.origin,
    sandbox,
    idle: async () => void (await Promise.all(under)),
    writes: () => writesOf(sandbox),
    state: () => stateOf(sandbox),
    close: async () => {
      await proxy.close()
      await sandbox.close()
    },
  }
}

function writesOf(sandbox: Sandbox): string[] {
  const names = new Map([
    ...sandbox.state.integrations.list('Production').map(({ _id, identifier }) => [_id, identifier] as const),
    ...sandbox.state.environments.list().map(({ _id, name }) => [_id, name] as const),
  ])
  return sandbox.log
    .filter(({ method, status }) => method !== 'GET' && status < 400)
    .map((request) => `${request.operation} ${identityOf(request, names)} ${JSON.stringify(request.body)}`)
}

function identityOf({ path, body }: LoggedRequest, names: ReadonlyMap<string, string>): string {
  const [, , list = '', id] = path.split('/')
  if (id !== undefined) return `${list}/${names.get(id) ?? decodeURIComponent(id)}`
  const { identifier, name } = body as { readonly identifier?: string; readonly name?: string }
  return `${list}/${list === 'environments' ? name : identifier}`
}

function stateOf({ state }: Sandbox): unknown {
  return {
    environments: state.environments
      .list()
      .map(({ name, identifier, color }) => ({ name, identifier, color })),
    integrations: sorted(
      state.integrations.list('Production').map(({ identifier, name, active, primary, credentials }) => ({
        identifier,
        name,
        active,
        primary,
        credentials,
      })),
    ),
    subscribers: sorted(
      state.subscribers.list('Production').map(({ subscriberId, lastName, data, channels }) => ({
        subscriberId,
        lastName,
        data,
        channels: (channels ?? []).map(({ providerId, credentials }) => ({ providerId, credentials })),
      })),
    ),
  }
}

/** Creates at the same time get their places by chance. */
function sorted(items: readonly unknown[]): string[] {
  return items.map((item) => JSON.stringify(item)).sort()
}
