// The connection of one command: real HTTP, patient within limits that the user sets.
import { randomBytes } from 'node:crypto'
import { given } from '../../core/given.ts'
import type { Problem } from '../../core/problem.ts'
import { visible } from '../../core/visible.ts'
import { debugged } from '../../service/debug.ts'
import { patient, type PatienceOptions } from '../../service/retry.ts'
import { defaultRate } from '../../service/rate-limit.ts'
import { createTransport, defaultLimits, type Transport } from '../../service/transport.ts'
import { isProblem, usable } from '../flags/flag.ts'
import type { ConnectionFlags } from '../flags/shared.ts'
import type { Io } from '../terminal/io.ts'
import type { Progress } from '../terminal/progress.ts'

export interface Connection {
  readonly transport: Transport
  /** What the transport waits with, for whoever repeats above it. */
  readonly patience: Pick<PatienceOptions, 'sleep' | 'random' | 'budget'>
  readonly close: () => Promise<void>
}

/** Milliseconds. */
const defaultTimeout = 300_000

export function openConnection(
  flags: ConnectionFlags,
  io: Io,
  progress: Progress,
  stop?: AbortSignal,
): Connection {
  const budget = usable(flags.timeout) ?? defaultTimeout
  const plain = createTransport({
    proxy: proxyIn(io.env),
    // A service that hangs must not outlast what one request may take in all.
    connectTimeout: Math.min(budget, defaultLimits.connectTimeout),
    timeout: Math.min(budget, defaultLimits.timeout),
  })
  const patience = { sleep: io.sleep, random, budget }
  const told =
    flags.debug === true
      ? debugged(plain, io.clock, (line) =>
          io.err(`${io.filter.take(line).split('\n').map(visible).join('\n')}\n`),
        )
      : plain
  const noting: Transport = (request) => {
    if (request.method !== 'GET') io.written.note()
    return told(request)
  }
  const waiting = patient(noting, {
    ...patience,
    rate: usable(flags.rate) ?? defaultRate,
    clock: () => io.now().getTime(),
    onWait: progress.wait,
    ...given({ stop }),
  })
  const close = (): Promise<void> => {
    progress.end()
    return plain.close()
  }
  return { transport: progress.watched(waiting), patience, close }
}

/** From 0 to 1; idempotency keys are made of it, which must differ between runs. */
function random(): number {
  return randomBytes(4).readUInt32BE() / 2 ** 32
}

/** The first thing that is wrong with the flags, or with the variables that name a proxy. */
export function connectionProblems(flags: ConnectionFlags, env: Io['env']): Problem[] {
  return [flags.rate, flags.timeout, proxyProblem(env)].filter(isProblem).slice(0, 1)
}

/** Its value may hold a password, and so is not repeated. */
function proxyProblem(env: Io['env']): Problem | undefined {
  const names = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy']
  const name = names.find((each) => (env[each] ?? '') !== '' && !isProxy(env[each] ?? ''))
  return name === undefined
    ? undefined
    : {
        rule: 'bad-variable',
        severity: 'error',
        message: `${name} is not a valid proxy URL`,
        hint: 'Set the variable to http://HOST:PORT or https://HOST:PORT, or unset the variable.',
      }
}

function isProxy(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol)
}

function proxyIn(env: Io['env']) {
  const of = (name: string): string | undefined => env[name] ?? env[name.toLowerCase()]
  // What runs on this machine is never behind a proxy.
  const except = [of('NO_PROXY') ?? '', 'localhost,127.0.0.1,::1'].filter((each) => each !== '').join(',')
  return { http: of('HTTP_PROXY'), https: of('HTTPS_PROXY'), except }
}

/** The variable that names the proxy through which an address is reached. */
export function proxyFor(url: string, env: Io['env']): string | undefined {
  const { hostname, protocol } = new URL(url)
  const name = protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY'
  const excepted = proxyIn(env)
    .except.split(/[\s,]+/)
    .map((host) => host.replace(/^\*?\./, ''))
  const isExcepted = excepted.some(
    (host) => host === '*' || host === hostname || hostname.endsWith(`.${host}`),
  )
  return isExcepted || (env[name] ?? env[name.toLowerCase()] ?? '') === '' ? undefined : name
}
