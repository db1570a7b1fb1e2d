// Caches what is derived from a list, because each change of a plan asks for it.

/** Calls `derive` only once for each object. The object must not change afterwards. */
export function memoized<From extends object, Result extends object>(
  derive: (from: From) => Result,
): (from: From) => Result {
  const known = new WeakMap<From, Result>()
  return (from) => {
    const found = known.get(from) ?? derive(from)
    known.set(from, found)
    return found
  }
}
