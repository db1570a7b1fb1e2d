// The place of the complete report, for a reader of a truncated one.
import type { Context } from '../context.ts'
import type { Text } from './node.ts'

/** The formats are complete, and so is a log with JSON or the full text. Running the command again writes the first format. */
export function wholeText(
  { run, reports, stdout, extent }: Pick<Context, 'run' | 'reports' | 'stdout' | 'extent'>,
  formats: readonly ('html' | 'json')[],
): Text {
  const files = formats.flatMap((format) => reports[format] ?? [])
  const named = files.flatMap((file, index) => [...(index > 0 ? [' and '] : []), { code: file }])
  if (files.length > 0)
    return ['The full report is in ', ...named, ...(run === undefined ? [] : [' of ', { run }]), '.']
  const isWhole = stdout === 'json' || (stdout === 'text' && extent === 'full')
  if (run !== undefined && isWhole) return ['The full report is in the log of ', { run }, '.']
  const again = `For the full report, run the command again with \`--report ${formats[0]}=FILE\`.`
  return run !== undefined && stdout === 'text' && extent !== 'summary'
    ? ['The log of ', { run }, ' shows more. ', again]
    : again
}
