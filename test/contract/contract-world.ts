// The real client before a strict sandbox, over real HTTP: notes what one sends and the other accepts, and what comes back.
import { expect, onTestFinished } from 'vitest'
import { Secret } from '../../src/core/secrets/secret.ts'
import { virtualClock, type LoggedRequest, type Seed } from '../../src/sandbox/index.ts'
import { createClient, type Client } from '../../src/service/client.ts'
import { ServiceError } from '../../src/service/errors.ts'
import { createTransport, type ServiceRequest } from '../../src/service/transport.ts'
import type { ContractRecord } from '../support/contract-record.ts'
import { operations, type OperationSchemas } from '../support/sandbox-schemas.ts'
import { createStrictSandbox, type StrictSandbox } from '../support/strict-sandbox.ts'

export interface ContractWorld {
  readonly sandbox: StrictSandbox
  /** Of Production. */
  readonly client: Client
  /** Notes what a function of the client gives back, which must be all that the sandbox answered. */
  readonly read: <Reply>(reply: Promise<Reply>) => Promise<Reply>
  /** The error of a call that the sandbox refuses. */
  readonly refused: (reply: Promise<unknown>) => Promise<ServiceError>
  readonly record: ContractRecord
}

/** Until the test is over. Each request that is accepted is noted, in full. */
export async function openContractWorld(record: ContractRecord, seed: Seed): Promise<ContractWorld> {
  const sandbox = await createStrictSandbox({ seed, clock: virtualClock() })
  const transport = createTransport()
  onTestFinished(async () => {
    await transport.close()
    await sandbox.close()
  })
  let headers: Readonly<Record<string, string>> = {}

  const inner = createClient({
    origin: sandbox.url,
    apiKey: Secret.of(sandbox.keys['Production'] ?? '', 'env:KEY'),
    transport: (request) => {
      headers = request.headers
      return transport(request)
    },
  })
  const call = async (request: ServiceRequest): Promise<unknown> => {
    const reply = await inner.call({ ...request, idempotencyKey: `key-${sandbox.log.length}` })
    const logged = last(sandbox)
    record.addHeaders(request.operation, headers)
    noteRequest(record, request, logged)
    return reply
  }

  return {
    sandbox,
    client: { ...inner, call },
    record,
    read: async (reply) => {
      const value = await reply
      const { operation, reply: answered } = last(sandbox)
      expect(value, `what the client gives back of ${operation}`).toEqual(answered)
      const { id, reply: reference } = schemasOf(operation)
      record.add(id, 'read', reference, value)
      return value
    },
    refused: async (reply) => {
      const error: unknown = await reply.catch((thrown: unknown) => thrown)
      if (error instanceof ServiceError) return error
      throw new Error('The sandbox did not refuse it.', { cause: error })
    },
  }
}

function last({ log }: StrictSandbox): LoggedRequest {
  const logged = log.at(-1)
  if (logged === undefined) throw new Error('The sandbox was asked nothing.')
  return logged
}

function schemasOf(operation: string | undefined): OperationSchemas {
  const schemas = operations.find(({ id }) => id === operation)
  if (schemas === undefined) throw new Error(`The contract has no operation ${operation}.`)
  return schemas
}

/** Only what arrived, and what the sandbox knows. */
function noteRequest(record: ContractRecord, request: ServiceRequest, logged: LoggedRequest): void {
  const { id, path, params, query, body } = schemasOf(request.operation)
  expect([logged.operation, logged.unknownFields]).toEqual([id, []])
  expect(logged.body).toEqual(request.body)
  const url = new URL(logged.path, 'http://sandbox')
  if (params !== undefined) {
    const pattern = new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
    record.add(id, 'sent', params, pattern.exec(url.pathname)?.groups)
  }
  if (query !== undefined) {
    const arrived = Object.entries(request.query ?? {}).filter(([name]) => url.searchParams.has(name))
    record.add(id, 'sent', query, Object.fromEntries(arrived))
  }
  if (body !== undefined) record.add(id, 'sent', body, logged.body)
}
