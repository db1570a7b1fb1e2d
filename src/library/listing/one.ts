// What the operations have in common that read one thing by its id.
import type { Problem } from '../../core/problem.ts'
import { counted } from '../../core/words.ts'
import type { GetAccount } from '../../report/account.ts'
import type { Run } from '../ambient.ts'
import type { Ended } from '../ended.ts'
import { exitOfProblems } from '../exit.ts'
import { badFlag } from '../problems.ts'
import type { ConnectionRequest, ProjectRequest } from '../requests.ts'
import { onTarget, type OpenTarget } from './on-target.ts'

export interface OneRequest extends ProjectRequest, ConnectionRequest {
  readonly id: string
}

/** `problem` says why there is no item, or not all of it. */
export type Found = Pick<GetAccount, 'item' | 'looked' | 'explanations' | 'quotable'> & {
  readonly problem?: Problem
}

/** `found` are problems of the request. `read` throws nothing that is no bug. */
export async function readOne(
  command: GetAccount['command'],
  request: OneRequest,
  found: readonly Problem[],
  run: Run,
  read: (from: OpenTarget) => Promise<Found>,
): Promise<Ended<GetAccount>> {
  const { id } = request
  const noun = command === 'events get' ? 'event' : 'message'
  // Such an id would be another operation's address.
  const badId = /^\.{0,2}$/.test(id) ? [badFlag(`"${id}" is not a valid ${noun} ID`)] : []
  return onTarget(command, request, { problems: [...found, ...badId] }, run, async (from, warnings) => {
    const { problem, ...one } = await read(from)
    const problems = [...warnings, ...(problem === undefined ? [] : [problem])]
    const exit = exitOfProblems(problems)
    const { item, looked } = one
    return {
      account: { command, exit, problems, target: from.target.alias, ...one },
      after: item && looked !== undefined ? `Searched ${counted(looked, noun)}.` : undefined,
      closing: exit === 0 ? `The ${noun} was read.` : 'Nothing is shown.',
    }
  })
}
