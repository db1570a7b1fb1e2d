// JSON from elsewhere may be nested deeper than any walk by recursion survives.

/** How deep the lists and maps of what others send or keep may be nested: far deeper than anything of the service. */
export const maxDepth = 200

/** Whether lists and maps are nested deeper than `maxDepth`. */
export function isTooDeep(value: unknown): boolean {
  let level = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) return true
    level = level.flatMap((each) =>
      typeof each === 'object' && each !== null ? (Object.values(each) as unknown[]) : [],
    )
  }
  return false
}
