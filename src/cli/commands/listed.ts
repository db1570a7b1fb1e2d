// Runs an operation that reads a list, or one item of it: items and findings are printed as they are read.
import { refuseSecrets } from '../../core/secrets/leak.ts'
import type { ValueMap } from '../../core/value.ts'
import { visible } from '../../core/visible.ts'
import type { Run } from '../../library/run.ts'
import type { OperationEnd } from '../../library/operation-end.ts'
import type { AnyRow } from '../../library/commands/row.ts'
import type { ListFlags } from '../../library/options/activity.ts'
import type { OutputOptions } from '../../library/options/common.ts'
import { badFlag } from '../../core/problem.ts'
import type { ListAccount, AccountCommand } from '../../report/account.ts'
import { jsonText, problemJson } from '../../report/json/pieces.ts'
import { accountText } from '../../report/text/text.ts'
import { withOutput, type Output } from '../output.ts'
import { colorOf } from '../terminal/diagnostics.ts'
import type { Io } from '../terminal/io.ts'
import { Progress } from '../terminal/progress.ts'
import { observed } from '../terminal/run.ts'

export function listed(
  command: AccountCommand,
  flags: OutputOptions & Partial<Pick<ListFlags, 'follow' | 'debug'>> & Pick<AnyRow, 'prints'>,
  io: Io,
  operation: (run: Run<ListAccount>) => Promise<OperationEnd>,
): Promise<number> {
  return withOutput(command, flags, io, (output) => {
    if (flags.follow === true && flags.format === 'json') return output.refuse({ problems: [noFollow] })
    const progress = new Progress(io, flags)
    const isStreamed = flags.format === 'ndjson'
    // Records are written one by one: a long list may not fit into memory.
    const printLine = (found: object, shown: object): void => {
      refuseSecrets(found, io.filter)
      progress.erase()
      io.out(`${jsonText(shown)}\n`)
    }
    const printItems = isStreamed
      ? (items: readonly ValueMap[]) => items.forEach((item) => printLine(item, output.shown.item(item)))
      : rowPrinter(command, flags, progress, output, io)
    const on: Run['on'] = (event) => {
      if (event.type === 'items') printItems(event.items)
      else if (event.type === 'finding') {
        const { finding } = event
        if (isStreamed) printLine(finding, problemJson(output.shown.problem(finding)))
      } else if (event.type === 'retry') {
        progress.clear()
        io.err(`${visible(output.shown.problem(event.problem).message)}; trying again\n`)
      } else if (event.type === 'reading' && event.read !== undefined && flags.prints === 'items')
        progress.read(event.read.what, event.read)
      else progress.on(event)
    }
    return observed<ListAccount>({ progress, on }, output, io, async (run) =>
      output.end(await operation(run)),
    )
  })
}

const noFollow = badFlag(
  "--follow can't be used with --format json",
  'Use --format ndjson. It prints one item per line.',
)

/** So many of the rows printed last decide how wide the columns of the next rows are at least. */
const rowsForWidths = 20

/** Prints items as rows of a table whose columns stay as wide as in the rows before. */
function rowPrinter(
  command: AccountCommand,
  flags: Pick<OutputOptions, 'color'>,
  progress: Progress,
  output: Output,
  io: Io,
): (items: readonly ValueMap[]) => void {
  const style = io.outStyle(colorOf(flags))
  let before: readonly ValueMap[] = []
  return (items) => {
    const data = [...before, ...items.map(output.shown.item)]
    // Only lists report items.
    const account = { command: command as ListAccount['command'], exit: 0, problems: [], data }
    const lines = accountText(account, { style }).trimEnd().split('\n')
    progress.clear()
    io.out(`${(before.length === 0 ? lines : lines.slice(-items.length)).join('\n')}\n`)
    before = data.slice(-rowsForWidths)
  }
}
