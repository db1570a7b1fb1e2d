// The commands of `belfry get`, from the table of commands: what holds for each is tested for all of them.
import { commands } from '../../src/library/commands/commands.ts'
import type { ListCommand } from '../../src/report/list-rows.ts'

/** Such as `get integrations`. Each works without an argument. */
export const getCommands = [...commands.keys()].filter((name): name is ListCommand => name.startsWith('get '))

/** Such as `integrations`. */
export const getKinds = getCommands.map((name) => name.slice('get '.length))
