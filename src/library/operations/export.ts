// Writes what is in the service as manifests, or brings the manifests of a project up to date with it.
import { dirname, join, relative, resolve } from 'node:path'
import { pathInside } from '../../core/path-inside.ts'
import { append } from '../../core/lists.ts'
import { isProblem, type Problem, warningOf, badFlag } from '../../core/problem.ts'
import { maskWithin } from '../../core/secrets/personal.ts'
import { option } from '../../core/shell.ts'
import type { Engine } from '../../engine/engine.ts'
import { problemOf } from '../../engine/failure-problem.ts'
import { warningProblems, type InService } from '../../kinds/resource.ts'
import type { ResultAccount } from '../../report/account.ts'
import type { Results } from '../../report/results.ts'
import type { Machine, Run } from '../run.ts'
import { refused, type OperationEnd } from '../operation-end.ts'
import { exitOfProblems } from '../exit.ts'
import { exported, folderProblems, isPersonal, writeExport, type FolderRequest } from '../export/export.ts'
import { updateManifests } from '../export/update.ts'
import type { ExportFlags } from '../options/export.ts'
import { proxyProblems } from '../prepare/connection.ts'
import { withEngine } from '../prepare/engine.ts'
import { needs, openProject } from '../prepare/open-project.ts'
import { isReady } from '../prepare/ready.ts'
import type { ProjectRequest } from '../options/common.ts'

export type ExportRequest = Omit<ExportFlags, 'format' | 'color' | 'debug' | 'apiKeyFile'> &
  Partial<Pick<ExportFlags, 'format'>> &
  ProjectRequest

const unwritten = 'Nothing was written.'

/** Subscribers to write: undefined for none, or a search of the service. */
type Query = Readonly<Record<string, string>> | undefined

export async function exportManifests(
  request: ExportRequest,
  run: Run,
): Promise<OperationEnd<ResultAccount<'export'>>> {
  const query = queryOf(request.subscribers)
  const isIdle = request.format === 'csv' && query === undefined
  const mistakes = [
    ...proxyProblems(run.machine.env),
    ...(isProblem(query) ? [query] : []),
    ...(isIdle ? [withoutSubscribers()] : []),
    ...(request.out === undefined ? [] : folderProblems(request.out, run.machine)),
  ]
  if (mistakes.length > 0 || isProblem(query)) return refused('export', { problems: mistakes })
  const ready = await openProject(request, needs.export, run)
  if (!isReady(ready)) return refused('export', ready)
  const { project, problems } = ready
  if (query !== undefined && project.privacy === 'mask' && request.showPersonalData !== true)
    return refused('export', { problems: [...problems, unmasked()] })
  const seen: Problem[] = []
  const warn = (found: readonly InService[]): void => {
    for (const each of found) append(seen, warningProblems(each, each.target, project.rules))
  }
  try {
    const result = await withEngine(request, run, (engine) =>
      filesOf({ ...request, project, warn }, query, engine, run.machine),
    )
    if (!('files' in result)) {
      // Some manifests may be written already: these problems say what was.
      const closing = result.some(({ rule }) => rule === 'file-unwritable') ? '' : unwritten
      return refused('export', { problems: [...problems, ...result] }, closing)
    }
    const warnings = [...problems, ...seen, ...personalWarning(result, project, run.machine)]
    const isShown = request.out === undefined && request.write !== true
    const isWritten = !isShown && result.files.length > 0
    return {
      account: { command: 'export', exit: exitOfProblems(warnings), problems: warnings, result },
      closing: isWritten ? 'The manifests were written.' : unwritten,
    }
  } catch (error) {
    return refused('export', { problems: [...problems, problemOf(error, undefined)] }, unwritten)
  }
}

async function filesOf(
  request: Omit<FolderRequest, 'query'> & Pick<ExportRequest, 'out' | 'write'>,
  query: Query,
  engine: Engine,
  machine: Machine,
): Promise<Results['export'] | readonly Problem[]> {
  const { out } = request
  if (out === undefined) return updateManifests(request, engine, machine)
  const read = await exported({ ...request, query }, engine, machine)
  return 'files' in read ? writeExport(read, out, request.project, machine) : read
}

function unmasked(): Problem {
  return badFlag(
    `${option('subscribers')} writes unmasked personal data, but the project has \`privacy: mask\``,
    `Add ${option('showPersonalData')}, or remove ${option('subscribers')}.`,
  )
}

function withoutSubscribers(): Problem {
  return badFlag(
    `${option('format', 'csv')} writes subscribers, but ${option('subscribers')} is not given`,
    `Add ${option('out', 'FOLDER')} ${option('subscribers', 'all')}, or remove ${option('format', 'csv')}.`,
  )
}

/** Undefined for none. */
function queryOf(text: string): Readonly<Record<string, string>> | Problem | undefined {
  if (text === 'none') return undefined
  if (text === 'all') return {}
  // A plus stays a plus, because addresses contain it.
  const pairs = [...new URLSearchParams(text.replaceAll('+', '%2B'))]
  const query = Object.fromEntries(pairs)
  const isValid = pairs.every(([key, value]) => searchable.includes(key) && value !== '')
  return isValid && pairs.length > 0 && pairs.length === Object.keys(query).length
    ? query
    : badFlag(
        `${option('subscribers')} ${text} is not a valid search`,
        `Write "none", "all", or KEY=VALUE pairs joined by &. Use each of these keys at most once: ${searchable.join(', ')}.`,
      )
}

const searchable: readonly string[] = ['subscriberId', 'email', 'name', 'phone']

function personalWarning(
  { files, variables }: Pick<Results['export'], 'files' | 'variables'>,
  { root }: FolderRequest['project'],
  { cwd }: Machine,
): Problem[] {
  const personal = files.find(({ file }) => isPersonal(file))
  if (personal === undefined) return []
  const folder = dirname(personal.file)
  const ignored = pathInside(resolve(cwd, folder), root)
  const advice =
    ignored === undefined
      ? `Don't commit the folder ${folder}.`
      : `Add the line ${ignored}/ to ${join(relative(cwd, root), '.gitignore')}.`
  const example = files.find(({ file }) => file.endsWith('.env.example'))
  const isNamed = variables.some(({ resource }) => maskWithin(resource) !== resource)
  const also =
    example && isNamed ? ` Don't commit ${example.file} either, because it contains IDs of subscribers.` : ''
  return [
    warningOf(
      'personal-data',
      `${personal.file} contains personal data of subscribers`,
      `${advice} Manifests don't include this folder, so a clone without it works. To plan the subscribers, use ${option('files', [folder])}. If a manifest includes the file, write optional: true in the include.${also}`,
    ),
  ]
}
