// Opens a project: an operation names its needs, and only those are opened.
import { append } from '../../core/lists.ts'
import { given } from '../../core/given.ts'
import { errorOf, hasErrors, inReadingOrder, type Problem } from '../../core/problem.ts'
import type { Secret } from '../../core/secrets/secret.ts'
import { option } from '../../core/shell.ts'
import { isSelected, selectsAll, type Selection } from '../../engine/plan/select.ts'
import { catalogueWords } from '../../kinds/providers.ts'
import { registry } from '../../kinds/registry.ts'
import type { Desired } from '../../kinds/resource.ts'
import { loadManifests, type Loaded } from '../../manifest/load-manifests.ts'
import { loadProject } from '../../project/load-project.ts'
import type { Project, Settings, Target } from '../../project/project.ts'
import { pathWords } from '../../service/operations.ts'
import type { Machine, Run } from '../run.ts'
import { ledgerOf } from '../apply/ledger-file.ts'
import { maxChangesProblems } from '../options/plan.ts'
import { withCommandSecrets } from '../secret-command/run-command.ts'
import { withAcceptedKeys, fingerprintSecretIn, sealKeyProblem, sandboxKeys } from './keys.ts'
import { proxyProblems } from './connection.ts'
import { declaredSuites } from './declared-suites.ts'
import { missingKey } from '../../engine/keyless.ts'
import type { NotReady, PlanReady, ProjectReady, Ready, TargetReady } from './ready.ts'
import { fileRootProblems, settingsOf, type ProjectAt, type Wishes } from './settings.ts'

interface Opening {
  /** `live`: variables, files and API keys must exist. */
  readonly values: Settings['need']
  /** Without `-f`, `-t` and what only one reader can read. */
  readonly isWhole?: true
  /**
   * `accepted`: of several keys, the first that the service accepts is used. `sandbox`: sandbox targets get the sandbox's keys
   * too. `untried`: as `sandbox`, but no request is sent. `required`: a target without a key is an error.
   */
  readonly keys?: 'accepted' | 'sandbox' | 'untried' | 'required'
  /** `valid`: errors stop the operation. `known`: errors don't matter, and no secret command runs. */
  readonly manifests?: 'valid' | 'known'
  /** The options of the connection: `first` reports a mistake alone, `last` together with those of the project. */
  readonly connection?: 'first' | 'last'
  /** Fingerprints are made, so their key is checked. */
  readonly hasSeals?: true
  /** `${secret:NAME}` is read with the secret command. */
  readonly runsCommand?: true
  /** Exactly one target is selected. */
  readonly isOne?: true
  /** Mistakes in smoke suites are errors, and addresses are judged as if keys were sent. */
  readonly isStrict?: true
  /** The ledger, and the roles of integrations that other manifests declare. */
  readonly plans?: true
}

/** What is opened for each need. An operation may add to a row: audit makes fingerprints. */
export const needs = {
  file: { values: 'offline' },
  whole: { values: 'offline', isWhole: true },
  offline: { values: 'offline', manifests: 'valid' },
  validate: { values: 'offline', manifests: 'valid', isStrict: true },
  seals: { values: 'live' },
  service: { values: 'live', keys: 'accepted' },
  export: { values: 'live', keys: 'required' },
  doctor: { values: 'live', keys: 'accepted', connection: 'last', hasSeals: true, runsCommand: true },
  dryRun: { values: 'live', keys: 'untried', manifests: 'known', connection: 'last', isOne: true },
  target: { values: 'live', keys: 'required', manifests: 'known', connection: 'last', isOne: true },
  targets: { values: 'live', keys: 'required', manifests: 'known', connection: 'last' },
  plan: {
    values: 'live',
    keys: 'sandbox',
    manifests: 'valid',
    connection: 'first',
    hasSeals: true,
    runsCommand: true,
    plans: true,
  },
} as const satisfies Readonly<Record<string, Opening>>

type Opened<Need extends Opening> = Need extends { readonly plans: true }
  ? PlanReady
  : Need extends { readonly isOne: true }
    ? TargetReady<Need extends { readonly keys: 'required' } ? Secret : undefined>
    : Need extends { readonly manifests: string }
      ? Ready
      : ProjectReady

/** Parts that an operation adds to its request. */
export interface Own extends Wishes {
  /** Mistakes of the request that the operation found: reported with those of the project. */
  readonly problems?: readonly Problem[]
  /** Other problems of the one target. */
  readonly check?: ((project: Project, target: Target) => readonly Problem[]) | undefined
}

/** The opened project, or all problems. `follow` gets the project once its file is read. */
export async function openProject<const Need extends Opening>(
  at: ProjectAt,
  need: Need,
  { machine, follow }: Pick<Run, 'machine'> & Partial<Pick<Run, 'follow'>>,
  own: Own = {},
): Promise<Opened<Need> | NotReady> {
  const opening: Opening = need
  const early = opening.connection === 'first' ? firstMistake(at, machine) : []
  if (early.length > 0) return { problems: early }
  const { project, privacy, ...found } = await readProject(at, opening, machine, own)
  follow?.(project ?? given({ privacy }))
  const problems = [...(own.problems ?? []), ...found.problems]
  if (opening.connection === 'last') append(problems, proxyProblems(machine.env))
  if (opening.connection === 'last' && opening.hasSeals === true)
    append(problems, [sealKeyProblem(machine) ?? []].flat())
  if (project === undefined) return { privacy, problems }
  if (opening.isOne === true && project.targets.length !== 1)
    return { privacy, problems: [...problems, notOneTarget(project)] }
  const loaded = opening.manifests === 'valid' ? await validManifests(project, opening, problems) : undefined
  const keyed = withKeys(project, opening, problems)
  const [target] = keyed.targets
  const isOwnOnly = !hasErrors(problems.slice(own.problems?.length ?? 0))
  if (target !== undefined && isOwnOnly) append(problems, own.check?.(keyed, target) ?? [])
  const sorted = loaded === undefined ? problems : inReadingOrder(problems)
  if (hasErrors(sorted)) return { privacy, problems: sorted, ...given({ loaded }) }
  const known = opening.manifests === 'known' ? await manifestsOf(keyed, 'known') : undefined
  const ready = { project: keyed, problems: sorted, ...given({ loaded: loaded ?? known }) }
  const more = opening.plans === true ? await forPlan(ready as Ready, at, machine) : ready
  return (opening.isOne === true ? { ...more, target, apiKey: target?.apiKey } : more) as Opened<Need>
}

function notOneTarget({ targets }: Project): Problem {
  return errorOf(
    'one-target',
    `this command needs exactly one target, and ${targets.length} are selected`,
    `Choose a target with ${option('target')}: ${targets.map(({ alias }) => alias).join(', ')}.`,
  )
}

/** The first check that finds a mistake. */
function firstMistake(at: ProjectAt, machine: Machine): readonly Problem[] {
  const checks = [
    proxyProblems(machine.env),
    maxChangesProblems(at.maxChanges),
    [sealKeyProblem(machine) ?? []].flat(),
  ]
  return checks.find((each) => each.length > 0) ?? []
}

/** Without a project there is an error. Sandbox targets have no key yet if none is written: see `sandboxKeys`. */
async function readProject(
  at: ProjectAt,
  { values, isWhole, isStrict, keys, runsCommand, plans }: Opening,
  machine: Machine,
  own: Own,
): Promise<NotReady & { readonly project?: Project }> {
  const problems = fileRootProblems(at, machine)
  if (problems.length > 0) return { problems }
  const settings = await settingsOf(at, own, machine, problems, isWhole === true)
  const selects = plans === true ? selectsIn(at) : undefined
  const judged = given({ selects: selects ?? settings.selects, judgesAddresses: isStrict })
  const read = await loadProject({ ...settings, need: values, ...judged })
  append(problems, read.problems)
  machine.filter.addVisible((visit) => [...catalogueWords(), ...pathWords()].forEach(visit))
  for (const { apiKey, otherKeys = [] } of read.project?.targets ?? [])
    [apiKey, ...otherKeys].forEach(machine.filter.addSecrets)
  machine.filter.addSecrets(fingerprintSecretIn(machine))
  const sorted = inReadingOrder(problems)
  const privacy = read.project?.privacy
  if (read.project === undefined || hasErrors(sorted)) return { privacy, problems: sorted }
  const { targetVariables = read.project.targetVariables } = own
  const written = { ...read.project, targetVariables }
  const isTried = keys !== undefined && keys !== 'untried'
  const accepted = isTried ? await withAcceptedKeys(written, at, machine) : written
  const project = runsCommand === true ? withCommandSecrets(accepted, at, machine) : accepted
  return { project, privacy, problems: sorted }
}

/** Undefined if all are selected. */
function selectsIn({ only = [], exclude = [] }: ProjectAt): Settings['selects'] {
  const selection: Selection = { only, exclude, resend: [] }
  return selectsAll(selection) ? undefined : (each: Desired) => isSelected(each, selection)
}

/** With the project's smoke suites, which are checked with them. */
async function validManifests(project: Project, { isStrict }: Opening, problems: Problem[]): Promise<Loaded> {
  const loaded = await loadManifests(project, registry)
  const { smoke, settings } = project
  const hasSuites = smoke.suites.length > 0 && settings.files === undefined
  const suites = hasSuites ? await declaredSuites(project, loaded) : undefined
  append(problems, loaded.problems)
  // A mistake in a suite must not hide drift.
  const severity = isStrict === true ? undefined : ('warning' as const)
  append(problems, suites?.problems.map((each) => ({ ...each, ...given({ severity }) })) ?? [])
  const ignored = [...loaded.ignored, ...(suites?.ignored ?? [])]
  const files = loaded.files + (suites?.files ?? 0)
  return { ...loaded, files, manifests: loaded.files, ignored }
}

function withKeys(project: Project, { keys }: Opening, problems: Problem[]): Project {
  if (keys === undefined || keys === 'accepted') return project
  const keyed = sandboxKeys(project, problems)
  if (keys === 'required')
    append(problems, keyed.targets.filter(({ apiKey }) => apiKey === undefined).map(missingKey))
  return keyed
}

async function forPlan(ready: Ready, at: ProjectAt, machine: Machine): Promise<PlanReady | NotReady> {
  const problems = [...ready.problems]
  const ledger = ready.project.unreadable === 'ledger' ? ledgerOf(ready.project, problems) : undefined
  if (hasErrors(problems)) return { problems }
  return {
    ...ready,
    problems,
    ledger,
    ...given({ rolesElsewhere: await rolesElsewhere(ready, at, machine) }),
  }
}

/** With `-f`, the standby that is primary, or the declared primary integration, may be in another manifest of the project. */
async function rolesElsewhere(
  { project, loaded }: Ready,
  at: ProjectAt,
  machine: Machine,
): Promise<PlanReady['rolesElsewhere']> {
  if (at.files === undefined || at.files.length === 0 || project.file === undefined) return undefined
  if (project.targets.every(({ alias }) => rolesIn(loaded, alias).length === 0)) return undefined
  const whole = await openProject(at, needs.whole, { machine })
  if (!('project' in whole)) return undefined
  const all = await manifestsOf(whole.project, 'named')
  return (target) => rolesIn(all, target)
}

/** Standbys and declared primary integrations. */
function rolesIn({ forTarget }: Loaded, target: string): readonly Desired[] {
  return [...forTarget(target).ofKind('integration')].filter(
    ({ declared, fields }) => declared['standby'] !== undefined || fields['primary'] === true,
  )
}

/**
 * The manifests of an open project, read again. `all`: of all targets, because unselected targets may share values, with
 * secrets by name. `known`: before the first request, so that the filter knows the secrets that are set; errors don't matter,
 * and no secret command runs. `named`: variables and files of secrets need not exist. `opened`: as the operation needs them.
 */
export function manifestsOf(
  project: Project,
  as: 'all' | 'known' | 'named' | 'opened',
  { texts, ...changed }: Partial<Pick<Project, 'targetVariables'>> & Pick<Settings, 'texts'> = {},
): Promise<Loaded> {
  const { secrets: _secrets, commandSecrets: _command, ...settings } = project.settings
  const read = {
    all: { ...settings, need: 'live', secrets: 'named', ...given({ texts }) },
    known: { ...settings, need: 'live' },
    named: { ...settings, secrets: 'named' },
    opened: project.settings,
  } as const
  const targets = as === 'all' ? project.allTargets : project.targets
  return loadManifests({ ...project, targets, ...changed, settings: read[as] }, registry)
}

/** One side of a diff. */
export interface Tree {
  /** Absent if the project file has errors, or if a revision has none. */
  readonly project?: Project
  readonly loaded?: Loaded
  readonly problems: readonly Problem[]
}

/** Reads a project file and its manifests without a service, for one side of a diff. */
export async function readTree(settings: Settings): Promise<Tree> {
  const { project, problems } = await loadProject(settings)
  if (project === undefined || hasErrors(problems)) return { problems }
  const loaded = await loadManifests(project, registry)
  return { project, loaded, problems: [...problems, ...loaded.problems] }
}
