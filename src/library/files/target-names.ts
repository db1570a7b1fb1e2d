// The names of a project's targets: from the file alone, because it may be invalid, and the code that checks it takes longer to
// load.
import { parseYaml } from '../../manifest/text/parse.ts'
import { defaultInputLimits as limits, readText } from '../../manifest/text/read-text.ts'
import { valueIn, sourceOf } from '../../manifest/text/node.ts'
import { findProjectFile } from '../../project/project.ts'

export { findProjectFile }

const silent = () => 'off' as const

/** Empty if the file can't be read; `default` without a project file or without targets in it. */
export async function targetNames(cwd: string, config?: string): Promise<readonly string[]> {
  const path = findProjectFile(cwd, config)
  if (path === undefined) return config === undefined ? ['default'] : []
  const text = await readText({ path, name: path }, { limits }, silent)
  if (text === undefined) return []
  const { documents, isSound } = await parseYaml(sourceOf(path, text), silent, limits)
  const targets = valueIn(documents[0], 'targets')
  const names = targets?.type === 'map' ? [...targets.entries.keys()] : []
  return isSound && names.length === 0 ? ['default'] : names
}
