// belfry show: prints a file that belfry wrote. From the project file, it reads only the settings for personal data.
import { isJournal, readJournal } from '../../core/plan/journal-runs.ts'
import { exits, type Problem } from '../../core/problem.ts'
import { quoted } from '../../core/shell.ts'
import { readSavedPlan } from '../../engine/saved/read.ts'
import { joined, sizeLimits } from '../../library/prepare/bounded-file.ts'
import { notShown, opened, reading, type OpenedFile } from '../../library/files/opened-file.ts'
import { readPrivacy } from '../../project/privacy.ts'
import type { JournalAccount, PlanAccount } from '../../report/account.ts'
import type { ToldFlags } from '../options/common.ts'
import { telling } from '../output.ts'
import type { Io } from '../terminal/io.ts'

export async function show(flags: ToldFlags, io: Io, [file = '']: readonly string[]): Promise<number> {
  const found = reading(file, () => opened(file, io))
  const subject = 'begin' in found && isJournal(found.begin) ? 'journal' : 'show'
  return telling(subject, { ...flags, planFile: file }, io, async ({ tell, refuse, follow }) => {
    follow(await readPrivacy(io.cwd))
    const account = 'begin' in found ? reading(file, () => accountOf(file, found)) : found
    return 'command' in account ? tell(account) : refuse({ problems: [account] })
  })
}

/** A plan is read change by change, and a journal whole. */
function accountOf(file: string, { begin, pieces }: OpenedFile): PlanAccount | JournalAccount | Problem {
  if (isJournal(begin)) {
    const journal = readJournal(joined(pieces, sizeLimits.record))
    return { command: 'journal', exit: 0, problems: [], journal }
  }
  return begin.trimStart().startsWith('{')
    ? planIn(pieces, file)
    : notShown(`${file} is neither a saved plan nor a journal of belfry`)
}

function planIn(pieces: Iterable<string>, file: string): PlanAccount | Problem {
  const saved = readSavedPlan(pieces, file)
  // An apply refuses such a plan; here its file is a mistake.
  if ('rule' in saved) return { ...saved, exit: exits.mistake }
  const { about, plan } = saved
  const next = [`belfry apply ${about.secrets === 'named' ? '--approved ' : ''}${quoted(file)}`]
  return { command: 'show', exit: 0, problems: [], plan, origin: about, next }
}
