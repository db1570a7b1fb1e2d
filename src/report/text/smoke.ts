// A run of smoke suites as people read it: a line for each case; of one that failed, what was expected, what was seen and why.
import {
  isMet,
  slowEvents,
  type SmokeAttempt,
  type SmokeResult,
  type SmokeRun,
} from '../../core/delivery/smoke.ts'
import { present } from '../../core/given.ts'
import type { Explanation } from '../../core/delivery/delivery.ts'
import { duration } from '../../core/words.ts'
import { grouped } from '../../core/lists.ts'
import { paint, signed, type Style } from './style.ts'
import { commandLine, quoted } from '../../core/shell.ts'
import { smokeCounts } from '../words/title.ts'
import { padded } from './table.ts'
import { visible } from '../../core/visible.ts'
import { widthOf } from './layout.ts'

const marks = {
  met: { text: 'ok', color: 'green', sign: '+' },
  unmet: { text: 'FAILED', color: 'red', sign: '-' },
  skipped: { text: 'skipped', color: 'dim', sign: '!' },
  unknown: { text: 'UNKNOWN', color: 'yellow', sign: '-' },
} as const
const markWidth = 'UNKNOWN'.length
const indent = ' '.repeat(markWidth + 2)

export function smokeText(run: SmokeRun, style: Style): string {
  const blocks = casesBySuite(run, style).map(({ name, cases }) => [
    paint(style, 'bold', name),
    ...cases.flat().map((line) => `  ${line}`),
  ])
  return `${[...blocks, [smokeEnd(run)]].map((block) => block.join('\n')).join('\n\n')}\n`
}

/** The lines of each case, under `Orders  Production`. */
export function casesBySuite({ results }: SmokeRun, style: Style) {
  const width = Math.min(48, Math.max(0, ...results.map(({ name }) => widthOf(visible(name)))))
  const suites = grouped(results, ({ suite, target }) => visible(`${suite}  ${target}`))
  return Array.from(suites, ([name, own]) => ({
    name,
    cases: own.map((result) => signed(style, marks[result.outcome].sign, caseLines(result, width, style))),
  }))
}

/** The counts, the time, and how slow events were. */
export function smokeEnd(run: SmokeRun): string {
  return [smokeCounts(run), duration(run.milliseconds), ...present(slowEvents(run))].join('. ')
}

function caseLines(result: SmokeResult, width: number, style: Style): string[] {
  const { name, outcome, position, reason, attempts, milliseconds } = result
  const { text, color } = marks[outcome]
  const isFine = outcome === 'met' || outcome === 'skipped'
  const cells = [
    padded(visible(name), width),
    outcome === 'skipped' ? visible(reason ?? '') : duration(milliseconds),
    ...(attempts.length > 1 ? [`${attempts.length} tries`] : []),
    ...(isFine ? [] : [`${visible(position.file)}:${position.line}`]),
  ]
  const head = `${paint(style, color, text.padEnd(markWidth))}  ${cells.join('  ')}`
  const failed = attempts.filter((attempt) => !isMet(attempt))
  const last = failed.at(-1)
  const shown = outcome === 'met' ? failed : isFine ? [] : [last]
  return [
    head.trimEnd(),
    ...shown.flatMap((attempt) => troubleLines(attempt, result.target)).map((line) => `${indent}${line}`),
  ]
}

/** What was expected and seen of an attempt, and why; without any indentation. */
export function troubleLines(attempt: SmokeAttempt | undefined, target: string): string[] {
  const { judgements = [], explanations = [], transactionId = '' } = attempt ?? {}
  const ending = endingOf(attempt)
  const unmet = judgements.filter((judgement) => !judgement.isMet)
  return [
    ...unmet.flatMap(({ expected, seen, recipient }) => [
      `expected  ${visible(expected)}${recipient === undefined ? '' : `  for ${visible(recipient)}`}`,
      `seen      ${visible(seen)}`,
    ]),
    ...(ending === undefined ? [] : [`          ${ending}`]),
    ...explanations.flatMap(whyLines),
    ...(transactionId === '' || unmet.length === 0
      ? []
      : [
          `check     ${commandLine(`events list --transaction-id ${quoted(transactionId)} -t ${quoted(target)}`)}`,
        ].map(visible)),
  ]
}

function whyLines({ why, advice, resource, position }: Explanation): string[] {
  const place = position === undefined ? '' : `  ${visible(position.file)}:${position.line}`
  return [
    `why       ${visible(why)}`,
    ...(advice === '' ? [] : [`fix       ${visible(advice)}`]),
    ...(resource === undefined ? [] : [`see       ${visible(resource)}${place}`]),
  ]
}

/** Undefined if all was seen; without an attempt none was begun. */
export function endingOf(attempt: SmokeAttempt | undefined): string | undefined {
  switch (attempt?.end) {
    case undefined:
      return 'not started, because the run was interrupted'
    case 'timeout':
      return 'timed out before all expected results appeared'
    case 'unknown':
      return 'result unknown: the reply was lost, the run was interrupted, or belfry could not read from the service'
    case 'settled':
      return undefined
  }
}
