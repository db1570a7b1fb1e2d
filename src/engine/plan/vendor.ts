// Translates the service's own name in declared values into the target's: `svc-slack` and `novu-slack` mean the same.
import { type Problem, warningOf } from '../../core/problem.ts'
import { containsVendor, respelledAt } from '../../core/vendor.ts'
import type { ValueMap } from '../../core/value.ts'
import { fieldsWith } from '../../kinds/from-field-rows.ts'
import { liveVendor, vendorOf } from '../../kinds/integration/live.ts'
import type { Kind, Access } from '../../kinds/kind.ts'
import type { Desired } from '../../kinds/resource.ts'
import { some, type Resources, kindsByName } from '../../kinds/declared-resources.ts'
import type { Target } from '../../core/target.ts'

/**
 * Reads the service only if a declared value contains its name. `problems` has a warning if the service uses another name than
 * the project file.
 */
export async function withTargetVendor(
  target: Target,
  access: Access,
  declared: Resources,
  registry: readonly Kind[],
): Promise<{ readonly declared: Resources; readonly problems: readonly Problem[] }> {
  const kinds = kindsByName(registry)
  const isConcerned = ({ kind, declared: fields }: Desired): boolean =>
    containsVendor(fields, fieldsWith(kinds.get(kind)?.fields ?? {}, 'vendor'))
  if (!some(declared.notPlain(), ({ desired }) => isConcerned(desired))) return { declared, problems: [] }
  const vendor = await vendorOf(access)
  const shown = await liveVendor(access)
  return {
    declared: declared.changed((desired) =>
      isConcerned(desired) ? withVendor(desired, kinds.get(desired.kind) as Kind, vendor) : desired,
    ),
    problems:
      vendor === undefined || shown === undefined || vendor === shown
        ? []
        : [otherVendor(target.alias, vendor, shown)],
  }
}

/** The same declaration with this name of the service. */
export function withVendor(desired: Desired, kind: Kind, vendor: string | undefined): Desired {
  const declared = respelledAt(desired.declared, fieldsWith(kind.fields, 'vendor'), vendor) as ValueMap
  return { ...desired, declared, fields: kind.fieldsOf(declared) }
}

function otherVendor(target: string, vendor: string, shown: string): Problem {
  return warningOf(
    'other-vendor',
    `the project file sets vendor: ${vendor}, but the service uses provider IDs such as ${shown}-slack; belfry sends provider IDs such as ${vendor}-slack`,
    `In the project file, write vendor: ${shown}, or remove "vendor". Without "vendor", belfry uses ${shown}.`,
    { target },
  )
}
