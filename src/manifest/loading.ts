// What one load of manifests shares: the collector, and a resolver for each target.
import type { Kind } from '../kinds/kind.ts'
import type { ProjectInput } from './project-input.ts'
import { Declarations } from './bulk/declarations.ts'
import { Lines } from './bulk/lines.ts'
import { reporterFor, type Found, type Report, type Reporter } from './frames/reporter.ts'
import { Resolver } from './references/resolve.ts'
import type { Source } from './text/node.ts'
import type { TargetList } from './target-list.ts'

export interface Run {
  readonly project: ProjectInput
  readonly registry: readonly Kind[]
  readonly reporter: Reporter
  readonly report: Report
  readonly list: TargetList
  readonly resolvers: ReadonlyMap<string | undefined, Resolver>
  /** Filled while manifests are read, for the organisation and each target of which there is something. */
  readonly collected: Map<string | undefined, Declarations>
  readonly lines: Lines
  readonly files: Set<string>
  readonly sources: Source[]
  /** Texts that problems show instead of secrets: the filter must not treat them as secrets. */
  readonly shown: Set<string>
  /** By origin, secrets without a value that are an error only if they are sent. */
  readonly unset: Map<string, Found>
  /** Names of `${secret:NAME}` that have to be read. */
  readonly unread: Set<string>
  /** Number of items so far. */
  items: number
  /** False once something couldn't be read that may declare what others refer to. */
  isSound: boolean
}

/** The reporter and the resolvers with which manifests and suites are read. */
export function reading(project: ProjectInput): Pick<Run, 'reporter' | 'report' | 'list' | 'resolvers'> {
  const reporter = reporterFor(project.rules)
  // If the project has only one target, naming it adds nothing.
  const report: Report = (found) =>
    reporter.report(project.allTargets.length > 1 ? found : { ...found, target: undefined })
  if (project.source !== undefined && project.masks !== undefined)
    reporter.mask(project.source, project.masks)
  const organisation = new Resolver(project, undefined, report)
  const resolvers = new Map<string | undefined, Resolver>([[undefined, organisation]])
  for (const { alias } of project.targets) resolvers.set(alias, new Resolver(project, alias, report))
  return {
    reporter,
    report,
    list: {
      all: project.allTargets.map(({ alias }) => alias),
      isOfFile: project.file !== undefined,
      resolver: organisation,
      report,
    },
    resolvers,
  }
}

export function beginRun(project: ProjectInput, registry: readonly Kind[]): Run {
  const shown = new Set<string>()
  project.settings.filter?.addVisible((hear) => shown.forEach((text) => hear(text)))
  return {
    ...reading(project),
    project,
    registry,
    collected: new Map(),
    lines: new Lines(),
    files: new Set(),
    sources: [],
    shown,
    unset: new Map(),
    unread: new Set(),
    items: 0,
    isSound: true,
  }
}

/** What is declared so far for a target, or for the organisation. */
export function declarationsFor(
  target: string | undefined,
  { collected, lines, project: { ignore } }: Run,
): Declarations {
  const known = collected.get(target)
  if (known !== undefined) return known
  const none = new Declarations(target, lines, ignore)
  collected.set(target, none)
  return none
}
