// Git repositories with manifests in them, made for one test and taken away after it.
import { execFileSync } from 'node:child_process'
import { env } from 'node:process'
import { gitIn } from '../../src/library/sides/git.ts'
import { folderWith, put, type Files } from './cli-process.ts'
import { runProgram, type ProgramWorld, type Said } from './cli.ts'

/** A repository with a commit for each set of files, on the branch `main`. */
export function repositoryWith(...commits: readonly Files[]): string {
  const folder = folderWith({})
  git(folder, 'init', '--quiet', '--initial-branch=main')
  commits.forEach((files, index) => commit(folder, files, `${index + 1}`))
  return folder
}

export function commit(folder: string, files: Files, message: string): void {
  put(folder, files)
  git(folder, 'add', '--all')
  git(folder, 'commit', '--quiet', '--allow-empty', `--message=${message}`)
}

export function git(folder: string, ...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: folder, env: plainEnv, encoding: 'utf8', stdio: 'pipe' }).trim()
}

/** One author at one moment, nothing of the machine's own settings, and no process of git that goes on after the command. */
export const plainEnv = {
  PATH: env['PATH'],
  HOME: '/nowhere',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_COUNT: '2',
  GIT_CONFIG_KEY_0: 'protocol.file.allow',
  GIT_CONFIG_VALUE_0: 'always',
  // `git fetch --refetch` packs the repository in the background.
  GIT_CONFIG_KEY_1: 'maintenance.auto',
  GIT_CONFIG_VALUE_1: 'false',
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@acme.example',
  GIT_AUTHOR_DATE: '2026-01-05T09:00:00Z',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@acme.example',
  GIT_COMMITTER_DATE: '2026-01-05T09:00:00Z',
}

/** belfry diff, with the git of this machine. */
export function diff(
  cwd: string,
  args: readonly string[] = [],
  more: Partial<ProgramWorld> = {},
): Promise<Said> {
  return runProgram(['diff', ...args], { cwd, git: gitIn(plainEnv), ...more })
}
