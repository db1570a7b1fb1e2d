// A new project, from answers to a few questions. It only reads the service, and replaces no file that a user wrote.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { given } from '../../core/given.ts'
import { append } from '../../core/lists.ts'
import { errorOf, hasErrors, isProblem, type Problem, warningOf } from '../../core/problem.ts'
import { quoted } from '../../core/shell.ts'
import { visible } from '../../core/visible.ts'
import { listText } from '../../core/words.ts'
import { problemOf } from '../../engine/failure-problem.ts'
import { projectFileNames } from '../../project/project.ts'
import { schemaLine } from '../schemas.ts'
import { exported as exportOf, type Exported } from '../export/export.ts'
import type { InitRequest } from '../options/manifests.ts'
import { answersFor, unnamedAction, type Answers, interview, oneOf, type Person } from '../init/answers.ts'
import {
  filesOf,
  isUnchangedSkill,
  ciSystems,
  skillFiles,
  startFile,
  type NewFile,
} from '../init/new-files.ts'
import { textOfOwn } from '../files/write-file.ts'
import { existing, writeAll } from '../init/write-new-files.ts'
import { hasKey, patience } from '../init/new-targets.ts'
import type { ResultAccount } from '../../report/account.ts'
import type { Machine, Run } from '../run.ts'
import { refused, type OperationEnd } from '../operation-end.ts'
import { exitOfProblems } from '../exit.ts'
import { proxyProblems } from '../prepare/connection.ts'
import { withEngine } from '../prepare/engine.ts'
import { openRepository } from '../sides/repository.ts'
import { needs, openProject } from '../prepare/open-project.ts'

const [projectFileName] = projectFileNames

export async function init(
  request: InitRequest & { readonly folder: string },
  person: Person,
  run: Run,
): Promise<OperationEnd<ResultAccount<'init'>>> {
  const { folder } = request
  const { machine } = run
  const root = resolve(machine.cwd, folder)
  if (request.skill === true) return skillWritten(root)
  const problems = [
    ...proxyProblems(machine.env),
    // Checked before the first question.
    ...existing(root, [...projectFileNames, '.env.example']),
  ]
  const talk = interview(person, problems)
  const answers = hasErrors(problems) ? undefined : await answersFor(request, talk, run)
  const isExport = answers?.manifests === 'export'
  const files = answers === undefined ? [] : filesOf(answers, isExport ? [] : [startFile], [])
  const names = [...files.map(({ name }) => name), ...(isExport ? ['manifests'] : [])]
  append(problems, existing(root, names))
  const asks = `Write ${listText(names)}?`
  const known = person.mode === 'ask' ? undefined : 'yes'
  const answer = await talk.ask({ option: 'yes', asks, usual: 'yes', read: oneOf('yes', 'no') }, known)
  if (answer === 'no') problems.push(errorOf('not-confirmed', 'the answer was not "yes"'))
  if (answers === undefined || hasErrors(problems))
    return refused('init', { problems }, 'Nothing was written.')
  const exported = isExport ? await takeOver(files, answers, request, run) : undefined
  if (exported !== undefined && !('files' in exported))
    return refused('init', { problems: exported }, 'Nothing was written.')
  const all = exported === undefined ? files : filesWith(exported, answers)
  const { written, problems: failed } = writeAll(root, all)
  const next = hasErrors(failed) ? [] : await nextOf(answers, folder, machine)
  return {
    account: {
      command: 'init',
      exit: exitOfProblems(failed),
      problems: [...leftOut(exported), ...(isExport ? unread(answers, machine) : []), ...failed],
      result: { files: written, next },
    },
    closing: '',
  }
}

/** The manifests of the targets that have a key. The project file of `files` is not written yet. */
async function takeOver(
  files: readonly NewFile[],
  { targets }: Answers,
  request: InitRequest,
  run: Run,
): Promise<Exported | readonly Problem[]> {
  const keyed = targets.filter((target) => hasKey(target, run.machine)).map(({ alias }) => alias)
  const text = files.find(({ name }) => name === projectFileName)?.text ?? ''
  const found = await projectOf(text, keyed, request, run)
  // The project file was a temporary one, which is gone.
  if (!('project' in found)) return found.problems.map(({ position: _position, ...problem }) => problem)
  const { project } = found
  const timeout = request.timeout ?? patience
  const all = { layout: 'kind', only: [], exclude: [] } as const
  try {
    return await withEngine(request, run, (engine) => exportOf({ project, ...all }, engine, run.machine), {
      timeout,
    })
  } catch (error) {
    return [problemOf(error, undefined)]
  }
}

/** Nothing is written to the project's folder before everything is read. */
async function projectOf(
  text: string,
  targets: readonly string[],
  { insecureHttp, url }: InitRequest,
  run: Run,
) {
  const folder = mkdtempSync(join(tmpdir(), 'belfry-init-'))
  try {
    const config = join(folder, projectFileName)
    writeFileSync(config, text)
    return await openProject(
      { config, targets, fileRoots: [], ...given({ insecureHttp, url }) },
      needs.export,
      { machine: run.machine },
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Also in a project that exists. Files that an earlier version wrote are replaced. */
function skillWritten(root: string): OperationEnd<ResultAccount<'init'>> {
  const names = skillFiles.map(({ name }) => name)
  const hint = 'Keep your changes in another file, remove this file, then run this command again.'
  const there = existing(
    root,
    names.filter((name) => !isUnchanged(root, name)),
  ).map((problem) => ({ ...problem, hint }))
  if (there.length > 0) return refused('init', { problems: there }, 'Nothing was written.')
  const isCurrent = ({ name, text }: NewFile): boolean =>
    isUnchanged(root, name) && textOfOwn(root, name) === text
  const current = skillFiles.filter(isCurrent)
  const others = skillFiles.filter((file) => !current.includes(file))
  for (const { name } of others) rmSync(join(root, name), { force: true })
  const { written, problems } = writeAll(root, others, current)
  const result = { files: written, next: [] }
  return { account: { command: 'init', exit: exitOfProblems(problems), problems, result }, closing: '' }
}

function isUnchanged(root: string, name: string): boolean {
  try {
    return isUnchangedSkill(textOfOwn(root, name))
  } catch {
    return false
  }
}

function filesWith({ files, variables }: Exported, answers: Answers): readonly NewFile[] {
  const manifests = files.filter(({ file }) => file !== '.env.example')
  const secrets = variables.map(({ name, resource, field, target }) => ({
    name,
    purpose: visible(`${resource}: ${field}${target === undefined ? '' : ` in ${target}`}`),
  }))
  return filesOf(
    answers,
    manifests.map(({ file, text }) => {
      const name = `manifests/${file}`
      return { name, text: schemaLine('manifest', name) + [text].flat().join('') }
    }),
    secrets,
  )
}

function leftOut(exported: Exported | undefined): readonly Problem[] {
  return (exported?.left ?? []).map(({ kind, name, target, why }) =>
    warningOf('left-out', `${kind} ${name} is not written: ${why}`, undefined, { target }),
  )
}

function unread({ targets }: Answers, machine: Machine): readonly Problem[] {
  return targets
    .filter((target) => !hasKey(target, machine))
    .map(({ alias, environment, variable }) =>
      warningOf(
        'left-out',
        `environment ${environment} is not read, because ${variable} is unset or empty; its integrations are in no manifest`,
        `Set ${variable} to the API key of environment ${environment}, then run belfry export --write -t ${quoted(alias)}.`,
        { target: alias },
      ),
    )
}

/** Command lines to be copied, one after the other. */
async function nextOf(answers: Answers, folder: string, machine: Machine): Promise<readonly string[]> {
  const { pipeline, action } = answers
  const [first = '', ...others] = commandsFor(answers, folder, machine)
  if (pipeline === 'github' && action.endsWith(unnamedAction))
    others.push(`# In .github/workflows, replace ${action} with the belfry action that you use.`)
  if (pipeline !== 'none') {
    const repository = await openRepository({ ...machine, cwd: resolve(machine.cwd, folder) })
    const within = isProblem(repository) ? '' : repository.prefix.slice(0, -1)
    const { system, place } = ciSystems[pipeline]
    if (within !== '')
      others.push(
        `# ${system} reads ${place} only at the top of the repository. Move it there, and set its paths for folder ${visible(within)}.`,
      )
  }
  const path = folder.startsWith('-') ? `./${folder}` : folder
  return [folder === '.' ? first : `cd ${quoted(path)} && ${first}`, ...others]
}

function commandsFor(
  { service, targets, by, manifests }: Answers,
  folder: string,
  machine: Machine,
): string[] {
  const keyed = targets.filter((target) => hasKey(target, machine)).map(({ alias }) => ` -t ${quoted(alias)}`)
  const isAll = keyed.length === targets.length
  const isThere = existsSync(resolve(machine.cwd, folder, '.env'))
  const copy = isThere
    ? '# Add the variables of .env.example to .env, and set them.'
    : 'cp .env.example .env  # then set its variables'
  if (manifests === 'export')
    return ['belfry validate', `belfry plan --secrets=needed${isAll ? '' : keyed.join('')}`, copy]
  const { port } = new URL(service.url)
  const start = `belfry sandbox${port === '4111' ? '' : ` --port ${port}`}  # in a second terminal`
  if (service.isSandbox && by === 'assumed') return ['belfry validate', start, 'belfry plan']
  if (isAll) return ['belfry validate', 'belfry doctor', 'belfry plan']
  const [first, second] = isThere ? ['belfry validate', copy] : [copy, 'belfry validate']
  return [first, second, 'belfry plan --dotenv .env']
}
