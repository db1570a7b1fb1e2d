// Records each write in the journal: before it is sent, and when its result is known. Lines are only ever added to the file, and
// each is flushed before the apply continues.
import { given } from '../../core/given.ts'
import { pathOf, type Call, type Change } from '../../core/plan/change.ts'
import { fingerprint, fingerprintKey, keyIdOf } from '../../core/secrets/fingerprint.ts'
import { isJournal } from '../../core/plan/journal-runs.ts'
import type { JournalRecord, JournalEntry, Journal } from '../../core/plan/journal-lines.ts'
import type { Result } from '../../core/plan/outcome.ts'
import type { Secret } from '../../core/secrets/secret.ts'
import type { Value } from '../../core/value.ts'
import type { Exchange } from '../../service/client.ts'
import type { Engine } from '../engine.ts'
import { randomBytes } from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'

/** The records of one change: before each write, and at the end with what `onReply` was given last. */
export interface ChangeRecords {
  readonly before: (body: Value | undefined, call: Call) => Promise<void>
  readonly onReply: (exchange: Exchange) => void
  readonly after: (result: Result) => Promise<void>
}

export function recordsOf(
  change: Change,
  { journal, fingerprintSecret }: Pick<Engine, 'journal' | 'fingerprintSecret'>,
  apiKey: Secret,
): ChangeRecords {
  let reply: Exchange | undefined
  return {
    before: async (body, call) =>
      journal?.append(sendingRecord({ ...change, call }, body, fingerprintSecret ?? apiKey)),
    onReply: (exchange) => (reply = exchange),
    // After a failure, each later record fails too: no other write is sent, and the end of the run reports the failure.
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

/** Contains no message of the service, which may quote personal data. */
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

export interface JournalFile extends Journal {
  /** The ID of the run in each line. */
  readonly run: string
  close(): Promise<void>
}

/**
 * Creates the file for its owner only, or adds to it. Rejects with the system error if the file can't be written, or if it
 * isn't a journal. `run` is the ID of the run if another journal also contains the run.
 */
export async function openJournal(
  path: string,
  now: () => Date,
  run = randomBytes(4).toString('hex'),
): Promise<JournalFile> {
  const file = await open(path, 'a+', 0o600)
  let waiting = await lineBreakIn(file).catch(async (error: unknown) => {
    await file.close()
    throw error
  })
  /** What is being written; once it has failed, all that comes later fails with it. */
  let written: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  const write = async (): Promise<void> => {
    const text = waiting
    waiting = ''
    next = undefined
    await file.appendFile(text)
    await file.datasync().catch((error: unknown) => {
      // A pipe or a terminal has nothing to flush.
      if (!(error instanceof Error && 'code' in error && error.code === 'EINVAL')) throw error
    })
  }
  return {
    run,
    // Lines that come while others are being flushed go to disk together.
    append: ({ type, ...record }) => {
      const entry = { type, run, time: now().toISOString(), ...record } as JournalEntry
      waiting += `${JSON.stringify(entry)}\n`
      next ??= written = written.then(write)
      return next
    },
    close: () => file.close(),
  }
}

/** How a journal begins. */
const firstWords = '{"type":"start","run":"'

/** A line break if the last line was cut off, so that the next one has a line of its own. Rejects if the file isn't a journal. */
async function lineBreakIn(file: FileHandle): Promise<string> {
  const { size } = await file.stat()
  if (size === 0) return ''
  const { buffer, bytesRead } = await file.read(Buffer.alloc(65_536), 0, 65_536, 0)
  const begin = buffer.toString('utf8', 0, bytesRead)
  // A run that was killed may have left a part of its first line.
  const [line = ''] = begin.split('\n', 1)
  const isCut = line.slice(0, firstWords.length) === firstWords.slice(0, line.length)
  if (!isCut && !isJournal(begin)) throw new Error('the file is not a journal')
  const last = await file.read(Buffer.alloc(1), 0, 1, size - 1)
  return last.buffer.toString() === '\n' ? '' : '\n'
}
