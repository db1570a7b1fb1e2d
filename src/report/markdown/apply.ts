// What an apply did, for the person who merged it: each write with its outcome, what failed and why, and what to do next.
import type { ApplyResult, Result } from '../../core/plan/outcome.ts'
import type { ApplyAccount, JournalAccount } from '../account.ts'
import { idleLines, resultLine, targetLines, verdict } from '../text/apply.ts'
import { endOf, failoverLines, titleOf, writesOf } from '../text/journal.ts'
import { organisation } from '../plan-notes.ts'
import { linesBelow } from '../text/detail.ts'
import { counted, linesText } from '../../core/words.ts'
import { diff, plain, signed } from '../text/style.ts'
import { code, prose } from './escape.ts'
import type { Block, Item } from './fit.ts'
import { bounded, linesBlock } from './lines.ts'
import { channelBlock, planBlocks, remarks } from './plan.ts'

/** What ended badly comes first. */
const ranks = { failed: 0, stale: 0, unknown: 0, skipped: 1, waiting: 1, done: 2 } as const
const signs = { failed: '-', stale: '-', unknown: '-', skipped: '!', waiting: '!', done: '+' } as const

export function applyBlocks({ exit, plan, results, result }: ApplyAccount): readonly Block[] {
  if (result === undefined)
    return [
      ...(results === undefined || results.length === 0 ? [] : [outcomeBlock(results)]),
      ...(plan === undefined || exit !== 6
        ? []
        : [lineBlock(idleLines({ exit, plan }, plain).map((line) => prose(line)))]),
      ...(plan === undefined ? [] : planBlocks(plan)),
    ]
  return [
    ...[result.after ?? result.plans.at(-1)].flatMap((now) => (now ? channelBlock(now) : [])),
    outcomeBlock(result.results),
    ...nextBlocks(result),
    ...result.plans.flatMap(remarks),
  ]
}

function outcomeBlock(results: readonly Result[]): Block {
  const width = Math.max(0, ...results.map(({ change: { target = organisation } }) => target.length))
  return linesBlock(
    ['outcome', 'outcomes'],
    results.map((result) => {
      const { change, outcome } = result
      const head = resultLine(result, width, diff).split('\n')
      const lines = [...signed(signs[outcome.status], head), ...linesBelow(change, diff, 'usual')]
      return { rank: ranks[outcome.status], text: bounded(lines) }
    }),
  )
}

function nextBlocks(result: ApplyResult): readonly Block[] {
  const lines = verdict(result, plain)
  const targets = targetLines(
    result,
    (name) => code(name),
    (step) => prose(step),
  )
  return [lineBlock([...targets, ...lines.map((line) => prose(line))])]
}

function lineBlock(lines: readonly string[]): Block {
  return {
    items: lines.map((text): Item => ({ rank: -1, text })),
    nouns: ['line', 'lines'],
    // Two blanks at the end of a line break it.
    frame: (texts) => texts.join('  \n'),
  }
}

/** The content of a journal, run by run. */
export function journalBlocks({ journal: { runs, damaged } }: JournalAccount): readonly Block[] {
  const broken =
    damaged.length === 0
      ? []
      : [`${counted(damaged.length, 'line')} of the journal can't be read (${linesText(damaged)}).`]
  const blocks = runs.flatMap((run): Block[] => [
    `#### ${titleOf(run)} ${code(run.run)}, ${code(run.started)}: ${prose(endOf(run, damaged))}`,
    ...failoverLines(run).map((line) => prose(line)),
    linesBlock(
      ['write', 'writes'],
      writesOf(run, damaged, plain).map(({ status, lines }) => ({
        rank: ranks[status],
        text: bounded(signed(signs[status], lines)),
      })),
    ),
  ])
  return [...blocks, ...broken]
}
