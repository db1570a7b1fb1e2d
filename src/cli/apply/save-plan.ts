// Puts a plan into the file that --out names.
import { resolve } from 'node:path'
import { given } from '../../core/given.ts'
import { refuseSecrets } from '../../core/secrecy/leak.ts'
import type { Problem } from '../../core/problem.ts'
import type { Planned } from '../../engine/plan/request.ts'
import { savedPlanText } from '../../engine/saved/save.ts'
import { registry } from '../../kinds/registry.ts'
import type { Project } from '../../project/project.ts'
import { commitOf } from '../ci/checkout.ts'
import { version } from '../../service/package.ts'
import { writeAtomically } from '../terminal/write-file.ts'
import type { PlanFlags } from '../flags/plan.ts'
import { unwritableFile } from '../flags/problems.ts'
import type { Io } from '../terminal/io.ts'
import { sealKeys } from '../prepare/fingerprint-keys.ts'

/** Writes it, or says why it can't. */
export async function savePlan(
  planned: Planned,
  file: string,
  { secrets }: PlanFlags,
  { root, targets }: Project,
  io: Io,
): Promise<Problem[]> {
  const commit = await commitOf(root, io)
  const origin = {
    belfry: version,
    madeAt: io.now().toISOString(),
    ...given({ commit }),
    secrets: secrets === 'defer' ? ('named' as const) : ('compared' as const),
  }
  const text = savedPlanText(planned, origin, sealKeys(targets, io), registry)
  if (io.filter.find(text) !== undefined) refuseSecrets(JSON.parse(text), io.filter)
  try {
    writeAtomically(resolve(io.cwd, file), text)
    return []
  } catch (error) {
    return [unwritableFile(`the plan can't be saved in ${file}`, error)]
  }
}
