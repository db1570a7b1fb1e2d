// A sleep of a run ends early once its signal aborts, also if it has aborted before.
import { expect, onTestFinished, test, vi } from 'vitest'
import { sleep } from '../../src/library/run.ts'

test.each(['before', 'after'])('a signal that aborts %s the sleep begins ends it', async (when) => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const controller = new AbortController()
  if (when === 'before') controller.abort()
  const ended = vi.fn<() => void>()
  void sleep(60_000, controller.signal).then(ended)
  controller.abort()
  await vi.advanceTimersByTimeAsync(0)
  expect(ended).toHaveBeenCalledOnce()
})
