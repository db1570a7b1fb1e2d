// Law: a saved plan sends exactly what an apply would have sent, also in two parts, and then finds all of it done.
import { expect } from 'vitest'
import type { Difference } from '../../src/core/plan/compare-fields.ts'
import type { ApplyResult, Result } from '../../src/core/plan/outcome.ts'
import type { Problem } from '../../src/core/problem.ts'
import { fingerprintKey } from '../../src/core/secrets/fingerprint.ts'
import { Secret } from '../../src/core/secrets/secret.ts'
import { Unreadable } from '../../src/core/value.ts'
import { applyPlan } from '../../src/engine/apply/apply.ts'
import type { Engine } from '../../src/engine/engine.ts'
import type { Planned, PlanRequest, ToApply } from '../../src/engine/plan/plan-request.ts'
import { Approval } from '../../src/engine/saved/approval.ts'
import { resume } from '../../src/engine/saved/apply-saved.ts'
import { readSavedPlan, type SavedPlan } from '../../src/engine/saved/read.ts'
import { sealProblems, type SealKey } from '../../src/engine/saved/seals.ts'
import { savedPlanText } from '../../src/engine/saved/write.ts'
import { registry } from '../../src/kinds/registry.ts'
import type { Case } from '../support/laws/case.ts'
import { fateful } from '../support/laws/transports.ts'
import { openWorld, type Kinds, type World } from '../support/laws/world.ts'
import { sentCalls } from './worlds/calls.ts'
import { law } from './worlds/law.ts'
import type { Mix } from './worlds/mix.ts'
import { someWorld } from './worlds/worlds.ts'

const sealKey: SealKey = {
  key: fingerprintKey(Secret.of('0123456789abcdef', 'env:BELFRY_FINGERPRINT_KEY')),
  from: 'BELFRY_FINGERPRINT_KEY',
}

async function appliesAsSaved(live: Case, kinds: Kinds, mix: Mix): Promise<void> {
  const [straight, saving] = [await openWorld(live, kinds), await openWorld(live, kinds)]
  try {
    const planned = await straight.plan()
    mix.addPlan(planned.plan)
    straight.sandbox.clearLog()
    const applied = await applyFrom(straight, planned, await straight.request())
    expect(applied.results.filter(({ outcome }) => outcome.status !== 'done')).toEqual([])

    const saved = await save(saving)
    const ground = { saved, keys: keysFor(await straight.request()), registry: kinds.registry }
    const doubted = new Approval(ground, []).refusals(planned)
    // All that this service doesn't show of what is declared.
    const hidden = /^integration .* sets credentials\.(?:appSid|senderId|AppIOBaseUrl)\b/s
    expect(doubted.filter(({ rule, message }) => rule !== 'not-compared' || !hidden.test(message))).toEqual(
      [],
    )
    mix.add('not compared', doubted.length)
    saving.sandbox.clearLog()
    const writes = planned.plan.sections.flatMap(({ changes }) => changes).length
    const part = live.random % 5 === 0 ? 0 : live.random % (writes + 1)
    if (part > 0) {
      const first = await applyFrom(saving, ...fresh(await resumed(saving, saved)), part)
      const halves = first.results.filter(isHalfDone).map(({ change: { kind, name } }) => `${kind} ${name}`)
      if (halves.length > 0) {
        mix.add('stopped between two requests')
        await isRefused(saving, saved, halves)
        return
      }
    }
    const rest = await applyFrom(saving, ...fresh(await resumed(saving, saved)))
    expect(rest.results.filter(({ outcome }) => outcome.status !== 'done')).toEqual([])
    if (part === 0) expect(sentCalls(saving)).toEqual(sentCalls(straight))
    else expectSame(saving, straight)
    mix.add(part === 0 ? 'in one go' : 'in two parts')

    const again = await resumed(saving, saved)
    const more = again.planned.plan.sections.flatMap(({ changes }) => changes)
    // What can't be read may not be done: it is sent again.
    expect(more.filter(({ differences }) => !differences.every(isUnread))).toEqual([])
    const ids = [...again.done, ...more].map(({ id }) => id)
    expect(ids.sort()).toEqual(
      saved.plan.sections.flatMap(({ changes }) => changes.map(({ id }) => id)).sort(),
    )
  } finally {
    await straight.close()
    await saving.close()
  }
}

/** Nobody can tell what the first of its requests did from what somebody did by hand: a new plan is needed. */
async function isRefused(saving: World, saved: SavedPlan, halves: readonly string[]): Promise<void> {
  const refused = errorsOf(await resume(...(await asked(saving, saved))))
  expect(refused.map(({ rule, resource, exit }) => ({ rule, resource, exit }))).toEqual(
    halves.map((resource) => ({ rule: 'stale-plan', resource, exit: 4 })),
  )
  for (const { message } of refused)
    expect(message).toContain('a run was stopped between the two requests of this change')
  const rest = await applyFrom(saving, await saving.plan(), await saving.request())
  expect(rest.results.filter(({ outcome }) => outcome.status !== 'done')).toEqual([])
}

function isHalfDone({ change, outcome }: Result): boolean {
  return (
    change.preparation !== undefined &&
    'reason' in outcome &&
    /first request of this change took effect/.test(outcome.reason)
  )
}

/** The same calls, in whatever order. What can't be read of a new environment may be sent twice; nothing is made twice. */
function expectSame(saving: World, straight: World): void {
  const callsOf = (world: World): string[] =>
    sentCalls(world)
      .filter(({ method, path }) => !(method === 'PUT' && path.startsWith('/v1/environments/')))
      .map((call) => JSON.stringify(call))
  expect([...new Set(callsOf(saving))].sort()).toEqual([...new Set(callsOf(straight))].sort())
  const createsOf = (world: World): string[] => callsOf(world).filter((text) => text.includes('"POST"'))
  expect(createsOf(saving).sort()).toEqual(createsOf(straight).sort())
  const environmentsOf = ({ sandbox }: World) =>
    sandbox.state.environments
      .list()
      .map(({ createdAt: _createdAt, updatedAt: _updatedAt, ...environment }) => environment)
  expect(environmentsOf(saving)).toEqual(environmentsOf(straight))
}

function isUnread({ before }: Difference): boolean {
  return before instanceof Unreadable
}

async function save(world: World): Promise<SavedPlan> {
  const planned = await world.plan()
  const keys = keysFor(await world.request())
  const origin = { belfry: '0.0.0', madeAt: '2026-01-05T09:00:00Z', secrets: 'compared' } as const
  const saved = readSavedPlan(savedPlanText(planned, origin, keys, world.kinds.registry), 'plan.json')
  if ('rule' in saved) throw new Error(saved.message)
  return saved
}

async function resumed(world: World, saved: SavedPlan): Promise<ToApply> {
  const found = await resume(...(await asked(world, saved)))
  expect(errorsOf(found)).toEqual([])
  return found
}

async function asked(world: World, saved: SavedPlan): Promise<Parameters<typeof resume>> {
  const request = await world.request()
  const targets = request.targets.filter(({ alias }) => Object.hasOwn(saved.seals, alias))
  expect(sealProblems(saved, targets, keysFor(request))).toEqual([])
  return [saved, keysFor(request), { ...request, targets }, engineFor(world)]
}

function errorsOf({ planned }: ToApply): Problem[] {
  return planned.plan.problems.filter(({ severity }) => severity === 'error')
}

function fresh({ planned, request }: ToApply): [Planned, PlanRequest] {
  return [planned, request]
}

/** Until `writes` were made; then the service refuses them. Targets that still wait are left to it. */
function applyFrom(
  world: World,
  planned: Planned,
  request: PlanRequest,
  writes = Infinity,
): Promise<ApplyResult> {
  let made = 0
  const transport = fateful(world.transport, () => (made++ < writes ? 'pass' : 'refuse'), [])
  return applyPlan(
    planned,
    request,
    { keepGoing: 'no', approve: async () => false },
    { ...engineFor(world), transport },
  )
}

function keysFor({ targets }: PlanRequest): Map<string, SealKey> {
  return new Map(targets.map(({ alias }) => [alias, sealKey]))
}

function engineFor({ kinds, transport }: World): Engine {
  return { registry: kinds.registry, transport, clock: () => 0, parallel: 1 }
}

law('a saved plan sends what an apply would have sent', {
  name: 'saved',
  cases: someWorld,
  runs: { full: 120 },
  mix: ['in one go', 'in two parts'],
  holds: (live, mix) => appliesAsSaved(live, { registry }, mix),
})
