// belfry validate: everything that can be found wrong offline, at once.
import { envelopeText } from '../../report/json.ts'
import { counted } from '../../report/style.ts'
import { isReady, prepare, printProblems, refuse } from '../context.ts'
import type { ValidateFlags } from '../flags.ts'
import type { Io } from '../io.ts'

export async function validate(flags: ValidateFlags, io: Io): Promise<number> {
  const prepared = await prepare(flags, io, 'offline')
  if (!isReady(prepared)) return refuse('validate', prepared, flags, io)
  const { loaded, project, problems } = prepared
  const resources =
    loaded.organisation.length +
    project.targets.reduce((total, { alias }) => total + loaded.forTarget(alias).length, 0)
  if (flags.format === 'json') {
    io.out(envelopeText('validate', 0, problems, { files: loaded.files, resources }))
    return 0
  }
  printProblems(problems, loaded, flags, io)
  io.out(
    `Valid. ${counted(resources, 'resource')} for ${counted(project.targets.length, 'target')} in ${counted(loaded.files, 'file')}.\n`,
  )
  return 0
}
