// belfry show: what a file that belfry wrote says, as people read it. It reads nothing else.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { isJournal, readJournal } from '../../core/journal.ts'
import type { Problem } from '../../core/problem.ts'
import { readSavedPlan } from '../../engine/saved/read.ts'
import { journalText } from '../../report/journal-text.ts'
import { envelopeText, planJson } from '../../report/json.ts'
import { planText } from '../../report/plan-text.ts'
import { savedPlanHeading } from '../../report/saved-plan-text.ts'
import { quoted } from '../../report/shell.ts'
import { colorOf, refuse } from '../context.ts'
import type { FormatFlags } from '../flags.ts'
import { whyUnusable } from '../file-failure.ts'
import type { Io } from '../io.ts'

export async function show(file: string, flags: FormatFlags, io: Io): Promise<number> {
  const text = textIn(file, io)
  if (typeof text !== 'string') return refuse('show', { problems: [text] }, flags, io)
  const isEmpty = text.trim() === ''
  if (!isEmpty && !text.trimStart().startsWith('{'))
    return refuse(
      'show',
      { problems: [notShown(`${file} is not a journal of belfry, and no saved plan`)] },
      flags,
      io,
    )
  if (!isEmpty && !isJournal(text)) return showPlan(file, text, flags, io)
  const journal = readJournal(text)
  io.out(
    flags.format === 'json'
      ? envelopeText('show', 0, [], { journal })
      : journalText(journal, io.outStyle(colorOf(flags))),
  )
  return 0
}

function showPlan(file: string, text: string, flags: FormatFlags, io: Io): number {
  const saved = readSavedPlan(text, file)
  if ('rule' in saved) return refuse('show', { problems: [{ ...saved, exit: 3 }] }, flags, io)
  const { about, plan } = saved
  if (flags.format === 'json') {
    io.out(envelopeText('show', 0, [], { saved: { ...about, plan: planJson(plan) } }))
    return 0
  }
  const style = io.outStyle(colorOf(flags))
  const next = `belfry apply ${about.secrets === 'named' ? '--approved ' : ''}${quoted(file)}`
  io.out(`${savedPlanHeading(about, plan, style)}\n${planText(plan, style, next)}`)
  return 0
}

function textIn(file: string, io: Io): string | Problem {
  try {
    return readFileSync(resolve(io.cwd, file), 'utf8')
  } catch (error) {
    return notShown(`${file} can't be read: ${whyUnusable(error)}`)
  }
}

function notShown(message: string): Problem {
  return {
    rule: 'not-shown',
    severity: 'error',
    message,
    hint: 'Name a file that belfry plan --out or belfry apply --journal wrote.',
  }
}
