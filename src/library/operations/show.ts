// The content of a file that belfry wrote: a plan or a journal. From the project file, it reads only the settings for personal
// data.
import { given } from '../../core/given.ts'
import { isJournal, readJournal } from '../../core/plan/journal-runs.ts'
import { exits, type Problem } from '../../core/problem.ts'
import { commandLine, quoted } from '../../core/shell.ts'
import { editedSince } from '../../engine/saved/seals.ts'
import { readSavedPlan, type SavedPlan } from '../../engine/saved/read.ts'
import { joined, sizeLimits, notShown, opened, reading, type OpenedFile } from '../files/read-file.ts'
import { sealKeys, sharedSealKey, sandboxKeys } from '../prepare/keys.ts'
import { needs, openProject } from '../prepare/open-project.ts'
import { approvedApply } from '../apply/reviewed-plan.ts'
import { readPrivacy } from '../../project/read-project.ts'
import type { JournalAccount, PlanAccount } from '../../report/account.ts'
import type { ProjectRequest } from '../options/common.ts'
import type { Machine, Run } from '../run.ts'
import { refused, type OperationEnd } from '../operation-end.ts'

/** An opened file, and the kind of its content. */
export interface Opened {
  readonly subject: 'journal' | 'show'
  readonly read: () => SavedPlan | JournalAccount | Problem
}

/** Opens the file, and reads its first characters. If that fails, `read` returns the problem. */
export function open(file: string, machine: Machine): Opened {
  const found = reading(file, () => opened(file, machine))
  if (!('begin' in found)) return { subject: 'show', read: () => found }
  return {
    subject: isJournal(found.begin) ? 'journal' : 'show',
    read: () => reading(file, () => readFrom(file, found)),
  }
}

export async function show(
  { subject, read }: Opened,
  { config }: Pick<ProjectRequest, 'config'>,
  { machine, follow }: Pick<Run, 'machine' | 'follow'>,
): Promise<OperationEnd<PlanAccount | JournalAccount>> {
  const { privacy, problem } = await readPrivacy(machine.cwd, config)
  if (problem !== undefined) return refused(subject, { problems: [problem] })
  follow({ privacy })
  const found = read()
  if ('rule' in found) return refused(subject, { problems: [found] })
  if ('journal' in found) return { account: found, closing: '' }
  const problems = await whyEdited(found, config, machine)
  return problems.length > 0 ? refused(subject, { problems }) : { account: accountOf(found), closing: '' }
}

/** A project whose keys can't be read here leaves a plan unchecked: apply checks it. */
async function whyEdited(
  saved: SavedPlan,
  config: string | undefined,
  machine: Machine,
): Promise<readonly Problem[]> {
  const found = await openProject({ targets: [], fileRoots: [], ...given({ config }) }, needs.seals, {
    machine,
  })
  const keys = sealKeys('project' in found ? sandboxKeys(found.project, []).targets : [], machine)
  return editedSince(saved, (alias) => keys.get(alias) ?? sharedSealKey(machine))
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

/** An apply refuses an unreadable plan; here the file is a mistake. */
function planIn(pieces: Iterable<string>, file: string): SavedPlan | Problem {
  const saved = readSavedPlan(pieces, file)
  return 'rule' in saved ? { ...saved, exit: exits.mistake } : saved
}

function accountOf(saved: SavedPlan): PlanAccount {
  const { about, plan, file } = saved
  const next = [about.secrets === 'named' ? approvedApply(saved, file) : commandLine(`apply ${quoted(file)}`)]
  return { command: 'show', exit: 0, problems: [], plan, origin: about, next }
}
