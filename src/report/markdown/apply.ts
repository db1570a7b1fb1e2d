// What an apply did, for the person who merged it: each write with its outcome, what failed and why, and what to do next.
import { tally, type ApplyResult, type Result } from '../../core/plan/outcome.ts'
import type { Plan } from '../../core/plan/plan.ts'
import type { ApplyAccount, JournalAccount } from '../account.ts'
import { idleLines, targetLines, verdict } from '../text/apply.ts'
import { endOf, failoverLines, titleOf } from '../text/journal.ts'
import { organisation } from '../plan-notes.ts'
import { symbolOf } from '../text/plan.ts'
import { counted, duration, linesText } from '../../core/words.ts'
import { plain } from '../text/style.ts'
import { resourceOf, row, tableOf, whatHappens } from './change.ts'
import { code, prose } from './escape.ts'
import type { Block, Item } from './fit.ts'
import type { Place } from './places.ts'
import { channelBlock, planBlocks } from './plan.ts'

/** What ended badly comes first. */
const ranks = { failed: 0, stale: 0, unknown: 0, skipped: 1, waiting: 1, done: 2 } as const

/** `3 done, 1 failed` */
export function outcomesOf(results: readonly Result[]): string {
  const counts = Object.entries(tally(results)).filter(([, count]) => count > 0)
  return counts.length === 0 ? 'nothing to do' : counts.map(([what, count]) => `${count} ${what}`).join(', ')
}

export function applyBlocks({ exit, plan, results, result }: ApplyAccount, place: Place): readonly Block[] {
  if (result === undefined)
    return [
      ...(results === undefined || results.length === 0 ? [] : outcomeBlocks(results, place)),
      ...(plan === undefined || exit !== 6
        ? []
        : [lineBlock(idleLines({ exit, plan }, plain).map((line) => prose(line)))]),
      ...(plan === undefined ? [] : planBlocks(plan, place)),
    ]
  return [
    ...[result.after ?? result.plans.at(-1)].flatMap((now) => (now ? channelBlock(now) : [])),
    ...outcomeBlocks(result.results, place),
    ...nextBlocks(result),
    ...result.plans.flatMap((each) => remarks(each, place)),
  ]
}

/** Of the plan that was applied: everything that the outcomes don't show. */
function remarks(plan: Plan, place: Place): readonly Block[] {
  return planBlocks(plan, place).filter(
    (block) => typeof block === 'string' || !['channel', 'change', 'target'].includes(block.nouns[0]),
  )
}

function outcomeBlocks(results: readonly Result[], place: Place): readonly Block[] {
  return [
    {
      items: results.map((result) => ({ rank: ranks[result.outcome.status], text: rowOf(result, place) })),
      nouns: ['outcome', 'outcomes'],
      frame: tableOf(['Outcome', '', 'Target', 'Resource', 'Change', 'Time', 'Declared at']),
    },
  ]
}

function rowOf({ change, outcome, milliseconds }: Result, place: Place): string {
  const isAlready = outcome.status === 'done' && outcome.already === true
  const how = outcome.status === 'done' ? outcome.status : `**${outcome.status}**`
  const why = outcome.status === 'done' ? [] : reasonOf(outcome, place)
  return row([
    how,
    code(symbolOf(change)),
    prose(change.target ?? organisation),
    resourceOf(change),
    [whatHappens(change), ...why].join('<br>'),
    isAlready ? 'already in effect, so not sent again' : milliseconds > 0 ? duration(milliseconds) : '',
    place(change.position),
  ])
}

function reasonOf(outcome: Exclude<Result['outcome'], { readonly status: 'done' }>, place: Place): string[] {
  const { reason, hint, fields = [] } = { hint: undefined, fields: undefined, ...outcome }
  const named = fields.map(({ path, position }) => `${code(path)} ${place(position)}`)
  return [prose(reason), ...new Set(named), ...(hint === undefined ? [] : [prose(hint)])]
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
    {
      items: [
        ...run.inFlight.map((each) => ({ ...each, status: 'unknown' as const, milliseconds: 0 })),
        ...run.outcomes,
      ].map(({ status, action, target, milliseconds, ...each }) => ({
        rank: ranks[status],
        text: row([
          status === 'done' ? status : `**${status}**`,
          prose(target ?? organisation),
          resourceOf(each),
          prose(action),
          milliseconds > 0 ? duration(milliseconds) : '',
        ]),
      })),
      nouns: ['write', 'writes'],
      frame: tableOf(['Outcome', 'Target', 'Resource', 'Action', 'Time']),
    },
  ])
  return [...blocks, ...broken]
}
