// The connection through a proxy: a refused or dropped one fails, where the HTTP library would try again without end.
import type { buildConnector, Dispatcher } from 'undici'
import tunnel from 'undici/lib/api/api-connect.js'
import DispatcherBase from 'undici/lib/dispatcher/dispatcher.js'
import EnvHttpProxyAgent from 'undici/lib/dispatcher/env-http-proxy-agent.js'
import Pool from 'undici/lib/dispatcher/pool.js'

/** Addresses of proxies, and the hosts that are reached without one, as in HTTP_PROXY, HTTPS_PROXY and NO_PROXY. */
export interface Proxy {
  readonly http: string | undefined
  readonly https: string | undefined
  readonly except: string | undefined
}

/** @internal `onFailure` receives every failed connection: nothing was sent on it. */
export function proxyAgent(
  { http, https, except }: Proxy,
  options: Pick<Pool.Options, 'headersTimeout' | 'bodyTimeout' | 'maxResponseSize'>,
  onFailure: (error: Error) => void,
): Dispatcher {
  // The agent opens its tunnels with this method, which only the whole of undici installs by itself.
  Object.assign(DispatcherBase.prototype, { connect: tunnel })
  return new EnvHttpProxyAgent({
    ...options,
    httpProxy: http ?? '',
    httpsProxy: https ?? '',
    noProxy: except ?? '',
    ...verifying,
    factory: (origin, given) => {
      const { connect, ...rest } = given as Pool.Options
      return typeof connect === 'function'
        ? new Pool(origin, { ...rest, connect: failing(connect, onFailure) })
        : new Pool(origin, given)
    },
  })
}

/** For connections to, through and without the proxy; no environment variable can turn it off. */
const verifying = {
  connect: { rejectUnauthorized: true },
  requestTls: { rejectUnauthorized: true },
  proxyTls: { rejectUnauthorized: true },
}

function failing(
  connect: buildConnector.connector,
  onFailure: (error: Error) => void,
): buildConnector.connector {
  return (target, done) =>
    connect(target, (...outcome) => {
      const [error] = outcome
      if (error === null) return done(...outcome)
      const { code = '', syscall = '' } = error as NodeJS.ErrnoException
      // The library would try a dropped CONNECT again, because it treats it as a connection that ended.
      const isLost = syscall === 'connect' || syscall === 'getaddrinfo'
      const isDropped = ['UND_ERR_SOCKET', 'UND_ERR_ABORTED', 'UND_ERR_INFO'].includes(code)
      const own =
        isLost || isDropped
          ? Object.assign(new Error('the proxy failed'), { code: isLost ? 'PROXY_LOST' : 'PROXY_REFUSED' })
          : error
      onFailure(own)
      done(own, null)
    })
}
