// What the commands have in common that show one thing by its id.
import type { Problem } from '../../core/problem.ts'
import { counted } from '../../core/words.ts'
import type { GetAccount } from '../../report/account.ts'
import { exitOfProblems } from '../../library/exit.ts'
import { badFlag } from '../options/problems.ts'
import type { TargetFlags } from '../../library/options/activity.ts'
import { onTarget, type OpenTarget } from './on-target.ts'
import { telling } from '../output.ts'
import type { Io } from '../terminal/io.ts'

/** `problem` says why there is no item, or not all of it. */
export type Found = Pick<GetAccount, 'item' | 'looked' | 'explanations' | 'quotable'> & {
  readonly problem?: Problem
}

/** `found` are problems of the command's own flags. `read` throws nothing that is no bug. */
export async function showOne(
  command: GetAccount['command'],
  id: string,
  read: (from: OpenTarget) => Promise<Found>,
  found: readonly Problem[],
  flags: TargetFlags,
  io: Io,
): Promise<number> {
  const noun = command === 'events get' ? 'event' : 'message'
  // Such an id would be another operation's address.
  const badId = /^\.{0,2}$/.test(id) ? [badFlag(`"${id}" is not a valid ${noun} ID`)] : []
  return telling(command, flags, io, (teller) =>
    onTarget(flags, { problems: [...found, ...badId] }, io, teller, async (opened, warnings) => {
      const { problem, ...one } = await read(opened)
      opened.clear()
      const problems = [...warnings, ...(problem === undefined ? [] : [problem])]
      const exit = exitOfProblems(problems)
      const { item, looked } = one
      const isSearched = item !== undefined && looked !== undefined
      return teller.tell(
        { command, exit, problems, target: opened.target.alias, ...one },
        {
          after: isSearched ? `Searched ${counted(looked, noun)}.` : undefined,
          closing: exit === 0 ? `The ${noun} was read.` : 'Nothing is shown.',
        },
      )
    }),
  )
}
