// What the lists of events and messages have in common: pages, an end, and three ways to write them.
import { append } from '../../core/append.ts'
import { refuseSecrets } from '../../core/secrets/leak.ts'
import { given } from '../../core/given.ts'
import { exits, hasErrors, type Problem, usable } from '../../core/problem.ts'
import type { ValueMap } from '../../core/value.ts'
import { problemOf } from '../../engine/failure.ts'
import type { ListAccount } from '../../report/account.ts'
import { jsonText } from '../../report/json/json.ts'
import { accountText } from '../../report/text/text.ts'
import { visible } from '../../core/visible.ts'
import { ServiceError } from '../../service/errors.ts'
import { colorOf } from '../terminal/diagnostics.ts'
import { exitOfProblems } from '../../library/exit.ts'
import { nothingWritten, watchSignals, type Signals } from '../terminal/signals.ts'
import { badFlag } from '../options/problems.ts'
import { flagProblems } from '../../library/options/flag.ts'
import { pageFlags, type ListFlags } from '../../library/options/activity.ts'
import type { Io } from '../terminal/io.ts'
import { follow } from './follow.ts'
import { onTarget, type OpenTarget } from './on-target.ts'
import type { Own } from '../../library/prepare/open-project.ts'
import { telling, type Teller } from '../output.ts'
import { defaultMax, readAll, readPage, type Paging, type Source } from './page.ts'

export interface Manifest {
  readonly manifest?: string
  readonly problems: readonly Problem[]
}

export interface Listing extends Source {
  readonly command: ListAccount['command']
  readonly check?: Own['check']
  /** With `--format yaml`, instead of the records; `items` are as the service answered them. */
  readonly manifest?: (items: readonly object[], opened: OpenTarget) => Promise<Manifest>
  /** The problem if nothing is found; without it, an empty list is a result like others. */
  readonly ifEmpty?: (target: string) => Problem
  /** A problem in place of the one that an error would be. */
  readonly problemOf?: (error: unknown, target: string) => Problem | undefined
}

/** `found` are problems of the command's own flags. */
export async function list(
  listing: Listing,
  flags: ListFlags,
  found: readonly Problem[],
  io: Io,
): Promise<number> {
  return telling(listing.command, flags, io, (teller) => {
    const problems = [...found]
    const paging = pagingOf(flags, problems)
    const isFollowing = flags.follow === true
    const signals = isFollowing
      ? watchSignals(nothingWritten(teller.interrupted), io, () => undefined)
      : undefined
    const signal = signals?.stop
    return onTarget(
      flags,
      { problems, signal, ...given({ check: listing.check }) },
      io,
      teller,
      async (opened, warnings) => {
        const course = { listing, paging, problems: warnings, opened, flags, io, teller }
        try {
          return signals === undefined ? await readOnce(course) : await goOn(course, signals)
        } catch (error) {
          const { alias } = opened.target
          const problem = listing.problemOf?.(error, alias) ?? filterProblem(error, alias)
          opened.clear()
          const closing = flags.format === 'ndjson' ? 'The list is incomplete.' : 'Nothing is shown.'
          return teller.refuse({ problems: [...warnings, problem] }, closing)
        }
      },
    )
  })
}

interface Course {
  readonly listing: Listing
  readonly paging: Paging
  /** Warnings. */
  readonly problems: readonly Problem[]
  readonly opened: OpenTarget
  readonly flags: ListFlags
  readonly io: Io
  readonly teller: Teller
}

async function readOnce(course: Course): Promise<number> {
  const { listing, paging, problems, opened, flags, teller } = course
  const isStreamed = flags.all === true && flags.format === 'ndjson'
  const { manifest } = listing
  const reader = manifest === undefined ? opened : { ...opened, open: (item: object) => item as ValueMap }
  const { data, ...page } =
    flags.all === true
      ? await readAll(listing, reader, paging, isStreamed ? writeTo(course) : undefined, (progress) =>
          opened.onRead({ what: listing.command.replace('get ', '').replace(' list', ''), ...progress }),
        )
      : await readPage(listing, reader, paging)
  const written = await manifest?.(data, opened)
  const everything = [...problems, ...(written?.problems ?? [])]
  opened.clear()
  const empty = data.length === 0 ? listing.ifEmpty?.(opened.target.alias) : undefined
  if (empty !== undefined || hasErrors(everything))
    return teller.refuse(
      { problems: [...everything, ...(empty === undefined ? [] : [empty])] },
      'Nothing is shown.',
    )
  return teller.tell(
    {
      command: listing.command,
      exit: exitOfProblems(everything),
      problems: everything,
      target: opened.target.alias,
      ...page,
      ...(written === undefined ? !isStreamed && { data } : given({ manifest: written.manifest })),
      ...(flags.all === true && { max: paging.max }),
    },
    { closing: 'belfry has read the list.' },
  )
}

/** Records are written one by one: a long list may not fit into memory. */
function writeTo({ opened, io, teller }: Course): (item: ValueMap) => void {
  return (item) => {
    refuseSecrets(item, io.filter)
    opened.erase()
    io.out(`${jsonText(teller.shown.item(item))}\n`)
  }
}

/** With --follow. A signal ends it with the exit code of that signal. */
async function goOn(course: Course, { code, beginWriting, release }: Signals): Promise<number> {
  const { listing, paging, problems, opened, flags, io, teller } = course
  const { command } = listing
  teller.warn(problems, { closing: 'The list continues.' })
  beginWriting()
  const style = io.outStyle(colorOf(flags))
  let before: readonly ValueMap[] = []
  // The columns are as wide as in the rows printed before.
  const table = (items: readonly ValueMap[]): void => {
    const data = [...before, ...items.map(teller.shown.item)]
    const lines = accountText({ command, exit: 0, problems: [], data }, { style }).trimEnd().split('\n')
    opened.clear()
    io.out(`${(before.length === 0 ? lines : lines.slice(-items.length)).join('\n')}\n`)
    before = data.slice(-kept)
  }
  const write = writeTo(course)
  try {
    await follow(
      {
        source: listing,
        last: paging.limit ?? 10,
        max: flags.max === undefined ? undefined : paging.max,
        show: flags.format === 'ndjson' ? (items) => items.forEach(write) : table,
        onFailure: (error) => {
          opened.clear()
          const { message } = teller.shown.problem(problemOf(error, undefined))
          io.err(`${visible(message)}; trying again\n`)
        },
      },
      opened,
    )
    return teller.tell({ command, exit: code() ?? 0, problems })
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
    ? {
        ...problem,
        exit: exits.mistake,
        hint: "The service rejected the value of an option. Correct the option that the service's message names.",
      }
    : problem
}

function pagingOf(flags: ListFlags, problems: Problem[]): Paging {
  append(problems, flagProblems(pageFlags, flags))
  const [page, limit, max] = [usable(flags.page), usable(flags.limit), usable(flags.max) ?? defaultMax]
  if (flags.max !== undefined && flags.all !== true && flags.follow !== true)
    problems.push(
      badFlag(
        '--max works only with --all or --follow',
        'Add --all or --follow, or replace --max with --limit.',
      ),
    )
  if (flags.follow === true) {
    if (flags.all === true || flags.page !== undefined)
      problems.push(
        badFlag(
          "--follow can't be used with --all or --page",
          'Remove --all and --page. --follow starts with the newest items.',
        ),
      )
    if (flags.format === 'json')
      problems.push(
        badFlag(
          "--follow can't be used with --format json",
          'Use --format ndjson. It prints one item per line.',
        ),
      )
  }
  return { max, ...given({ page, limit }) }
}
