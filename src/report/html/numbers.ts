// Large numbers with thousands separators, for the page.

/** `10,000`. */
export function number(count: number): string {
  return count.toLocaleString('en-US')
}

/** `1 change`, `10,000 changes`. */
export function many(count: number, noun: string): string {
  return `${number(count)} ${noun}${count === 1 ? '' : 's'}`
}
