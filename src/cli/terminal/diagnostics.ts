// Problems on stderr, and the end of what could not start.
import { given } from '../../core/given.ts'
import { refuseSecrets } from '../../core/secrecy/leak.ts'
import type { Problem } from '../../core/problem.ts'
import type { Loaded } from '../../manifest/load.ts'
import { laidOut } from '../../report/text/layout.ts'
import { problemsText } from '../../report/text/problems.ts'
import { type Extent, paint } from '../../report/text/style.ts'
import { envelopeText } from '../../report/json/json.ts'
import type { NotReady } from '../prepare/ready.ts'
import { exitOfProblems } from '../exit.ts'
import type { FormatFlags, ToldFlags } from '../flags/shared.ts'
import type { Io } from './io.ts'
import { personsIn, shownProblems } from '../privacy.ts'

/** Prints why nothing could start, and says with which code to end; of commands that tell no account. */
export function refuse(
  command: string,
  prepared: NotReady,
  flags: Omit<FormatFlags, 'format'> & { readonly format: string; readonly showPersonalData?: true },
  io: Io,
  closing?: string,
): number {
  const exit = exitOfProblems(prepared.problems)
  const problems = shownProblems(prepared.problems, personsIn(flags, prepared.privacy))
  if (flags.format === 'json') printEnvelope(command, { exit, problems }, {}, io)
  else printProblems(problems, prepared.loaded, flags, io, closing)
  return exit
}

/** The envelope of a command that tells no account; one that would show a secret is not printed: throws a `LeakError`. */
export function printEnvelope(
  command: string,
  { exit, problems }: { readonly exit: number; readonly problems: readonly Problem[] },
  rest: object,
  { out, filter }: Pick<Io, 'out' | 'filter'>,
): void {
  refuseSecrets({ problems, ...rest }, filter)
  out(envelopeText(command, exit, problems, rest))
}

/** On stderr: stdout carries the result only. */
export function printProblems(
  problems: readonly Problem[],
  loaded: Loaded | undefined,
  flags: Pick<FormatFlags, 'color'>,
  io: Io,
  closing?: string,
): void {
  if (problems.length === 0) return
  refuseSecrets(problems, io.filter)
  const style = io.errStyle(colorOf(flags))
  const colors = { error: 'red', warning: 'yellow', place: 'bold', faint: 'dim' } as const
  const text = problemsText(problems, {
    files: loaded?.files ?? 0,
    ...given({ closing }),
    paint: (how, each) => paint(style, colors[how], each),
  })
  io.err(laidOut(text, style))
}

export function colorOf({ color }: Pick<FormatFlags, 'color'>): false | undefined {
  return color ? undefined : false
}

/** What `--summary` and `--full` ask for. */
export function extentOf({ summary, full }: Pick<ToldFlags, 'summary' | 'full'>): Extent {
  if (summary === true) return 'summary'
  return full === true ? 'full' : 'usual'
}
