// Numbers and times as words of a sentence.

/** `1 change`, `2 changes`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`
}

/** With as many digits as matter: `38 ms`, `0.4 s`, `12 s`. */
export function duration(milliseconds: number): string {
  if (milliseconds < 100) return `${milliseconds.toFixed(0)} ms`
  const value = milliseconds / 1000
  return `${value < 10 ? value.toFixed(1) : value.toFixed(0)} s`
}
