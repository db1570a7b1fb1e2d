// The changes that would make one target equal to another. Its clients can't write.
import { commandLine, option } from '../../core/shell.ts'
import { append } from '../../core/lists.ts'
import { given } from '../../core/given.ts'
import { quoting } from '../../core/secrets/leak.ts'
import { listText } from '../../core/words.ts'
import { errorOf, hasErrors, inReadingOrder, type Problem, warningOf } from '../../core/problem.ts'
import {
  compareTargets,
  type TargetsComparison,
  readSides,
  type TargetSide,
  type Sides,
} from '../../engine/sides/compare-targets.ts'
import { idleProblem, isSelected, matchesAny, nothingSelected } from '../../engine/plan/select.ts'
import { kindNames } from '../../kinds/kind.ts'
import { registry } from '../../kinds/registry.ts'
import type { PlanAccount } from '../../report/account.ts'
import type { Run } from '../run.ts'
import { refused, type OperationEnd } from '../operation-end.ts'
import { exitOfCompare } from '../exit.ts'
import { withEngine } from '../prepare/engine.ts'
import { needs, openProject } from '../prepare/open-project.ts'
import { isReady, type Ready } from '../prepare/ready.ts'
import type { FlagsOf } from '../options/flag.ts'
import type { compareFlags, SelectionRequest } from '../options/manifests.ts'
import type { ConnectionRequest, ProjectRequest } from '../options/common.ts'
import { answerFor, isEqual } from '../../core/plan/compare-fields.ts'
import { someLeaf, valueAt, type Value } from '../../core/value.ts'
import { byName } from '../../engine/sides/side-by-side.ts'
import type { Desired } from '../../kinds/resource.ts'
import { Resources } from '../../kinds/declared-resources.ts'
import type { Loaded } from '../../manifest/load-manifests.ts'
import { isReference, parseReferences } from '../../manifest/references/syntax.ts'
import { nodeAt, plainValue, type Node } from '../../manifest/text/node.ts'

type CompareRequest = Omit<ProjectRequest, 'targets'> &
  ConnectionRequest &
  SelectionRequest &
  Pick<FlagsOf<typeof compareFlags>, 'declared' | 'detailedExitcode'> & {
    readonly from: string
    readonly to: string
  }

const unwritten = 'Nothing was written.'

export async function compare(request: CompareRequest, run: Run): Promise<OperationEnd<PlanAccount>> {
  const { only, exclude, detailedExitcode } = request
  const pair = [request.from, request.to]
  const by = request.declared === true ? 'declared' : 'live'
  const need = by === 'live' ? ({ ...needs.targets, hasSeals: true } as const) : needs.offline
  const ready = await openProject({ ...request, targets: pair }, need, run)
  if (!isReady(ready)) return refused('compare', ready)
  const { sides, requests, problems: found } = await sidesOf(ready, request, run)
  const problems = [...ready.problems, ...found.map((each) => quoting(each, run.machine.filter))]
  const [from, to] = pair.map((name) => sides.find(({ target }) => target.alias === name))
  if (from === undefined || to === undefined) problems.push(noPattern())
  if (!hasErrors(problems)) append(problems, idleAmong(sides, request, ready.loaded))
  if (hasErrors(problems) || from === undefined || to === undefined)
    return refused('compare', { problems }, unwritten)
  const selection = { only, exclude, resend: [] }
  const same = request.full === true ? ('listed' as const) : undefined
  const isMeant = meantIn(ready.loaded, [from, to], by)
  const about = { by, selection, registry, isMeant, requests, ...given({ same }) } as const
  const plan = await compareTargets(from, to, about)
  const all = inReadingOrder([...problems, ...plan.problems])
  const exit = exitOfCompare(plan, detailedExitcode === true)
  return {
    account: { command: 'compare', exit, problems: all, plan, sides: [from.target.alias, to.target.alias] },
    closing: unwritten,
  }
}

/** A selector that only matches declared resources, and none in a service, is not a typo: there is nothing to compare. */
function idleAmong(
  sides: readonly TargetSide[],
  { declared: isDeclared, only, exclude }: CompareRequest,
  { forTarget }: Ready['loaded'],
): Problem[] {
  const where = listText(sides.map(({ target }) => target.alias))
  const shown = sides.flatMap(({ resources, duplicates }) => [...resources, ...duplicates])
  const declared = sides.flatMap(({ target }) => [...forTarget(target.alias)])
  const idleIn = (name: string, selectors: readonly string[]): Problem[] =>
    selectors
      .filter((selector) => !shown.some((each) => matchesAny(each, [selector])))
      .map((selector) =>
        declared.some((each) => matchesAny(each, [selector]))
          ? warningOf(
              'idle-selector',
              `${option(name)} ${selector} matches no resource in the service of ${where}, only in the manifests`,
              `To compare what the manifests declare, use ${option('by', 'declared')}.`,
            )
          : idleProblem(
              name,
              selector,
              isDeclared !== true ? `no resource of ${where}` : 'no declared resource',
              [...shown, ...declared],
              kindNames,
            ),
      )
  const idle = [...idleIn('only', only), ...idleIn('exclude', exclude)]
  const isNothing = shown.length > 0 && !shown.some((each) => isSelected(each, { only, exclude, resend: [] }))
  return idle.length === 0 && isNothing ? [nothingSelected()] : idle
}

const noPattern = (): Problem =>
  errorOf(
    'unknown-target',
    "compare needs the names of two targets, and doesn't accept patterns",
    `Write ${commandLine('compare FROM TO')}.`,
  )

async function sidesOf(
  { project: { targets }, loaded }: Ready,
  request: CompareRequest,
  run: Run,
): Promise<Sides> {
  if (request.declared === true)
    return {
      sides: targets.map((target) => ({
        target,
        resources: [...loaded.forTarget(target.alias)],
        duplicates: [],
      })),
      problems: [],
      requests: { reads: 0, writes: 0, milliseconds: 0 },
    }
  return withEngine(request, run, (engine) => readSides(targets, loaded, engine))
}

/**
 * A field is meant to differ if the manifests declare two values for it, and each side that was read has its own of them. Two
 * entries that declare one resource for different targets don't show what is meant, so only their variables count.
 */
function meantIn(
  loaded: Loaded,
  sides: readonly [from: TargetSide, to: TargetSide],
  by: 'live' | 'declared',
): TargetsComparison['isMeant'] {
  const { collected } = loaded.written()
  const known = sides.map(({ target, resources }) => ({
    written: collected.get(target.alias),
    read: Resources.of(by === 'live' ? resources : []),
  }))
  return (resource, path) => {
    const keys = path.split('.')
    const found = known.flatMap(({ written, read }) => {
      const own = written?.builtOf(resource)
      if (own === undefined) return []
      const value = valueAt(own.desired.declared, keys)
      return { root: own.root(), value, read: read.get(resource.kind, resource.name) }
    })
    const [one, other] = found
    if (one === undefined || other === undefined) return false
    // One entry declares two values only with `perTarget` or with a variable.
    const isOneEntry = placeOf(one.root) === placeOf(other.root)
    if (!isOneEntry && !found.some(({ root }) => hasVariable(root, keys))) return false
    return (
      !isEqual(byName(one.value ?? null), byName(other.value ?? null)) &&
      found.every(({ read, value }) => hasValue(read, keys, value))
    )
  }
}

/** An undeclared or unknown value contradicts nothing. */
function hasValue(found: Desired | undefined, path: readonly string[], declared: Value | undefined): boolean {
  if (found === undefined || declared === undefined) return true
  return answerFor({ compare: 'value' }, declared, valueAt(found.declared, path)) !== 'different'
}

function hasVariable(root: Node, path: readonly string[]): boolean {
  const { node, depth } = nodeAt(root, path)
  // A variable may contain the whole map.
  if (depth < path.length && node.type !== 'scalar') return false
  return someLeaf(
    plainValue(node),
    (leaf) =>
      typeof leaf === 'string' &&
      parseReferences(leaf).some((part) => isReference(part) && ['var', 'target'].includes(part.kind)),
  )
}

function placeOf(node: Node): string {
  return `${node.source.file}\0${node.range.join()}`
}
