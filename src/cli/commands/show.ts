// belfry show: prints a file that belfry wrote.
import type { ToldFlags } from '../../library/options/common.ts'
import { open, show as shown } from '../../library/operations/show.ts'
import { telling } from '../output.ts'
import type { Io } from '../terminal/io.ts'

export async function show(flags: ToldFlags, io: Io, [file = '']: readonly string[]): Promise<number> {
  const found = open(file, io)
  return telling(found.subject, { ...flags, planFile: file }, io, async ({ follow, end }) =>
    end(await shown(found, { world: io, follow })),
  )
}
