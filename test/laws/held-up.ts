// Law: where the organisation or a target ends in anything but done, nothing goes to what comes after it, unless it is to go on.
import { expect } from 'vitest'
import { seededRandom } from '../../src/sandbox/index.ts'
import type { Case } from '../support/laws/case.ts'
import type { Mix } from './worlds/mix.ts'
import { fateful, type Fate } from '../support/laws/transports.ts'
import { errorsIn, openWorld, type Kinds } from '../support/laws/world.ts'

const fates: readonly Fate[] = ['refuse', 'lose', 'drop']

/** Every fourth turn goes on after a failure; in every other one, something fails for certain if anything is sent. */
export async function holdsUp(live: Case, kinds: Kinds, mix: Mix, turn: number): Promise<void> {
  const world = await openWorld(live, kinds)
  try {
    const random = seededRandom(live.random)
    const keepGoing = turn % 4 === 3 ? 'yes' : 'no'
    const rate = random() * 0.3
    const planned = await world.plan()
    expect(errorsIn(planned.plan)).toEqual([])
    const sections = planned.plan.sections.map(({ target }) => target)
    const stop = new AbortController()
    const stopAt = random() < 0.15 ? Math.floor(random() * 10) : Infinity
    let sent = 0
    const fate = (index: number): Fate =>
      random() < rate || (index === 0 && turn % 2 === 1)
        ? (fates[Math.floor(random() * fates.length)] ?? 'pass')
        : 'pass'
    const { results, waiting } = await world.apply(
      {
        keepGoing,
        parallel: 1 + (live.random % 4),
        transport: fateful(world.transport, fate, []),
        stop: stop.signal,
        on: (event) => {
          if (event.type === 'sending' && (sent += 1) > stopAt) stop.abort()
        },
      },
      planned,
    )
    const undone = (target: string | undefined): readonly string[] => [
      ...results
        .filter(({ change, outcome }) => change.target === target && outcome.status !== 'done')
        .map(({ outcome }) => outcome.status),
      ...waiting.filter((each) => each.target === target).map(() => 'waiting'),
    ]
    const first = sections.findIndex((target) => undone(target).length > 0)
    const later = first < 0 ? [] : sections.slice(first + 1)
    const begun = results
      .filter(({ change: { target }, outcome }) => later.includes(target) && outcome.status !== 'skipped')
      .map(({ change, outcome }) => `${change.id} ${outcome.status}`)
    const written = world
      .writes()
      .filter(
        ({ environment, operation }) => later.includes(environment) && !operation?.endsWith('Environment'),
      )
    if (keepGoing === 'no') expect([...begun, ...written.map(({ path }) => path)]).toEqual([])
    for (const status of new Set(sections.flatMap(undone))) mix.add(`ends ${status}`)
    const isSkipped = results.some(({ change: { target } }) => later.includes(target)) && begun.length === 0
    if (isSkipped) mix.add('held up')
    if (keepGoing === 'yes' && written.length > 0) mix.add('went on')
  } finally {
    await world.close()
  }
}
