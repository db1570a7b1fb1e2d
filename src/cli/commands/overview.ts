// `belfry` alone: the state of a project in five lines, from its files; without a project, three commands to begin with.
import { readdirSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { exits, isProblem } from '../../core/problem.ts'
import { visible } from '../../core/visible.ts'
import { counted, listText } from '../../core/words.ts'
import { journalIn, opened, reading } from '../../library/files/read-file.ts'
import { findProjectFile, targetNames } from '../../library/files/target-names.ts'
import { validate } from '../../library/operations/validate.ts'
import { needs, openProject } from '../../library/prepare/open-project.ts'
import { isReady, type Loaded } from '../../library/prepare/ready.ts'
import type { Target } from '../../core/target.ts'
import type { ValidateAccount } from '../../report/account.ts'
import type { Io } from '../terminal/io.ts'

const firstSteps = `There is no belfry.yaml in this folder or above it. To begin:

  belfry init       start a project in this folder
  belfry sandbox    run a local service with test data
  belfry --help     list all commands
`

const all = { targets: [], fileRoots: [] }

/** The exit code is that of validate; without a project it is 3, because a command is missing. */
export async function overview(io: Io): Promise<number> {
  const file = findProjectFile(io.cwd)
  if (file === undefined) {
    io.err(firstSteps)
    return exits.mistake
  }
  const targets = await targetNames(io.cwd)
  const { account, loaded } = await validate(all, { machine: io, follow: () => {} })
  const rows = {
    Project: relative(io.cwd, file),
    Targets: listText(targets, 3) || 'none can be read',
    Declared: declared(account),
    'Last apply': lastApply(dirname(file), io.cwd),
    Next: account.exit === 0 ? await nextCommand(io, loaded) : 'belfry validate',
  }
  for (const [name, text] of Object.entries(rows)) io.out(`${`${name}:`.padEnd(12)}${visible(text)}\n`)
  return account.exit
}

/** Of a project without mistakes in its files. */
async function nextCommand(io: Io, loaded: Loaded | undefined): Promise<string> {
  const run = { machine: io }
  const found = await openProject(all, { ...needs.seals, keys: 'untried' }, run)
  const targets = isReady(found) ? found.project.targets : []
  // The API key of a new environment may be missing until apply has created the environment.
  const isNew = ({ alias, environment = alias }: Target): boolean =>
    loaded?.organisation.some(({ kind, name }) => kind === 'environment' && name === environment) === true
  if (!targets.some(({ apiKey }) => apiKey) || !targets.every((each) => each.apiKey ?? isNew(each)))
    return "belfry doctor  # an API key or the service URL can't be used"
  const need = { ...needs.seals, manifests: 'valid' } as const
  if (isReady(await openProject(all, need, run))) return 'belfry plan'
  return isReady(await openProject(all, need, run, { secrets: 'needed' }))
    ? 'belfry plan --secrets=needed  # a reference of a manifest has no value'
    : 'belfry plan  # lists the references that have no value'
}

function declared({ problems, resources = 0, files }: ValidateAccount): string {
  const errors = problems.filter(({ severity }) => severity === 'error').length
  if (errors > 0) return counted(errors, 'error')
  const warnings = problems.length === 0 ? '' : `, ${counted(problems.length, 'warning')}`
  return `${counted(resources, 'resource')} in ${counted(files, 'file')}${warnings}`
}

/** Of the journals beside the project file and in the folder that the manual recommends. */
function lastApply(root: string, cwd: string): string {
  const runs = [root, join(root, 'journals')].flatMap(ndjsonIn).flatMap((path) => {
    const file = relative(cwd, path)
    const journal = reading(file, () => journalIn(opened(file, { cwd })))
    return journal === undefined || isProblem(journal) ? [] : journal.runs.map((run) => ({ ...run, file }))
  })
  const applies = runs.filter(({ failover }) => failover === undefined)
  const [last] = applies.toSorted((one, other) => (one.started < other.started ? 1 : -1))
  if (last === undefined) return 'no journal of an apply found; apply --journal FILE writes one'
  const { started, outcomes, exit, file } = last
  const done = outcomes.filter(({ status }) => status === 'done').length
  const end = exit === undefined ? 'not ended' : `exit ${exit}`
  return `${started.slice(0, 16).replace('T', ' ')} UTC, ${counted(done, 'change')} done, ${end} (${file})`
}

function ndjsonIn(folder: string): readonly string[] {
  const entries = reading(folder, () => readdirSync(folder, { withFileTypes: true }))
  if (isProblem(entries)) return []
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ndjson'))
    .map(({ name }) => join(folder, name))
}
