// Keeps belfry's compiled code between runs, in a folder that no other user can change. Node 22.1 and newer can do that;
// NODE_DISABLE_COMPILE_CACHE=1 turns it off.
import { lstatSync, mkdirSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { version } from '../../service/package.ts'

/** `node` is the module `node:module`, of which the types are those of Node 20. `user` is the number of the user; undefined on Windows, where a folder has no mode. */
export function keepCompiledCode(
  node: object,
  { XDG_CACHE_HOME: given = '', HOME: home }: NodeJS.ProcessEnv,
  user: number | undefined,
): void {
  const { enableCompileCache } = node as { enableCompileCache?: (folder: string) => unknown }
  if (enableCompileCache === undefined || user === undefined) return
  try {
    const caches = isAbsolute(given) ? given : join(home ?? homedir(), '.cache')
    const own = join(caches, 'belfry')
    const folder = join(own, version)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const { uid, mode } = statSync(caches)
    const isSafe = [own, folder].every((each) => isPrivate(each, user))
    if (isSafe && uid === user && (mode & 0o022) === 0) enableCompileCache(folder)
  } catch {
    // For example a read-only file system: then code is compiled again.
  }
}

function isPrivate(folder: string, user: number): boolean {
  const found = lstatSync(folder)
  return found.isDirectory() && found.uid === user && (found.mode & 0o077) === 0
}
