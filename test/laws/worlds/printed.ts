// Law: every call that is sent was printed, in its place and with its body, and every printed call is accounted for.
import { given } from '../../../src/core/given.ts'
import { expect } from 'vitest'
import { pathOf } from '../../../src/core/plan/change.ts'
import type { ApplyResult } from '../../../src/core/plan/outcome.ts'
import type { EngineEvent } from '../../../src/engine/engine.ts'
import { planJson } from '../../support/plan-json.ts'
import { seededRandom } from '../../../src/sandbox/index.ts'
import { filledCall, printedLevels, sentCalls, type Call, type PrintedChange } from './calls.ts'
import type { Case } from '../../support/laws/case.ts'
import type { Mix } from './mix.ts'
import { fateful, type Fate, type Fated } from '../../support/laws/transports.ts'
import { errorsIn, openWorld, type Kinds, type World } from '../../support/laws/world.ts'

/** What happens between the plan and its end. */
const moods = ['calm', 'late tokens', 'late tokens', 'rival', 'faults', 'faults'] as const

export interface Printing extends Kinds {
  readonly parallel: number
}

export async function isPrinted(live: Case, kinds: Printing, mix: Mix): Promise<void> {
  const world = await openWorld(live, kinds)
  try {
    const { parallel } = kinds
    const random = seededRandom(live.random)
    const mood = moods[Math.floor(random() * moods.length)] ?? 'calm'
    mix.add(mood)
    const planned = await world.plan({ parallel })
    expect(errorsIn(planned.plan)).toEqual([])
    mix.addPlan(planned.plan)
    if (mood === 'late tokens') registerTokens(world, mix)
    if (mood === 'rival') await world.apply({ parallel })
    world.sandbox.clearLog()

    const met: Fated[] = []
    const sent: Announced[] = []
    const result = await world.apply(
      {
        parallel,
        transport: fateful(world.transport, () => (mood === 'faults' ? fateBy(random) : 'pass'), met),
        on: (event: EngineEvent) => void (event.type === 'sending' && sent.push(announced(event))),
      },
      planned,
    )
    for (const plan of result.plans.slice(1)) mix.addPlan(plan)
    expectAccount(
      result,
      sent.map(({ id }) => id),
    )
    expectPrinted(result, sent, met, world, parallel)
  } finally {
    await world.close()
  }
}

/** A request that is about to be sent. */
interface Announced {
  readonly id: string
  /** Its method, path and operation, as they are printed. */
  readonly line: string
}

function announced({ change, call }: Extract<EngineEvent, { readonly type: 'sending' }>): Announced {
  const { operation, body } = call
  return { id: change.id, line: lineOf({ method: operation.method, path: pathOf(call), body }) }
}

/** Of several requests of a change the body is what tells two of one path apart. */
function lineOf({ method, path, body }: Pick<PrintedChange, 'method' | 'path'> & { body?: unknown }): string {
  return `${method} ${path} ${body === undefined ? '' : JSON.stringify(body)}`
}

function fateBy(random: () => number): Fate {
  const chance = random()
  if (chance < 0.75) return 'pass'
  return chance < 0.85 ? 'lose' : chance < 0.93 ? 'drop' : 'refuse'
}

/** Each printed call has one outcome; what wasn't sent says why. */
function expectAccount({ plans, results }: ApplyResult, sent: readonly string[]): void {
  const printed = plans.flatMap((plan) => planJson(plan).sections.flatMap(({ changes }) => changes))
  expect(results.map(({ change }) => change.id)).toEqual(printed.map(({ id }) => id))
  const single = new Set(printed.flatMap(({ id, requests }) => (requests === undefined ? id : [])))
  expect(sent.filter((id) => single.has(id))).toEqual([...new Set(sent)].filter((id) => single.has(id)))
  for (const { change, outcome } of results) {
    if (sent.includes(change.id)) expect(['done', 'failed', 'unknown']).toContain(outcome.status)
    else if (outcome.status === 'done') expect(outcome.already).toBe(true)
    else expect(['skipped', 'stale']).toContain(outcome.status)
  }
}

/** The log holds what was announced and not lost on the way, level by level. */
function expectPrinted(
  { plans }: ApplyResult,
  sent: readonly Announced[],
  met: readonly Fated[],
  world: World,
  parallel: number,
): void {
  const arrived = sentCalls(world)
  const isAlone = parallel === 1
  // They are printed in the order of the manifests, and may be sent after all others of their level.
  const waiting = new Set(
    plans.flatMap(({ sections }) =>
      sections.flatMap(({ changes }) => changes.flatMap(({ id, turn }) => (turn === undefined ? [] : id))),
    ),
  )
  // Announcing and sending are one step, so the fates are in the order of the announcements.
  const arriving = sent.filter((_, index) => ['pass', 'lose'].includes(met[index]?.fate ?? ''))
  let start = 0
  for (const level of printedLevels(plans)) {
    const expected = level.flatMap((change) =>
      arriving
        .filter(({ id }) => id === change.id)
        .map(({ line }) =>
          filledCall({ ...printedAs(change, line), ...given({ target: change.target }) }, world),
        ),
    )
    const found = arrived.slice(start, start + expected.length)
    start += expected.length
    const isPlanned = isAlone && !level.some(({ id }) => waiting.has(id))
    expect(inOrder(found.map(withoutLook), isPlanned)).toEqual(
      inOrder(withLiveTokens(expected, found), isPlanned),
    )
  }
  expect(arrived.slice(start)).toEqual([])
}

/** The request of a change that was announced so; a change of one request is that request. */
function printedAs(change: PrintedChange, line: string): Pick<PrintedChange, 'method' | 'path' | 'body'> {
  if (change.requests === undefined) return change
  const found = change.requests.find((request) => lineOf(request) === line)
  if (found === undefined) throw new Error(`${change.id} sends what it doesn't print: ${line}`)
  return found
}

const keyOf = ({ method, path, body }: Call): string => `${method} ${path} ${JSON.stringify(body)}`

function inOrder(calls: readonly Call[], isPlanned: boolean): readonly Call[] {
  return isPlanned ? calls : [...calls].sort((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1))
}

/** The tokens that the re-read shows are sent again, with those that the plan adds, and nothing else is. */
function withLiveTokens(printed: readonly Call[], sent: readonly Call[]): Call[] {
  return printed.map((call) => {
    if (call.part === undefined) return call
    const same = sent.find(({ path, part }) => path === call.path && part === call.part)
    const tokens = [...new Set([...(same?.liveTokens ?? []), ...(call.tokens ?? [])])].sort()
    // A channel that has some never does without, whatever is declared.
    return call.tokens === undefined && tokens.length === 0 ? call : { ...call, tokens }
  })
}

const withoutLook = ({ liveTokens: _liveTokens, ...call }: Call): Call => call

/** What apps do at any time: one more token for every push channel. */
function registerTokens({ sandbox }: World, mix: Mix): void {
  for (const environment of ['Development', 'Production'])
    for (const { subscriberId, channels = [] } of sandbox.state.subscribers.list(environment))
      sandbox.state.subscribers.edit(environment, subscriberId, {
        channels: channels.map((channel) => {
          if (channel.providerId !== 'fcm') return channel
          mix.add('late token')
          const tokens = channel.credentials.deviceTokens ?? []
          return {
            ...channel,
            credentials: { ...channel.credentials, deviceTokens: [...tokens, 'secret:late'] },
          }
        }),
      })
}
