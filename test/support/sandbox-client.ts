// The least that talks to a sandbox, for its own tests.
import type { Sandbox } from '../../src/sandbox/index.ts'

export interface Answer<Body> {
  readonly status: number
  readonly body: Body
}

/** Sends JSON with an environment's key; `body` undefined sends none. */
export type Send = <Body = Readonly<Record<string, unknown>>>(
  method: string,
  path: string,
  body?: unknown,
) => Promise<Answer<Body>>

export function sender(sandbox: Pick<Sandbox, 'url' | 'keys'>, environment = 'Production'): Send {
  const send = async (method: string, path: string, body?: unknown): Promise<Answer<unknown>> => {
    const response = await fetch(sandbox.url + path, {
      method,
      headers: {
        authorization: `ApiKey ${sandbox.keys[environment]}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: await response.json() }
  }
  return send as Send
}
