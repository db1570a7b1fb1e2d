// What the lists of events and messages have in common: pages, an end, and three ways to write them.
import { append } from '../../core/append.ts'
import { refuseSecrets } from '../../core/secrecy/leak.ts'
import { given } from '../../core/given.ts'
import { hasErrors, type Problem } from '../../core/problem.ts'
import type { ValueMap } from '../../core/value.ts'
import { problemOf } from '../../engine/failure.ts'
import { jsonText } from '../../report/json/json.ts'
import { counted } from '../../core/words.ts'
import { type Style } from '../../report/text/style.ts'
import { visible } from '../../core/visible.ts'
import { ServiceError } from '../../service/errors.ts'
import { colorOf, printEnvelope, printProblems, refuse } from '../terminal/diagnostics.ts'
import { badFlag } from '../flags/problems.ts'
import { flagProblems, usable } from '../flags/flag.ts'
import { pageFlags, type ListFlags } from '../flags/activity.ts'
import type { Io } from '../terminal/io.ts'
import { follow } from './follow.ts'
import { isOpen, openTarget, type OpenTarget } from '../prepare/one-target.ts'
import { shownProblems } from '../privacy.ts'
import { defaultMax, readAll, readPage, type Paging, type Source } from './page.ts'

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
  const paging = pagingOf(flags, problems)
  const stop = new AbortController()
  const opened = await openTarget(flags, io, flags.follow === true ? stop.signal : undefined)
  append(problems, opened.problems)
  const { privacy } = opened
  if (hasErrors(problems) || !isOpen(opened)) {
    if (isOpen(opened)) await opened.close()
    return refuse(command, { privacy, problems }, flags, io)
  }
  const { target, clear, close } = opened
  // Written as they come: a list may be longer than the memory.
  const write = (item: ValueMap): void => {
    refuseSecrets(item, io.filter)
    clear()
    io.out(`${jsonText(item)}\n`)
  }
  const read = flags.all === true ? readAll : readPage
  try {
    if (flags.follow === true)
      return await goOn({ listing, paging, problems, write }, opened, stop, flags, io)
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
    if (flags.format === 'text') io.out(listing.text(data, io.outStyle(colorOf(flags))))
    printProblems(problems, undefined, flags, io, 'The list was read.')
    if (page.hasMore) io.err(moreText(listing, flags, paging, page.page))
    return 0
  } catch (error) {
    const problem = listing.problemOf?.(error, target.alias) ?? filterProblem(error, target.alias)
    clear()
    const closing = flags.format === 'ndjson' ? 'The list is not whole.' : 'Nothing is shown.'
    return refuse(command, { privacy, problems: [...problems, problem] }, flags, io, closing)
  } finally {
    await close()
  }
}

interface Course {
  readonly listing: Listing
  readonly paging: Paging
  readonly problems: readonly Problem[]
  readonly write: (item: ValueMap) => void
}

/** With --follow; ended by a signal it ends with that signal's code, as all that is interrupted. */
async function goOn(
  { listing, paging, problems, write }: Course,
  opened: OpenTarget,
  stop: AbortController,
  flags: ListFlags,
  io: Io,
): Promise<number> {
  printProblems(problems, undefined, flags, io, 'The list goes on.')
  let interrupted = 0
  const release = io.onSignal(
    (code) => {
      interrupted = code
      stop.abort()
    },
    (code) => io.exit(code),
  )
  const style = io.outStyle(colorOf(flags))
  let before: readonly ValueMap[] = []
  // A table whose columns are as wide as what stands above it wants them.
  const table = (items: readonly ValueMap[]): void => {
    const lines = listing
      .text([...before, ...items], style)
      .trimEnd()
      .split('\n')
    opened.clear()
    io.out(`${(before.length === 0 ? lines : lines.slice(-items.length)).join('\n')}\n`)
    before = [...before, ...items].slice(-kept)
  }
  try {
    await follow(
      {
        source: listing,
        last: paging.limit ?? 10,
        max: flags.max === undefined ? undefined : paging.max,
        show: flags.format === 'ndjson' ? (items) => items.forEach(write) : table,
        onFailure: (error) => {
          opened.clear()
          const [problem] = shownProblems([problemOf(error, undefined)], opened.persons)
          io.err(`${visible(problem?.message ?? '')}; looking again\n`)
        },
      },
      opened,
    )
    return interrupted
  } finally {
    release()
  }
}

/** Rows that columns are as wide as. */
const kept = 20

/** What a service finds wrong with a question is a flag of ours. */
function filterProblem(error: unknown, target: string): Problem {
  const problem = problemOf(error, target)
  const isRefused = error instanceof ServiceError && [400, 422].includes(error.status)
  return isRefused
    ? { ...problem, exit: 3, hint: 'The service finds a flag wrong; its message says which.' }
    : problem
}

function pagingOf(flags: ListFlags, problems: Problem[]): Paging {
  append(problems, flagProblems(pageFlags, flags))
  const [page, limit, max] = [usable(flags.page), usable(flags.limit), usable(flags.max) ?? defaultMax]
  if (flags.max !== undefined && flags.all !== true && flags.follow !== true)
    problems.push(badFlag('--max counts only with --all or --follow', 'Without them, --limit says how many.'))
  if (flags.follow === true) {
    if (flags.all === true || flags.page !== undefined)
      problems.push(badFlag('--follow goes on from the newest: it takes no --all and no --page'))
    if (flags.format === 'json')
      problems.push(
        badFlag('--follow has no end that an envelope could have', 'Write --format ndjson: an item a line.'),
      )
  }
  return { max, ...given({ page, limit }) }
}

function moreText({ noun }: Listing, flags: ListFlags, { max }: Paging, page: number): string {
  return flags.all === true
    ? `There are more: this ends after ${counted(max, noun)}; --max takes a higher number.\n`
    : `There are more: --page ${page + 1}, or --all.\n`
}
