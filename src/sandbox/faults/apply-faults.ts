// One request and the faults that hit it: whether it takes effect, and its reply.
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Refusal } from '../http/refusals.ts'
import type { RequestContext } from '../http/request-log.ts'
import type { Operation, World } from '../profile.ts'
import type { Quirk } from '../setting.ts'
import type { Amount } from './catalogue.ts'
import type { Fault } from './fault.ts'
import { decides, type Faults } from './faults.ts'
import type { Store } from '../store/store.ts'

type Run = (world: World) => Response

export type Meet = (c: RequestContext, operation: Operation, run: Run) => Promise<Response>

export function meeting(world: World, faults: Faults): Meet {
  /** The state before the latest write, and the time of that write. */
  let earlier: { readonly store: Store; readonly until: number } | undefined
  return async (c, operation, run) => {
    const struck = faults.strike(operation, new URL(c.req.url).searchParams)
    const carryOut = (met: World): Response => {
      if (operation.method !== 'GET') {
        const until = world.clock.now().getTime()
        earlier = faults.has('stale') ? { store: world.store.copy(), until } : undefined
      }
      return run(met)
    }
    if (struck.length === 0) return carryOut(world)
    c.set(
      'faults',
      struck.map(({ name }) => name),
    )
    for (const { kind, amount } of struck) if (kind.doing.does === 'delay') await faults.pause(Number(amount))
    const overlap = await overlapping(struck, c, operation, world, faults)
    const quirks = new Set([...(await quirksOf(struck, c, world, faults)), ...(overlap.quirks ?? [])])
    const lag = struck.find(({ kind }) => kind.doing.does === 'lag')
    if (struck.some(({ kind }) => kind.doing.does === 'prune')) pruneTokens(world, c.get('environment')._id)
    const isStale = struck.some(
      ({ kind, amount }) =>
        kind.doing.does === 'stale' &&
        world.clock.now().getTime() - (earlier?.until ?? -Infinity) <= Number(amount),
    )
    const store = isStale && earlier !== undefined ? earlier.store : world.store
    const bent = { ...world, store, ...overlap, quirks, ...(lag && { lag: Number(lag.amount) }) }
    return decided(c, struck.find(decides), faults, world, () => carryOut(bent))
  }
}

function decided(
  c: RequestContext,
  fault: Fault | undefined,
  faults: Faults,
  world: World,
  carryOut: () => Response,
): Response {
  const { doing } = fault?.kind ?? {}
  if (fault === undefined || doing === undefined) return carryOut()
  if (doing.does === 'refuse') {
    retryAfter(c, fault.amount, world)
    if (doing.status === 429) statesLimit(c, fault.amount)
    throw new Refusal(doing.status, doing.message)
  }
  if (doing.does === 'late') {
    takeEffectLater(c, Number(fault.amount), faults, carryOut)
    return lost()
  }
  if (doing.does !== 'break') return carryOut()
  c.set('breaks', { manner: doing.manner, amount: fault.amount })
  if (doing.when === 'after') return carryOut()
  throw new Refusal(500, 'Internal server error')
}

/** For a connection that is handled outside of the app, which writes no reply to it. */
export function lost(): Response {
  return new Response(null, RESPONSE_ALREADY_SENT)
}

function retryAfter(c: RequestContext, amount: Amount, { clock }: World): void {
  const seconds = amount === 'date' ? 1 : amount
  // The reply's own date says how far away the other one is.
  const at = (milliseconds: number): string => new Date(clock.now().getTime() + milliseconds).toUTCString()
  c.header('Date', at(0))
  c.header('Retry-After', amount === 'date' ? at(seconds * 1000) : String(seconds))
}

/** Sets the RateLimit headers to the same time, if the profile sends them. */
function statesLimit(c: RequestContext, amount: Amount): void {
  if (!c.res.headers.has('ratelimit-reset')) return
  c.header('RateLimit-Remaining', '0')
  c.header('RateLimit-Reset', amount === 'date' ? '1' : String(amount))
}

function takeEffectLater(
  c: RequestContext,
  milliseconds: number,
  faults: Faults,
  carryOut: () => void,
): void {
  const { outgoing } = c.env
  const givenUp = faults.late(milliseconds, () => {
    try {
      carryOut()
    } catch (error) {
      // The client has gone, so a refusal is dropped.
      if (!(error instanceof Refusal)) throw error
    }
  })
  outgoing.once('close', givenUp)
}

async function quirksOf(
  struck: readonly Fault[],
  c: RequestContext,
  { store }: World,
  faults: Faults,
): Promise<ReadonlySet<Quirk>> {
  const quirks = new Set<Quirk>()
  for (const { kind, amount } of struck) {
    if (kind.doing.does === 'bend') quirks.add(kind.doing.quirk)
    if (kind.doing.does !== 'race') continue
    const { _id } = c.get('environment')
    const identifier = bodyOf(c)?.identifier
    const isFree = store.integrationsOf(_id).every((row) => row.identifier !== identifier)
    const key = JSON.stringify([_id, identifier])
    await faults.together(key, Number(amount))
    if (isFree) quirks.add('race-create')
  }
  return quirks
}

type Overlap = Pick<World, 'racing' | 'quirks'>

/** Waits for other requests of the channel or the transaction id, then gives the state before all of them. */
async function overlapping(
  struck: readonly Fault[],
  c: RequestContext,
  { id }: Operation,
  { store }: World,
  faults: Faults,
): Promise<Partial<Overlap>> {
  const fault = struck.find(({ kind }) => kind.doing.does === 'overlap')
  if (fault === undefined) return {}
  const { _id } = c.get('environment')
  const { channel, transactionId } = bodyOf(c) ?? {}
  const key = (name: string, value: unknown): string => JSON.stringify([_id, name, value])
  if (id === 'createIntegration') {
    const racing = store.integrationsOf(_id)
    await faults.together(key('channel', channel), Number(fault.amount))
    return { racing }
  }
  if (typeof transactionId !== 'string') return {}
  const isFree = store.of(_id).transactions.get(transactionId) === undefined
  await faults.together(key('transaction', transactionId), Number(fault.amount))
  return isFree ? { quirks: new Set(['race-trigger']) } : {}
}

type Body = Partial<Readonly<Record<'identifier' | 'channel' | 'transactionId', unknown>>>

function bodyOf(c: RequestContext): Body | undefined {
  return c.get('body') as Body | undefined
}

/** Each channel of the environment's subscribers loses its first device token. */
function pruneTokens({ store }: World, environmentId: string): void {
  const { subscribers } = store.of(environmentId)
  for (const subscriber of subscribers) {
    const { channels = [] } = subscriber
    if (!channels.some(({ credentials }) => (credentials.deviceTokens ?? []).length > 0)) continue
    subscribers.put({
      ...subscriber,
      channels: channels.map((channel) => {
        const { deviceTokens } = channel.credentials
        if (deviceTokens === undefined) return channel
        return { ...channel, credentials: { ...channel.credentials, deviceTokens: deviceTokens.slice(1) } }
      }),
    })
  }
}
