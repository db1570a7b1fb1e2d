// The least that a kind needs to be asked for its calls: a declared resource, and what a look shows.
import { compare } from '../../src/core/plan/compare-fields.ts'
import type { ValueMap } from '../../src/core/value.ts'
import { openAccess } from '../../src/engine/plan/session.ts'
import type { Draft, Kind, Access } from '../../src/kinds/kind.ts'
import type { Desired, Live, Observed } from '../../src/kinds/resource.ts'
import { Secret } from '../../src/core/secrets/secret.ts'
import { createClient } from '../../src/service/client.ts'
import type { WireRequest, WireResponse } from '../../src/service/transport.ts'
import { scripted } from './scripted-transport.ts'
import { nameOf, rulesFor } from '../../src/kinds/from-field-rows.ts'

const position = { file: 'manifest.yaml', line: 1, column: 1, length: 1 }

/** As a manifest declares it, for the target Production. */
export function declared(kind: Kind, fields: ValueMap, alias?: string): Desired {
  return {
    kind: kind.name,
    ...(kind.scope === 'target' && { target: 'Production' }),
    name: nameOf(kind, fields),
    ...(alias !== undefined && { alias }),
    declared: fields,
    fields: kind.fieldsOf(fields),
    position,
    positionOf: () => position,
  }
}

export function live(name: string, fields: ValueMap): Live {
  return { id: `id-${name}`, name, fields }
}

/** The calls that the kind makes of what was observed, siblings included. */
export function draftsOf(kind: Kind, observed: Observed, others: readonly Observed[] = []): readonly Draft[] {
  const { desired } = observed
  if (desired === undefined) return []
  const differences = compare(desired.fields, observed.live?.fields, rulesFor(kind, desired)).filter(
    ({ answer }) => answer === 'different',
  )
  return kind.changes(observed, differences, { all: [observed, ...others] })
}

/** `update gain PUT {"name":"x"}`, ids and secrets as labels. */
export function line({ part, action, stage, call }: Draft): string {
  const body = call.body === undefined ? '' : ` ${JSON.stringify(call.body)}`
  return `${part === undefined ? '' : `${part} `}${action} ${stage} ${call.operation.method}${body}`
}

/** A look over scripted replies, and what it asked for: paths with their query. */
export function lookAt(
  answer: (request: WireRequest) => WireResponse,
  environmentId = 'env',
): { readonly access: Access; readonly asked: () => string[] } {
  const { transport, sent } = scripted(answer)
  const client = createClient({ transport, origin: 'http://127.0.0.1', apiKey: Secret.of('key', 'env:KEY') })
  return {
    access: openAccess(client, environmentId, 4),
    asked: () => sent.map(({ url }) => decodeURIComponent(url.replace('http://127.0.0.1', ''))),
  }
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const result: T[] = []
  for await (const item of items) result.push(item)
  return result
}
