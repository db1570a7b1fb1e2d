// belfry explain: what a rule, an exit code, a provider, a field or an option means. It reads no files and sends nothing.
import { find, overview } from '../../explain/explain.ts'
import { commandLine } from '../../core/shell.ts'
import { suggestionOf } from '../../core/did-you-mean.ts'
import { listText } from '../../core/words.ts'
import type { CommandRow } from '../../explain/explained.ts'
import type { FormatFlags } from '../../library/options/common.ts'
import { badFlag } from '../../core/problem.ts'
import { commandRows } from '../program/command.ts'
import { isTopic } from '../../library/commands/topics.ts'
import { withOutput } from '../output.ts'
import type { Io } from '../terminal/io.ts'

export async function explain(flags: FormatFlags, io: Io, [subject]: readonly string[]): Promise<number> {
  return withOutput('explain', flags, io, ({ print, refuse }) => {
    const rows = commandRows()
    const account = { command: 'explain', exit: 0, problems: [] } as const
    if (subject === undefined) return print({ ...account, result: { groups: overview(rows) } })
    const found = find(subject, rows)
    if ('explained' in found) return print({ ...account, result: { subject: found.explained } })
    return refuse({ problems: [badFlag(...whyNot(subject, found, rows))] }, 'Nothing was explained.')
  })
}

type NotFound = Exclude<ReturnType<typeof find>, { readonly explained: unknown }>

function whyNot(
  subject: string,
  found: NotFound,
  rows: readonly CommandRow[],
): [message: string, hint: string] {
  if ('candidates' in found)
    return [`"${subject}" is ambiguous`, `Write one of these names: ${listText(found.candidates, 12)}.`]
  if (rows.some(({ name }) => name === subject || name.startsWith(`${subject} `)))
    return [
      `"${subject}" is a command. belfry explain doesn't explain commands`,
      `To show its help, run ${commandLine(`${subject} --help`)}.`,
    ]
  if (isTopic(subject))
    return [`"${subject}" is a topic of the manual`, `Run ${commandLine(`help ${subject}`)}.`]
  return [
    `unknown subject "${subject}"${suggestionOf(found.similar)}`,
    'To list the subjects, run belfry explain.',
  ]
}
