// The text of a saved plan, for the file that --out names and for a program.
import { given } from '../../core/given.ts'
import { countsOf } from '../../core/plan/plan.ts'
import { refuseSecrets } from '../../core/secrets/leak.ts'
import type { Planned } from '../../engine/plan/request.ts'
import { savedPlanText } from '../../engine/saved/save.ts'
import { registry } from '../../kinds/registry.ts'
import type { Project } from '../../project/project.ts'
import { version } from '../../service/package.ts'
import type { Ambient } from '../ambient.ts'
import { commitOf } from './commit.ts'
import { sealKeys } from '../prepare/fingerprint-keys.ts'

export async function savedPieces(
  planned: Planned,
  failback: true | undefined,
  { root, targets }: Project,
  ambient: Ambient,
): Promise<Iterable<string>> {
  const { uncompared } = countsOf(planned.plan.sections)
  const isNamed = planned.plan.secrets === 'named' || uncompared !== undefined
  const origin = given({
    belfry: version,
    madeAt: ambient.now().toISOString(),
    commit: await commitOf(root, ambient),
    secrets: isNamed ? ('named' as const) : ('compared' as const),
    failback,
  })
  const { filter } = ambient
  const check = (json: string): void => {
    if (filter.find(json) !== undefined) refuseSecrets(JSON.parse(json), filter)
  }
  return savedPlanText(planned, origin, sealKeys(targets, ambient), registry, check)
}
