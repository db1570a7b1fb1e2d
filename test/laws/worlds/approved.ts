// Law: an approved plan is carried out as far as its ground held, and nothing is written that it doesn't list.
import { expect } from 'vitest'
import { registry } from '../../../src/kinds/registry.ts'
import { seededRandom, virtualClock } from '../../../src/sandbox/index.ts'
import type { PlanJson } from '../../../src/core/plan/plan-shape.ts'
import { folderIn } from '../../support/cli-process.ts'
import type { Case } from '../../support/laws/case.ts'
import { earlierOf } from './earlier.ts'
import { draw, type Draw } from './field-edits.ts'
import type { Mix } from './mix.ts'
import { isFields, type Fields } from '../../support/laws/texts.ts'
import { teller, type Told } from './told.ts'
import { openWorld, type World } from '../../support/laws/world.ts'

/** Top-level fields as JSON, by resource. */
type Shot = ReadonlyMap<string, Readonly<Record<string, string>>>

export async function sendsWhatWasApproved(live: Case, mix: Mix): Promise<void> {
  const random = seededRandom(live.random)
  const chance = (share: number): boolean => random() < share
  const world = await openWorld(live, { registry }, { clock: virtualClock(), faultSeed: live.random })
  const { folder, remove } = folderIn({})
  try {
    const isAhead = chance(0.4)
    const proposed = isAhead ? { ...live, manifest: earlierOf(live.manifest, random) } : live
    const plan = ['plan', ...(chance(0.5) ? ['--secrets=defer'] : []), '--out', 'approved.json']
    const planned = await teller(proposed, world, folder, {})(plan, { forgotten: 0 })
    if (planned.exit !== 0) {
      mix.add('no plan')
      return
    }
    const listed = listedIn(planned)
    const untouched = shotOf(world)
    for (let edits = Math.floor(random() * 3); edits > 0; edits -= 1) editByHand(world, random)
    const was = shotOf(world)
    const edited = changed(untouched, was)
    const touched = new Set(edited.map(({ resource }) => resource))
    const isWrong = chance(0.4)
    const env = isWrong ? { SECRET_1: 'a wrong secret of the job', SECRET_3: 'another wrong secret' } : {}
    const tell = teller(live, world, folder, {})
    const said = await tell(['apply', '--approved', 'approved.json'], { forgotten: 0, env })
    // Two primaries of one channel can't be verified.
    const isVague = said.exit === 6 && said.err.includes('several-primaries')
    expect([said.exit, said.out, said.err]).toSatisfy(() => isVague || [0, 4, 5].includes(said.exit))
    expect(said.out).not.toContain('Not converged')
    // A service puts an in-app integration into each new environment.
    const written = changed(was, shotOf(world)).filter(({ resource }) => isKnown(resource, was))
    const beyond = written.filter(({ resource, field }) => !isListed(listed, resource, field))
    expect({ beyond, said: beyond.length > 0 ? said : undefined }).toEqual({ beyond: [], said: undefined })
    // Of what someone edited after the approval nothing is overwritten.
    const byHand = new Set(edited.map(({ resource, field }) => `${resource} ${field}`))
    expect(written.filter(({ resource, field }) => byHand.has(`${resource} ${field}`))).toEqual([])
    mix.add(`exit ${said.exit}`)
    if (said.exit === 4) expect(written).toEqual([])
    if (isWrong) mix.add('wrong secrets')
    if (isAhead) mix.add('another merge')
    if (touched.size > 0) mix.add('edited by hand')
    if (written.length > 0) mix.add('written')
    for (const [, what] of said.err.matchAll(/warning {2}(secrets-left|not-in-approved-plan)/g))
      mix.add(what ?? '')
    if (isVague || said.exit === 4 || isAhead || live.targets.some(({ hasKey }) => !hasKey)) return
    // All whose ground held is done. An integration that was edited may be the ground of others, and of channels.
    const boards = new Set([...touched].filter((each) => each.includes('"integration"')).map(targetIn))
    // What fails because of such an edit holds up later targets.
    const order = live.targets.map(({ alias }) => alias)
    const earliest = order.findIndex((alias) => boards.has(alias))
    const isHeldUp = earliest >= 0 && said.out.includes('a change of an earlier target is not done')
    const open = changesIn(await tell(['plan', '--secrets=defer'], { forgotten: 0 }))
      .filter(({ target = '' }) => !boards.has(target) && !(isHeldUp && order.indexOf(target) > earliest))
      .map(({ target, kind, name }) => keyOf(target, kind, name))
    expect(open.filter((resource) => !touched.has(resource))).toEqual([])
    if (touched.size > 0) return
    // Nothing moved: all of it is done.
    expect([said.exit, said.out]).toEqual([0, said.out])
    const again = await tell(['apply', '--approved', 'approved.json'], { forgotten: 0, env })
    expect([again.exit, changesIn(again), again.out]).toEqual([0, [], again.out])
    mix.add('all of it')
  } finally {
    remove()
    await world.close()
  }
}

function isKnown(resource: string, before: Shot): boolean {
  const target = targetIn(resource)
  return target === '' || before.has(keyOf(undefined, 'environment', target))
}

function changesIn({ json }: Told): readonly PlanJson['sections'][number]['changes'][number][] {
  const plans = (json.plan ? [json.plan] : (json.plans ?? [])) as unknown as readonly PlanJson[]
  return plans.flatMap(({ sections }) => sections.flatMap(({ changes }) => changes))
}

/** The fields that the plan lists, by resource; `*` for all of one that it creates. */
function listedIn(planned: Told): ReadonlyMap<string, ReadonlySet<string>> {
  const listed = new Map<string, Set<string>>()
  for (const { target, kind, name, action, differences } of changesIn(planned)) {
    const own = listed.get(keyOf(target, kind, name)) ?? new Set()
    listed.set(keyOf(target, kind, name), own)
    if (action === 'create') own.add('*')
    if (action === 'set-primary') own.add('primary')
    for (const { path } of differences) own.add(path.split('.')[0] ?? '')
  }
  return listed
}

/** A promotion also changes the integrations beside it: they are among its side effects. */
function isListed(
  listed: ReadonlyMap<string, ReadonlySet<string>>,
  resource: string,
  field: string,
): boolean {
  const own = listed.get(resource)
  if (own?.has('*') === true || own?.has(field) === true) return true
  if (!['primary', 'priority', 'active'].includes(field) || !resource.includes('"integration"')) return false
  const target = targetIn(resource)
  return [...listed].some(
    ([key, fields]) =>
      key.startsWith(JSON.stringify([target, 'integration']).slice(0, -1)) &&
      ['*', 'primary', 'active', 'conditions', 'rules'].some((each) => fields.has(each)),
  )
}

function targetIn(resource: string): string {
  return (JSON.parse(resource) as [string])[0]
}

function keyOf(target: string | undefined, kind: string, name: string): string {
  return JSON.stringify([target ?? '', kind, name])
}

/** What a service counts and dates itself. */
const own = new Set(['createdAt', 'updatedAt', '__v'])

function shotOf({ sandbox: { state } }: World): Shot {
  const rows = state.environments.list().flatMap((environment) => {
    const { name } = environment
    return [
      [keyOf(undefined, 'environment', name), environment] as const,
      ...state.integrations
        .list(name)
        .map(
          (row) =>
            [keyOf(name, 'integration', row.channel === 'in_app' ? 'in_app' : row.identifier), row] as const,
        ),
      ...state.subscribers
        .list(name)
        .map((row) => [keyOf(name, 'subscriber', row.subscriberId), row] as const),
    ]
  })
  return new Map(
    rows.map(([key, row]) => [
      key,
      Object.fromEntries(
        Object.entries(row as unknown as Fields)
          .filter(([field]) => !own.has(field))
          .map(([field, value]) => [
            field === '_parentId' ? 'parent' : field,
            JSON.stringify(isFields(value) ? sorted(value) : value),
          ]),
      ),
    ]),
  )
}

function sorted(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).sort(([left], [right]) => (left < right ? -1 : 1)))
}

function changed(
  before: Shot,
  after: Shot,
): readonly { readonly resource: string; readonly field: string }[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((resource) => {
    const [then = {}, now = {}] = [before.get(resource), after.get(resource)]
    return [...new Set([...Object.keys(then), ...Object.keys(now)])]
      .filter((field) => then[field] !== now[field])
      .map((field) => ({ resource, field }))
  })
}

/** What someone does in the dashboard. */
export function editByHand({ sandbox: { state } }: World, random: Draw): void {
  const name = draw(state.environments.list(), random)?.name ?? ''
  const integration = draw(state.integrations.list(name), random)
  const person = draw(state.subscribers.list(name), random)
  const identifier = integration?.identifier ?? ''
  const edits = [
    () => state.integrations.edit(name, identifier, { name: 'Edited by hand' }),
    () => state.integrations.edit(name, identifier, { credentials: { apiKey: 'by-hand', from: 'by hand' } }),
    () => state.integrations.edit(name, identifier, { active: integration?.active !== true }),
    () => state.integrations.remove(name, identifier),
  ]
  if (integration !== undefined && random() < 0.6) draw(edits, random)?.()
  else if (person !== undefined) state.subscribers.edit(name, person.subscriberId, { firstName: 'By hand' })
}
