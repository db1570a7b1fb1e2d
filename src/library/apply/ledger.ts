// The ledger of a project: read if the project file enables it, and saved after an apply.
import { randomBytes } from 'node:crypto'
import { dirname } from 'node:path'
import type { Problem } from '../../core/problem.ts'
import { createLedger, type Ledger, type LedgerEdit } from '../../engine/journal-and-ledger/ledger.ts'
import type { Project } from '../../project/project.ts'
import { whyUnusable } from '../../core/file-failure.ts'
import type { Run } from '../ambient.ts'
import { sleep } from '../world.ts'
import { whyOwnNotWritable } from '../files/own-file.ts'
import { unwritableFile } from '../problems.ts'
import { ledgerFile as file, readLedger, saveLedger } from './ledger-file.ts'

export function ledgerOf(project: Project, problems: Problem[]): Ledger | undefined {
  if (project.unreadable !== 'ledger') return undefined
  const keep = (edit: LedgerEdit): Promise<void> =>
    saveLedger(project.root, edit, { sleep, now: () => Date.now() })
  const run = randomBytes(8).toString('hex')
  try {
    const read = readLedger(project.root)
    if ('entries' in read) return createLedger(read.entries, keep, run)
    problems.push(read.damage === 'newer' ? newer : damaged)
  } catch (error) {
    problems.push({
      rule: 'bad-ledger',
      severity: 'error',
      message: `${file} can't be read: ${whyUnusable(error)}`,
      hint: "Move the file to a different folder, then run the command again. belfry then resends the fields that the service doesn't return.",
    })
  }
  return createLedger({}, keep, run)
}

const damaged: Problem = {
  rule: 'bad-ledger',
  severity: 'warning',
  message: `${file} is damaged, so belfry treats it as empty`,
  hint: "belfry resends the fields that the service doesn't return. The next apply replaces the file.",
}

const newer: Problem = {
  rule: 'bad-ledger',
  severity: 'error',
  message: `${file} was written by a newer version of belfry`,
  hint: "Use the newer version of belfry, or delete the file. Without the file, belfry resends the fields that the service doesn't return.",
}

/** The ledger is saved during and after the writes, so a file that can't be written stops an apply before them. */
export function unwritableLedger({ root, unreadable }: Project): readonly Problem[] {
  const error = unreadable === 'ledger' ? whyOwnNotWritable(root, file) : undefined
  if (error === undefined) return []
  const hint = `Make ${dirname(file)} a folder that belfry can write to.`
  return [{ ...unwritableFile(`${file} can't be written`, error), rule: 'bad-ledger', hint }]
}

/** If the ledger can't be saved, the next apply sends the fields again, as with a lost ledger. */
export async function keepLedger(
  ledger: Ledger | undefined,
  { world, remark }: Pick<Run, 'world' | 'remark'>,
): Promise<void> {
  try {
    await ledger?.save()
  } catch (error) {
    remark(
      `${file} could not be saved: ${world.filter.take(whyUnusable(error))}. The next apply resends the fields that the service doesn't return.`,
    )
  }
}
