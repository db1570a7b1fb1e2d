// How long work takes by the processor's time, which other work on the machine hardly changes.

/** Seconds of processor time of this process since the call. */
export function cpuSeconds(): () => number {
  const start = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1_000_000
  }
}
