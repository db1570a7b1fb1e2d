// What the lists of events and messages have in common: pages, an end, and three ways to write them.
import { refuseSecrets } from '../core/leak.ts'
import { hasErrors, type Problem } from '../core/problem.ts'
import type { ValueMap } from '../core/value.ts'
import { problemOf } from '../engine/failure.ts'
import { counted, type Style } from '../report/style.ts'
import { ServiceError } from '../service/errors.ts'
import { colorOf, printProblems, refuse } from './context.ts'
import { printEnvelope } from './envelope.ts'
import { badFlag, wholeNumber } from './flag-problems.ts'
import type { FormatFlags, ListFlags } from './flags.ts'
import type { Io } from './io.ts'
import { isOpen, openTarget } from './open-target.ts'
import { defaultMax, readAll, readPage, type Paging, type Source } from './reading.ts'

export interface Listing extends Source {
  readonly command: 'events list' | 'messages list'
  readonly noun: string
  readonly text: (items: readonly ValueMap[], style: Style) => string
  /** A problem in place of the one that an error would be. */
  readonly problemOf?: (error: unknown, target: string) => Problem | undefined
}

/** `problems` are those of the command's own flags. */
export async function list(
  listing: Listing,
  flags: ListFlags,
  found: readonly Problem[],
  io: Io,
): Promise<number> {
  const { command } = listing
  const problems = [...found]
  const paging = pagingOf(listing, flags, problems)
  const opened = await openTarget(flags, io)
  problems.push(...opened.problems)
  const shown: FormatFlags = { format: flags.format === 'json' ? 'json' : 'text', color: flags.color }
  if (hasErrors(problems) || !isOpen(opened)) {
    if (isOpen(opened)) await opened.close()
    return refuse(command, { problems }, shown, io)
  }
  const { target, clear, close } = opened
  // Written as they come: a list may be longer than the memory.
  const write = (item: ValueMap): void => {
    refuseSecrets(item, io.filter)
    clear()
    io.out(`${JSON.stringify(item)}\n`)
  }
  const read = flags.all === true ? readAll : readPage
  try {
    const { data, ...page } = await read(
      listing,
      opened,
      paging,
      flags.format === 'ndjson' ? write : undefined,
    )
    clear()
    if (flags.format === 'json') {
      printEnvelope(command, { exit: 0, problems }, { target: target.alias, ...page, data }, io)
      return 0
    }
    if (flags.format === 'text') io.out(listing.text(data, io.outStyle(colorOf(shown))))
    printProblems(problems, undefined, shown, io, 'The list was read.')
    if (page.hasMore) io.err(moreText(listing, flags, paging, page.page))
    return 0
  } catch (error) {
    const problem = listing.problemOf?.(error, target.alias) ?? filterProblem(error, target.alias)
    clear()
    const closing = flags.format === 'ndjson' ? 'The list is not whole.' : 'Nothing is shown.'
    return refuse(command, { problems: [...problems, problem] }, shown, io, closing)
  } finally {
    await close()
  }
}

/** What a service finds wrong with a question is a flag of ours. */
function filterProblem(error: unknown, target: string): Problem {
  const problem = problemOf(error, target)
  const isRefused = error instanceof ServiceError && [400, 422].includes(error.status)
  return isRefused
    ? { ...problem, exit: 3, hint: 'The service finds a flag wrong; its message says which.' }
    : problem
}

function pagingOf({ command }: Listing, flags: ListFlags, problems: Problem[]): Paging {
  const page = wholeNumber('page', flags.page, { least: 0 }, problems)
  const limits = command === 'events list' ? { least: 1, most: 50 } : { least: 1 }
  const limit = wholeNumber('limit', flags.limit, limits, problems)
  const max = wholeNumber('max', flags.max, { least: 1 }, problems) ?? defaultMax
  if (flags.max !== undefined && flags.all !== true)
    problems.push(badFlag('--max counts only with --all', 'Without --all, --limit says how many.'))
  return { max, ...(page !== undefined && { page }), ...(limit !== undefined && { limit }) }
}

function moreText({ noun }: Listing, flags: ListFlags, { max }: Paging, page: number): string {
  return flags.all === true
    ? `There are more: this ends after ${counted(max, noun)}; --max takes a higher number.\n`
    : `There are more: --page ${page + 1}, or --all.\n`
}
