// The ledger of a project on disk: one entry a line in a stable order, replaced whole under a lock. Losing it does no harm.
import { randomBytes } from 'node:crypto'
import { dirname, basename, join } from 'node:path'
import { errorOf, exits, type Problem, warningOf, unwritableFile } from '../../core/problem.ts'
import { commandLine } from '../../core/shell.ts'
import { counted } from '../../core/words.ts'
import { Ledger, type LedgerEdit, type LedgerEntries } from '../../engine/journal-and-ledger/ledger.ts'
import type { Project } from '../../project/project.ts'
import { whyUnusable } from '../../core/system-failure.ts'
import { sleep as wait } from '../run.ts'
import { whyNotCreatable, ownFile, textOfOwn, writeAtomically } from '../files/write-file.ts'
import { link, lstat, mkdir, open, rename, rm } from 'node:fs/promises'
import { z } from 'zod'
import { jsonIn } from '../../core/json.ts'

/** In the folder of the project. */
const ledgerFile = '.belfry/ledger.json'

/** The ledger that a run reads and adds to. If the file can't be used, the ledger is empty, and `problems` gets the reason. */
export function ledgerOf(project: Project, problems: Problem[]): Ledger {
  const keep = (edit: LedgerEdit): Promise<void> =>
    saveLedger(project.root, edit, { sleep: wait, now: () => Date.now() })
  const run = randomBytes(8).toString('hex')
  try {
    const read = readLedger(project.root)
    if ('entries' in read) return new Ledger(read.entries, keep, run)
    problems.push(read.damage === 'newer' ? newer() : damaged())
  } catch (error) {
    problems.push(
      errorOf(
        'bad-ledger',
        `${ledgerFile} can't be read: ${whyUnusable(error)}`,
        "Move the file to a different folder, then run the command again. belfry then resends the fields that the service doesn't return.",
      ),
    )
  }
  return new Ledger({}, keep, run)
}

function damaged(): Problem {
  const hint = "belfry resends the fields that the service doesn't return. The next apply replaces the file."
  return warningOf('bad-ledger', `${ledgerFile} is damaged, so belfry treats it as empty`, hint)
}

function newer(): Problem {
  const hint =
    "Use the newer version of belfry, or delete the file. Without the file, belfry resends the fields that the service doesn't return."
  return errorOf('bad-ledger', `${ledgerFile} was written by a newer version of belfry`, hint)
}

/** The ledger is saved during and after the writes, so a file that can't be written stops an apply before them. */
export function unwritableLedger({ root, unreadable }: Project): readonly Problem[] {
  const error = unreadable === 'ledger' ? whyNotCreatable(join(root, ledgerFile)) : undefined
  if (error === undefined) return []
  const hint = `Make ${dirname(ledgerFile)} a folder that belfry can write to.`
  return [{ ...unwritableFile(`${ledgerFile} can't be written`, error), rule: 'bad-ledger', hint }]
}

/**
 * Returns a problem if the next apply sends fields again, because the ledger can't be saved or because other runs were sending
 * the same fields.
 */
export async function keepLedger(ledger: Ledger | undefined): Promise<readonly Problem[]> {
  try {
    const lost = (await ledger?.save()) ?? 0
    return lost === 0 ? [] : [unrecorded(lost)]
  } catch (error) {
    const hint = "The next apply resends the fields that the service doesn't return."
    const message = `${ledgerFile} can't be saved: ${whyUnusable(error)}`
    return [warningOf('bad-ledger', message, hint, { exit: exits.unsettled })]
  }
}

function unrecorded(count: number): Problem {
  return warningOf(
    'bad-ledger',
    `${counted(count, 'field')} that the service doesn't return may also have been sent by a run that was killed or hasn't ended`,
    `To send ${count === 1 ? 'this field' : 'these fields'} once more, run ${commandLine('apply', 'run')} again.`,
    { exit: exits.unsettled },
  )
}

const formatVersion = 1

/** @internal */
export const ledgerSchema = z
  .strictObject({
    formatVersion: z.literal(formatVersion),
    entries: z
      .record(z.string(), z.array(z.string()).min(1))
      .describe(
        'A map from names to lists. Each name contains the kind, the ID of the resource in the service and the field. Each list contains the ID of the key that belfry computes fingerprints with, then the fingerprints of the values that were last applied, or the run that is applying a value.',
      ),
  })
  .describe(
    'Keyed fingerprints of the values that were last applied. The file may be deleted: belfry then sends these values again.',
  )

type LedgerRead =
  | { readonly entries: LedgerEntries }
  /** `damaged`: read as empty, and replaced; `newer`: of a newer version, and not replaced. */
  | { readonly damage: 'damaged' | 'newer' }

/** An absent file is an empty ledger. Throws if the file can't be read. */
export function readLedger(root: string): LedgerRead {
  const text = textOfOwn(root, ledgerFile)
  if (text === undefined) return { entries: {} }
  const json = jsonIn(text)
  const read = ledgerSchema.safeParse(json)
  if (read.success) return { entries: read.data.entries }
  const version = (json as { readonly formatVersion?: unknown } | null | undefined)?.formatVersion
  return { damage: typeof version === 'number' && version > formatVersion ? 'newer' : 'damaged' }
}

interface Patience {
  readonly sleep: (milliseconds: number) => Promise<void>
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** Edits the current ledger, including entries of others. Rejects if that fails; then nothing has changed. */
export async function saveLedger(root: string, edit: LedgerEdit, patience: Patience): Promise<void> {
  const { path } = ownFile(root, ledgerFile)
  await mkdir(dirname(path), { recursive: true })
  const unlock = await lock(`${path}.lock`, patience)
  try {
    const read = readLedger(root)
    if ('damage' in read && read.damage === 'newer')
      throw new Error('a newer version of belfry wrote the file')
    writeAtomically(path, textOf(edit('entries' in read ? read.entries : {})))
  } finally {
    await unlock()
  }
}

function textOf(entries: LedgerEntries): string {
  const lines = Object.keys(entries)
    .sort()
    .map((name) => `    ${JSON.stringify(name)}: ${JSON.stringify(entries[name])}`)
  return `{\n  "formatVersion": ${formatVersion},\n  "entries": {\n${lines.join(',\n')}\n  }\n}\n`
}

/** Milliseconds. A run has the lock only for moments, so an older one belongs to a run that was killed. */
const abandonedAfter = 10_000
/** Milliseconds between two attempts to create the lock. */
const pause = 25

/** Creates the lock, waiting for other runs, and returns what removes it. Throws if that takes longer than `abandonedAfter`. */
async function lock(path: string, { sleep, now }: Patience): Promise<() => Promise<void>> {
  const deadline = now() + abandonedAfter
  while (!(await acquire(path))) {
    const age = await ageOf(path, now)
    if (age > abandonedAfter) {
      await removeAbandoned(path, now)
      continue
    }
    if (age < -abandonedAfter) {
      const why = age === -Infinity ? 'is a folder' : 'has a time in the future'
      throw new Error(
        `the lock ${basename(path)} ${why}; remove the lock if no other run of belfry is active`,
      )
    }
    if (now() > deadline)
      throw new Error(`another run has locked ${basename(path)}; wait until that run is finished`)
    await sleep(pause)
  }
  return () => rm(path, { force: true })
}

/** Milliseconds since the lock was made: 0 if there is none, -Infinity if it is a folder. */
async function ageOf(path: string, now: () => number): Promise<number> {
  const found = await lstat(path).catch(() => undefined)
  if (found === undefined) return 0
  return found.isDirectory() ? -Infinity : now() - found.mtimeMs
}

/** Creates the lock; false if it exists. */
async function acquire(path: string): Promise<boolean> {
  try {
    await (await open(path, 'wx')).close()
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/** Moved aside first, and put back if another run has just taken it over. */
async function removeAbandoned(path: string, now: () => number): Promise<void> {
  const aside = `${path}.${randomBytes(4).toString('hex')}`
  try {
    await rename(path, aside)
    if ((await ageOf(aside, now)) <= abandonedAfter) await link(aside, path)
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes(String(codeOf(error)))) throw error
  } finally {
    await rm(aside, { force: true })
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
