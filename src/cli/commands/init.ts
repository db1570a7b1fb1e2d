// belfry init: a new project, from answers to a few questions. It only reads the service, and replaces no file.
import { resolve } from 'node:path'
import { append } from '../../core/append.ts'
import { hasErrors } from '../../core/problem.ts'
import { quoted } from '../../core/shell.ts'
import { listText } from '../../core/words.ts'
import { projectFileNames } from '../../project/find.ts'
import { flagProblems } from '../flags/flag.ts'
import { initFlags, type InitFlags } from '../flags/init.ts'
import { answersFor, type Answers } from '../init/answers.ts'
import { interview, notConfirmed, oneOf } from '../init/ask.ts'
import { filesOf } from '../init/files.ts'
import { existing, writeAll } from '../init/write.ts'
import { connectionProblems } from '../prepare/connection.ts'
import { exitOfProblems } from '../exit.ts'
import { telling, type Teller } from '../tell.ts'
import { watchSignals } from '../terminal/signals.ts'
import type { Io } from '../terminal/io.ts'

export async function init(flags: InitFlags, io: Io, [folder = '.']: readonly string[]): Promise<number> {
  return telling('init', flags, io, async (teller) => {
    const { release } = watchSignals(teller.interrupted, io, () => undefined)
    return run(flags, io, teller, folder).finally(release)
  })
}

async function run(flags: InitFlags, io: Io, { refuse, tell }: Teller, folder: string): Promise<number> {
  const root = resolve(io.cwd, folder)
  const problems = [
    ...flagProblems(initFlags, flags),
    ...connectionProblems({}, io.env),
    // Before anything is asked.
    ...existing(root, [...projectFileNames, '.env.example']),
  ]
  const mode = flags.yes === true ? 'take defaults' : io.isInteractive ? 'ask' : 'options only'
  const talk = interview(mode, io, problems)
  const answers = hasErrors(problems) ? undefined : await answersFor(flags, talk)
  const files = answers === undefined ? [] : filesOf(answers)
  const names = files.map(({ name }) => name)
  append(problems, existing(root, names))
  const asks = `Write ${listText(names)}?`
  const known = mode === 'ask' ? undefined : 'yes'
  const answer = await talk.ask({ option: 'yes', asks, usual: 'yes', read: oneOf('yes', 'no') }, known)
  if (answer === 'no') problems.push(notConfirmed('the answer was not "yes"'))
  if (answers === undefined || hasErrors(problems)) return refuse({ problems }, 'Nothing was written.')
  const { written, problems: failed } = writeAll(root, files)
  const next = hasErrors(failed) ? [] : nextOf(answers, folder, io)
  return tell({
    command: 'init',
    exit: exitOfProblems(failed),
    problems: failed,
    result: { files: written, next },
  })
}

/** To be copied, one after the other. */
function nextOf({ service, targets, by }: Answers, folder: string, { env }: Io): readonly string[] {
  const { port } = new URL(service.url)
  const isUnset = targets.some(({ variable }) => variable !== undefined && (env[variable] ?? '') === '')
  const start = `belfry sandbox${port === '4111' ? '' : ` --port ${port}`}  # in a second terminal`
  const [first = '', ...others] =
    service.isSandbox && by === 'assumed'
      ? ['belfry validate', start, 'belfry plan']
      : isUnset
        ? ['cp .env.example .env  # then set its variables', 'belfry validate', 'belfry plan --env-file .env']
        : ['belfry validate', 'belfry doctor', 'belfry plan']
  return [folder === '.' ? first : `cd ${quoted(folder)} && ${first}`, ...others]
}
