// How long things take, measured so that a busy machine slows both sides alike.

/** Medians, in milliseconds, of functions that are run in turn, `samples` times each, after one round unmeasured. */
export async function medians(samples, functions) {
  const times = functions.map(() => [])
  for (let round = -1; round < samples; round++) {
    for (const [index, run] of functions.entries()) {
      const started = performance.now()
      await run(round)
      if (round >= 0) times[index].push(performance.now() - started)
    }
  }
  return times.map(median)
}

function median(values) {
  const sorted = [...values].sort((left, right) => left - right)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}
