// Keeps what the client hides of replies: the envelope, the limits and the service's clock. Never a body.
import { jsonIn } from '../core/json.ts'
import { isEnvelope } from './client.ts'
import { categoryOf, limitsIn, type Limits } from './rate/rate-limit.ts'
import type { Transport, WireResponse } from './transport.ts'

export interface Sighting {
  /** As services name it in their limits. */
  readonly category: string
  readonly status: number
  /** Undefined where the body is no JSON. */
  readonly isWrapped: boolean | undefined
  readonly limits: Limits | undefined
  /** Milliseconds by which the service's clock is ahead; undefined where the reply has no date. */
  readonly skew: number | undefined
  /** Milliseconds that it took. */
  readonly took: number
}

/** The same transport, which reports every reply to `onReply`; `now` is in milliseconds since 1970. */
export function observed(
  transport: Transport,
  now: () => number,
  onReply: (sighting: Sighting) => void,
): Transport {
  return async (request) => {
    const began = now()
    const response = await transport(request)
    const ended = now()
    onReply({
      category: categoryOf(request.url),
      status: response.status,
      isWrapped: isWrapped(response),
      limits: limitsIn(response.headers),
      skew: skewOf(response.headers['date'], ended),
      took: ended - began,
    })
    return response
  }
}

function isWrapped({ body }: WireResponse): boolean | undefined {
  const json = jsonIn(body)
  return json === undefined ? undefined : isEnvelope(json)
}

/** Dates of replies have whole seconds, cut off: half a second is added, which is right on average. */
function skewOf(date: string | undefined, now: number): number | undefined {
  const at = Date.parse(date ?? '')
  return Number.isNaN(at) ? undefined : Math.round(at + 500 - now)
}
