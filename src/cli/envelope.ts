// Prints the envelope of a command that tells no account; one that would show a secret is not printed.
import { refuseSecrets } from '../core/secrecy/leak.ts'
import type { Problem } from '../core/problem.ts'
import { envelopeText } from '../report/json.ts'
import type { Io } from './io.ts'

/** Throws a `LeakError`. */
export function printEnvelope(
  command: string,
  { exit, problems }: { readonly exit: number; readonly problems: readonly Problem[] },
  rest: object,
  { out, filter }: Pick<Io, 'out' | 'filter'>,
): void {
  refuseSecrets({ problems, ...rest }, filter)
  out(envelopeText(command, exit, problems, rest))
}
