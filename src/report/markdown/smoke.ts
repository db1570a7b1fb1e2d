// A run of smoke suites for a pull request: each case in a row, those that failed first, with what was seen and why.
import type { Explanation, Judgement } from '../../core/delivery/delivery.ts'
import { slowEvents, type SmokeResult, type SmokeRun } from '../../core/delivery/smoke.ts'
import { endingOf } from '../text/smoke.ts'
import { duration } from '../../core/words.ts'
import { row, tableOf } from './change.ts'
import { code, prose } from './escape.ts'
import { present } from '../../core/given.ts'
import type { Block } from './fit.ts'
import type { Place } from './places.ts'

const ranks = { unmet: 0, unknown: 0, skipped: 1, met: 2 } as const
const words = { unmet: '**failed**', unknown: '**unknown**', skipped: 'skipped', met: 'ok' } as const

export function smokeBlocks(run: SmokeRun, place: Place): readonly Block[] {
  return [
    ...present(slowEvents(run)),
    {
      items: run.results.map((result) => ({ rank: ranks[result.outcome], text: rowOf(result, place) })),
      nouns: ['case', 'cases'],
      frame: tableOf(['Outcome', 'Target', 'Suite', 'Case', 'Result and reason', 'Time', 'Defined at']),
    },
  ]
}

function rowOf(result: SmokeResult, place: Place): string {
  const { outcome, target, suite, name, reason = '', attempts, milliseconds, position } = result
  const last = attempts.at(-1)
  const found =
    outcome === 'skipped'
      ? [prose(reason)]
      : outcome === 'met'
        ? []
        : [
            ...(last?.judgements.filter(({ isMet }) => !isMet) ?? []).map(seenOf),
            ...[endingOf(last) ?? []].flat().map((line) => prose(line)),
            ...(last?.explanations ?? []).map((each) => whyOf(each, place)),
          ]
  const tries = attempts.length > 1 ? [`${attempts.length} tries`] : []
  return row([
    words[outcome],
    prose(target),
    prose(suite),
    prose(name),
    [...found, ...tries].join('<br>'),
    milliseconds > 0 ? duration(milliseconds) : '',
    place(position),
  ])
}

function seenOf({ expected, seen, recipient }: Judgement): string {
  const whose = recipient === undefined ? '' : ` for ${code(recipient)}`
  return `expected ${code(expected)}${whose}, seen ${code(seen)}`
}

function whyOf({ why, advice, resource, position }: Explanation, place: Place): string {
  const where = position === undefined ? '' : ` ${place(position)}`
  return [prose(why), prose(advice), ...(resource === undefined ? [] : [`${code(resource)}${where}`])]
    .filter((text) => text !== '')
    .join('<br>')
}
