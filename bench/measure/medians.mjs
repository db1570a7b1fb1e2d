// Measures several things in turn, so that a busy machine slows all of them alike.

/**
 * Medians of what each function resolves to (`{ wall, cpu, … }`), in their order; `samples` rounds after one that isn't
 * counted.
 */
export async function medians(samples, functions) {
  const found = functions.map(() => [])
  for (let round = -1; round < samples; round++) {
    for (const [index, run] of functions.entries()) {
      const result = await run(round)
      if (round >= 0) found[index].push(result)
    }
  }
  return found.map((results) =>
    Object.fromEntries(Object.keys(results[0]).map((key) => [key, median(results.map((each) => each[key]))])),
  )
}

/** Milliseconds that an action takes, such as one in a browser. */
export async function wallOf(action) {
  const started = performance.now()
  await action()
  return { wall: performance.now() - started }
}

/** Milliseconds of CPU time that a function of this process takes. */
export function cpuOf(work) {
  const started = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(started)
  return { cpu: (user + system) / 1000 }
}

function median(values) {
  const sorted = values.toSorted((left, right) => left - right)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}
