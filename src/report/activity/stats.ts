// The messages of a period in groups, as a table.
import { countedWords, type CountedMessages, type Tally } from '../../core/delivery/traffic.ts'
import { tableLines, type Column } from '../text/table.ts'
import type { Style } from '../text/style.ts'

export type StatsBy = 'integration' | 'provider' | 'channel' | 'status'

export interface StatsGroup extends Tally {
  readonly group: string
  readonly channel?: string
  readonly provider?: string
}

export interface StatsResult {
  readonly target: string
  readonly by: StatsBy
  readonly counted: CountedMessages
  /** The one with the most messages first. */
  readonly groups: readonly StatsGroup[]
}

export function statsText({ by, counted, groups }: StatsResult, style: Style): string {
  const hasSender = by === 'integration'
  const columns: readonly Column[] = [
    { title: by.toUpperCase(), least: 12 },
    ...(hasSender ? [{ title: 'CHANNEL' }, { title: 'PROVIDER' }] : []),
    ...['MESSAGES', 'DELIVERED', 'FAILED', 'WARNINGS'].map((title) => ({ title })),
  ]
  const rows = groups.map(({ group, channel = '', provider = '', ...tally }) => [
    group === '' ? '(none)' : group,
    ...(hasSender ? [channel, provider] : []),
    ...[tally.messages, tally.delivered, tally.failed, tally.warnings].map(String),
  ])
  const words = countedWords(counted)
  const table = groups.length === 0 ? [] : tableLines(columns, rows, style)
  return [...table, `${words.replace(/^l/, 'L')}.`].map((line) => `${line}\n`).join('')
}
