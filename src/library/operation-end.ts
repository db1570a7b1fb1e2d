// The end of an operation: an account, and the texts around it.
import { given } from '../core/given.ts'
import type { Problem } from '../core/problem.ts'
import type { Loaded } from '../manifest/load-manifests.ts'
import type { AnyAccount, AccountCommand } from '../report/account.ts'
import { exitOfProblems } from './exit.ts'
import type { NotReady } from './prepare/ready.ts'

/** What the command prints. */
export type AccountOf<Command extends AccountCommand, Account = AnyAccount> = Account extends {
  readonly command: infer Commands
}
  ? Command extends Commands
    ? Account
    : never
  : never

export interface OperationEnd<Account extends AnyAccount = AnyAccount> {
  readonly account: Account
  /** The manifests that were read. */
  readonly loaded?: Loaded | undefined
  /** Problems that the text of the result already shows. */
  readonly known?: readonly Problem[]
  /** A line after the result. */
  readonly after?: string | undefined
  /** What was sent, written or read, in one sentence; may be empty. */
  readonly closing: string
}

/** The end of an operation that has no result, because of its problems. */
export function refused<Command extends AccountCommand>(
  command: Command,
  { problems, loaded }: NotReady,
  closing = 'Nothing was sent.',
): OperationEnd<AccountOf<Command>> {
  const account = nothing(command, exitOfProblems(problems), problems, loaded?.files)
  return { account, closing, ...given({ loaded }) }
}

/** The account of an operation without a result. */
export function nothing<Command extends AccountCommand>(
  command: Command,
  exit: number,
  problems: readonly Problem[],
  files = 0,
): AccountOf<Command> {
  // A journal that can't be read may also be a saved plan.
  const shownAs = command === 'journal' ? 'show' : command
  const account = { command: shownAs, exit, problems, ...(command === 'validate' && { files }) }
  // TypeScript doesn't see that each account is complete with these fields.
  return account as unknown as AccountOf<Command>
}
