// Long lists of which no entry is in the other.
import assert from 'node:assert/strict'
import { detailsOf } from '../../../src/core/plan/detail.ts'
import type { Work } from '../../support/steps/steps.ts'

export const listsWithoutACommonEntry: Work = (size) => {
  const entries = (letter: string): string[] =>
    Array.from({ length: size }, (_, index) => `${letter}${index}`)
  const [before, after] = [entries('a'), entries('b')]
  return () => {
    const details = detailsOf({ path: ['data', 'seen'], answer: 'different', before, after })
    assert.equal(details.length, 2 * size)
  }
}
