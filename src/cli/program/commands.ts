// The commands of the program: those of the table of commands, with the parts that only a command line has.
import { grouped } from '../../core/lists.ts'
import { groups, sections } from '../../library/commands/commands.ts'
import { command, group, type Body, type Listed } from './command.ts'
import { type Headed, programHelp, usualWidth } from './help.ts'
import { printResult } from '../terminal/streams.ts'

/** The commands that ask, or show more than the result of an operation. */
const bodies: Readonly<Record<string, () => Promise<Body>>> = {
  init: async () => (await import('../commands/init.ts')).init,
  sandbox: async () => (await import('../commands/sandbox.ts')).sandbox,
  plan: async () => (await import('../commands/plan.ts')).plan,
  apply: async () => (await import('../commands/apply.ts')).apply,
  failover: async () => (await import('../commands/failover.ts')).failover,
  show: async () => (await import('../commands/show.ts')).show,
  trigger: async () => (await import('../commands/trigger.ts')).trigger,
  smoke: async () => (await import('../commands/smoke.ts')).smoke,
  explain: async () => (await import('../commands/explain.ts')).explain,
  completion: async () => (await import('../completion/candidates.ts')).completion,
}

export const commands: (Listed & Headed)[] = []

for (const [heading, rows] of Object.entries(sections))
  for (const [first, own] of grouped(Object.entries(rows), ([name]) => name.split(' ', 1).join())) {
    const listed = own.map(([name, row]) => command(name, row, bodies[name]))
    const guide = groups[first]
    for (const each of guide === undefined ? listed : [group(first, guide, listed)])
      commands.push({ ...each, heading })
  }

/** `belfry --help` without loading commander: it starts in two thirds of the time. Returns the exit code. */
export function printHelp(process: NodeJS.Process): Promise<number> {
  const { isTTY, columns } = process.stdout
  return printResult(programHelp(commands, (isTTY && columns) || usualWidth), process)
}
