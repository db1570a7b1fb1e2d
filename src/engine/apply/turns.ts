// Lets one go at a time, in the order in which they asked.

/** Each call waits until those before it have given their turn back, and returns what gives its own back. */
export function turns(): () => Promise<() => void> {
  let last: Promise<void> = Promise.resolve()
  return () =>
    new Promise((resolve) => {
      const before = last
      last = new Promise((giveBack) => void before.then(() => resolve(giveBack)))
    })
}
