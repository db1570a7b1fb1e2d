// All targets side by side: a row for each integration, under its channel.
import type { Grid } from '../core/plan/grid.ts'
import { grouped } from '../core/grouped.ts'
import { visible } from '../core/visible.ts'
import { counted } from '../core/words.ts'
import { widthOf } from './text/layout.ts'

export function gridText({ targets, integrations }: Grid): string {
  if (integrations.length === 0) return 'No integrations.\n'
  const hasUnknown = integrations.some(({ unknown }) => unknown.length > 0)
  const head = [
    '',
    ...targets.map(visible),
    'differs',
    'differs on purpose',
    ...(hasUnknown ? ['not known'] : []),
  ]
  const blocks = [...grouped(integrations, ({ channel }) => channel)].map(([channel, rows]) => ({
    channel: visible(channel === '' ? 'no channel' : channel),
    rows: rows.map(({ name, states, differs, meant, unknown }) => [
      `  ${visible(name)}`,
      ...targets.map((target) => shown[states[target] ?? 'absent']),
      visible(differs.join(', ')) || '-',
      visible(meant.join(', ')) || '-',
      ...(hasUnknown ? [visible(unknown.join(', ')) || '-'] : []),
    ]),
  }))
  const all = [head, ...blocks.flatMap(({ rows }) => rows)]
  const widths = head.map((_, column) => Math.max(...all.map((row) => widthOf(row[column] ?? ''))))
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell)))
      .join('  ')
      .trimEnd()
  return [line(head), ...blocks.flatMap(({ channel, rows }) => [channel, ...rows.map(line)]), ''].join('\n')
}

/** `3 integrations in 2 targets` */
export function gridTitle({ targets, integrations }: Grid): string {
  return `${counted(integrations.length, 'integration')} in ${counted(targets.length, 'target')}`
}

const shown = {
  primary: 'primary',
  active: 'active',
  inactive: 'inactive',
  inactivePrimary: 'primary, inactive',
  declared: 'declared',
  several: 'several',
  absent: '-',
}
