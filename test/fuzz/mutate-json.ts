// Small steps away from a tree that is right, at any depth.
import * as fc from 'fast-check'
import { nastyJson, nastyKey } from './nasty.ts'

type Path = readonly string[]
type Step = (holder: Entries, index: number) => Entries
/** Of a map, or of a list under its indexes. */
type Entries = readonly (readonly [string, unknown])[]

/** One step at one place of a tree. */
export interface Mutation {
  readonly where: number
  readonly step: Step
}

const replacing = nastyJson.map(
  (value): Step =>
    (entries, index) =>
      entries.with(index, [entries[index]?.[0] ?? '', value]),
)
const deleting = fc.constant<Step>((entries, index) => entries.toSpliced(index, 1))
const renaming = nastyKey.map(
  (key): Step =>
    (entries, index) =>
      entries.with(index, [key, entries[index]?.[1]]),
)
const adding = fc.tuple(nastyKey, nastyJson).map(
  ([key, value]): Step =>
    (entries, index) =>
      entries.toSpliced(index, 0, [key, value]),
)
const repeating = fc.constantFrom(1, 1, 300).map(
  (count): Step =>
    (entries, index) =>
      entries.toSpliced(
        index,
        0,
        ...Array.from({ length: count }, () => entries[index] ?? (['', null] as const)),
      ),
)
const wrapping = fc
  .constantFrom<((value: unknown) => unknown)[]>(
    (value) => [value],
    (value) => ({ data: value }),
    (value) => JSON.stringify(value) ?? '',
    (value) => [value, value],
  )
  .map(
    (wrap): Step =>
      (entries, index) =>
        entries.with(index, [entries[index]?.[0] ?? '', wrap(entries[index]?.[1])]),
  )
const exchanging = fc.nat(50).map((other): Step => (entries, index) => {
  const second = other % entries.length
  return entries
    .with(index, [entries[index]?.[0] ?? '', entries[second]?.[1]])
    .with(second, [entries[second]?.[0] ?? '', entries[index]?.[1]])
})

const mutation: fc.Arbitrary<Mutation> = fc.record({
  where: fc.nat(9999).map((nat) => nat / 10_000),
  step: fc.oneof(
    { arbitrary: replacing, weight: 5 },
    { arbitrary: deleting, weight: 3 },
    renaming,
    adding,
    repeating,
    wrapping,
    exchanging,
  ),
})

export const mutations: fc.Arbitrary<readonly Mutation[]> = fc.array(mutation, {
  minLength: 1,
  maxLength: 4,
  size: 'max',
})

/** The tree with each step taken at its place; the tree given stays as it is. */
export function mutated(tree: unknown, steps: readonly Mutation[]): unknown {
  return steps.reduce((before, { where, step }) => {
    const paths = pathsIn({ root: before })
    return (
      edited({ root: before }, paths[Math.floor(where * paths.length)] ?? [], step) as { root: unknown }
    ).root
  }, tree)
}

function pathsIn(tree: unknown): Path[] {
  if (typeof tree !== 'object' || tree === null) return []
  return Object.entries(tree).flatMap(([key, value]) => [
    [key],
    ...pathsIn(value).map((path) => [key, ...path]),
  ])
}

function edited(tree: unknown, [key = '', ...rest]: Path, step: Step): unknown {
  if (typeof tree !== 'object' || tree === null) return tree
  const entries = Object.entries(tree)
  const index = entries.findIndex(([name]) => name === key)
  if (index < 0) return tree
  const after =
    rest.length > 0
      ? entries.with(index, [key, edited(entries[index]?.[1], rest, step)])
      : step(entries, index)
  return Array.isArray(tree) ? after.map(([, value]) => value) : Object.fromEntries(after)
}
