// belfry show: prints a file that belfry wrote.
import type { OutputFlags, ProjectRequest } from '../../library/options/common.ts'
import { open, show as shown } from '../../library/operations/show.ts'
import { withOutput } from '../output.ts'
import type { Io } from '../terminal/io.ts'

export async function show(
  flags: OutputFlags & Pick<ProjectRequest, 'config'>,
  io: Io,
  [file = '']: readonly string[],
): Promise<number> {
  const found = open(file, io)
  return withOutput(found.subject, { ...flags, planFile: file }, io, async ({ follow, end }) =>
    end(await shown(found, flags, { machine: io, follow })),
  )
}
