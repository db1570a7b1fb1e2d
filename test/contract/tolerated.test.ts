// Replies of deployed services differ from the contract: each passes through the client, and each difference is named.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Secret } from '../../src/core/secrets/secret.ts'
import { createClient, type Client } from '../../src/service/client.ts'
import { ServiceError } from '../../src/service/errors.ts'
import * as service from '../../src/service/operations.ts'
import { markdownTable } from './contract-table.ts'
import { expectGolden } from '../support/golden.ts'
import {
  bodyOf,
  differencesOf,
  isSuccess,
  operationOf,
  realReplies,
  type Seen,
} from '../support/real-replies.ts'
import { json, scripted } from '../support/scripted-transport.ts'
import * as writes from '../support/write-operations.ts'

interface Tolerated {
  readonly title: string
  /** What the client does about it. */
  readonly how: string
  readonly operations: readonly string[]
  readonly differences: readonly string[]
}

const tolerated = JSON.parse(
  readFileSync(new URL('tolerated.json', import.meta.url), 'utf8'),
) as readonly Tolerated[]
const file = join(import.meta.dirname, '../../docs/development/tolerated-differences.md')

type Operation = (client: Client, ...rest: unknown[]) => Promise<unknown>

/** The reply of an entry's operation, as the client's function of its name gives it back. */
function asked(entry: Seen): Promise<unknown> {
  const { id, path } = operationOf(entry)
  const [bare = '', query = ''] = entry.request.path.split('?')
  const steps = bare.split('/')
  const ids = path.split('/').flatMap((step, index) => (step.startsWith('{') ? [steps[index]] : []))
  const more = entry.request.body ?? Object.fromEntries(new URLSearchParams(query))
  const { transport } = scripted(() => json(entry.response, entry.status, entry.headers))
  const client = createClient({
    transport,
    origin: 'https://api.example.com',
    apiKey: Secret.of('k', 'env:KEY'),
  })
  return ({ ...service, ...writes } as unknown as Readonly<Record<string, Operation>>)[id]?.(
    client,
    ...ids,
    more,
  ) as Promise<unknown>
}

describe('every reply passes through the client', () => {
  test.each(realReplies.filter(isSuccess))('$op', async (entry) => {
    expect(await asked(entry)).toEqual(bodyOf(entry))
  })

  test.each(realReplies.filter((entry) => !isSuccess(entry)))('$op', async (entry) => {
    const error = await asked(entry).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ServiceError)
    expect(error).toMatchObject({ status: entry.status, operation: operationOf(entry).id })
    expect((error as ServiceError).messages).not.toEqual([])
  })
})

test('each difference is named, and none that is not there', () => {
  const found = [...new Set(realReplies.flatMap(differencesOf))].sort()
  const named = tolerated.flatMap(({ operations, differences }) =>
    operations.flatMap((id) => differences.map((text) => `${id}: ${text}`)),
  )
  expect(named.sort()).toEqual(found)
})

test('docs/development/tolerated-differences.md is made of them', () => {
  const made = `${[
    '# Tolerated differences',
    'Made by `test/contract/tolerated.test.ts` from `test/contract/tolerated.json`; ' +
      '`BELFRY_UPDATE=1 npx vitest run test/contract/tolerated.test.ts` updates it.',
    'For contributors who change how belfry reads replies.',
    `How ${realReplies.length} replies of a deployed service of 2026 (\`test/fixtures/real-replies.json\`) differ from ` +
      'the contract (`schemas/service/`), and what the client does about it. In the test, each reply passes through ' +
      'the client. The test fails if a difference is not listed here, or is no longer found. The contract shows no ' +
      'body of refusals: each becomes an error with the messages in it.',
    ...tolerated.flatMap(({ title, how, operations, differences }) => [
      `## ${title}`,
      how,
      markdownTable(
        ['Difference', 'Operations'],
        differences.map((text) => [text, operations.join(', ')]),
      ),
    ]),
  ].join('\n\n')}\n`
  expectGolden({ name: 'tolerated-differences.md', file }, made)
})
