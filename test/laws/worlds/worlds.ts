// Whole worlds for laws: environments, integrations and subscribers, live and declared, that a plan can bring together.
import * as fc from 'fast-check'
import type { Seed } from '../../../src/sandbox/index.ts'
import { declaredIntegrations, endsActive, liveIntegrations, losesPrimary, type Mood } from './boards.ts'
import type { Case } from '../../support/laws/case.ts'
import { declaredEnvironments, isCreated, liveEnvironments, someStages, type Stages } from './environments.ts'
import { someBoard, slots, type Board } from './integrations.ts'
import { declaredPeople, livePeople, somePeople, type Person } from './subscribers.ts'
import type { Fields } from '../../support/laws/texts.ts'

interface Draft {
  readonly mood: Mood
  readonly stages: Stages
  /** Of Development, Production and Staging. */
  readonly boards: readonly Board[]
  readonly people: readonly (readonly Person[])[]
  readonly random: number
}

const cities = ['Development', 'Production', 'Staging']

export const someWorld: fc.Arbitrary<Case> = fc
  .record({
    mood: fc.oneof(
      { weight: 1, arbitrary: fc.constant('calm' as const) },
      { weight: 2, arbitrary: fc.constant('busy' as const) },
    ),
    stages: someStages,
    boards: fc.tuple(...cities.map(() => someBoard)),
    people: fc.tuple(somePeople, somePeople),
    random: fc.nat(),
  })
  // Plain JSON: generated objects may have no prototype.
  .map((draft) => JSON.parse(JSON.stringify(caseOf(draft))) as Case)

function caseOf({ mood, stages, boards, people, random }: Draft): Case {
  const hasStaging = isCreated(stages, 4, mood)
  const all = hasStaging ? cities : cities.slice(0, 2)
  const board = (index: number): Board => boards[index] as Board
  const live = all.slice(0, 2)
  return {
    seed: {
      environments: liveEnvironments(stages),
      integrations: live.flatMap((name, index) => liveIntegrations(name, board(index))),
      subscribers: live.flatMap((name, index) =>
        livePeople(name, people[index] ?? [], (slot) => board(index).cells[slot]?.isLive === true),
      ),
      workflows: [],
      messages: [],
      notifications: [],
    } as unknown as Seed,
    rows: {},
    manifest: {
      environments: declaredEnvironments(stages, mood),
      integrations: all.flatMap((name, index) =>
        declaredIntegrations(name, name === 'Staging' ? unborn(board(index)) : board(index), mood),
      ),
      subscribers: live.flatMap((name, index) =>
        declaredPeople(name, people[index] ?? [], (slot) => isUsable(board(index), slot, mood), mood),
      ),
    },
    targets: all.map((alias, index) => ({
      alias,
      hasKey: alias !== 'Staging',
      ...(mood === 'busy' &&
        random % 3 === 0 &&
        !losesPrimary(board(index), mood) && { unmanaged: 'deactivate' as const }),
    })),
    random,
  }
}

/** A channel needs an integration that works in the end and that the manifest names, where it names any. */
function isUsable(board: Board, slot: number, mood: Mood): boolean {
  const declared = declaredIntegrations('', board, mood)
  const isNamed =
    declared.length === 0 || declared.some((item: Fields) => item['identifier'] === slots[slot]?.identifier)
  return isNamed && endsActive(board, slot, mood)
}

/** The integrations of an environment that doesn't exist yet. */
function unborn(board: Board): Board {
  return { ...board, livePrimaries: [], cells: board.cells.map((cell) => ({ ...cell, isLive: false })) }
}
