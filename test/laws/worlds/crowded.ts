// What no apply sets right: several primaries in a channel of which the manifest declares some, and none as primary.
import type { Case } from '../../support/laws/case.ts'
import { targetOf } from '../../support/laws/texts.ts'
import type { World } from '../../support/laws/world.ts'

/** Channels such as `Production email`, by what the sandbox's store holds. */
export function crowded({ manifest }: Case, { sandbox }: World): string[] {
  const declared = manifest['integrations'] ?? []
  return sandbox.state.environments.list().flatMap(({ name }) =>
    ['email', 'sms'].flatMap((channel) => {
      const primaries = sandbox.state.integrations
        .list(name)
        .filter((row) => row.channel === channel && row.primary)
      const own = declared.filter((item) => targetOf(item) === name && item['channel'] === channel)
      const isLeft = own.length > 0 && own.every((item) => item['primary'] !== true)
      return primaries.length > 1 && isLeft ? [`${name} ${channel}`] : []
    }),
  )
}
