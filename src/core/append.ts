// Adds many items to a list: a spread makes an argument of each, and 130,000 arguments overflow the stack.

export function append<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) list.push(item)
}
