// The time that a filter takes grows with its texts and not with their square.
import { expect, test } from 'vitest'
import { createFilter } from '../../src/core/filter.ts'
import { Secret } from '../../src/core/secret.ts'

/** Before, each of these took more than 5 seconds; now none takes more than 1. */
const most = 4000

function filterOf(secret: string) {
  const filter = createFilter()
  filter.know(Secret.of(secret, 'env:KEY'))
  return filter
}

function millisecondsOf(run: () => void): number {
  const { user } = process.cpuUsage()
  run()
  return (process.cpuUsage().user - user) / 1000
}

test('40,000 visible values share a part with a secret', () => {
  const filter = filterOf('smtp-relay-of-acme:abcdefghijklmnopqrstuvwxyz')
  filter.see((hear) => {
    for (let index = 0; index < 40_000; index++) hear(`smtp-relay-of-acme-${index}`)
  })
  const spent = millisecondsOf(() => {
    expect(filter.take('smtp-relay-of-acme refused abcdefghijklmnopqrst')).toBe(
      'smtp-relay-of-acme refused (secret env:KEY)',
    )
  })
  expect(spent).toBeLessThan(most)
})

test('a reply repeats 24,000 times a piece of the base64 of a key', () => {
  const key = 'SG.abcdefghij0123456789KLMNOPQRSTUVWXYZabcdefghij0123456789KLMNOPQRSTUVWXYZ'
  const piece = Buffer.from(key).toString('base64').slice(36, 68)
  const spent = millisecondsOf(() => {
    expect(filterOf(key).find(`${piece} `.repeat(24_000))).toBeUndefined()
  })
  expect(spent).toBeLessThan(most)
})

test('a secret has 40,000 escaped quotes', () => {
  const secret = `{${'\\"'.repeat(40_000)}abcdefghijklmnop`
  const spent = millisecondsOf(() => {
    expect(filterOf(secret).take('it is abcdefghijklmnop')).toBe('it is (secret env:KEY)')
  })
  expect(spent).toBeLessThan(most)
})
