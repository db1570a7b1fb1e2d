// What one target would change in another. Its clients can't write.
import { commandLine, option } from '../../core/shell.ts'
import { append } from '../../core/append.ts'
import { given } from '../../core/given.ts'
import { quoting } from '../../core/secrets/leak.ts'
import { listText } from '../../core/words.ts'
import { hasErrors, inReadingOrder, type Problem } from '../../core/problem.ts'
import { compareSides } from '../../engine/compare/compare.ts'
import { readSides, type Side, type Sides } from '../../engine/compare/sides.ts'
import { idleProblem, isSelected, matchesAny, nothingSelected } from '../../engine/plan/select.ts'
import { registry } from '../../kinds/registry.ts'
import type { PlanAccount } from '../../report/account.ts'
import type { Run } from '../ambient.ts'
import { meantIn } from '../compare/meant.ts'
import { refused, type Ended } from '../ended.ts'
import { exitOfCompare, exitOfProblems } from '../exit.ts'
import { openEngine } from '../prepare/engine.ts'
import { openProject } from '../prepare/open-project.ts'
import { isReady, type Ready } from '../prepare/ready.ts'
import type { ConnectionRequest, ProjectRequest, SelectionRequest } from '../requests.ts'

export interface CompareRequest extends Omit<ProjectRequest, 'targets'>, ConnectionRequest, SelectionRequest {
  readonly files: readonly string[]
  /** What the manifests declare is compared, and nothing is read. */
  readonly declared?: true
  /** Exit with 2 if anything differs that the manifests don't declare differently on purpose. */
  readonly detailedExitcode?: true
}

export async function compare(
  pair: readonly [from: string, to: string],
  request: CompareRequest,
  run: Run,
): Promise<Ended<PlanAccount>> {
  const { only, exclude, detailedExitcode } = request
  const by = request.declared === true ? 'declared' : 'live'
  const ready = await openProject({ ...request, targets: pair }, by === 'live' ? 'targets' : 'offline', run)
  if (!isReady(ready)) return refused('compare', ready)
  const { sides, requests, problems: found } = await sidesOf(ready, request, run)
  const problems = [...ready.problems, ...found.map((each) => quoting(each, run.world.filter))]
  const [from, to] = pair.map((name) => sides.find(({ alias }) => alias === name))
  if (from === undefined || to === undefined) problems.push(noPattern())
  if (!hasErrors(problems)) append(problems, idleAmong(sides, request, ready.loaded))
  if (hasErrors(problems) || from === undefined || to === undefined) return refused('compare', { problems })
  const selection = { only, exclude, resend: [] }
  const same = request.full === true ? ('listed' as const) : undefined
  const isMeant = meantIn(ready.loaded, by === 'live' ? sides : [])(from.alias, to.alias)
  const made = await compareSides({ by, selection, registry, from, to, isMeant, ...given({ same }) })
  const all = inReadingOrder([...problems, ...made.problems])
  const plan = { ...made, requests }
  const exit = exitOfProblems(all) || exitOfCompare(plan, detailedExitcode === true)
  return {
    account: { command: 'compare', exit, problems: all, plan, sides: [from.alias, to.alias] },
    closing: 'Nothing was written.',
  }
}

/** A selector that only matches declared resources, and none in a service, is not a typo: there is nothing to compare. */
function idleAmong(
  sides: readonly Side[],
  { declared: isDeclared, only, exclude }: CompareRequest,
  { forTarget }: Ready['loaded'],
): Problem[] {
  const where = listText(sides.map(({ alias }) => alias))
  const shown = sides.flatMap(({ resources, duplicates }) => [...resources, ...duplicates])
  const declared = sides.flatMap(({ alias }) => [...forTarget(alias)])
  const kinds = registry.map(({ name }) => name)
  const idleIn = (name: string, selectors: readonly string[]): Problem[] =>
    selectors
      .filter((selector) => !shown.some((each) => matchesAny(each, [selector])))
      .map((selector) =>
        declared.some((each) => matchesAny(each, [selector]))
          ? {
              rule: 'idle-selector',
              severity: 'warning',
              message: `${option(name)} ${selector} matches no resource in the service of ${where}, only in the manifests`,
              hint: `To compare what the manifests declare, use ${option('by', 'declared')}.`,
            }
          : idleProblem(
              name,
              selector,
              isDeclared !== true ? `no resource of ${where}` : 'no declared resource',
              [...shown, ...declared],
              kinds,
            ),
      )
  const idle = [...idleIn('only', only), ...idleIn('exclude', exclude)]
  const isNothing = shown.length > 0 && !shown.some((each) => isSelected(each, { only, exclude, resend: [] }))
  return idle.length === 0 && isNothing ? [nothingSelected] : idle
}

const noPattern = (): Problem => ({
  rule: 'unknown-target',
  severity: 'error',
  message: "compare needs the names of two targets, and doesn't accept patterns",
  hint: `Write ${commandLine('compare FROM TO')}.`,
})

async function sidesOf(
  { project: { targets }, loaded }: Ready,
  request: CompareRequest,
  run: Run,
): Promise<Sides> {
  if (request.declared === true)
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
  const { engine, close } = openEngine(request, run)
  try {
    return await readSides(targets, loaded, engine)
  } finally {
    run.clear()
    await close()
  }
}
