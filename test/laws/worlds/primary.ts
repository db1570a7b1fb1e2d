// Law: at every write a channel that had a working primary, and is to have one, has one.
import { expect } from 'vitest'
import type { PlanRequest } from '../../../src/engine/plan/plan-request.ts'
import { seededRandom, type IntegrationRecord } from '../../../src/sandbox/index.ts'
import type { Case } from '../../support/laws/case.ts'
import type { Mix } from './mix.ts'
import { targetOf, type Fields } from '../../support/laws/texts.ts'
import { fateful, watched, type Fate } from '../../support/laws/transports.ts'
import { errorsIn, openWorld, type Kinds, type World } from '../../support/laws/world.ts'

export interface PrimaryLaw extends Kinds {
  readonly parallel: number
}

export async function keepsPrimaries(live: Case, kinds: PrimaryLaw, mix: Mix): Promise<void> {
  const world = await openWorld(live, kinds)
  try {
    const selection = someSelection(live)
    mix.add('one left out', selection.exclude.length)
    const planned = await world.plan({
      parallel: kinds.parallel,
      request: { selection },
    })
    const refused = errorsIn(planned.plan).map(({ rule }) => rule)
    mix.add('replacement left out', refused.length)
    expect(refused.filter((rule) => rule !== 'replacement-left-out')).toEqual([])
    if (refused.length > 0) return
    mix.addPlan(planned.plan)
    const changes = planned.plan.sections.flatMap((section) => section.changes)
    mix.add('loss', changes.filter(({ stage }) => stage === 'lose').length)
    const random = seededRandom(live.random)
    // Also when writes fail: a channel must not lose its primary because the next one couldn't take over.
    const isFaulty = random() < 0.4
    const fate = (): Fate => (isFaulty && random() < 0.3 ? (random() < 0.5 ? 'refuse' : 'lose') : 'pass')
    const places = guardedPlaces(live, world)
    mix.add('guarded channel', places.length)
    mix.add('primary that is replaced', places.filter(({ isReplaced }) => isReplaced).length)

    const broken: string[] = []
    const transport = watched(fateful(world.transport, fate, []), (request) => {
      for (const { environment, channel } of places)
        if (!hasWorkingPrimary(world.sandbox.state.integrations.list(environment), channel))
          broken.push(`${request.method} ${new URL(request.url).pathname}: ${environment} ${channel}`)
    })
    const result = await world.apply({ parallel: kinds.parallel, transport }, planned)
    expect(broken).toEqual([])
    for (const plan of result.plans.slice(1)) mix.addPlan(plan)
  } finally {
    await world.close()
  }
}

/** Sometimes one integration is left out: perhaps the one that was to take over. */
function someSelection({ manifest, random }: Case): PlanRequest['selection'] {
  const items = (manifest['integrations'] ?? []).filter(({ primary }) => primary === true)
  const one = random % 2 === 1 ? items[(random >> 1) % Math.max(1, items.length)] : undefined
  const exclude = one === undefined ? [] : [`integration/${one['identifier'] as string}`]
  return { only: [], exclude, resend: [] }
}

interface Place {
  readonly environment: string
  readonly channel: string
  /** Whether another integration is to take over. */
  readonly isReplaced: boolean
}

/** Channels that have a working primary, and whose primary in the end, by the manifest, works too. */
function guardedPlaces({ manifest, targets }: Case, { sandbox }: World): Place[] {
  return targets
    .filter(({ hasKey }) => hasKey)
    .flatMap(({ alias: environment, unmanaged }) => {
      const rows = sandbox.state.integrations.list(environment)
      const items = (manifest['integrations'] ?? []).filter((item) => targetOf(item) === environment)
      const isKept = ({ identifier }: IntegrationRecord): boolean =>
        unmanaged === undefined ||
        items.length === 0 ||
        items.some((item) => item['identifier'] === identifier)
      return ['email', 'sms', 'chat', 'push'].flatMap((channel) => {
        if (!hasWorkingPrimary(rows, channel)) return []
        const promoted = items.find((item) => item['channel'] === channel && item['primary'] === true)
        const primaries = rows.filter((row) => row.channel === channel && isWorkingPrimary(row))
        const ends =
          promoted === undefined
            ? primaries.filter(isKept).map((row) => endOf(row, items))
            : [endOf(promoted, items, rows)]
        const isReplaced =
          promoted !== undefined && primaries.every((row) => row.identifier !== promoted['identifier'])
        return ends.some(({ works }) => works) ? [{ environment, channel, isReplaced }] : []
      })
    })
}

/** Whether an integration works once what is declared of it has been applied. */
function endOf(
  one: IntegrationRecord | Fields,
  items: readonly Fields[],
  rows: readonly IntegrationRecord[] = [],
): { readonly works: boolean } {
  const { identifier } = one
  const declared = items.find((item) => item['identifier'] === identifier)
  const live = rows.find((row) => row.identifier === identifier) ?? one
  const active = declared?.['active'] ?? live.active ?? false
  const conditions =
    declared !== undefined && Object.hasOwn(declared, 'conditions') ? declared['conditions'] : live.conditions
  return { works: active === true && (!Array.isArray(conditions) || conditions.length === 0) }
}

function hasWorkingPrimary(rows: readonly IntegrationRecord[], channel: string): boolean {
  return rows.some((row) => row.channel === channel && isWorkingPrimary(row))
}

function isWorkingPrimary({ active, primary, conditions = [] }: IntegrationRecord): boolean {
  return active && primary && conditions.length === 0
}
