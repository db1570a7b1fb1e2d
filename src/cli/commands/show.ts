// belfry show: what a file that belfry wrote says, as people read it. Besides it reads only what the project file says of persons.
import { isJournal, readJournal } from '../../core/plan/journal.ts'
import { exits, type Problem } from '../../core/problem.ts'
import { readPrivacy } from '../../project/privacy.ts'
import { readSavedPlan } from '../../engine/saved/read.ts'
import { quoted } from '../../core/shell.ts'
import { sizeLimits, textOfFile } from '../../library/prepare/bounded-file.ts'
import type { ToldFlags } from '../options/common.ts'
import { whyUnusable } from '../../core/file-failure.ts'
import type { Io } from '../terminal/io.ts'
import { telling } from '../output.ts'

export async function show(flags: ToldFlags, io: Io, [file = '']: readonly string[]): Promise<number> {
  const text = textIn(file, io)
  const subject = typeof text === 'string' && (text.trim() === '' || isJournal(text)) ? 'journal' : 'show'
  return telling(subject, { ...flags, planFile: file }, io, async ({ tell, refuse, follow }) => {
    follow(await readPrivacy(io.cwd))
    if (typeof text !== 'string') return refuse({ problems: [text] })
    if (subject === 'journal')
      return tell({ command: 'journal', exit: 0, problems: [], journal: readJournal(text) })
    if (!text.trimStart().startsWith('{'))
      return refuse({ problems: [notShown(`${file} is neither a saved plan nor a journal of belfry`)] })
    const saved = readSavedPlan(text, file)
    // An apply refuses such a plan; here its file is a mistake.
    if ('rule' in saved) return refuse({ problems: [{ ...saved, exit: exits.mistake }] })
    const { about, plan } = saved
    const next = [`belfry apply ${about.secrets === 'named' ? '--approved ' : ''}${quoted(file)}`]
    return tell({ command: 'show', exit: 0, problems: [], plan, origin: about, next })
  })
}

function textIn(file: string, io: Io): string | Problem {
  try {
    return textOfFile(file, io, sizeLimits.record)
  } catch (error) {
    return notShown(`${file} can't be read: ${whyUnusable(error)}`)
  }
}

function notShown(message: string): Problem {
  return {
    rule: 'not-shown',
    severity: 'error',
    message,
    hint: 'Use a file that belfry plan --out or belfry apply --journal wrote.',
  }
}
