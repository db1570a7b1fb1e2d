// Runs git for reading: no shell, no hooks, no network, and no variable of the caller that changes the repository. Only of files
// that are checked out, git may run a filter that the user's own configuration names.
import { spawn } from 'node:child_process'
import { Unanswered } from '../../core/system-failure.ts'
import { duration } from '../../core/words.ts'

export interface GitReply {
  readonly exit: number
  readonly out: Buffer
  readonly err: string
}

/**
 * The output of git in a folder, with `input` on its stdin; undefined if there is no git, or no such folder. Rejects if git
 * doesn't end in time.
 */
export type Git = (args: readonly string[], folder: string, input?: string) => Promise<GitReply | undefined>

const settings = ['core.hooksPath=/dev/null', 'core.fsmonitor=false', 'protocol.allow=never']

/** Milliseconds after which git is ended. */
const patience = 120_000

export function gitIn(
  env: Readonly<Record<string, string | undefined>>,
  over: AbortSignal = new AbortController().signal,
): Git {
  return (args, folder, input) =>
    new Promise((resolve, reject) => {
      const fixed = settings.flatMap((setting) => ['-c', setting])
      const child = spawn('git', ['--no-pager', '--literal-pathspecs', ...fixed, ...args], {
        cwd: folder,
        env: { ...withoutGit(env), ...quiet },
        windowsHide: true,
        signal: over,
      })
      const giveUp = (why: string): void => {
        child.stdout.destroy()
        child.stderr.destroy()
        reject(new Unanswered(`git did not finish: ${why}`))
      }
      // Without git, the timer of spawn's option `timeout` would keep belfry running that long.
      const timer = setTimeout(() => {
        child.kill()
        // Before `close`: a program that git started, such as a filter, may keep the pipes open.
        giveUp(`it took longer than ${duration(patience)}`)
      }, patience).unref()
      const out: Buffer[] = []
      const err: Buffer[] = []
      child.stdout.on('data', (chunk: Buffer) => void out.push(chunk))
      child.stderr.on('data', (chunk: Buffer) => void err.push(chunk))
      child.on('error', () => (over.aborted ? giveUp(String(over.reason)) : resolve(undefined)))
      child.on('close', (code) => {
        clearTimeout(timer)
        resolve({
          exit: code ?? 1,
          out: Buffer.concat(out),
          err: Buffer.concat(err).toString('utf8').trim(),
        })
      })
      // If git ends early, its exit code shows it.
      child.stdin.on('error', () => undefined)
      child.stdin.end(input)
    })
}

const quiet = {
  LC_ALL: 'C',
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_LAZY_FETCH: '1',
}

/** Hooks pass on variables such as `GIT_DIR`, which name another repository than the folder's; only git's configuration is kept. */
function withoutGit(env: Readonly<Record<string, string | undefined>>): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !name.startsWith('GIT_') || name.startsWith('GIT_CONFIG')),
  )
}
