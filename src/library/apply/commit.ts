// The commit that a saved plan or a report is about.
import type { Ambient } from '../ambient.ts'

/** What is checked out in a folder; a CI system may have no git, or a copy without it. */
export async function commitOf(
  folder: string,
  { env, git }: Pick<Ambient, 'env' | 'git'>,
): Promise<string | undefined> {
  const reply = await git(['rev-parse', '--verify', '--quiet', 'HEAD'], folder)
  const found = [reply?.out.toString('utf8').trim(), env['GITHUB_SHA'], env['CI_COMMIT_SHA']]
  return found.find((each) => each !== undefined && /^[0-9a-f]{40,64}$/.test(each))
}
