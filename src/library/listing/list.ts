// The common part of the lists of events, messages and subscribers: a page, all pages, or the list as it grows.
import { given } from '../../core/given.ts'
import { exits, hasErrors, type Problem, warningOf, badFlag } from '../../core/problem.ts'
import type { ValueMap } from '../../core/value.ts'
import { problemOf } from '../../engine/failure-problem.ts'
import type { ListAccount } from '../../report/account.ts'
import { ServiceError } from '../../service/errors.ts'
import type { Run } from '../run.ts'
import { refused, type OperationEnd } from '../operation-end.ts'
import { exitOfProblems } from '../exit.ts'
import type { Own } from '../prepare/open-project.ts'
import type { FormatName } from '../../report/formats.ts'
import type { pageFlags } from '../options/activity.ts'
import type { FlagsOf } from '../options/flag.ts'
import type { ConnectionRequest, ProjectRequest } from '../options/common.ts'
import { follow, defaultMax, readAll, readPage, type Paging, type Source } from './page.ts'
import { onTarget, type OpenTarget } from './on-target.ts'
import { option } from '../../core/shell.ts'
import { mostSimilar } from '../../core/did-you-mean.ts'

/** With the format `ndjson`, `all` reports each item as it is read, and the account has none. */
export type ListRequest = ProjectRequest &
  ConnectionRequest &
  Partial<FlagsOf<typeof pageFlags>> & {
    readonly format?: FormatName
  }

export interface Manifest {
  readonly manifest?: string
  readonly problems: readonly Problem[]
}

export interface Listing extends Source {
  readonly command: ListAccount['command']
  readonly check?: Own['check']
  /** The items as a manifest, instead of the items; `items` are as the service answered them. */
  readonly manifest?: ((items: readonly object[], from: OpenTarget) => Promise<Manifest>) | undefined
  /** The problem if nothing is found; without it, an empty list is a result like others. `total` is the count of the service. */
  readonly ifEmpty?: (target: string, total: number) => Problem | undefined
  /** A problem instead of the one that an error would be. */
  readonly problemOf?: (error: unknown, target: string) => Problem | undefined
}

/** `found` are problems of the request. */
export async function list(
  listing: Listing,
  request: ListRequest,
  found: readonly Problem[],
  run: Run<ListAccount>,
): Promise<OperationEnd<ListAccount>> {
  const { command, check } = listing
  const { page, limit, max = defaultMax } = request
  const paging = { max, ...given({ page, limit }) }
  const own = { problems: found, check }
  return onTarget(command, request, own, run, async (from, problems) => {
    const listRun = { listing, paging, problems, from, run }
    try {
      return request.follow === true ? await followList(listRun, request) : await readOnce(listRun, request)
    } catch (error) {
      const { alias } = from.target
      const problem = listing.problemOf?.(error, alias) ?? filterProblem(error, alias)
      const isShownInParts = isStreamed(request) || request.follow === true
      const closing = isShownInParts ? 'The list is incomplete.' : 'Nothing is shown.'
      return refused(command, { problems: [...problems, problem] }, closing)
    }
  })
}

interface ListRun {
  readonly listing: Listing
  readonly paging: Paging
  /** Warnings. */
  readonly problems: readonly Problem[]
  readonly from: OpenTarget
  readonly run: Run<ListAccount>
}

/** Whether each item is reported as it is read. */
function isStreamed({ all, format }: Pick<ListRequest, 'all' | 'format'>): boolean {
  return all === true && format === 'ndjson'
}

async function readOnce(
  { listing, paging, problems, from, run }: ListRun,
  request: Pick<ListRequest, 'all' | 'format'>,
): Promise<OperationEnd<ListAccount>> {
  const { command, manifest } = listing
  const { alias } = from.target
  const { all } = request
  const isShownInParts = isStreamed(request)
  const reader = manifest === undefined ? from : { ...from, shown: (item: object) => item as ValueMap }
  const what = command.replace('get ', '').replace(' list', '')
  let total = 0
  const { data, ...page } =
    all === true
      ? await readAll(
          listing,
          reader,
          paging,
          isShownInParts ? (item) => run.on({ type: 'items', items: [item] }) : undefined,
          (progress) => {
            total = progress.total ?? 0
            run.on({ type: 'reading', target: alias, read: { what, ...progress } })
          },
        )
      : await readPage(listing, reader, paging)
  const written = await manifest?.(data, from)
  const empty = data.length === 0 ? listing.ifEmpty?.(alias, page.cursors?.totalCount ?? total) : undefined
  const everything = [...problems, ...(written?.problems ?? []), ...(empty === undefined ? [] : [empty])]
  if (hasErrors(everything)) return refused(command, { problems: everything }, 'Nothing is shown.')
  return {
    account: {
      command,
      exit: exitOfProblems(everything),
      problems: everything,
      target: alias,
      ...page,
      ...(written === undefined ? !isShownInParts && { data } : given({ manifest: written.manifest })),
      ...(all === true && { max: paging.max }),
    },
    closing: 'belfry has read the list.',
  }
}

async function followList(
  { listing, paging, problems, from, run }: ListRun,
  { max }: Pick<ListRequest, 'max'>,
): Promise<OperationEnd<ListAccount>> {
  const { command } = listing
  run.warn(problems, { closing: 'The list continues.' })
  const account: ListAccount = { command, exit: 0, problems }
  // From here on a signal ends the wait.
  run.writing(account)
  await follow(
    {
      source: listing,
      last: paging.limit ?? 10,
      max: max === undefined ? undefined : paging.max,
      show: (items) => run.on({ type: 'items', items }),
      onFailure: (error) => run.on({ type: 'retry', problem: problemOf(error, undefined) }),
    },
    from,
    run,
  )
  return { account: { ...account, exit: run.code() ?? 0 }, closing: '' }
}

/** If the service rejects a query, an option is wrong. */
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

/** Of two moments, the first has to be earlier. */
export function orderProblems(after: string | undefined, before: string | undefined): Problem[] {
  const isOrdered = after === undefined || before === undefined || Date.parse(after) < Date.parse(before)
  return isOrdered
    ? []
    : [badFlag(`${option('after')} ${after} is not earlier than ${option('before')} ${before}`)]
}

/** Services may have channels that the contract lacks, so an unknown one is sent anyway. */
export function channelWarnings(channels: readonly string[], known: readonly string[]): Problem[] {
  return channels
    .filter((channel) => channel !== '' && !known.includes(channel))
    .map((channel) => {
      const best = mostSimilar(channel, known)
      return warningOf(
        'unknown-channel',
        `${option('channel')} ${channel}: unknown channel${best === undefined ? '' : `; did you mean ${best}?`}`,
        `The filter is sent unchanged. Known channels: ${known.join(', ')}.`,
      )
    })
}
