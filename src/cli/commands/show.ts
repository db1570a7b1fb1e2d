// belfry show and belfry log: what a file that belfry wrote says, as people read it. Besides it reads only what the project file says of persons.
import { readdirSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import type { Subject } from '../../core/plan/change.ts'
import { matchesSome } from '../../core/glob.ts'
import { isJournal, readJournal, type JournalRead } from '../../core/plan/journal.ts'
import { exits, isProblem, type Problem } from '../../core/problem.ts'
import { readPrivacy } from '../../project/privacy.ts'
import { readSavedPlan } from '../../engine/saved/read.ts'
import { quoted } from '../../core/shell.ts'
import { joined, piecesOfFile, sizeLimits, TooLarge } from '../../library/prepare/bounded-file.ts'
import type { JournalAccount, PlanAccount } from '../../report/account.ts'
import { flagProblems } from '../options/flag.ts'
import { logFlags, type LogFlags } from '../options/plan.ts'
import type { ToldFlags } from '../options/common.ts'
import { whyUnusable } from '../../core/file-failure.ts'
import type { Io } from '../terminal/io.ts'
import { telling } from '../output.ts'

export async function show(flags: ToldFlags, io: Io, [file = '']: readonly string[]): Promise<number> {
  const opened = reading(file, () => open(file, io))
  const subject = 'begin' in opened && isEmptyOrJournal(opened.begin) ? 'journal' : 'show'
  return telling(subject, { ...flags, planFile: file }, io, async ({ tell, refuse, follow }) => {
    follow(await readPrivacy(io.cwd))
    const account = 'begin' in opened ? reading(file, () => accountOf(file, opened)) : opened
    return 'command' in account ? tell(account) : refuse({ problems: [account] })
  })
}

/** belfry log: who changed what, from the journals in folders and files. */
export async function log(flags: LogFlags, io: Io, names: readonly string[]): Promise<number> {
  return telling('log', flags, io, async ({ tell, refuse, follow }) => {
    follow(await readPrivacy(io.cwd))
    const problems = [...flagProblems(logFlags, flags)]
    const read = names.flatMap((name) => {
      const found = journalsIn(name, io)
      if (!isProblem(found)) return found
      problems.push(found)
      return []
    })
    if (problems.length > 0) return refuse({ problems })
    const isAsked = (write: Subject): boolean =>
      flags.only.length === 0 || matchesSome(`${write.kind}/${write.name}`, flags.only)
    // A folder and a file in it may both be named.
    const unique = [...new Map(read.map((each) => [resolve(io.cwd, each.file), each])).values()]
    const runs = unique
      .flatMap(({ file, journal }) => journal.runs.map((run) => ({ ...run, file })))
      .map((run) => ({
        ...run,
        outcomes: run.outcomes.filter(isAsked),
        inFlight: run.inFlight.filter(isAsked),
      }))
      .filter(
        ({ outcomes, inFlight, failover }) =>
          outcomes.length + inFlight.length > 0 || (failover !== undefined && flags.only.length === 0),
      )
      .toSorted((one, other) => (one.started < other.started ? 1 : -1))
    const damaged = unique.flatMap(({ journal }) => journal.damaged)
    return tell({ command: 'log', exit: 0, problems, journal: { runs, damaged } })
  })
}

interface Found {
  readonly file: string
  readonly journal: JournalRead
}

/** A folder may hold other files too, but a file that can't be read may be a journal. */
function journalsIn(name: string, io: Io): readonly Found[] | Problem {
  const files = reading(name, () => filesIn(name, io))
  if (isProblem(files)) return files
  const found: Found[] = []
  for (const file of files) {
    const journal = reading(file, () => journalIn(open(file, io)))
    if (isProblem(journal)) return journal
    if (journal !== undefined) found.push({ file, journal })
  }
  return found.length > 0 ? found : notShown(`${name} is not a journal of belfry, and contains no journal`)
}

/** Those of a folder, or the file itself. */
function filesIn(name: string, io: Io): readonly string[] {
  const path = resolve(io.cwd, name)
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return [name]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(io.cwd, join(entry.parentPath, entry.name)))
    .toSorted()
}

interface Opened {
  readonly begin: string
  /** All of the text: `begin` and what follows. */
  readonly pieces: Iterable<string>
  /** For a file that isn't read to its end. */
  readonly close: () => void
}

function open(file: string, io: Io): Opened {
  const rest = piecesOfFile(file, io)
  const begin = rest.next().value ?? ''
  return { begin, pieces: continued(begin, rest), close: () => void rest.return() }
}

function journalIn({ begin, pieces, close }: Opened): JournalRead | undefined {
  try {
    return isJournal(begin) ? readJournal(joined(pieces, sizeLimits.record)) : undefined
  } finally {
    close()
  }
}

function* continued(begin: string, rest: Iterable<string>): Generator<string, void> {
  yield begin
  yield* rest
}

/** Only failures of the file are problems of the file: other errors are bugs. */
function reading<Result>(file: string, read: () => Result): Result | Problem {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof TooLarge) && (error as NodeJS.ErrnoException).code === undefined) throw error
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
