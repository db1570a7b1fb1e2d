// belfry export: writes what is in the service as manifests, so that a team can begin with what it has.
import { dirname } from 'node:path'
import { given } from '../../core/given.ts'
import { hasErrors, isProblem, type Problem } from '../../core/problem.ts'
import { exported, folderProblems, writeExport } from '../export/export.ts'
import { updateManifests } from '../export/update.ts'
import { connectionProblems } from '../../library/prepare/connection.ts'
import { openEngine } from '../../library/prepare/engine.ts'
import { openProject } from '../../library/prepare/open-project.ts'
import { exitOfProblems } from '../../library/exit.ts'
import { type ExportFlags, exportFlags } from '../../library/options/export.ts'
import { flagProblems } from '../../library/options/flag.ts'
import { badFlag } from '../../library/problems.ts'
import { telling, type Teller } from '../output.ts'
import type { Io } from '../terminal/io.ts'
import { createProgress } from '../terminal/progress.ts'
import { nothingWritten, watchSignals } from '../terminal/signals.ts'

export async function exportManifests(flags: ExportFlags, io: Io): Promise<number> {
  return telling('export', flags, io, (teller) => run(flags, io, teller))
}

async function run(flags: ExportFlags, io: Io, teller: Teller): Promise<number> {
  const { out, layout, only, exclude } = flags
  const query = queryOf(flags.subscribers)
  const problems = [
    ...(out === undefined ? updateProblems(flags) : folderFlagProblems(flags)),
    ...flagProblems(exportFlags, flags),
    ...connectionProblems(flags, io.env),
    ...(isProblem(query) ? [query] : []),
    ...(flags.channels === true && query === undefined && out !== undefined
      ? [badFlag('--channels works only with --subscribers')]
      : []),
    ...(out === undefined || out === '' ? [] : folderProblems(out, io)),
  ]
  if (problems.length > 0 || isProblem(query)) return teller.refuse({ problems })
  const found = await openProject(flags, 'export', { world: io, follow: teller.follow })
  if (!('project' in found)) return teller.refuse(found)
  const { project } = found
  const refused: Problem[] = []
  if (query !== undefined && project.privacy === 'mask' && flags.showPersonalData !== true)
    refused.push(
      badFlag(
        '--subscribers writes unmasked personal data, but the project has `privacy: mask`',
        'Add --show-personal-data, or remove --subscribers.',
      ),
    )
  if (hasErrors(refused)) return teller.refuse({ problems: [...found.problems, ...refused] })
  const progress = createProgress(io, flags)
  const { release } = watchSignals(nothingWritten(teller.interrupted), io, progress.clear)
  const { engine, close } = openEngine(flags, progress)
  try {
    const channels = flags.channels === true
    const does = flags.write === true ? 'write' : 'show'
    const request = { project, layout, only, exclude, channels, ...given({ subscribers: query }) }
    const result =
      out === undefined
        ? await updateManifests({ project, only, exclude, does }, engine, io)
        : await exported(request, engine, io).then((read) =>
            'files' in read ? writeExport(read, out, project, io) : read,
          )
    progress.clear()
    if (!('files' in result)) return teller.refuse({ problems: [...found.problems, ...result] })
    const warnings = [...found.problems, ...personalWarning(result.files)]
    return teller.tell(
      { command: 'export', exit: exitOfProblems(warnings), problems: warnings, result },
      {
        closing:
          out === undefined && does === 'show' ? 'Nothing was written.' : 'The manifests were written.',
      },
    )
  } finally {
    release()
    await close()
  }
}

/** Options that make no sense for manifests that exist. */
function updateProblems({ subscribers, channels, write, dryRun }: ExportFlags): Problem[] {
  const isForOut = subscribers !== 'none' || channels === true
  return [
    ...(isForOut
      ? [
          badFlag(
            '--subscribers and --channels need --out FOLDER',
            'Add --out FOLDER. Without --out, export updates only the subscribers that the manifests already declare.',
          ),
        ]
      : []),
    ...(write === true && dryRun === true ? [badFlag("--write and --dry-run can't be used together")] : []),
  ]
}

function folderFlagProblems({ write, dryRun }: ExportFlags): Problem[] {
  return write === true || dryRun === true
    ? [
        badFlag(
          "--write and --dry-run can't be used with --out",
          'Remove --write and --dry-run, or remove --out. Without --out, export updates the existing manifests.',
        ),
      ]
    : []
}

/** Undefined for none. */
function queryOf(text: string): Readonly<Record<string, string>> | Problem | undefined {
  if (text === 'none') return undefined
  if (text === 'all') return {}
  // A plus is one: addresses have it.
  const pairs = [...new URLSearchParams(text.replaceAll('+', '%2B'))]
  const query = Object.fromEntries(pairs)
  const isValid = pairs.every(([key, value]) => searchable.includes(key) && value !== '')
  return isValid && pairs.length > 0 && pairs.length === Object.keys(query).length
    ? query
    : badFlag(
        `--subscribers ${text} is not a valid search`,
        `Write "none", "all", or KEY=VALUE pairs joined by &. Use each of these keys at most once: ${searchable.join(', ')}.`,
      )
}

const searchable: readonly string[] = ['subscriberId', 'email', 'name', 'phone']

function personalWarning(files: readonly { readonly file: string }[]): Problem[] {
  const personal = files.find(({ file }) => file.endsWith('.ndjson'))
  if (personal === undefined) return []
  return [
    {
      rule: 'personal-data',
      severity: 'warning',
      message: `${personal.file} contains personal data of subscribers`,
      hint: `Add the line ${dirname(personal.file)}/ to .gitignore. Manifests don't include this folder, so a clone without it works. To plan the subscribers, use -f ${dirname(personal.file)}. If a manifest includes the file, write optional: true in the include.`,
    },
  ]
}
