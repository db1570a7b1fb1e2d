// One input and what each profile of the sandbox answers: a table's row.
import { createSandbox, profileNames, virtualClock, type ProfileName } from '../../src/sandbox/index.ts'
import type { Sandbox, SandboxOptions } from '../../src/sandbox/index.ts'

export interface Reply {
  readonly status: number
  readonly body: unknown
  readonly headers: Headers
}

/** Sends JSON with the key of an environment; by default Production's. */
export type Call = (method: string, path: string, body?: unknown, options?: CallOptions) => Promise<Reply>

export interface CallOptions {
  readonly environment?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** `201`, or `409 Environment name must be unique`. */
export function outcome({ status, body }: Reply): string {
  return status < 400 ? String(status) : `${status} ${(body as { readonly message: string }).message}`
}

/** What a reply holds, in an envelope or bare. */
export function dataOf({ body }: Reply): unknown {
  const { data, ...more } = body as { readonly data?: unknown }
  return data === undefined || Object.keys(more).length > 0 ? body : data
}

export type ByProfile<Value> = Readonly<Record<ProfileName, Value>>

/** Runs the same on a sandbox of each profile. */
export async function onEach<Value>(
  run: (call: Call, sandbox: Sandbox) => Promise<Value>,
  options: SandboxOptions = {},
): Promise<ByProfile<Value>> {
  const entries: [ProfileName, Value][] = []
  for (const profile of profileNames) entries.push([profile, await onOne(profile, run, options)])
  return Object.fromEntries(entries) as ByProfile<Value>
}

export async function onOne<Value>(
  profile: ProfileName,
  run: (call: Call, sandbox: Sandbox) => Promise<Value>,
  options: SandboxOptions = {},
): Promise<Value> {
  const sandbox = await createSandbox({ clock: virtualClock(), profile, ...options })
  try {
    return await run(caller(sandbox), sandbox)
  } finally {
    await sandbox.close()
  }
}

function caller(sandbox: Sandbox): Call {
  return async (method, path, body, { environment = 'Production', headers = {} } = {}) => {
    const response = await fetch(sandbox.url + path, {
      method,
      headers: {
        authorization: `ApiKey ${sandbox.keys[environment]}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: response.status, headers: response.headers, body: await response.json() }
  }
}
