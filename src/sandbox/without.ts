// Leaving fields out of a reply.

export function without<Row extends object, const Key extends keyof Row>(
  row: Row,
  ...keys: readonly Key[]
): Omit<Row, Key> {
  const hidden = new Set<PropertyKey>(keys)
  return Object.fromEntries(Object.entries(row).filter(([key]) => !hidden.has(key))) as Omit<Row, Key>
}
