// Resources of one target's service as a manifest that declares them there.
import type { Problem } from '../../core/problem.ts'
import { quoting } from '../../core/secrets/leak.ts'
import { integration } from '../../kinds/integration/integration.ts'
import type { Kind, Look } from '../../kinds/kind.ts'
import { registry } from '../../kinds/registry.ts'
import type { Live } from '../../kinds/resource.ts'
import { subscriber } from '../../kinds/subscriber/subscriber.ts'
import type { Entry } from '../../manifest/write/entry.ts'
import { declare } from '../../manifest/write/files.ts'
import { manifestText } from '../../manifest/write/yaml.ts'
import { variablesOf } from '../prepare/variables.ts'
import type { OpenTarget } from './on-target.ts'
import { liveOf } from './resources.ts'

/** What can't be declared is left out, with a warning each. */
export async function manifestOf(kind: Kind, live: readonly Live[], own: Look, opened: OpenTarget) {
  const { project, target, filter } = opened
  live.forEach(({ fields }) => filter.know(fields))
  const variables = variablesOf(project, { filter })
  const declared = (of: Kind, all: readonly Live[], others: readonly Entry[] = []) => {
    const alias = of.scope === 'target' ? target.alias : undefined
    const found = all.map((each) => ({ target: alias, live: each }))
    return declare(of, found, variables, project, registry, others)
  }
  // Channels refer to integrations, which other manifests declare.
  const integrations = kind === subscriber ? await liveOf(integration, own, opened) : []
  const { entries, left } = declared(kind, live, declared(integration, integrations).entries)
  const problems = left.map(({ name, why }): Problem =>
    quoting(
      {
        rule: 'not-declarable',
        severity: 'warning',
        target: target.alias,
        message: `${kind.name} ${name} is not in the printed manifest: ${why}`,
      },
      filter,
    ),
  )
  return { manifest: entries.length === 0 ? `${kind.list}: []\n` : manifestText(entries), problems }
}
