// Environments for laws: two that are always live, two that may be, and two that a manifest may create.
import * as fc from 'fast-check'
import { someText, omit, type Fields, type Json } from '../../support/laws/texts.ts'
import type { Mood } from './boards.ts'

/** In this order; a parent always comes before its children, so nothing is its own ancestor. */
export const names = ['Development', 'Production', 'QA', 'Büro/1 {x}', 'Staging', 'Preview'] as const

interface Stage {
  readonly isLive: boolean
  readonly isDeclared: boolean
  readonly live: Shown
  readonly wanted: Shown
  readonly kept: readonly string[]
  readonly left: readonly string[]
}

interface Shown {
  readonly identifier: string
  /** Index of an earlier environment, or none. */
  readonly parent: number
  readonly color: string
  readonly dns: Fields
  readonly bridge: Fields | null
}

const someShown = (index: number): fc.Arbitrary<Shown> =>
  fc.record({
    // Unique among all at every moment: each environment has identifiers of its own.
    identifier: fc.constantFrom(`app-${index}-a`, `app-${index}-b`),
    parent: fc.integer({ min: -1, max: index - 1 }),
    color: fc.constantFrom('#fff', '#FF8800'),
    dns: fc.record({ inboundParseDomain: someText }),
    bridge: fc.option(
      fc.constantFrom({ url: 'https://bridge.example/api' }, { url: 'http://127.0.0.1:4000' }),
    ),
  })

const someStage = (index: number, live: readonly boolean[]): fc.Arbitrary<Stage> =>
  fc.record({
    isLive: fc.constantFrom(...live),
    isDeclared: fc.constantFrom(true, true, false),
    live: someShown(index),
    wanted: someShown(index),
    kept: fc.subarray(['identifier', 'parent']),
    left: fc.subarray(['identifier', 'parent', 'color', 'dns', 'bridge']),
  })

export type Stages = readonly Stage[]

export const someStages: fc.Arbitrary<Stages> = fc.tuple(
  ...names.map((_, index) => someStage(index, index < 2 ? [true] : index < 4 ? [true, false] : [false])),
)

export function liveEnvironments(stages: Stages): Fields[] {
  return stages.flatMap(({ isLive, live }, index) =>
    isLive
      ? [
          {
            name: names[index] ?? '',
            identifier: live.identifier,
            color: live.color,
            dns: live.dns,
            ...(live.bridge !== null && { bridge: live.bridge }),
            ...(stages[live.parent]?.isLive === true && { parent: names[live.parent] ?? '' }),
          },
        ]
      : [],
  )
}

/** Whether an environment is there once the manifest is applied. */
function endsLive(stages: Stages, index: number, mood: Mood): boolean {
  const stage = stages[index]
  return stage !== undefined && (stage.isLive || isCreated(stages, index, mood))
}

/** Only `Staging` and `Preview` are ever created. */
export function isCreated(stages: Stages, index: number, mood: Mood): boolean {
  return mood === 'busy' && index >= 4 && stages[index]?.isDeclared === true
}

export function declaredEnvironments(stages: Stages, mood: Mood): Fields[] {
  return stages.flatMap((stage, index) => {
    const isNew = isCreated(stages, index, mood)
    if (!stage.isDeclared || !(stage.isLive || isNew)) return []
    const from = (field: string): Shown =>
      stage.isLive && (mood === 'calm' || stage.kept.includes(field)) ? stage.live : stage.wanted
    const parent = from('parent').parent
    const all: Fields = {
      color: from('color').color,
      identifier: from('identifier').identifier,
      dns: from('dns').dns,
      bridge: from('bridge').bridge,
      ...(endsLive(stages, parent, mood) &&
        (mood === 'busy' || stages[parent]?.isLive === true) && { parent: nameOf(parent) }),
    }
    return [{ name: nameOf(index), ...omit(all, stage.left), ...(isNew && { color: stage.wanted.color }) }]
  })
}

function nameOf(index: number): Json {
  return names[index] ?? ''
}
