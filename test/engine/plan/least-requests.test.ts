// A plan without changes costs the fewest requests that can do, whatever is declared, in the service and on a page.
import { describe, expect, test } from 'vitest'
import type { PlanRequest } from '../../../src/engine/plan/plan-request.ts'
import { subscriber } from '../../../src/kinds/subscriber/subscriber.ts'
import { Resources } from '../../../src/kinds/declared-resources.ts'
import type { ProfileName, Seed } from '../../../src/sandbox/index.ts'
import { profileNames } from '../../../src/sandbox/index.ts'
import type { Transport } from '../../../src/service/transport.ts'
import { declared } from '../../support/laws-kinds.ts'
import { openScene } from '../../support/laws/scene.ts'

const targetNames = ['Development', 'Production', 'Staging']
const channels = [
  {
    providerId: 'slack',
    integrationIdentifier: 'ops',
    credentials: { webhookUrl: 'https://hooks.example.com/1' },
  },
] as const

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index)

/** Of so many in the service, oldest first, these are declared: as many as are asked for, at the same distance. */
const chosen = (count: number, of: number): number[] =>
  numbers(count).map((index) => Math.floor(((index + 0.5) * of) / count))

function live(people: number): Seed {
  return {
    environments: targetNames.map((name) => ({ name })),
    integrations: targetNames.map((environment) => ({
      environment,
      identifier: 'ops',
      providerId: 'slack',
      channel: 'chat',
      active: true,
    })),
    subscribers: targetNames.flatMap((environment) =>
      numbers(people).map((index) => ({ environment, subscriberId: `p-${index}`, channels })),
    ),
  } as unknown as Seed
}

/** As a service that gives fewer subscribers in one page than are asked for. */
const withPagesOf =
  (size: number, inner: Transport): Transport =>
  (request) =>
    inner({ ...request, url: request.url.replace('limit=100', `limit=${size}`) })

interface Cell {
  readonly declared: number
  readonly live: number
  readonly pageSize: number
  readonly hasChannels: boolean
  readonly targets: number
}

/**
 * The least. A list of environments: one shows the keys of all targets, but for the newest releases, where each shows its
 * own. A list of integrations where channels refer to them. Pages or look-ups, whichever are fewer: how many pages there
 * are, only the first one says, so that it comes first unless look-ups cost at most one request more than it.
 */
function least(cell: Cell, profile: ProfileName): number {
  const { declared: count, live: people, pageSize, hasChannels, targets } = cell
  const environments = profile === 'novu-2026-09' ? targets : 1
  const pages = Math.ceil(people / pageSize)
  const onFirstPage = chosen(count, people).filter((index) => index >= people - pageSize).length
  const found = count <= 2 ? count : Math.min(pages, 1 + count - onFirstPage)
  return environments + (hasChannels && count > 0 ? targets : 0) + targets * found
}

const cells = [3, 100, 250, 1000].flatMap((people) =>
  [0, 1, 2, 3, 12, people].flatMap((count) =>
    count > people || !Number.isInteger(count)
      ? []
      : [100, 40].flatMap((pageSize) =>
          [false, true].flatMap((hasChannels) =>
            [1, 3].map((targets): Cell => ({
              declared: count,
              live: people,
              pageSize,
              hasChannels,
              targets,
            })),
          ),
        ),
  ),
)

describe.each(profileNames)('%s', (profile) => {
  test.each([3, 100, 250, 1000])(
    'a directory of %i costs the fewest requests',
    { timeout: 60_000 },
    async (people) => {
      const targets = targetNames.map((alias) => ({ alias, hasKey: true }))
      const world = await openScene({
        yaml: 'subscribers: [{ subscriberId: p-0 }]',
        targets,
        profile,
        ...live(people),
      })
      const all = (await world.request()).targets
      const costs: string[] = []
      const leasts: string[] = []
      for (const cell of cells.filter((each) => each.live === people)) {
        world.sandbox.clearLog()
        const wanted = chosen(cell.declared, people).map((index) =>
          declared(subscriber, {
            subscriberId: `p-${index}`,
            firstName: null,
            ...(cell.hasChannels && { channels }),
          }),
        )
        const request: Partial<PlanRequest> = {
          targets: all.slice(0, cell.targets),
          declared: { organisation: [], forTarget: () => Resources.of(wanted) },
        }
        const { plan } = await world.plan({
          request,
          parallel: 4,
          transport: withPagesOf(cell.pageSize, world.transport),
        })
        expect(plan.problems).toEqual([])
        expect(plan.sections.map(({ changes, unchanged }) => [changes.length, unchanged])).toEqual(
          all.slice(0, cell.targets).map(() => [0, cell.declared]),
        )
        expect(plan.requests.reads).toBe(world.sandbox.log.length)
        const name = JSON.stringify(cell)
        costs.push(`${name}: ${world.sandbox.log.length}`)
        leasts.push(`${name}: ${least(cell, profile)}`)
      }
      expect(costs).toEqual(leasts)
      await world.close()
    },
  )
})
