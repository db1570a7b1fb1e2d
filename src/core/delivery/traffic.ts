// What integrations delivered lately, counted in messages: plain data of a plan, and its words.
import { grouped } from '../grouped.ts'
import type { Inferred } from '../given.ts'
import { counted } from '../words.ts'
import type { countedMessages, traffic } from './traffic-shape.ts'

/** The messages of one integration, or of several integrations together if belfry can't determine which of them sent a message. */
export type Traffic = Inferred<typeof traffic>

/** `messages` also counts messages with other statuses. */
export type Tally = Omit<Traffic, 'integrations'>

/** Which messages were counted. */
export type CountedMessages = Inferred<typeof countedMessages>

/** One message. */
export interface CountedMessage {
  readonly channel: string
  readonly provider: string
  readonly status: string
  /** Several: those of its provider, if it is not known which of them; none: no integration has the provider. */
  readonly integrations: readonly string[]
}

export function tallyOf(messages: readonly CountedMessage[]): Tally {
  const count = (status: string): number => messages.filter((each) => each.status === status).length
  return {
    messages: messages.length,
    delivered: count('sent'),
    failed: count('error'),
    warnings: count('warning'),
  }
}

/** Its own messages, and in rows of their own those that may be another integration's. */
export function trafficOf(name: string, messages: readonly CountedMessage[]): readonly Traffic[] {
  const own = messages.filter(({ integrations }) => integrations.includes(name))
  const rows = [...grouped(own, ({ integrations }) => JSON.stringify(integrations)).values()]
    .map((same) => ({ integrations: same[0]?.integrations ?? [], ...tallyOf(same) }))
    .toSorted((one, other) => one.integrations.length - other.integrations.length)
  return rows.length > 0 ? rows : [{ integrations: [name], ...tallyOf([]) }]
}

/** `name` is the integration that the row is about. */
export function trafficWords(all: readonly Traffic[], name: string): string {
  return all
    .map(({ integrations, ...tally }) => {
      const others = integrations.filter((each) => each !== name)
      return `${tallyWords(tally)}${others.length === 0 ? '' : `, counted together with ${others.join(', ')} (same provider)`}`
    })
    .join('; ')
}

function tallyWords({ messages, delivered, failed, warnings }: Tally): string {
  if (messages === 0) return 'no messages'
  const warned = warnings === 0 ? '' : `, ${counted(warnings, 'warning')}`
  return `${delivered} delivered, ${failed} failed${warned}`
}

/** `last 24 h: all 312 messages counted` */
export function countedWords({ period, messages, isSample, oldest }: CountedMessages): string {
  const last = `last ${periodWords(period)}`
  if (messages === 0) return `${last}: the service has no messages, or doesn't keep them`
  if (!isSample) return `${last}: all ${counted(messages, 'message')} counted`
  return `${last}: a sample, only the newest ${counted(messages, 'message')} counted${oldest === undefined ? '' : `, back to ${oldest}`}`
}

function periodWords(milliseconds: number): string {
  const units = [
    [86_400_000, 'd'],
    [3_600_000, 'h'],
    [60_000, 'min'],
    [1000, 's'],
  ] as const
  const [length, unit] = units.find(([each]) => milliseconds % each === 0 && milliseconds > each) ?? [1, 'ms']
  return `${milliseconds / length} ${unit}`
}
