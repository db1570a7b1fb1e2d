// belfry show: what a file that belfry wrote says, as people read it. It reads nothing else.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { isJournal, readJournal } from '../../core/journal.ts'
import type { Problem } from '../../core/problem.ts'
import { journalText } from '../../report/journal-text.ts'
import { envelopeText } from '../../report/json.ts'
import { colorOf, refuse } from '../context.ts'
import type { FormatFlags } from '../flags.ts'
import type { Io } from '../io.ts'

export async function show(file: string, flags: FormatFlags, io: Io): Promise<number> {
  const text = textIn(file, io)
  if (typeof text !== 'string') return refuse('show', { problems: [text] }, flags, io)
  if (text.trim() !== '' && !isJournal(text))
    return refuse('show', { problems: [notShown(`${file} is not a journal of belfry`)] }, flags, io)
  const journal = readJournal(text)
  io.out(
    flags.format === 'json'
      ? envelopeText('show', 0, [], { journal })
      : journalText(journal, io.outStyle(colorOf(flags))),
  )
  return 0
}

function textIn(file: string, io: Io): string | Problem {
  try {
    return readFileSync(resolve(io.cwd, file), 'utf8')
  } catch (error) {
    return notShown(`${file} can't be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function notShown(message: string): Problem {
  return {
    rule: 'not-shown',
    severity: 'error',
    message,
    hint: 'Name a file that belfry apply --journal wrote.',
  }
}
