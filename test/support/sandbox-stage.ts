// A strict sandbox on a clock that stands still, and the words in which tests of its worker speak.
import type {
  ListEventsReply,
  ListMessagesReply,
  Message,
  RetrievedNotification,
} from '../../src/wire/generated.ts'
import { virtualClock, type SandboxOptions } from '../../src/sandbox/index.ts'
import { sender, type Answer, type Send } from './sandbox-client.ts'
import { createStrictSandbox, type StrictSandbox } from './strict-sandbox.ts'

type Json = Readonly<Record<string, unknown>>

/** Milliseconds in which every job of a workflow without delays is over. */
export const awhile = 2000

export interface Stage {
  readonly sandbox: StrictSandbox
  readonly send: Send
  trigger(body: Json): Promise<Answer<Json>>
  /** Triggers with a transaction id, waits a while, and reads the events that came of it, oldest first. */
  fire(body: Json): Promise<readonly RetrievedNotification[]>
  /** Events of a transaction as retrieved, oldest first. */
  events(transactionId: string): Promise<readonly RetrievedNotification[]>
  /** Oldest first. */
  messages(query: string): Promise<readonly Message[]>
  advance(milliseconds: number): void
  close(): Promise<void>
}

export async function openStage(options: SandboxOptions = {}, environment = 'Production'): Promise<Stage> {
  const sandbox = await createStrictSandbox({ clock: virtualClock(), ...options })
  const send = sender(sandbox, environment)
  let triggers = 0
  const events = async (transactionId: string): Promise<RetrievedNotification[]> => {
    const path = `/v1/notifications?limit=50&transactionId=${encodeURIComponent(transactionId)}`
    const { body } = await send<ListEventsReply>('GET', path)
    const found: RetrievedNotification[] = []
    for (const { _id } of [...body.data].reverse()) {
      found.push((await send<RetrievedNotification>('GET', `/v1/notifications/${_id}`)).body)
    }
    return found
  }
  const trigger = (body: Json): Promise<Answer<Json>> => send('POST', '/v1/events/trigger', body)
  return {
    sandbox,
    send,
    trigger,
    events,
    fire: async (body) => {
      triggers += 1
      const transactionId = `fire-${triggers}`
      await trigger({ transactionId, ...body })
      sandbox.clock.advance(awhile)
      return events(transactionId)
    },
    messages: async (query) => {
      const { body } = await send<ListMessagesReply>('GET', `/v1/messages?limit=1000&${query}`)
      return [...body.data].reverse()
    },
    advance: (milliseconds) => sandbox.clock.advance(milliseconds),
    close: () => sandbox.close(),
  }
}

/** `email completed`, a line for each job. */
export function jobLines(event: Pick<RetrievedNotification, 'jobs'> | undefined): string[] {
  return (event?.jobs ?? []).map(({ type, status }) => `${type} ${status}`)
}

/** `Success Message sent`, a line for each detail of the job of a type. */
export function detailLines(event: RetrievedNotification | undefined, type: string): string[] {
  const job = event?.jobs?.find((each) => each.type === type)
  return (job?.executionDetails ?? []).map(({ status, detail }) => `${status} ${detail}`)
}
