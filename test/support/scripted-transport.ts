// A transport that answers from a function and keeps what was sent, for tests of what stands above it.
import type { Transport, WireRequest, WireResponse } from '../../src/service/transport.ts'

export interface ScriptedTransport {
  readonly transport: Transport
  readonly sent: readonly WireRequest[]
}

export function scripted(answer: (request: WireRequest, index: number) => WireResponse): ScriptedTransport {
  const sent: WireRequest[] = []
  const transport: Transport = async (request) => {
    sent.push(request)
    return answer(request, sent.length - 1)
  }
  return { transport, sent }
}

export function json(
  body: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): WireResponse {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) }
}
