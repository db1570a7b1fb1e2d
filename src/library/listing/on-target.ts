// The start of operations on one environment: its address, its key and a client, and its declarations.
import type { Addressed } from '../../delivery/delivery-target.ts'
import type { Project, Target } from '../../project/project.ts'
import type { AccountCommand, GetAccount } from '../../report/account.ts'
import { type Problem, badFlag } from '../../core/problem.ts'
import type { Run } from '../run.ts'
import { refused, type AccountOf, type OperationEnd } from '../operation-end.ts'
import { onConnection } from '../prepare/connection.ts'
import { addressedBy, isReady } from '../prepare/ready.ts'
import { needs, openProject, type Own } from '../prepare/open-project.ts'
import type { ConnectionRequest, ProjectRequest } from '../options/common.ts'
import { counted } from '../../core/words.ts'
import { exitOfProblems } from '../exit.ts'

export interface OpenTarget extends Addressed {
  readonly project: Project
  readonly target: Target
}

/** Reads from exactly one target, with a key; it is refused with all that is wrong. `problems` are warnings. */
export async function onTarget<Command extends AccountCommand>(
  command: Command,
  request: ProjectRequest & ConnectionRequest,
  own: Pick<Own, 'problems' | 'check' | 'secrets'>,
  run: Run,
  read: (from: OpenTarget, problems: readonly Problem[]) => Promise<OperationEnd<AccountOf<Command>>>,
): Promise<OperationEnd<AccountOf<Command>>> {
  const ready = await openProject(request, needs.target, run, own)
  if (!isReady(ready)) return refused(command, ready)
  const { project, target, problems } = ready
  return onConnection(request, run, (connection) =>
    read({ ...addressedBy(ready, connection, run), project, target }, problems),
  )
}

export interface OneRequest extends ProjectRequest, ConnectionRequest {
  readonly id: string
}

/** `problem` is why the item, or the explanation of its failures, is missing. */
export type Found = Pick<GetAccount, 'item' | 'searched' | 'explanations' | 'quotable'> & {
  readonly problem?: Problem
}

/** `found` are problems of the request. `read` throws only bugs. */
export async function readOne(
  command: GetAccount['command'],
  request: OneRequest,
  found: readonly Problem[],
  run: Run,
  read: (from: OpenTarget) => Promise<Found>,
): Promise<OperationEnd<GetAccount>> {
  const { id } = request
  const noun = command === 'events get' ? 'event' : 'message'
  // Such an id would be another operation's address.
  const badId = /^\.{0,2}$/.test(id) ? [badFlag(`"${id}" is not a valid ${noun} ID`)] : []
  return onTarget(command, request, { problems: [...found, ...badId] }, run, async (from, warnings) => {
    const { problem, ...one } = await read(from)
    const problems = [...warnings, ...(problem === undefined ? [] : [problem])]
    const exit = exitOfProblems(problems)
    const { item, searched } = one
    const failed = item === undefined ? 'Nothing is shown.' : 'The explanations are missing.'
    return {
      account: { command, exit, problems, target: from.target.alias, ...one },
      after: item && searched !== undefined ? `Searched ${counted(searched, noun)}.` : undefined,
      closing: exit === 0 ? `The ${noun} was read.` : failed,
    }
  })
}
