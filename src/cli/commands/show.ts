// belfry show: prints a file that belfry wrote. From the project file, it reads only the settings for personal data.
import { isJournal, readJournal } from '../../core/plan/journal-runs.ts'
import { exits, type Problem } from '../../core/problem.ts'
import { commandLine, quoted } from '../../core/shell.ts'
import { editedSince } from '../../engine/saved/foreign.ts'
import { readSavedPlan, type SavedPlan } from '../../engine/saved/read.ts'
import { joined, sizeLimits } from '../../library/prepare/bounded-file.ts'
import { sealKeys, sharedSealKey } from '../../library/prepare/fingerprint-keys.ts'
import { openProject } from '../../library/prepare/open-project.ts'
import { sandboxKeys } from '../../library/prepare/sandbox-keys.ts'
import { notShown, opened, reading, type OpenedFile } from '../../library/files/opened-file.ts'
import { approvedApply } from '../../library/apply/reviewed-plan.ts'
import { readPrivacy } from '../../project/privacy.ts'
import type { JournalAccount, PlanAccount } from '../../report/account.ts'
import type { ToldFlags } from '../../library/options/common.ts'
import { telling } from '../output.ts'
import type { Io } from '../terminal/io.ts'

export async function show(flags: ToldFlags, io: Io, [file = '']: readonly string[]): Promise<number> {
  const found = reading(file, () => opened(file, io))
  const subject = 'begin' in found && isJournal(found.begin) ? 'journal' : 'show'
  return telling(subject, { ...flags, planFile: file }, io, async ({ tell, refuse, follow }) => {
    follow(await readPrivacy(io.cwd))
    const read = 'begin' in found ? reading(file, () => readFrom(file, found)) : found
    if ('rule' in read) return refuse({ problems: [read] })
    if ('journal' in read) return tell(read)
    const problems = await whyEdited(read, io)
    return problems.length > 0 ? refuse({ problems }) : tell(accountOf(read))
  })
}

/** A project whose keys can't be read here leaves a plan unchecked: apply checks it. */
async function whyEdited(saved: SavedPlan, io: Io): Promise<readonly Problem[]> {
  const found = await openProject({ targets: [], fileRoots: [] }, 'seals', { world: io })
  const keys = sealKeys('project' in found ? sandboxKeys(found.project, []).targets : [], io)
  return editedSince(saved, (alias) => keys.get(alias) ?? sharedSealKey(io))
}

/** A plan is read change by change, and a journal whole. */
function readFrom(file: string, { begin, pieces }: OpenedFile): SavedPlan | JournalAccount | Problem {
  if (isJournal(begin)) {
    const journal = readJournal(joined(pieces, sizeLimits.record))
    return { command: 'journal', exit: 0, problems: [], journal }
  }
  return begin.trimStart().startsWith('{')
    ? planIn(pieces, file)
    : notShown(`${file} is neither a saved plan nor a journal of belfry`)
}

/** An apply refuses a plan that it can't read; here its file is a mistake. */
function planIn(pieces: Iterable<string>, file: string): SavedPlan | Problem {
  const saved = readSavedPlan(pieces, file)
  return 'rule' in saved ? { ...saved, exit: exits.mistake } : saved
}

function accountOf(saved: SavedPlan): PlanAccount {
  const { about, plan, file } = saved
  const next = [about.secrets === 'named' ? approvedApply(saved, file) : commandLine(`apply ${quoted(file)}`)]
  return { command: 'show', exit: 0, problems: [], plan, origin: about, next }
}
