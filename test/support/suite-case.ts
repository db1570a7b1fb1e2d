// A case of a smoke suite with only what a test is about, and a target to try it on.
import { createFilter } from '../../src/core/secrets/redact.ts'
import { Secret } from '../../src/core/secrets/secret.ts'
import type { SmokeCase } from '../../src/core/delivery/smoke.ts'
import type { ValueMap } from '../../src/core/value.ts'
import type { DeliveryTarget } from '../../src/delivery/delivery-target.ts'
import { openAccess } from '../../src/engine/plan/session.ts'
import { createClient } from '../../src/service/client.ts'
import type { Transport } from '../../src/service/transport.ts'
import { Resources } from '../../src/kinds/declared-resources.ts'

const position = { file: 'smoke.yaml', line: 3, column: 5, length: 1 }

export function caseOf({ body, ...more }: Partial<SmokeCase> = {}): SmokeCase {
  return {
    suite: 'smoke',
    name: 'first',
    target: 'Production',
    body: { name: 'welcome', to: ['ada'], ...body },
    expect: {},
    positionOf: () => position,
    timeout: 1000,
    retries: 0,
    tags: [],
    createRecipients: false,
    only: false,
    position,
    ...more,
  }
}

/** A target whose key is proved already, reached through a transport. */
export function deliveryAt(transport: Transport, alias = 'Production'): DeliveryTarget {
  const url = 'http://127.0.0.1'
  const apiKey = Secret.of('key-of-a-test', 'env:KEY')
  const filter = createFilter()
  const client = createClient({ transport, origin: url, apiKey, filter })
  return {
    target: { alias, url, unmanaged: 'report' },
    apiKey,
    client,
    filter,
    proof: () => Promise.resolve(openAccess(client, 'env', 1)),
    shown: (item) => item as ValueMap,
    allowed: [],
    declared: Resources.of([]),
  }
}
