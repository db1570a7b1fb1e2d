// A transport over global fetch, because nock sees that and not undici; it behaves as the real one does.
import { asTransportError } from '../../src/service/failure.ts'
import { defaultLimits } from '../../src/service/request-times.ts'
import type { Transport } from '../../src/service/transport.ts'

export const fetchTransport: Transport = async ({ url, signal, ...init }) => {
  const unsent = signal?.aborted === true
  try {
    const reply = await fetch(url, { ...init, redirect: 'manual', signal: signal ?? null })
    return { status: reply.status, headers: Object.fromEntries(reply.headers), body: await reply.text() }
  } catch (error) {
    throw asTransportError(error, { url, limits: defaultLimits, aborted: signal?.aborted === true, unsent })
  }
}
