// Who changed what, from the journals in folders and files. From the project file, it reads only the settings for personal data.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { append, grouped } from '../../core/lists.ts'
import { matchesSome } from '../../core/glob.ts'
import { failoverJournal } from '../../core/plan/journal-lines.ts'
import type { JournalRead, JournalRun, JournalsRead } from '../../core/plan/journal-runs.ts'
import { hasErrors, isProblem, type Problem } from '../../core/problem.ts'
import { commandLine, option } from '../../core/shell.ts'
import { idleProblem, matchesAny } from '../../engine/plan/select.ts'
import { kindNames } from '../../kinds/kind.ts'
import type { ResultAccount } from '../../report/account.ts'
import { findProjectFile } from '../../project/project.ts'
import { readPrivacy } from '../../project/read-project.ts'
import type { Machine, Run } from '../run.ts'
import { refused, type OperationEnd } from '../operation-end.ts'
import { journalIn, notShown, opened, reading } from '../files/read-file.ts'

export interface LogRequest {
  /** Files, or folders that contain journals; none for the journal of failovers, which is in the folder of the project. */
  readonly files: readonly string[]
  /** `KIND/NAME` with globs; none for all. */
  readonly only: readonly string[]
  readonly config?: string
}

export async function log(
  { files: names, only, config }: LogRequest,
  { machine: at, follow }: Pick<Run, 'machine' | 'follow'>,
): Promise<OperationEnd<ResultAccount<'log'>>> {
  const { privacy, problem } = await readPrivacy(at.cwd, config)
  if (problem !== undefined) return refused('log', { problems: [problem] })
  follow({ privacy })
  const problems: Problem[] = []
  const own = ownJournal(at.cwd, config)
  const usesOwn = names.length === 0 && existsSync(resolve(at.cwd, own))
  if (names.length === 0 && !usesOwn)
    problems.push(
      notShown(
        `no failover was recorded here: ${own} is not found`,
        `For the journal of an apply, run ${commandLine('apply --journal FILE')}, then ${commandLine('log FILE')}.`,
      ),
    )
  const read = (usesOwn ? [own] : names).flatMap((name) => {
    const found = journalsAt(name, at)
    if (!isProblem(found)) return found
    problems.push(found)
    return []
  })
  const runs = read.flatMap(({ journal }) => journal.runs)
  if (problems.length === 0) append(problems, idleIn(only, runs))
  if (hasErrors(problems)) return refused('log', { problems })
  // A folder and a file in it may both be given.
  const unique = [...new Map(read.map((each) => [resolve(at.cwd, each.file), each])).values()]
  const result: JournalsRead = {
    runs: withoutCopies(unique.flatMap(({ file, journal }) => journal.runs.map((run) => ({ ...run, file }))))
      .flatMap((run) => chosen(run, only))
      .toSorted((one, other) => (one.started < other.started ? 1 : -1)),
    damaged: unique.flatMap(({ file, journal }) => journal.damaged.map((line) => ({ file, line }))),
  }
  return { account: { command: 'log', exit: 0, problems, result }, closing: '' }
}

/** The journal of failovers, relative to the working directory. */
function ownJournal(cwd: string, config: string | undefined): string {
  const root = dirname(findProjectFile(cwd, config) ?? join(cwd, 'belfry.yaml'))
  return relative(cwd, join(root, failoverJournal))
}

/**
 * The journal of failovers repeats runs that made an integration primary, with its own times. If two journals contain a run, keep
 * the one with more writes.
 */
function withoutCopies(runs: readonly JournalRun[]): JournalRun[] {
  const same = grouped(runs, ({ run, started, failover, promotions }) =>
    JSON.stringify([run, failover ?? promotions ?? started]),
  )
  return [...same.values()].flatMap((copies) =>
    copies.toSorted((one, other) => writesIn(other) - writesIn(one)).slice(0, 1),
  )
}

function writesIn({ outcomes, inFlight }: JournalRun): number {
  return outcomes.length + inFlight.length
}

/** A journal may contain resources that no manifest declares any more, so only selectors of unknown kinds are mistakes. */
function idleIn(only: readonly string[], runs: readonly JournalRun[]): Problem[] {
  const written = runs.flatMap(({ outcomes, inFlight, failover }) => [
    ...outcomes,
    ...inFlight,
    ...(failover === undefined ? [] : [{ kind: 'integration', name: failover.to }]),
  ])
  return only.flatMap((selector) => {
    const isKnown = kindNames.some((kind) => selector.startsWith(`${kind}/`))
    const mayBeIdle = /[*?{]/.test(isKnown ? selector : selector.replace(/\/.*/s, ''))
    if (mayBeIdle || written.some((each) => matchesAny(each, [selector]))) return []
    const problem = idleProblem('only', selector, 'no change', written, kindNames)
    const hint = 'If the name is right, no run in these journals changed the resource.'
    return isKnown ? { ...problem, severity: 'warning', hint } : problem
  })
}

/**
 * The run with only the selected writes. A run without such writes is left out, except a failover to a selected integration.
 */
function chosen(run: JournalRun, only: readonly string[]): JournalRun[] {
  const isAsked = (each: { readonly kind: string; readonly name: string }): boolean =>
    only.length === 0 || matchesSome(`${each.kind}/${each.name}`, only)
  const [outcomes, inFlight] = [run.outcomes.filter(isAsked), run.inFlight.filter(isAsked)]
  const isFailover = run.failover !== undefined && isAsked({ kind: 'integration', name: run.failover.to })
  return outcomes.length + inFlight.length > 0 || isFailover ? [{ ...run, outcomes, inFlight }] : []
}

interface Found {
  readonly file: string
  readonly journal: JournalRead
}

/** A folder may contain other files too, but a file that can't be read may be a journal. */
function journalsAt(name: string, at: Pick<Machine, 'cwd'>): readonly Found[] | Problem {
  const files = reading(name, () => filesAt(name, at), journalHint())
  if (isProblem(files)) return files
  const found: Found[] = []
  for (const file of files) {
    const journal = reading(file, () => journalIn(opened(file, at)), journalHint())
    if (isProblem(journal)) return journal
    if (journal !== undefined) found.push({ file, journal })
  }
  if (found.length > 0) return found
  return notShown(`${name} is not a journal of belfry, and contains no journal`, journalHint())
}

function journalHint(): string {
  return `Use a journal that belfry apply --journal or belfry failover wrote. To choose resources, use ${option('only', ['KIND/NAME'])}.`
}

/** The files in a folder, or the file itself. */
function filesAt(name: string, { cwd }: Pick<Machine, 'cwd'>): readonly string[] {
  const path = resolve(cwd, name)
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return [name]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(cwd, join(entry.parentPath, entry.name)))
    .toSorted()
}
