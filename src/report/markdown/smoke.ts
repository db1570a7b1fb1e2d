// A run of smoke suites for a pull request: each case as in the terminal, with what was seen and why.
import { slowEvents, type SmokeRun } from '../../core/delivery/smoke.ts'
import { present } from '../../core/given.ts'
import { casesBySuite } from '../text/smoke.ts'
import { diff } from '../text/style.ts'
import { prose } from './escape.ts'
import type { Block } from './fit.ts'
import { bounded, linesBlock } from './lines.ts'

/** What failed has room first. */
const ranks = { unmet: 0, unknown: 0, skipped: 1, met: 2 } as const

export function smokeBlocks(run: SmokeRun): readonly Block[] {
  return [
    ...present(slowEvents(run)),
    ...casesBySuite(run, diff).flatMap(([group, cases]) => [
      `#### ${prose(group)}`,
      linesBlock(
        ['case', 'cases'],
        cases.map(({ result: { outcome }, lines }) => ({
          rank: ranks[outcome],
          text: bounded(lines),
        })),
      ),
    ]),
  ]
}
