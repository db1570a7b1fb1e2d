// Smoke suites → cases for each selected target, and every problem that can be found without the service.
import { append } from '../../core/append.ts'
import { inReadingOrder, type Position } from '../../core/problem.ts'
import type { SmokeCase, SmokePrimary, Suites } from '../../core/delivery/suite.ts'
import type { Loaded } from '../load.ts'
import type { ProjectInput } from '../project-input.ts'
import { findFiles, patternsIn } from '../text/find.ts'
import { looksSecret, masksOf, type IsSecretPath } from '../frames/masks.ts'
import { parseYaml } from '../text/parse.ts'
import { readText, type FoundFile } from '../text/read.ts'
import type { Reporter } from '../frames/reporter.ts'
import { reading } from '../loading.ts'
import { lineOf, sourceOf } from '../text/source.ts'
import { readSuite, type SuiteContext } from './suite.ts'

export type LoadedSuites = Suites & Pick<Loaded, 'problems' | 'files' | 'ignored'>

/** `files` are of the command line, from the working directory; without any, those of the project file. */
export async function loadSuites(project: ProjectInput, files: readonly string[]): Promise<LoadedSuites> {
  const { reporter, report, list, resolvers } = reading(project)
  const isNamed = files.length > 0
  const { cwd } = project.settings
  const { files: found, ignored } = findFiles({
    patterns: isNamed
      ? patternsIn(files, undefined, [])
      : patternsIn(project.smoke.suites, project.tree, ['smoke', 'suites']),
    from: isNamed ? cwd : project.root,
    cwd,
    except: project.path,
    readable: project.readable,
    namedBy: isNamed ? 'command line' : 'project',
    report,
  })
  const names = new Map<string, Position>()
  const cases: SmokeCase[] = []
  const primaries: SmokePrimary[] = []
  for (const file of found) {
    const context = { file: file.name, list, resolvers, report, names }
    const read = await readFile(file, context, project, reporter.mask)
    append(cases, read.cases)
    append(primaries, read.primaries)
  }
  return { cases, primaries, problems: inReadingOrder(reporter.problems()), files: found.length, ignored }
}

async function readFile(
  file: FoundFile,
  context: SuiteContext,
  { inputLimits: limits, settings: { stdin } }: ProjectInput,
  mask: Reporter['mask'],
): Promise<Suites> {
  const { report } = context
  const text = await readText(file, { limits, stdin }, report)
  if (text === undefined) return { cases: [], primaries: [] }
  const source = sourceOf(file.name, text)
  const parsed = await parseYaml(source, report, limits)
  mask(source, masksOf(source, parsed, isSecretInSuite, 'hidden'))
  if (parsed.documents.length === 0 && parsed.isSound)
    report({
      rule: 'empty-file',
      place: { source: lineOf(file.name, 1), range: [0, 0] },
      message: 'this file has no cases',
      hint: 'Add a case to this file, or remove the file.',
    })
  const read = parsed.documents.map((document) => readSuite(document, context))
  return {
    cases: read.flatMap(({ cases }) => cases),
    primaries: read.flatMap(({ primaries }) => primaries),
  }
}

const isSecretInSuite: IsSecretPath = (path) => path.some(looksSecret)
