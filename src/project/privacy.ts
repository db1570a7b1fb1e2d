// What the project file says of personal data, for commands that need nothing else of it.
import { defaultInputLimits } from '../manifest/text/input-limits.ts'
import { reporterFor } from '../manifest/frames/reporter.ts'
import { findProjectFile } from './find.ts'
import { readProject } from './read.ts'

/** If the project file can't be read, its setting is unknown, so personal data is masked. */
export async function readPrivacy(cwd: string): Promise<{ readonly privacy?: 'mask' | 'show' | undefined }> {
  const path = findProjectFile(cwd)
  if (path === undefined) return {}
  const read = await readProject(path, cwd, defaultInputLimits, reporterFor({}))
  return { privacy: read === undefined ? 'mask' : read.value.privacy }
}
