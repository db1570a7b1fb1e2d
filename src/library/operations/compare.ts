// What one target would change in another, or all targets beside each other. Its clients can't write.
import { quoting } from '../../core/secrets/leak.ts'
import { given } from '../../core/given.ts'
import { hasErrors, inReadingOrder, type Problem } from '../../core/problem.ts'
import { compareSides } from '../../engine/compare/compare.ts'
import { gridOf, isUneven } from '../../engine/compare/grid.ts'
import { readSides, type Side, type Sides } from '../../engine/compare/sides.ts'
import { idleSelectors, isSelected, type Selection } from '../../engine/plan/select.ts'
import { registry } from '../../kinds/registry.ts'
import { Resources } from '../../kinds/resources.ts'
import type { PlanAccount } from '../../report/account.ts'
import type { Ambient, Observer } from '../ambient.ts'
import { meantBetween } from '../compare/meant.ts'
import { refused, type Ended } from '../ended.ts'
import { exitOfCompare, exitOfProblems } from '../exit.ts'
import { connectionProblems } from '../prepare/connection.ts'
import { openEngine } from '../prepare/engine.ts'
import { sealKeyProblem } from '../prepare/fingerprint-keys.ts'
import { knownManifests } from '../prepare/known-manifests.ts'
import { missingKey } from '../prepare/one-target.ts'
import { prepare, prepareProject } from '../prepare/prepare.ts'
import { isReady, type NotReady, type Ready } from '../prepare/ready.ts'
import { sandboxKeys } from '../prepare/sandbox-keys.ts'
import type { ConnectionRequest, ProjectRequest, SelectionRequest } from '../requests.ts'

export interface CompareRequest extends ProjectRequest, ConnectionRequest, SelectionRequest {
  readonly file: readonly string[]
  /** `declared`: what the manifests declare is compared, and nothing is read. */
  readonly by: 'live' | 'declared'
  /** Exit with 2 if anything differs that the manifests don't declare differently on purpose. */
  readonly detailedExitcode?: true
}

/** `pair` are the names of two targets; undefined for all targets beside each other. */
export async function compare(
  pair: readonly [from: string, to: string] | undefined,
  request: CompareRequest,
  ambient: Ambient,
  observer: Observer,
): Promise<Ended<PlanAccount>> {
  const asked = { ...request, ...(pair && { target: pair }) }
  const ready =
    request.by === 'live' ? await readyLive(asked, ambient) : await prepare(asked, ambient, 'offline')
  observer.follow(isReady(ready) ? ready.project : ready)
  if (!isReady(ready)) return refused('compare', ready)
  const { sides, requests, problems: found } = await sidesOf(ready, asked, ambient, observer)
  const problems = [...ready.problems, ...found.map((each) => quoting(each, ambient.filter))]
  const named = (name: string): Side | undefined => sides.find(({ alias }) => alias === name)
  const [from, to] = (pair ?? []).map(named)
  if (pair !== undefined && (from === undefined || to === undefined)) problems.push(noPattern)
  if (hasErrors(problems)) return refused('compare', { problems })
  const { by, only, exclude, detailedExitcode } = request
  const selection: Selection = { only, exclude, resend: [] }
  const between = (one: string, other: string) =>
    meantBetween(ready.loaded, one, other, request.by === 'live' ? sides : [])
  const closing = 'Nothing was written.'
  if (from === undefined || to === undefined) {
    const idle = idleAmong(sides, selection)
    if (idle.length > 0) return refused('compare', { problems: [...problems, ...idle] })
    const grid = gridOf(sides, by, (each) => isSelected(each, selection), between)
    const exit = detailedExitcode === true && grid.integrations.some(isUneven) ? 2 : 0
    return { account: { command: 'compare', exit, problems, grid }, closing }
  }
  const isMeant = between(from.alias, to.alias)
  const same = request.full === true ? ('listed' as const) : undefined
  const made = await compareSides({ from, to, by, selection, registry, isMeant, ...given({ same }) })
  const all = inReadingOrder([...problems, ...made.problems])
  if (hasErrors(all)) return refused('compare', { problems: all })
  const plan = { ...made, requests }
  const exit = exitOfProblems(all) || exitOfCompare(plan, detailedExitcode === true)
  return {
    account: { command: 'compare', exit, problems: all, plan, sides: [from.alias, to.alias] },
    closing,
  }
}

/** A comparison of two targets finds its own. */
function idleAmong(sides: readonly Side[], selection: Selection): Problem[] {
  const of = new Map(sides.map(({ alias, resources }) => [alias, Resources.of(resources)]))
  return idleSelectors(
    selection,
    { organisation: [], forTarget: (alias) => of.get(alias) ?? Resources.of([]) },
    [...of.keys()],
    registry.map(({ name }) => name),
  )
}

const noPattern: Problem = {
  rule: 'unknown-target',
  severity: 'error',
  message: "compare needs the names of two targets, and doesn't accept patterns",
  hint: 'Write belfry compare FROM TO, or use --all.',
}

/** Errors in manifests don't matter: they only show what is meant to differ, and which subscribers to read. */
async function readyLive(request: CompareRequest, ambient: Ambient): Promise<Ready | NotReady> {
  const found = await prepareProject(request, ambient, 'live')
  if (!('project' in found)) return found
  const wrong: Problem[] = []
  const project = sandboxKeys(found.project, wrong)
  const problems: Problem[] = [
    ...found.problems,
    ...connectionProblems(request, ambient.env),
    ...[sealKeyProblem(ambient) ?? []].flat(),
    ...wrong,
    ...project.targets.filter(({ apiKey }) => apiKey === undefined).map(missingKey),
  ]
  if (hasErrors(problems)) return { privacy: project.privacy, problems }
  return { project, loaded: await knownManifests(project), problems }
}

async function sidesOf(
  { project: { targets }, loaded }: Ready,
  request: CompareRequest,
  ambient: Ambient,
  observer: Observer,
): Promise<Sides> {
  if (request.by === 'declared')
    return {
      sides: targets.map(({ alias, vendor }) => ({
        alias,
        ...given({ vendor }),
        url: '',
        resources: [...loaded.forTarget(alias)],
        duplicates: [],
      })),
      problems: [],
      requests: { reads: 0, writes: 0, milliseconds: 0 },
    }
  const { release } = observer.guard(() => undefined)
  const { engine, close } = openEngine(ambient, request, observer)
  try {
    return await readSides(targets, loaded, engine)
  } finally {
    observer.clear()
    release()
    await close()
  }
}
