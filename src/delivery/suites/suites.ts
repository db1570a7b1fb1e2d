// Runs the selected cases of smoke suites, some in parallel, with their retries, and returns a result for each.
import {
  isMet,
  type SmokeAttempt,
  type SmokeResult,
  type SmokeRun,
  type SmokeCase,
  type SmokePrimary,
  type Suites,
} from '../../core/delivery/smoke.ts'
import { inParallel } from '../../core/lists.ts'
import { type DeliveryContext, deliver, type Delivered, type DeliveryRequest } from '../deliver.ts'
import { checkPrimary } from './primary.ts'
import { recipientsOf } from '../recipients.ts'
import type { DeliveryTarget } from '../delivery-target.ts'
import { given } from '../../core/given.ts'
import type { Ending, Explanation } from '../../core/delivery/delivery.ts'
import { adviceOn, suiteTerms } from '../../core/delivery/triggered.ts'
import { expectationsIn } from '../parse-expectation.ts'
import { matchesName } from '../../core/glob.ts'

interface SuiteRun extends Suites {
  /** By alias; each target of a primary check, and of a case that isn't skipped, is there. */
  readonly targets: ReadonlyMap<string, DeliveryTarget>
  readonly waiting: DeliveryContext
  /** Aborts at the time limit of the run: no trigger is sent after it. */
  readonly over: AbortSignal
  readonly parallel: number
  readonly on?: (result: SmokeResult) => void
}

/** Checks the configuration first, because a wrong primary integration explains failed cases. Throws only on bugs. */
export async function runSuites(run: SuiteRun): Promise<SmokeRun> {
  const { cases, primaries, waiting, parallel, on } = run
  const began = waiting.clock()
  const turns = new Map<string, Promise<unknown>>()
  const work = [
    ...primaries.map((each) => () => ofPrimary(each, run)),
    ...cases.map((each) => () => {
      const { skip } = each
      return skip === undefined
        ? inTurn(each, turns, () => ofCase(each, run))
        : Promise.resolve(skipped(each, skip))
    }),
  ]
  const results: SmokeResult[] = []
  for await (const found of inParallel(work, parallel, (start) => start())) {
    results.push(found)
    on?.(found)
  }
  return { results, milliseconds: waiting.clock() - began }
}

/**
 * Cases with the same workflow and recipient, or with the same transaction ID or name, run one after another: digests and
 * throttles would mix them up.
 */
async function inTurn<T>(
  each: SmokeCase,
  turns: Map<string, Promise<unknown>>,
  start: () => Promise<T>,
): Promise<T> {
  const { subscribers, topics } = recipientsOf(each.body.to)
  const keys = [
    ...[...subscribers, ...topics].map((recipient) => [each.target, each.body.name, recipient]),
    [each.target, 'transactionId', each.body['transactionId'] ?? each.name],
  ].map((key) => JSON.stringify(key))
  const before = keys.flatMap((key) => turns.get(key) ?? [])
  const done = Promise.allSettled(before).then(start)
  for (const key of keys) turns.set(key, done)
  return done
}

async function ofCase(each: SmokeCase, { targets, waiting, over }: SuiteRun): Promise<SmokeResult> {
  const target = targetOf(each, targets)
  const attempts: SmokeAttempt[] = []
  const isStopped = (): boolean => over.aborted || waiting.signal?.aborted === true
  for (let left = each.retries; left >= 0; left -= 1) {
    if (isStopped()) break
    const attempt = await tryCase(each, target, waiting)
    attempts.push(attempt)
    // A trigger that may still be delivered is not sent again.
    if (isMet(attempt) || (attempt.end !== 'settled' && attempt.transactionId !== '')) break
  }
  return resultOf(each, attempts, isStopped())
}

async function ofPrimary(each: SmokePrimary, { targets, waiting }: SuiteRun): Promise<SmokeResult> {
  const target = targetOf(each, targets)
  const attempt = await checkPrimary(each, target, waiting)
  return resultOf({ ...each, name: primaryName(each) }, [attempt], false)
}

function targetOf({ target }: { readonly target: string }, targets: SuiteRun['targets']): DeliveryTarget {
  const found = targets.get(target)
  if (found === undefined) throw new Error(`there is no connection to target ${target}`)
  return found
}

type Named = Pick<SmokeCase, 'suite' | 'name' | 'target' | 'tags' | 'position'>

function resultOf(each: Named, attempts: readonly SmokeAttempt[], isStopped: boolean): SmokeResult {
  const last = attempts.at(-1)
  const isUnknown = last === undefined || last.end === 'unknown'
  return {
    ...identityOf(each),
    outcome: last !== undefined && isMet(last) ? 'met' : isUnknown || isStopped ? 'unknown' : 'unmet',
    attempts,
    milliseconds: attempts.reduce((total, { milliseconds }) => total + milliseconds, 0),
  }
}

function skipped(each: SmokeCase, reason: string): SmokeResult {
  return { ...identityOf(each), outcome: 'skipped', reason, attempts: [], milliseconds: 0 }
}

function identityOf({ suite, name, target, tags, position }: Named): Named {
  return { suite, name, target, tags, position }
}

export async function tryCase(
  each: SmokeCase,
  at: DeliveryTarget,
  context: DeliveryContext,
): Promise<SmokeAttempt> {
  const began = context.clock()
  const delivered = await deliver(requestOf(each), at, context)
  const { answer, transactionId, judgements, outcome } = delivered
  const isSent = outcome !== undefined || ('mayBeSent' in answer && answer.mayBeSent === 'yes')
  const isFine = !isSent && judgements.every((judgement) => judgement.isMet)
  return {
    transactionId: isSent ? transactionId : '',
    milliseconds: context.clock() - began,
    judgements,
    explanations: outcome?.explanations ?? (isFine ? [] : [troubleOf(delivered)]),
    end: isSent ? endOf(outcome?.end) : 'settled',
    ...(outcome && { quotable: outcome.quotable, ...given({ appearedAfter: outcome.appearedAfter }) }),
  }
}

/** Unknown recipients were checked before the first case. */
function requestOf({ body, expect, timeout }: SmokeCase): DeliveryRequest {
  const { expectations } = expectationsIn(expect)
  return {
    body,
    idPrefix: 'belfry-smoke',
    unknownRecipients: 'create',
    wait: { expectations, delayed: 'wait', explains: 'unmet' },
    timeout,
    terms: suiteTerms,
  }
}

function endOf(end: Ending['end'] | undefined): SmokeAttempt['end'] {
  return end === 'settled' || end === 'timeout' ? end : 'unknown'
}

/** Why the trigger was not sent or not processed, or why that isn't known. */
function troubleOf({ answer }: Delivered): Explanation {
  if ('problems' in answer) {
    const [problem] = answer.problems
    return { recipient: '', why: problem?.message ?? '', advice: problem?.hint ?? '' }
  }
  const why = [`the service answered the trigger with status ${answer.status}`, ...answer.error].join(': ')
  return { recipient: '', why, advice: adviceOn(answer, suiteTerms) }
}

/** How a result of it is named. */
function primaryName({ channel, identifier }: SmokePrimary): string {
  return `${identifier} is primary for ${channel}`
}

/**
 * The cases that a filter names: `NAME`, `SUITE/NAME` or `tag:TAG`, where `*` matches any characters. Without a filter, all cases.
 * If one of them that isn't skipped has `only: true`, the others are skipped.
 */
export function selected({ cases, primaries }: Suites, filters: readonly string[]): Suites {
  const isNamed = (each: Pick<SmokeCase, 'suite' | 'name' | 'tags'>): boolean =>
    filters.length === 0 || filters.some((filter) => isNamedBy(each, filter))
  const named = cases.filter(isNamed)
  const isNarrowed = named.some(({ only, skip }) => only && skip === undefined)
  return {
    cases: named.map((each) =>
      isNarrowed && !each.only && each.skip === undefined
        ? { ...each, skip: 'a different case sets "only: true"' }
        : each,
    ),
    primaries: primaries.filter((each) => isNamed({ ...each, name: primaryName(each) })),
  }
}

/** The filters that name nothing. */
export function emptyFilters({ cases, primaries }: Suites, filters: readonly string[]): string[] {
  const all = [...cases, ...primaries.map((each) => ({ ...each, name: primaryName(each) }))]
  return filters.filter((filter) => !all.some((each) => isNamedBy(each, filter)))
}

function isNamedBy(
  { suite, name, tags }: Pick<SmokeCase, 'suite' | 'name' | 'tags'>,
  filter: string,
): boolean {
  const tag = /^tag:(.*)$/s.exec(filter)?.[1]
  if (tag !== undefined) return tags.some((each) => matchesName(each, tag))
  return matchesName(name, filter) || matchesName(`${suite}/${name}`, filter)
}
