// Applies the faults that hit a request: they delay it, change what it does, or replace its reply.
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Refusal } from '../http/refusals.ts'
import type { RequestContext } from '../http/request-log.ts'
import type { Operation, World } from '../profile.ts'
import type { Quirk } from '../setting.ts'
import type { Amount } from './catalogue.ts'
import type { Fault } from './fault.ts'
import { decidesReply, type Faults } from './faults.ts'
import type { Store } from '../store/store.ts'

type Run = (world: World) => Response

/** Handles one request; `run` carries out its operation, in the world that the request is to see. */
export type RequestHandler = (c: RequestContext, operation: Operation, run: Run) => Promise<Response>

export function handlerWithFaults(world: World, faults: Faults): RequestHandler {
  /** For the fault `stale`: the state before the latest write, and the time of that write. */
  let beforeWrite: { readonly store: Store; readonly time: number } | undefined
  return async (c, operation, run) => {
    const hits = faults.faultsFor(operation, new URL(c.req.url).searchParams)
    const carryOut = (seen: World): Response => {
      if (operation.method !== 'GET') {
        const time = world.clock.now().getTime()
        beforeWrite = faults.has('stale') ? { store: world.store.copy(), time } : undefined
      }
      return run(seen)
    }
    if (hits.length === 0) return carryOut(world)
    c.set(
      'faults',
      hits.map(({ name }) => name),
    )
    for (const { kind, amount } of hits) if (kind.effect.type === 'delay') await faults.delay(Number(amount))
    const overlap = await overlapping(hits, c, operation, world, faults)
    const quirks = new Set([...(await quirksOf(hits, c, world, faults)), ...(overlap.quirks ?? [])])
    const lag = hits.find(({ kind }) => kind.effect.type === 'lag')
    if (hits.some(({ kind }) => kind.effect.type === 'prune')) pruneTokens(world, c.get('environment')._id)
    const isStale = hits.some(
      ({ kind, amount }) =>
        kind.effect.type === 'stale' &&
        world.clock.now().getTime() - (beforeWrite?.time ?? -Infinity) <= Number(amount),
    )
    const store = isStale && beforeWrite !== undefined ? beforeWrite.store : world.store
    const seen = { ...world, store, ...overlap, quirks, ...(lag && { lag: Number(lag.amount) }) }
    return replyOf(c, hits.find(decidesReply), faults, world, () => carryOut(seen))
  }
}

/** The reply of the operation, or what `fault` makes of it. Throws a Refusal if the fault refuses the request. */
function replyOf(
  c: RequestContext,
  fault: Fault | undefined,
  faults: Faults,
  world: World,
  carryOut: () => Response,
): Response {
  if (fault === undefined) return carryOut()
  const { effect } = fault.kind
  if (effect.type === 'refuse') {
    setRetryAfter(c, fault.amount, world)
    if (effect.status === 429) setRateLimitReset(c, fault.amount)
    throw new Refusal(effect.status, effect.message)
  }
  if (effect.type === 'late') {
    takeEffectLater(c, Number(fault.amount), faults, carryOut)
    return noReply()
  }
  // No other effect decides a reply.
  if (effect.type !== 'break') return carryOut()
  // The middleware `breaking` replaces the reply, also the one of the error below.
  c.set('breaks', { manner: effect.manner, amount: fault.amount })
  if (effect.when === 'after') return carryOut()
  throw new Refusal(500, 'Internal server error')
}

/** For a connection that is handled outside of the app, which writes no reply to it. */
export function noReply(): Response {
  return new Response(null, RESPONSE_ALREADY_SENT)
}

function setRetryAfter(c: RequestContext, amount: Amount, { clock }: World): void {
  const seconds = amount === 'date' ? 1 : amount
  // Clients that get a date wait for its difference from the date of the reply.
  const at = (milliseconds: number): string => new Date(clock.now().getTime() + milliseconds).toUTCString()
  c.header('Date', at(0))
  c.header('Retry-After', amount === 'date' ? at(seconds * 1000) : String(seconds))
}

/** Sets the RateLimit headers to the same time, if the profile sends them. */
function setRateLimitReset(c: RequestContext, amount: Amount): void {
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
  const onDisconnect = faults.afterDisconnect(milliseconds, () => {
    try {
      carryOut()
    } catch (error) {
      // The client has gone, so a refusal is dropped.
      if (!(error instanceof Refusal)) throw error
    }
  })
  outgoing.once('close', onDisconnect)
}

async function quirksOf(
  hits: readonly Fault[],
  c: RequestContext,
  { store }: World,
  faults: Faults,
): Promise<ReadonlySet<Quirk>> {
  const quirks = new Set<Quirk>()
  for (const { kind, amount } of hits) {
    if (kind.effect.type === 'quirk') quirks.add(kind.effect.quirk)
    if (kind.effect.type !== 'race') continue
    const { _id } = c.get('environment')
    const identifier = bodyOf(c)?.identifier
    const isFree = store.integrationsOf(_id).every((row) => row.identifier !== identifier)
    const key = JSON.stringify([_id, identifier])
    await faults.waitForGroup(key, Number(amount))
    if (isFree) quirks.add('race-create')
  }
  return quirks
}

type Overlap = Pick<World, 'racing' | 'quirks'>

/** Waits for other requests of the channel or the transaction ID, then returns the state before all of them. */
async function overlapping(
  hits: readonly Fault[],
  c: RequestContext,
  { id }: Operation,
  { store }: World,
  faults: Faults,
): Promise<Partial<Overlap>> {
  const fault = hits.find(({ kind }) => kind.effect.type === 'overlap')
  if (fault === undefined) return {}
  const { _id } = c.get('environment')
  const { channel, transactionId } = bodyOf(c) ?? {}
  const key = (name: string, value: unknown): string => JSON.stringify([_id, name, value])
  if (id === 'createIntegration') {
    const racing = store.integrationsOf(_id)
    await faults.waitForGroup(key('channel', channel), Number(fault.amount))
    return { racing }
  }
  if (typeof transactionId !== 'string') return {}
  const isFree = store.of(_id).transactions.get(transactionId) === undefined
  await faults.waitForGroup(key('transaction', transactionId), Number(fault.amount))
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
