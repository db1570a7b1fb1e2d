// The time that a filter takes grows with its texts and not with their square.
import { expect, test } from 'vitest'
import { createFilter } from '../../../src/core/secrecy/filter.ts'
import { PartIndex } from '../../../src/core/secrecy/part-index.ts'
import { piecesOf } from '../../../src/core/secrecy/pieces.ts'
import { Secret } from '../../../src/core/secrecy/secret.ts'
import { cpuSeconds } from '../../support/cpu-time.ts'

/** Between 4, of linear time, and 16, of quadratic time. */
const most = 10

function filterOf(secret: string) {
  const filter = createFilter()
  filter.know(Secret.of(secret, 'env:KEY'))
  return filter
}

/** How many times as long the work takes for four times as much; the better of several tries, after one to warm up. */
function growthOf(size: number, work: (size: number) => void): number {
  const secondsOf = (own: number): number => {
    const seconds = cpuSeconds()
    work(own)
    return seconds()
  }
  const best = (own: number): number => Math.min(...[1, 2, 3].map(() => secondsOf(own)))
  work(size)
  return best(4 * size) / best(size)
}

test('many visible values share a part with a secret', () => {
  const growth = growthOf(5_000, (size) => {
    const filter = filterOf('smtp-relay-of-acme:abcdefghijklmnopqrstuvwxyz')
    filter.see((hear) => {
      for (let index = 0; index < size; index++) hear(`smtp-relay-of-acme-${index}`)
    })
    expect(filter.take('smtp-relay-of-acme refused abcdefghijklmnopqrst')).toBe(
      'smtp-relay-of-acme refused (secret env:KEY)',
    )
  })
  expect(growth).toBeLessThan(most)
})

test('a reply repeats a piece of the base64 of a key many times', () => {
  const key = 'SG.abcdefghij0123456789KLMNOPQRSTUVWXYZabcdefghij0123456789KLMNOPQRSTUVWXYZ'
  const piece = Buffer.from(key).toString('base64').slice(36, 68)
  const growth = growthOf(4_000, (size) => {
    expect(filterOf(key).find(`${piece} `.repeat(size))).toBeUndefined()
  })
  expect(growth).toBeLessThan(most)
})

test('a secret has many escaped quotes', () => {
  const growth = growthOf(5_000, (size) => {
    const secret = `{${'\\"'.repeat(size)}abcdefghijklmnop`
    expect(filterOf(secret).take('it is abcdefghijklmnop')).toBe('it is (secret env:KEY)')
  })
  expect(growth).toBeLessThan(most)
})

// It took 16 times as long when comparisons were counted and not their characters.
test('a text repeats what a long secret repeats', () => {
  const growth = growthOf(25_000, (size) => {
    const repeating = new PartIndex<string>(piecesOf)
    repeating.add('a'.repeat(5000))
    const runs = repeating.runs('a'.repeat(size))
    expect(runs.some(({ from, to }) => from === 0 && to === size)).toBe(true)
  })
  expect(growth).toBeLessThan(most)
})
