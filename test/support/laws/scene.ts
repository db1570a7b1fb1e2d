// A small world that a test writes out: what is live, and a manifest as YAML.
import { parse } from 'yaml'
import type { ApplyResult } from '../../../src/core/plan/outcome.ts'
import type { ProfileName, Seed } from '../../../src/sandbox/index.ts'
import { registry } from '../../../src/kinds/registry.ts'
import type { CaseTarget, Manifest } from './case.ts'
import { openWorld, type World } from './world.ts'

export interface Scene {
  readonly yaml: string
  readonly environments?: Seed['environments']
  readonly integrations?: Seed['integrations']
  readonly subscribers?: Seed['subscribers']
  readonly targets?: readonly CaseTarget[]
  readonly profile?: ProfileName
}

/** Production alone, unless other targets are given; closed by the caller. */
export function openScene({
  yaml,
  environments,
  integrations = [],
  subscribers = [],
  targets,
  profile,
}: Scene): Promise<World> {
  return openWorld(
    {
      seed: {
        ...(environments && { environments }),
        integrations,
        subscribers,
        workflows: [],
        messages: [],
        notifications: [],
      },
      rows: {},
      manifest: parse(yaml) as Manifest,
      targets: targets ?? [{ alias: 'Production', hasKey: true }],
      random: 1,
    },
    { registry },
    profile && { profile },
  )
}

/** `integration/ses/update: done`, in the order of the plan; reasons where they say more. */
export function outcomes({ results }: ApplyResult): string[] {
  return results.map(({ change, outcome }) => {
    const already = outcome.status === 'done' && outcome.already === true ? ' already' : ''
    const reason = outcome.status === 'done' ? '' : `: ${outcome.reason}`
    return `${change.id.replace('Production/', '')} ${outcome.status}${already}${reason}`
  })
}

/** `PUT /v1/integrations/…` of what reached the sandbox, ids left out. */
export function writesTo(world: World): string[] {
  return world
    .writes()
    .map(({ method, path, status }) => `${method} ${path.replaceAll(/6b00[0-9a-f]{20}/g, 'ID')} ${status}`)
}
