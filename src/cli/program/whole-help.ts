// `belfry --help` without loading commander: it starts in two thirds of the time.
import { lostText, watchStdout } from '../terminal/streams.ts'
import { commands } from './commands.ts'
import { programHelp, usualWidth } from './help.ts'

/** Returns the exit code. */
export async function printHelp({ stdout, stderr }: NodeJS.Process): Promise<number> {
  const lost = watchStdout()
  stdout.write(programHelp(commands, (stdout.isTTY && stdout.columns) || usualWidth))
  const why = await lost()
  if (why !== undefined) stderr.write(lostText(why))
  return why === undefined ? 0 : 1
}
