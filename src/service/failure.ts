// Turns the errors of HTTP libraries into one error that shows whether the request may have had an effect.
import { option } from '../core/shell.ts'
import { tooManyFiles } from '../core/system-failure.ts'
import { TransportError } from './errors.ts'

export interface Limits {
  /** Milliseconds to open a connection. */
  readonly connectTimeout: number
  /** Milliseconds until the headers of a reply arrive, and between parts of its body. */
  readonly timeout: number
  /** The longest reply that is read. */
  readonly maxResponseBytes: number
}

export interface FailedRequest {
  readonly url: string
  readonly limits: Limits
  readonly aborted: boolean
  /** True if the caller knows that nothing was sent. */
  readonly unsent: boolean
}

/** The original error is dropped on purpose: a library may quote the request and its secrets in it. */
export function asTransportError(error: unknown, failed: FailedRequest): TransportError {
  const { code, syscall } = innermost(error)
  const unsent =
    failed.unsent || syscall === 'connect' || syscall === 'getaddrinfo' || beforeSending.has(code)
  const sentence = failed.aborted ? 'the request was interrupted' : sentenceFor(code, failed)
  return new TransportError({
    phase: unsent ? 'connect' : 'unknown',
    code: failed.aborted ? 'ABORTED' : code,
    sentence,
    hint: code === 'ECONNREFUSED' ? hintFor(new URL(failed.url)) : undefined,
  })
}

function hintFor({ hostname, port }: URL): string | undefined {
  if (!['127.0.0.1', 'localhost', '[::1]'].includes(hostname)) return undefined
  if (port === '4111')
    return `This is the URL of the sandbox, which belfry also uses if there is no project file. To start the sandbox, run belfry sandbox. For another service, change to the folder of its project, or correct "url" in the project file; without a project file, use ${option('url', 'URL')}.`
  return `The service URL is on this machine. To start a local service there, run belfry sandbox --port ${port || '80'}.`
}

const beforeSending = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_INVALID_ARG',
  'ERR_INVALID_URL',
  'UND_ERR_CLOSED',
])

/** An error may have its reason in `cause`, or in `errors` if a connection to several addresses failed. */
function innermost(error: unknown): { readonly code: string; readonly syscall: string | undefined } {
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

/** For a reply that didn't come, or came incompletely. */
export function unfinished(url: string, milliseconds: number): string {
  const origin = URL.canParse(url) ? new URL(url).origin : 'the service'
  return `${origin} didn't finish its reply within ${milliseconds} ms: check whether the service is overloaded`
}

function sentenceFor(code: string, { url, limits }: FailedRequest): string {
  const { origin, hostname } = URL.canParse(url)
    ? new URL(url)
    : { origin: 'the service', hostname: 'its host' }
  switch (code) {
    case 'ECONNREFUSED':
      return `nothing listens at ${origin}: check the service URL, and that the service is running`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${hostname} was not found: check the service URL and DNS`
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'ETIMEDOUT':
      return `belfry couldn't connect to ${origin} within ${limits.connectTimeout} ms: check the service URL, the network and firewalls`
    case 'UND_ERR_HEADERS_TIMEOUT':
    case 'UND_ERR_BODY_TIMEOUT':
      return unfinished(url, limits.timeout)
    case 'UND_ERR_RES_EXCEEDED_MAX_SIZE':
      return `the reply from ${origin} is larger than ${limits.maxResponseBytes} bytes: check the service URL`
    case 'ECONNRESET':
    case 'EPIPE':
    case 'UND_ERR_SOCKET':
      return `the connection to ${origin} was closed before the reply was complete: check proxies and the service's log`
    case 'ERR_SSL_WRONG_VERSION_NUMBER':
    case 'ERR_SSL_PACKET_LENGTH_TOO_LONG':
      return `${origin} doesn't use TLS: check the port, and whether the URL must begin with http://`
    case 'HPE_INVALID_CONSTANT':
      return `the server at ${origin} doesn't use HTTP: check the port, and whether the URL must begin with https://`
    case 'EMFILE':
    case 'ENFILE':
      return `belfry couldn't connect to ${origin}: ${tooManyFiles[code]}`
    case 'PROXY_REFUSED':
      return `the proxy refused the connection to ${origin}: check HTTP_PROXY, HTTPS_PROXY and NO_PROXY`
    case 'PROXY_LOST':
      return `the proxy for ${origin} can't be reached: check HTTP_PROXY, HTTPS_PROXY and NO_PROXY`
    case 'ERR_INVALID_URL':
      return 'the service URL is not a valid URL'
    default:
      return /CERT|SIGNATURE|SELF_SIGNED|ISSUER/.test(code)
        ? `the certificate of ${origin} isn't trusted (${code}): check the service URL, or add its certificate authority with NODE_EXTRA_CA_CERTS`
        : `no reply from ${origin} (${code}): check the service URL and the network`
  }
}
