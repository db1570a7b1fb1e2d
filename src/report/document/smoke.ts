// A run of smoke suites: a step for each case; of one that failed, what was expected, what was seen and why.
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
import { commandLine, quoted } from '../../core/shell.ts'
import { smokeCounts } from '../words/title.ts'
import { group, sentences, type Node, type Step } from './document-node.ts'

const marks = {
  met: { label: 'ok', sign: '+' },
  unmet: { label: 'FAILED', sign: '-' },
  skipped: { label: 'skipped', sign: '!' },
  unknown: { label: 'UNKNOWN', sign: '-' },
} as const

/** The cases of each suite and target. */
export function smokeNodes({ results }: SmokeRun): readonly Node[] {
  const suites = grouped(results, ({ suite, target }) => JSON.stringify([suite, target]))
  return [...suites.values()].flatMap((own) => {
    const [{ suite, target }] = own as [SmokeResult]
    return group([suite, { fact: target }], [{ is: 'story', noun: 'case', items: own.map(stepOf) }])
  })
}

/** The same, then the counts, the time, and how slow events were. */
export function smokeReport(run: SmokeRun | undefined): readonly Node[] {
  if (run === undefined) return []
  const end = [smokeCounts(run), duration(run.milliseconds), ...present(slowEvents(run))].join('. ')
  return [...smokeNodes(run), sentences([end])]
}

function stepOf({ name, outcome, position, reason, attempts, milliseconds, target }: SmokeResult): Step {
  const isFine = outcome === 'met' || outcome === 'skipped'
  const facts = present(
    outcome === 'skipped' ? (reason ?? '') : duration(milliseconds),
    attempts.length > 1 && `${attempts.length} tries`,
    !isFine && `${position.file}:${position.line}`,
  )
  const failed = attempts.filter((attempt) => !isMet(attempt))
  const last = isFine ? [] : [failed.at(-1)]
  const shown = outcome === 'met' ? failed : last
  const below = shown.flatMap((attempt) => troubleLines(attempt, target))
  return { ...marks[outcome], name, text: facts.join('  '), below }
}

/** What was expected and seen of an attempt, and why; without any indentation. */
export function troubleLines(attempt: SmokeAttempt | undefined, target: string): readonly string[] {
  const { judgements = [], explanations = [], transactionId = '' } = attempt ?? {}
  const ending = endingOf(attempt)
  const unmet = judgements.filter((judgement) => !judgement.isMet)
  const check = commandLine(`events list --transaction-id ${quoted(transactionId)} -t ${quoted(target)}`)
  const isClear = unmet.length === 0 && attempt?.end !== 'timeout'
  return [
    ...unmet.flatMap(({ expected, seen, recipient }) => [
      `expected  ${expected}${recipient === undefined ? '' : `  for ${recipient}`}`,
      `seen      ${seen}`,
    ]),
    ...(ending === undefined ? [] : [`          ${ending}`]),
    ...explanations.flatMap(whyLines),
    ...(transactionId === '' || isClear ? [] : [`check     ${check}`]),
  ]
}

function whyLines({ why, advice, resource, position }: Explanation): readonly string[] {
  const place = position === undefined ? '' : `  ${position.file}:${position.line}`
  return present(
    `why       ${why}`,
    advice !== '' && `fix       ${advice}`,
    resource !== undefined && `see       ${resource}${place}`,
  )
}

/** Undefined if all was seen; without an attempt none was begun. */
export function endingOf(attempt: SmokeAttempt | undefined): string | undefined {
  switch (attempt?.end) {
    case undefined:
      return 'not started, because the run was interrupted or reached its time limit'
    case 'timeout':
      return 'timed out before the notification was finished'
    case 'unknown':
      return 'result unknown: the reply was lost, the run was interrupted, or belfry could not read from the service'
    case 'settled':
      return undefined
  }
}
