// Law: subscribers in an NDJSON file are planned as those of a manifest, whatever the order of the lines.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Plan } from '../../src/core/plan/plan.ts'
import { registry } from '../../src/kinds/registry.ts'
import type { Loaded } from '../../src/manifest/load-manifests.ts'
import { seededRandom } from '../../src/sandbox/index.ts'
import type { Case, Manifest } from '../support/laws/case.ts'
import { loadIncluded } from '../support/laws/manifest.ts'
import { inAnyOrder } from '../support/laws/transports.ts'
import { openWorld, type Kinds } from '../support/laws/world.ts'
import { planJson } from '../support/plan-json.ts'
import { wholeMix, law } from './worlds/law.ts'
import type { Mix } from './worlds/mix.ts'
import { comparable, sorted } from './worlds/order.ts'
import { someWorld } from './worlds/worlds.ts'

async function isIncluded(live: Case, kinds: Kinds, mix: Mix): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'belfry-included-'))
  const world = await openWorld(live, kinds)
  const load = (manifest: Manifest): Promise<Loaded> =>
    loadIncluded({ manifest, targets: live.targets, registry: kinds.registry }, folder)
  try {
    const manifest = live.random % 2 === 0 ? live.manifest : withPlainSecrets(live.manifest)
    const { plan } = await world.plan({ manifest })
    const { subscribers = [], ...others } = manifest
    const declared = await load(manifest)
    note(declared, mix)
    mix.addPlan(plan)
    const { plan: ofLines } = await world.plan({ request: { declared } })
    expect(withoutPlaces(ofLines)).toEqual(withoutPlaces(plan))

    const lines = inAnyOrder(subscribers, seededRandom(live.random))
    const shuffled = await load({ ...others, subscribers: lines })
    const { plan: ofShuffled } = await world.plan({ request: { declared: shuffled } })
    expect(sorted(comparable(ofShuffled))).toEqual(sorted(comparable(plan)))
  } finally {
    await world.close()
    rmSync(folder, { recursive: true })
  }
}

/** Lines with references aren't kept as text, but those with secrets in plain text are. */
function withPlainSecrets({ subscribers = [], ...others }: Manifest): Manifest {
  const text = JSON.stringify(subscribers).replaceAll(/"secret:(\d)"/g, '"plain secret $1"')
  return { ...others, subscribers: JSON.parse(text) as Manifest[string] }
}

/** Whether lines were kept as text, and whether some with secrets were. */
function note(loaded: Loaded, mix: Mix): void {
  for (const all of loaded.written().collected.values()) {
    if (all.size > all.objects.length) mix.add('kept lines')
    if ([...all.notPlain()].length > all.objects.length) mix.add('kept lines that are not plain')
  }
}

/** Positions differ: lines have no columns. */
function withoutPlaces(plan: Plan): unknown {
  return JSON.parse(
    JSON.stringify(planJson(plan), (key, value: unknown) =>
      key === 'position' || key === 'milliseconds' ? undefined : value,
    ),
  )
}

law('subscribers in NDJSON are planned as those in YAML, in any order', {
  name: 'included',
  cases: someWorld,
  runs: { full: 100 },
  mix: [...wholeMix, 'kept lines', 'kept lines that are not plain'],
  holds: (live, mix) => isIncluded(live, { registry }, mix),
})
