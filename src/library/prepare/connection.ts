// The connection of one operation: real HTTP, with waits and repeats within limits that the user sets.
import { randomFillSync } from 'node:crypto'
import { given } from '../../core/given.ts'
import { errorOf, type Problem } from '../../core/problem.ts'
import { debugged } from '../../service/debug.ts'
import { anyOf, defaultLimits, defaultTimeout } from '../../service/request-times.ts'
import { patient, type PatienceOptions } from '../../service/retry.ts'
import { defaultRate } from '../../service/rate/rate-limit.ts'
import { createTransport, type Transport } from '../../service/transport.ts'
import type { Machine, Wiretap } from '../run.ts'
import type { ConnectionRequest } from '../options/common.ts'

export interface Connection {
  readonly transport: Transport
  /** How many requests at the same time are worth it now. */
  readonly atOnce: () => number
  /** What the transport waits with, for callers that repeat requests themselves. */
  readonly patience: Pick<PatienceOptions, 'sleep' | 'random' | 'budget'>
  /** How often it waited so far, and for how long. */
  readonly waits: { readonly count: number; readonly milliseconds: number }
}

/** Runs `use` on a connection, which is closed when `use` ends. Once `stop` aborts, nothing new is sent. */
export async function onConnection<Result>(
  request: ConnectionRequest,
  tap: Wiretap,
  use: (connection: Connection) => Promise<Result>,
  timeout = request.timeout ?? defaultTimeout,
): Promise<Result> {
  const plain = createTransport({
    proxy: proxyIn(tap.machine.env),
    // An unresponsive service must not take longer than the limit of one request.
    connectTimeout: Math.min(timeout, defaultLimits.connectTimeout),
    timeout: Math.min(timeout, defaultLimits.timeout),
  })
  try {
    return await use(connectionOn(plain, request, tap, timeout))
  } finally {
    tap.end?.()
    await plain.close()
  }
}

function connectionOn(
  plain: Transport,
  request: ConnectionRequest,
  tap: Wiretap,
  budget: number,
): Connection {
  const { clock, sleep, now, after, over } = tap.machine
  const { stop, giveUp: interruption } = tap
  const giveUp = request.runTimeout === undefined ? interruption : anyOf(over.signal, interruption)
  const patience: Connection['patience'] = {
    sleep: (milliseconds, signal) => sleep(milliseconds, anyOf(giveUp, signal)),
    random,
    budget,
  }
  const waits = { count: 0, milliseconds: 0 }
  const logged = tap.log === undefined ? plain : debugged(plain, clock, tap.log)
  const waiting = patient(tap.wire?.(logged) ?? logged, {
    ...patience,
    rate: request.rate ?? defaultRate,
    clock,
    now: () => now().getTime(),
    onWait: (wait) => {
      waits.count += 1
      waits.milliseconds += wait.milliseconds
      tap.wait?.(wait)
    },
    after,
    ...given({ stop, giveUp, concurrency: request.concurrency }),
  })
  return { transport: tap.watched?.(waiting) ?? waiting, atOnce: waiting.atOnce, patience, waits }
}

/** Random numbers are generated many at a time: one system call for each took a twentieth of an apply. */
const pool = new Uint32Array(1024)
let unused = 0

/** From 0 to 1; idempotency keys are made of it, which must differ between runs. */
function random(): number {
  if (unused === 0) unused = randomFillSync(pool).length
  unused -= 1
  return (pool[unused] ?? 0) / 2 ** 32
}

// Proxies: HTTP_PROXY, HTTPS_PROXY and NO_PROXY, in capitals or in lower case.

/** The first variable that names a proxy by something else than a URL. Its value isn't repeated: it may contain a password. */
export function proxyProblems(env: Machine['env']): Problem[] {
  const names = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy']
  const name = names.find((each) => (env[each] ?? '') !== '' && !isProxy(env[each] ?? ''))
  if (name === undefined) return []
  return [
    errorOf(
      'bad-variable',
      `${name} is not a valid proxy URL`,
      'Set the variable to http://HOST:PORT or https://HOST:PORT, or unset the variable.',
    ),
  ]
}

function isProxy(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol)
}

/** Undefined if both variables are empty. */
function variableIn(env: Machine['env'], name: string): string | undefined {
  return env[name] || env[name.toLowerCase()] || undefined
}

function proxyIn(env: Machine['env']) {
  const hosts = variableIn(env, 'NO_PROXY')?.split(/[\s,]+/) ?? []
  // undici knows `*` only alone. Connections to this machine use no proxy; without brackets, ::1 would be a host with port 1.
  const except = hosts.includes('*') ? '*' : [...hosts, 'localhost', '127.0.0.1', '[::1]'].join(',')
  return { http: variableIn(env, 'HTTP_PROXY'), https: variableIn(env, 'HTTPS_PROXY'), except }
}

/** The variable that names the proxy through which undici reaches an address. Without HTTPS_PROXY, HTTP_PROXY is for https too. */
export function proxyFor(url: string, env: Machine['env']): string | undefined {
  const { hostname, protocol, port } = new URL(url)
  const ownPort = port || (protocol === 'https:' ? '443' : '80')
  const { except } = proxyIn(env)
  const isExcepted = except.split(',').some((entry) => {
    const [, host = entry, exceptedPort = ownPort] = /^(.+):(\d+)$/.exec(entry) ?? []
    const name = host.replace(/^\*?\./, '').toLowerCase()
    const isHost = name === '*' || name === hostname || (name !== '' && hostname.endsWith(`.${name}`))
    return isHost && exceptedPort === ownPort
  })
  const names = protocol === 'https:' ? ['HTTPS_PROXY', 'HTTP_PROXY'] : ['HTTP_PROXY']
  return isExcepted ? undefined : names.find((name) => variableIn(env, name))
}
