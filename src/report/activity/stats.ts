// The messages of a period in groups, as a table.
import type { z } from 'zod'
import { countedWords } from '../../core/delivery/traffic.ts'
import type { statsShape } from '../../core/delivery/traffic-shape.ts'
import { tableLines, type Column } from '../text/table.ts'
import type { Style } from '../text/style.ts'

export type StatsResult = Required<z.infer<z.ZodObject<typeof statsShape>>>

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
