// At most one sandbox works on a folder; the lock of a process that is no more holds nobody up.
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { kill, pid } from 'node:process'
import { DataError, ownerOnly } from './saved.ts'

/** Who holds a lock. `started` tells a process from a later one that got the same number; not known everywhere. */
interface Holder {
  readonly pid: number
  readonly started?: string
}

/** Returns what releases the lock; throws a DataError when a sandbox that lives has it. */
export function lock(folder: string): () => void {
  const path = join(folder, 'lock')
  const own = join(folder, `lock.${pid}.${Math.random().toString(36).slice(2)}`)
  const { started } = statusOf(pid)
  const holder: Holder = { pid, ...(started !== undefined && { started }) }
  try {
    writeFileSync(own, JSON.stringify(holder), { mode: ownerOnly })
    while (!linked(own, path)) retire(folder, path, own)
  } catch (error) {
    if (error instanceof DataError) throw error
    throw new DataError(`${folder} can't be locked: ${String(error)}`, error)
  } finally {
    rmSync(own, { force: true })
  }
  return () => rmSync(path, { force: true })
}

/** A link is made or it isn't, and never replaces a file. */
function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/** Takes a dead process's lock away: moved aside first, and put back if another has just taken it over. */
function retire(folder: string, path: string, own: string): void {
  const seen = textOf(path)
  if (seen === undefined) return
  const holder = holderOf(seen)
  if (holder !== undefined && lives(holder)) {
    throw new DataError(
      `${folder} is in use by a different sandbox (process ${holder.pid}). Stop this process, or use a different folder.`,
    )
  }
  const aside = `${own}.stale`
  try {
    renameSync(path, aside)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return
    throw error
  }
  if (textOf(aside) !== seen) linked(aside, path)
  rmSync(aside, { force: true })
}

function lives(holder: Holder): boolean {
  try {
    kill(holder.pid, 0)
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return false
  }
  const { state, started } = statusOf(holder.pid)
  const isSame = started === undefined || holder.started === undefined || started === holder.started
  return isSame && state !== 'Z'
}

/** What the system tells of a process, where it does: its state and the clock tick in which it started. */
function statusOf(process: number): { readonly state?: string; readonly started?: string } {
  const text = textOf(`/proc/${process}/stat`)
  // The fields come after the name, which may hold anything, in parentheses.
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ') ?? []
  const [state, started] = [fields[0], fields[19]]
  return { ...(state !== undefined && { state }), ...(started !== undefined && { started }) }
}

function holderOf(text: string): Holder | undefined {
  try {
    const holder = JSON.parse(text) as Partial<Holder> | null
    return typeof holder?.pid === 'number' ? { ...holder, pid: holder.pid } : undefined
  } catch {
    return undefined
  }
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
