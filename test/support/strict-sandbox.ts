// A sandbox for tests of the client: all that is sent and answered must be the contract's, to the letter.
import {
  createSandbox,
  type LoggedRequest,
  type Sandbox,
  type SandboxOptions,
} from '../../src/sandbox/index.ts'
import { addSeen, operations, queryViolations, violations, type OperationSchemas } from './sandbox-schemas.ts'

export interface StrictSandbox extends Sandbox {
  /** Throws an Error that lists every violation since the last time; `close` does too. */
  assertStrict(): void
  /** Properties of the schemas that replies have had, as `Environment.slug`. */
  readonly seen: ReadonlySet<string>
}

export async function createStrictSandbox(
  options: Omit<SandboxOptions, 'logLimit'> = {},
): Promise<StrictSandbox> {
  const sandbox = await createSandbox(options)
  // Deployed services keep to it no further than their profile says.
  const isContract = sandbox.profile === 'contract'
  const checked = new WeakSet<LoggedRequest>()
  const seen = new Set<string>()
  let found: string[] = []

  const check = (): void => {
    for (const request of isContract ? sandbox.log : []) {
      if (checked.has(request)) continue
      checked.add(request)
      found.push(...violationsOf(request).map((text) => `${request.method} ${request.path}: ${text}`))
      const operation = operationOf(request)
      if (operation !== undefined && request.faults === undefined && request.status < 400)
        addSeen(seen, operation.reply, asSent(request.reply))
    }
  }
  const assertStrict = (): void => {
    check()
    const lines = found
    found = []
    if (lines.length > 0) throw new Error(`The contract was broken:\n${lines.join('\n')}`)
  }

  return Object.defineProperties({} as StrictSandbox, {
    ...Object.getOwnPropertyDescriptors(sandbox),
    seen: {
      get: () => {
        check()
        return seen
      },
    },
    assertStrict: { value: assertStrict },
    clearLog: {
      value: () => {
        check()
        sandbox.clearLog()
      },
    },
    close: {
      value: async () => {
        await sandbox.close()
        assertStrict()
      },
    },
  })
}

/** What is wrong with a request or its reply; routes beside the contract's are free. */
export function violationsOf(request: LoggedRequest): string[] {
  const operation = operationOf(request)
  if (operation === undefined) {
    return request.template === undefined && request.status !== 401 ? ['no operation of the contract'] : []
  }
  return [
    ...queryViolations(operation.query, new URL(request.path, 'http://sandbox').searchParams),
    ...bodyViolations(operation, request).map((text) => `body ${text}`),
    // What a fault made of a reply is nobody's contract.
    ...(request.faults === undefined ? replyViolations(operation, request) : []).map(
      (text) => `reply ${text}`,
    ),
  ]
}

function operationOf({ operation }: LoggedRequest): OperationSchemas | undefined {
  return operations.find(({ id }) => id === operation)
}

function bodyViolations({ id, body: reference }: OperationSchemas, { body }: LoggedRequest): string[] {
  if (reference === undefined) return body === undefined ? [] : ['is not expected']
  return violations(reference, id === 'updateSubscriber' ? withoutNulls(body) : body)
}

/** The contract has no way to clear an attribute; deployed services take null for it. */
function withoutNulls(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))
}

function replyViolations({ status, reply }: OperationSchemas, request: LoggedRequest): string[] {
  const sent = asSent(request.reply)
  if (request.status >= 400) return violations('service/error.json#/$defs/ErrorBody', sent)
  const wrongStatus = request.status === status ? [] : [`status is ${request.status}, not ${status}`]
  return [...wrongStatus, ...violations(reply, sent)]
}

const asSent = (reply: unknown): unknown => JSON.parse(JSON.stringify(reply))
