// `belfry --help` without loading commander: it starts in two thirds of the time.
import { lostText, outlet } from '../terminal/streams.ts'
import { commands } from './commands.ts'
import { programHelp, usualWidth } from './help.ts'

/** Returns the exit code. */
export async function printHelp({ stdout, stderr }: NodeJS.Process): Promise<number> {
  const out = outlet(stdout)
  out.add([programHelp(commands, (stdout.isTTY && stdout.columns) || usualWidth)])
  const why = await out.flush()
  if (why !== undefined) stderr.write(lostText(why))
  return why === undefined ? 0 : 1
}
