// What the commands have in common that show one thing by its id.
import type { Explanation } from '../../core/delivery/delivery.ts'
import { hasErrors, type Problem } from '../../core/problem.ts'
import type { ValueMap } from '../../core/value.ts'
import { explainedText } from '../../report/text/delivery.ts'
import { counted } from '../../core/words.ts'
import type { Style } from '../../report/text/style.ts'
import { colorOf, printEnvelope, printProblems, refuse } from '../terminal/diagnostics.ts'
import { exitOfProblems } from '../exit.ts'
import { badFlag } from '../flags/problems.ts'
import type { TargetFlags } from '../flags/activity.ts'
import type { Io } from '../terminal/io.ts'
import { shownProblems } from '../privacy.ts'
import { isOpen, openTarget, type OpenTarget } from '../prepare/one-target.ts'

export interface OneOf {
  readonly command: 'events get' | 'messages get'
  readonly noun: 'event' | 'message'
  readonly text: (item: ValueMap, style: Style) => string
  /** Throws nothing that is no bug. */
  readonly read: (from: OpenTarget) => Promise<Found>
}

export interface Found {
  /** Without its secrets. */
  readonly item?: ValueMap
  /** Why there is no item. */
  readonly problem?: Problem
  /** How many were looked through, where the service can't be asked for one by its id. */
  readonly looked?: number
  /** Where somebody asked why. */
  readonly explanations?: readonly Explanation[]
}

/** `found` are problems of the command's own flags. */
export async function showOne(
  { command, noun, text, read }: OneOf,
  id: string,
  found: readonly Problem[],
  flags: TargetFlags,
  io: Io,
): Promise<number> {
  const opened = await openTarget(flags, io)
  // Such an id would be another operation's address.
  const badId = /^\.{0,2}$/.test(id)
    ? [badFlag(`"${id}" is no id of ${noun === 'event' ? 'an' : 'a'} ${noun}`)]
    : []
  const problems = [...found, ...badId, ...opened.problems]
  if (hasErrors(problems) || !isOpen(opened)) {
    if (isOpen(opened)) await opened.close()
    return refuse(command, { privacy: opened.privacy, problems }, flags, io)
  }
  try {
    const { item, problem, looked, explanations } = await read(opened)
    opened.clear()
    if (problem !== undefined) problems.push(problem)
    const exit = exitOfProblems(problems)
    const told = shownProblems(problems, opened.persons)
    if (flags.format === 'json') {
      printEnvelope(
        command,
        { exit, problems: told },
        { target: opened.target.alias, looked, [noun]: item, explanations },
        io,
      )
      return exit
    }
    const style = io.outStyle(colorOf(flags))
    if (item !== undefined) io.out(text(item, style))
    if (explanations !== undefined) io.out(`\n${explainedText(explanations, style)}`)
    if (item !== undefined && looked !== undefined) io.err(`Looked through ${counted(looked, noun)}.\n`)
    printProblems(told, undefined, flags, io, exit === 0 ? 'It was read.' : 'Nothing is shown.')
    return exit
  } finally {
    await opened.close()
  }
}
