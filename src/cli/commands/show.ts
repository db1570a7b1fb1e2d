// belfry show: what a file that belfry wrote says, as people read it. Besides it reads only what the project file says of persons.
import { isJournal, readJournal } from '../../core/plan/journal.ts'
import { exits, type Problem } from '../../core/problem.ts'
import { readPrivacy } from '../../project/privacy.ts'
import { readSavedPlan } from '../../engine/saved/read.ts'
import { quoted } from '../../core/shell.ts'
import { joined, piecesOfFile, sizeLimits } from '../../library/prepare/bounded-file.ts'
import type { JournalAccount, PlanAccount } from '../../report/account.ts'
import type { ToldFlags } from '../options/common.ts'
import { whyUnusable } from '../../core/file-failure.ts'
import type { Io } from '../terminal/io.ts'
import { telling } from '../output.ts'

export async function show(flags: ToldFlags, io: Io, [file = '']: readonly string[]): Promise<number> {
  const opened = open(file, io)
  const subject = 'begin' in opened && isEmptyOrJournal(opened.begin) ? 'journal' : 'show'
  return telling(subject, { ...flags, planFile: file }, io, async ({ tell, refuse, follow }) => {
    follow(await readPrivacy(io.cwd))
    const account = 'begin' in opened ? reading(file, () => accountOf(file, opened)) : opened
    return 'command' in account ? tell(account) : refuse({ problems: [account] })
  })
}

interface Opened {
  readonly begin: string
  /** All of the text: `begin` and what follows. */
  readonly pieces: Iterable<string>
}

function open(file: string, io: Io): Opened | Problem {
  return reading(file, () => {
    const rest = piecesOfFile(file, io)
    const begin = rest.next().value ?? ''
    return { begin, pieces: continued(begin, rest) }
  })
}

function* continued(begin: string, rest: Iterable<string>): Generator<string, void> {
  yield begin
  yield* rest
}

function reading<Result>(file: string, read: () => Result): Result | Problem {
  try {
    return read()
  } catch (error) {
    return notShown(`${file} can't be read: ${whyUnusable(error)}`)
  }
}

function isEmptyOrJournal(text: string): boolean {
  return text.trim() === '' || isJournal(text)
}

/** A plan is read change by change, and a journal whole. */
function accountOf(file: string, { begin, pieces }: Opened): PlanAccount | JournalAccount | Problem {
  if (isEmptyOrJournal(begin)) {
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

function notShown(message: string): Problem {
  return {
    rule: 'not-shown',
    severity: 'error',
    message,
    hint: 'Use a file that belfry plan --out or belfry apply --journal wrote.',
  }
}
