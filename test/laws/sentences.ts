// Whether the sentences, counts and exit code of a run are so, by the sandbox's log and a look of its own at the store.
import type { LoggedRequest } from '../../src/sandbox/index.ts'
import { tookEffect } from './worlds/account.ts'
import type { Told } from './worlds/told.ts'

export interface Seen {
  /** What the sandbox's store holds otherwise than declared. */
  readonly unlike: readonly string[]
  /** Those of them that only the API key of an environment could change, which no target has. */
  readonly withoutKey: readonly string[]
  readonly isInterrupted: boolean
  /** Writes that a proxy answered as done and never passed on. */
  readonly forgotten: number
}

/** What is said and isn't so. */
export function untrueSentences(told: Told, seen: Seen): string[] {
  const all = { ...outcomes(told, seen), ...requests(told, seen), ...writing(told), ...state(told, seen) }
  const exits = seen.isInterrupted ? [130] : exitsFor(told)
  const checks = { ...all, 'the exit code': !exits.includes(told.exit) || told.json.exit !== told.exit }
  return Object.entries(checks).flatMap(([what, isWrong]) => (isWrong ? [what] : []))
}

type Checks = Readonly<Record<string, boolean>>

/** The first character of each line about an outcome in a comment: sites color `+` and `-`. */
const signs = { done: '+', failed: '-', stale: '-', unknown: '-', waiting: '!', skipped: '!' }

/** `Applied: 1 done, 0 failed, …` beside a line for each, the title and lines of Markdown, and JSON. */
function outcomes(
  { out, markdown, json: { results = [], requests: sent }, log }: Told,
  { forgotten }: Seen,
): Checks {
  const applied = appliedLine(out)
  if (applied === undefined) return { 'that nothing was applied': sent !== undefined }
  const [title = ''] = /^### Apply: .*$/m.exec(markdown) ?? []
  const lines = markdown.split('\n')
  const isUntrue = ([status, sign]: readonly [string, string]): boolean => {
    const count = results.filter((result) => result.status === status).length
    const listed = lines.filter((line) => line.startsWith(`${sign} ${status.padEnd(8)} `)).length
    const counts = [numberBefore(status, applied), numberBefore(status, title), linesOf(status, out), listed]
    return counts.some((each) => each !== count)
  }
  const done = results.filter(({ status, already }) => status === 'done' && already !== true).length
  return {
    ...Object.fromEntries(Object.entries(signs).map((each) => [`how many are ${each[0]}`, isUntrue(each)])),
    'that all these are done':
      log.filter((each) => isWrite(each) && tookEffect(each)).length + forgotten < done,
  }
}

/** Many that were skipped for one reason have one line with their number. */
function linesOf(status: string, out: string): number {
  const lines = out.split('\n').filter((line) => line.startsWith(`${status.padEnd(8)} `))
  return lines.reduce((sum, line) => sum + Number(/^skipped .*? {2}(\d+) changes: /.exec(line)?.[1] ?? 1), 0)
}

/** `3 writes, 4 reads` of an apply, and the reads of the plans before it and after it. */
function requests({ out, err, json, log }: Told, { forgotten }: Seen): Checks {
  const applied = appliedLine(out)
  const reads = [...out.matchAll(/[ (](\d+) reads?[,)]/g)].reduce((sum, [, count]) => sum + Number(count), 0)
  const plans = [...(json.plans ?? []), json.plan, json.after].flatMap((plan) => plan?.requests ?? [])
  const counted = [...plans, json.requests].reduce((sum, each) => sum + (each?.reads ?? 0), 0)
  const writes = log.filter(isWrite).length + forgotten
  // A saved plan that is refused at once isn't shown again, and nor are its reads.
  const isShown = reads > 0 || !/stale-plan$/m.test(err)
  return {
    'the number of writes': applied !== undefined && numberBefore('writes?', applied) !== writes,
    'the number of writes in JSON': (json.requests?.writes ?? 0) !== writes,
    'the number of reads':
      isShown && reads !== counted && (json.after === undefined || /^Verified/m.test(out)),
    'the number of reads in JSON': counted !== log.length - log.filter(isWrite).length,
  }
}

/** `Nothing was written` is said of an apply that sent no write, and of no other. */
function writing({ command, exit, out, err, markdown, log }: Told): Checks {
  const isSaid = /nothing was written/i.test(`${out}${err}${markdown}`)
  const isIdle = /^(?:No changes|Nothing to send|Nothing to do)\b/m.test(out)
  const isSilent = command.startsWith('apply') && appliedLine(out) === undefined && !isSaid && !isIdle
  const isRefusal = [1, 3, 4].includes(exit)
  return {
    'that nothing was written': (isSaid || isRefusal) && log.some(isWrite),
    'no word of writes': isSilent,
  }
}

function state({ command, exit, out, markdown }: Told, { unlike, withoutKey }: Seen): Checks {
  const [, except] = /^Verified, except (.*) \(\d+ reads?\)\.$/m.exec(out) ?? []
  const [, names = ''] = /targets? (.*), because/.exec(except ?? '') ?? []
  const targets = names.split(/, | and /).filter((name) => name !== '')
  const isExcepted = (line: string): boolean =>
    withoutKey.includes(line) || targets.some((name) => line.includes(` of ${name}`))
  const isVerified = /^Verified: /m.test(out)
  const isSame = /^No changes(?: in what can be compared)?\./m.test(out)
  const isPlan = command.startsWith('plan') && exit === 0
  return {
    [`that all is as declared: ${unlike.join(', ')}`]: (isVerified || isSame) && unlike.length > 0,
    [`what is excepted: ${unlike.join(', ')}`]: except !== undefined && !unlike.every(isExcepted),
    'in Markdown that it is verified': isVerified !== /^Verified: /m.test(markdown),
    'that something differs':
      isPlan && !isSame && unlike.length === 0 && !/^(?:Plan|Nothing to send)\b/m.test(out),
    'in Markdown that nothing differs':
      isPlan && isSame !== /^(?:### Plan: |\*\*)no changes/im.test(markdown),
  }
}

/** What docs/reference says of each exit code. */
function exitsFor({ out, err }: Told): number[] {
  const applied = appliedLine(out)
  const verdict = /^Not (?:converged|verified): /m.test(out) ? 6 : 0
  if (applied === undefined) return /^(?:\S+ +)?error {2}/m.test(err) ? [1, 3, 4] : [verdict]
  const [done = 0, stale = 0, skipped = 0, open = 0] = [/done/, /stale/, /skipped/, /failed|unknown/].map(
    (status) =>
      [...applied.matchAll(/(\d+) (\w+)/g)].reduce(
        (sum, [, count, name = '']) => sum + (status.test(name) ? Number(count) : 0),
        0,
      ),
  )
  if (open + stale + skipped > 0) return [open + done > 0 || stale === 0 ? 5 : 4]
  return [/^Changes of target .* are not applied yet\./m.test(out) ? 5 : verdict]
}

function appliedLine(out: string): string | undefined {
  return /^Applied: .*$/m.exec(out)?.[0]
}

function numberBefore(word: string, line: string): number {
  return Number(new RegExp(`(\\d+) ${word}\\b`).exec(line)?.[1] ?? 0)
}

const isWrite = ({ method }: LoggedRequest): boolean => method !== 'GET'
