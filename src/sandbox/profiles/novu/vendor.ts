// The service's own name in enumerated values: `svc` in the store and the contract, the vendor's on the wire.

const vendor = 'novu'

/** Fields whose values are enumerated, and those below which everything is the caller's own. */
const enumerated = new Set(['providerId', 'origin'])
const free = new Set(['payload', 'overrides', 'controls', 'step', 'steps', 'credentials', 'events'])

/** Swaps `svc` and the vendor's name in all values of a JSON tree that may hold either; a second call reverts it. */
export function swapVendor(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => swapVendor(item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]: [string, unknown]) => {
      if (enumerated.has(key) && typeof item === 'string') return [key, swapWord(item)]
      return [key, isFree(key, item) ? item : swapVendor(item)]
    }),
  )
}

/** `data` of a subscriber is an object; that of a page is a list. */
function isFree(key: string, item: unknown): boolean {
  return free.has(key) || (key === 'data' && !Array.isArray(item))
}

/** `svc-slack` ⇄ `novu-slack` */
export function swapWord(word: string): string {
  const [first = '', ...rest] = word.split('-')
  const other = first === 'svc' ? vendor : first === vendor ? 'svc' : first
  return [other, ...rest].join('-')
}
