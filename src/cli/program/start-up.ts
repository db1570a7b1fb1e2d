// A faster start: compiled code is kept between runs, and V8 gets the options of a program that runs for seconds.
import { lstatSync, mkdirSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { version } from '../../service/package.ts'
import type * as V8 from 'node:v8'

/**
 * `node` is the module `node:module`, of which the types are those of Node 20. `user` is the number of the user; undefined on
 * Windows, where a folder has no mode.
 */
export function keepCompiledCode(
  node: object,
  { XDG_CACHE_HOME: given = '', HOME: home }: NodeJS.ProcessEnv,
  user: number | undefined,
): void {
  const { enableCompileCache } = node as { enableCompileCache?: (folder: string) => unknown }
  if (enableCompileCache === undefined || user === undefined) return
  try {
    const caches = isAbsolute(given) ? given : join(home ?? homedir(), '.cache')
    // An empty or relative home folder would be one in the working directory, whose files others may have written.
    if (!isAbsolute(caches)) return
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

/** V8 options for a program that runs for seconds. The comparisons of `npm run bench` run with the same options. */
export function setFlags({ getHeapStatistics, setFlagsFromString }: typeof V8): void {
  // A run is short, and V8 compiles its functions while it runs: a large plan takes an eighth less CPU time if V8 inlines at
  // most 200 bytes of bytecode into each instead of 920. Only in the releases that are known to have the options (Node 20 to
  // 24): if there are none, V8 would complain on stderr.
  if (Number.parseInt(process.versions.v8, 10) <= 13) {
    setFlagsFromString('--max-inlined-bytecode-size-cumulative=200')
    // undici reads replies with WebAssembly, most of it one large function. V8 would compile it again, optimized, after
    // one to ten replies: that takes more CPU time than it saves in 40,000 replies, and 35 MB. With the second option
    // alone, V8 would optimize it at once.
    setFlagsFromString('--no-wasm-tier-up')
    setFlagsFromString('--no-wasm-dynamic-tiering')
    // By default, V8 collects garbage when a large heap has doubled. Above 128 MB, collect it when the heap has grown by a
    // third: apply of a saved plan of 100,000 changes then uses 40% less memory, and 10% more CPU time.
    const watch = setInterval(() => {
      if (getHeapStatistics().total_heap_size < 128 * 1024 * 1024) return
      setFlagsFromString('--heap-growing-percent=30')
      clearInterval(watch)
    }, 250).unref()
  }
  // Node 20 optimizes functions too early: an apply of 1,400 writes takes a sixth less CPU time if V8 does so only after
  // four times as many bytes of bytecode (the default is 67,584). Node 22 and 24 have a cheaper compiler in between, and
  // no such option.
  if (process.versions.node.startsWith('20.')) setFlagsFromString(`--interrupt-budget=${4 * 67_584}`)
}
