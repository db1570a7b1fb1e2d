// Executes one change of a section: sends it, records it in the journal and the ledger, and returns the result.
import { given } from '../../core/given.ts'
import type { Change } from '../../core/plan/change.ts'
import type { Outcome, Result } from '../../core/plan/outcome.ts'
import { reasonOf } from '../failure-problem.ts'
import { recordsOf } from '../journal-and-ledger/journal-writer.ts'
import type { Ids } from '../plan/ids.ts'
import type { Freshness, StageReads } from './stage-reads.ts'
import { repetition, type Sending } from './sending.ts'
import type { SectionContext } from './section-context.ts'
import { sendSteps } from './send-steps.ts'

export class Executor {
  /** Operations that the service was found to lack, by id, and the reason why changes with them are skipped. */
  readonly lacking = new Map<string, string>()
  readonly #context: SectionContext
  readonly #ids: Ids
  readonly #turns = turns()

  constructor(context: SectionContext, ids: Ids) {
    this.#context = context
    this.#ids = ids
  }

  /** Any failure is in the result, also one of the journal. */
  async execute(change: Change, reads: StageReads, freshness: Freshness): Promise<Result> {
    const { engine, started } = this.#context.run
    const clock = (): number => engine.clock() - started
    const records = recordsOf(change, engine, this.#context.apiKey(change))
    let startedAt: number | undefined
    // Also if the request was not sent after all: the journal then needs its outcome too.
    let isInJournal = false
    const found = await this.#send(change, reads, freshness, {
      onSend: async (attempt, body, call) => {
        await records.before(body, call)
        isInJournal = true
        engine.on?.({ type: 'sending', change, call, attempt })
        startedAt ??= clock()
      },
      onUnsent: () => (startedAt = undefined),
      onExchange: records.onReply,
    }).catch((error: unknown): Outcome => {
      // Whatever failed, even because of a bug: the other changes still need their results.
      return { status: startedAt === undefined ? 'failed' : 'unknown', reason: reasonOf(error) }
    })
    // Reasons may quote ids from the service.
    const outcome = 'reason' in found ? { ...found, reason: this.#labelled(found.reason) } : found
    // 0 is for a change of which nothing was sent, and a fast service replies in less than a millisecond.
    const milliseconds = startedAt === undefined ? 0 : Math.max(1, clock() - startedAt)
    const result: Result = { change, outcome, ...given({ startedAt }), milliseconds }
    if (isInJournal) await records.after(result)
    // If the change was only seen in the service, the values that can't be read are unknown.
    if (outcome.status === 'done' && outcome.already !== true) this.#remember(change)
    return result
  }

  async #send(
    change: Change,
    reads: StageReads,
    freshness: Freshness,
    hooks: Pick<Sending, 'onSend' | 'onUnsent' | 'onExchange'>,
  ): Promise<Outcome> {
    const { outcome, reply, lacking } = await sendSteps({
      // No spread first: V8 would then store the layout of each such object separately, in 4 kB.
      client: this.#context.client(change),
      ...this.#context.sourceOf(change),
      onSend: hooks.onSend,
      onUnsent: hooks.onUnsent,
      onExchange: hooks.onExchange,
      keyOf: this.#context.keyOf(change, this.#idOf(change)),
      read: () => freshness.read(change).catch((error: unknown) => ({ why: reasonOf(error) })),
      reread: () => reads.readOne(change),
      isFresh: (glance, round) => reads.isFresh(glance, round),
      isStopped: () => this.#context.run.engine.stop?.aborted === true,
      takeTurn: this.#turns,
      idOf: (id) => this.#ids.of(id),
      repetition: repetition(change, this.#context.run.engine),
    })
    if (lacking !== undefined) this.lacking.set(change.call.operation.id, lacking)
    if (change.action === 'create' && outcome.status === 'done') {
      this.#context.run.replies.set(change.id, reply)
      await this.#ids.learn(change, reply, async () => (await reads.readOne(change)).live)
    }
    return outcome
  }

  #idOf(change: Change): string | undefined {
    return this.#ids.find(change) ?? this.#context.sourceOf(change).serviceId
  }

  /** With a label instead of each secret. */
  #labelled(text: string): string {
    return this.#context.run.engine.filter?.redact(text) ?? text
  }

  /** Adds the values that were sent to the ledger. */
  #remember(change: Change): void {
    const { ledger, fingerprintSecret } = this.#context.run.engine
    const serviceId = this.#idOf(change)
    if (serviceId === undefined) return
    const secret = fingerprintSecret ?? this.#context.apiKey(change)
    ledger?.record({ ...this.#context.sourceOf(change), serviceId }, secret)
  }
}

/** Each call waits until the earlier ones have released their turn, and returns the function that releases its own. */
function turns(): () => Promise<() => void> {
  let last: Promise<void> = Promise.resolve()
  return () =>
    new Promise((resolve) => {
      const before = last
      last = new Promise((release) => void before.then(() => resolve(release)))
    })
}
