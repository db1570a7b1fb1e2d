import { expect, test, vi } from 'vitest'
import { Clock, virtualClock } from '../../src/sandbox/index.ts'

test('a virtual clock stands still until it is moved on', () => {
  const clock = virtualClock()
  expect(clock.now().toISOString()).toBe('2026-02-01T00:00:00.000Z')
  clock.advance(1500)
  expect(clock.now().toISOString()).toBe('2026-02-01T00:00:01.500Z')
})

test('calls come in order of time, then of asking, each at its own time', () => {
  const clock = new Clock({ start: new Date(0), speed: 0 })
  const seen: [string, number][] = []
  const note = (name: string) => () => void seen.push([name, clock.now().getTime()])
  clock.after(30, note('late'))
  clock.after(10, () => {
    note('early')()
    clock.after(5, note('from early'))
    clock.after(100, note('too late'))
  })
  clock.after(10, note('early too'))
  clock.at(-5, note('overdue'))
  clock.advance(30)
  expect(seen).toEqual([
    ['overdue', 0],
    ['early', 10],
    ['early too', 10],
    ['from early', 15],
    ['late', 30],
  ])
})

test('many calls are made in order, also those of the same time', () => {
  const clock = new Clock({ start: new Date(0), speed: 0 })
  const asked = Array.from({ length: 2000 }, (_, index) => ({ at: (index * 7919) % 53, index }))
  const seen: typeof asked = []
  for (const call of asked) clock.at(call.at, () => void seen.push(call))
  clock.advance(53)
  expect(seen).toEqual([...asked].sort((a, b) => a.at - b.at || a.index - b.index))
})

test('a fast clock makes its calls by itself, and an advance comes on top', async () => {
  const clock = new Clock({ start: new Date(0), speed: 1000 })
  const call = vi.fn<() => void>()
  clock.after(5000, call)
  clock.after(86_400_000_000, call)
  await expect.poll(() => call.mock.calls.length).toBe(1)
  expect(clock.now().getTime()).toBeGreaterThanOrEqual(5000)
  clock.advance(86_400_000_000)
  expect(call).toHaveBeenCalledTimes(2)
  clock.stop()
})

test('a clock that is stopped makes no calls', () => {
  const clock = virtualClock()
  const call = vi.fn<() => void>()
  clock.after(1, call)
  clock.stop()
  clock.advance(10)
  expect(call).not.toHaveBeenCalled()
})

test.each([-1, Number.NaN, Infinity])('a clock has no speed %s', (speed) => {
  expect(() => new Clock({ speed })).toThrow(`${speed} is not a valid clock speed`)
})

test.each([-1, Number.NaN])('a clock does not go on by %s', (milliseconds) => {
  expect(() => virtualClock().advance(milliseconds)).toThrow(`a clock can't advance by ${milliseconds} ms`)
})
