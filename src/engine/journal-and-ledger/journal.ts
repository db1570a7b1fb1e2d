// Records each write in the journal: before it is sent, and when its result is known.
import { given } from '../../core/given.ts'
import { pathOf, type Call, type Change } from '../../core/plan/change.ts'
import { fingerprint, fingerprintKey, keyIdOf } from '../../core/secrets/fingerprint.ts'
import type { JournalRecord } from '../../core/plan/journal.ts'
import type { Result } from '../../core/plan/outcome.ts'
import type { Secret } from '../../core/secrets/secret.ts'
import type { Value } from '../../core/value.ts'
import type { Exchange } from '../../service/client.ts'
import type { Engine } from '../engine.ts'

/** The account of one change: before each write, what was answered, and after all. */
export interface Account {
  readonly before: (body: Value | undefined, call: Call) => Promise<void>
  readonly hear: (exchange: Exchange) => void
  readonly after: (result: Result) => Promise<void>
}

export function accountOf(
  change: Change,
  { journal, fingerprintSecret }: Pick<Engine, 'journal' | 'fingerprintSecret'>,
  apiKey: Secret,
): Account {
  let reply: Exchange | undefined
  return {
    before: async (body, call) =>
      journal?.append(sendingRecord({ ...change, call }, body, fingerprintSecret ?? apiKey)),
    hear: (exchange) => (reply = exchange),
    // A journal that fails now allows no other write, and closing it reports the failure.
    after: async (result) => journal?.append(outcomeRecord(result, reply)).catch(() => undefined),
  }
}

function sendingRecord(change: Change, body: Value | undefined, from: Secret): JournalRecord {
  const key = fingerprintKey(from)
  return {
    type: 'sending',
    ...writeOf(change),
    ...(body !== undefined && { digest: fingerprint(key, change.id, body), keyId: keyIdOf(key) }),
  }
}

/** Holds none of the service's own words: they may quote what is personal. */
function outcomeRecord(
  { change, outcome, milliseconds }: Result,
  reply: Exchange | undefined,
): JournalRecord {
  return {
    type: 'outcome',
    ...writeOf(change),
    status: outcome.status,
    ...(outcome.status === 'done' && outcome.already === true && { already: true }),
    ...given({ httpStatus: reply?.status, requestId: reply?.requestId }),
    milliseconds,
  }
}

function writeOf({ id, target, kind, name, part, action, call }: Change) {
  return {
    id,
    ...given({ target }),
    kind,
    name,
    ...given({ part }),
    action,
    operation: call.operation.id,
    method: call.operation.method,
    path: pathOf(call),
  }
}
