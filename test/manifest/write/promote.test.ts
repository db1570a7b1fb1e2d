// A promotion of many resources reads each entry of the manifests a few times, and not once for each other entry.
import { expect, test } from 'vitest'
import { registry } from '../../../src/kinds/registry.ts'
import { promote } from '../../../src/manifest/write/promote.ts'
import { load } from '../load-files.ts'

/** How often an entry is read for each of so many resources. */
async function readsOf(count: number): Promise<number> {
  const entries = ['Development', 'Production'].flatMap((target) =>
    Array.from(
      { length: count },
      (_, index) =>
        `  - { identifier: mail-${index}, name: ${target}, providerId: ses, channel: email, targets: [${target}] }\n`,
    ),
  )
  const { loaded } = await load({ 'manifests/mail.yaml': `integrations:\n${entries.join('')}` })
  let reads = 0
  const written = loaded.written()
  for (const { objects } of written.collected.values())
    for (const built of objects) {
      const { root } = built
      Object.assign(built, {
        root: () => {
          reads += 1
          return root()
        },
      })
    }
  const { changes } = promote(loaded, {
    from: 'Development',
    to: 'Production',
    kinds: registry,
    chosen: written.collected.get('Development')?.objects ?? [],
    fields: [],
    isShared: () => false,
    project: { variables: new Map(), targetVariables: new Map() },
  })
  expect(changes).toHaveLength(count)
  return reads / count
}

test('forty resources need as many reads each as four', async () => {
  expect(await readsOf(40)).toBe(await readsOf(4))
})
