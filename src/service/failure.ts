// Turns what HTTP libraries throw into one error that says whether the request may have had an effect.
import { TransportError } from './errors.ts'

/** Milliseconds and bytes. */
export interface Limits {
  readonly connectTimeout: number
  readonly timeout: number
  readonly maxResponseBytes: number
}

export interface FailedRequest {
  readonly url: string
  readonly limits: Limits
  readonly aborted: boolean
  /** True where the caller knows that nothing was sent. */
  readonly unsent: boolean
}

/** The original error is dropped on purpose: nobody knows what a library puts into it. */
export function asTransportError(error: unknown, failed: FailedRequest): TransportError {
  const { code, syscall } = innermost(error)
  const unsent =
    failed.unsent || syscall === 'connect' || syscall === 'getaddrinfo' || beforeSending.has(code)
  const sentence = failed.aborted ? 'the request was interrupted' : sentenceFor(code, failed)
  return new TransportError({
    phase: unsent ? 'connect' : 'unknown',
    code: failed.aborted ? 'ABORTED' : code,
    sentence,
  })
}

const beforeSending = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_INVALID_ARG',
  'ERR_INVALID_URL',
  'UND_ERR_CLOSED',
])

interface Clue {
  readonly code: string
  readonly syscall: string | undefined
}

/** `fetch` hides the reason in `cause`, a failed connection to several addresses in `errors`. */
function innermost(error: unknown): Clue {
  const { cause, errors, code, syscall } = (
    typeof error === 'object' && error !== null ? error : {}
  ) as Readonly<Record<string, unknown>>
  if (cause !== undefined) return innermost(cause)
  if (Array.isArray(errors) && errors.length > 0) return innermost(errors[0])
  return {
    code: typeof code === 'string' ? code : 'UNKNOWN',
    syscall: typeof syscall === 'string' ? syscall : undefined,
  }
}

function sentenceFor(code: string, { url, limits }: FailedRequest): string {
  const { origin, hostname } = URL.canParse(url)
    ? new URL(url)
    : { origin: 'the service', hostname: 'its host' }
  switch (code) {
    case 'ECONNREFUSED':
      return `nothing listens at ${origin}: check the service's address, and that it runs`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${hostname} can't be found: check the service's address and the name server`
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'ETIMEDOUT':
      return `no connection to ${origin} within ${limits.connectTimeout} ms: check the address, the network and firewalls`
    case 'UND_ERR_HEADERS_TIMEOUT':
    case 'UND_ERR_BODY_TIMEOUT':
      return `${origin} did not answer within ${limits.timeout} ms: check whether the service is overloaded`
    case 'UND_ERR_RES_EXCEEDED_MAX_SIZE':
      return `${origin} answered with more than ${limits.maxResponseBytes} bytes: check that this is the service`
    case 'ECONNRESET':
    case 'EPIPE':
    case 'UND_ERR_SOCKET':
      return `the connection to ${origin} was cut before the reply was there: check proxies and the service's log`
    case 'ERR_SSL_WRONG_VERSION_NUMBER':
    case 'ERR_SSL_PACKET_LENGTH_TOO_LONG':
      return `${origin} doesn't speak TLS: check the port, and whether the address begins with http`
    case 'HPE_INVALID_CONSTANT':
      return `what listens at ${origin} doesn't speak HTTP: check the port, and whether the address begins with https`
    case 'EMFILE':
    case 'ENFILE':
      return `no connection to ${origin}, as too many files are open: raise the limit, for example with ulimit -n 1024`
    case 'PROXY_REFUSED':
      return `the proxy let nothing through to ${origin}: check HTTP_PROXY, HTTPS_PROXY and NO_PROXY`
    case 'ERR_INVALID_URL':
      return 'the address of the service is no URL'
    default:
      return /CERT|SIGNATURE|SELF_SIGNED|ISSUER/.test(code)
        ? `the certificate of ${origin} isn't trusted (${code}): check the address; NODE_EXTRA_CA_CERTS adds an authority`
        : `no reply from ${origin} (${code}): check the address and the network`
  }
}
