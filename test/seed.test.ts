// What is made up for tests is the same on the same commit, and another one where somebody asks for it.
import { expect, test, vi } from 'vitest'
import { seedOf } from './support/seed.ts'

const seeds = (): number[] => ['one', 'two'].map((name) => seedOf(name, 'BELFRY_LAWS_SEED'))

test('each name has a seed of its own, the same whenever it is asked for', () => {
  vi.stubEnv('BELFRY_LAWS_SEED', undefined)
  const found = seeds()
  expect(seeds()).toEqual(found)
  expect(new Set(found).size).toBe(2)
  for (const seed of found) expect(seed).toSatisfy((each: number) => each > 0 && each < 2 ** 31)
})

test('without git too', () => {
  vi.stubEnv('BELFRY_LAWS_SEED', undefined)
  const ofCommit = seeds()
  vi.stubEnv('GIT_DIR', '/nowhere')
  const found = seeds()
  expect(seeds()).toEqual(found)
  expect(found).not.toEqual(ofCommit)
})

test.each([
  ['7', 7],
  ['-12', -12],
])('BELFRY_LAWS_SEED=%s sets it', (wanted, seed) => {
  vi.stubEnv('BELFRY_LAWS_SEED', wanted)
  expect(seeds()).toEqual([seed, seed])
})
