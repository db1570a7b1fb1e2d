// Matches paths and names against globs: `*` and `?` inside a folder, `**` over folders, `{a,b}` for either.

const magic = /[*?{]/

export function isGlob(text: string): boolean {
  return magic.test(text)
}

/** The folders before the first glob, and the rest by folders. */
export function splitGlob(glob: string): { readonly base: string; readonly rest: readonly string[] } {
  const steps = glob.split('/')
  const first = steps.findIndex(isGlob)
  const at = first < 0 ? steps.length - 1 : first
  return { base: steps.slice(0, at).join('/') || (glob.startsWith('/') ? '/' : '.'), rest: steps.slice(at) }
}

/** Whether a path, by folders, matches a glob, by folders. */
export function matchesPath(path: readonly string[], glob: readonly string[]): boolean {
  // Which prefixes of the glob match the path read so far.
  let open = reach(new Set([0]), glob)
  for (const step of path) {
    const next = new Set<number>()
    for (const at of open) {
      const pattern = glob[at]
      if (pattern === '**') next.add(at)
      else if (pattern !== undefined && matchesName(step, pattern)) next.add(at + 1)
    }
    open = reach(next, glob)
  }
  return open.has(glob.length)
}

/** `**` also stands for no folder at all. */
function reach(at: Set<number>, glob: readonly string[]): Set<number> {
  for (const index of at) if (glob[index] === '**') at.add(index + 1)
  return at
}

export function matchesName(text: string, glob: string): boolean {
  return alternatives(glob).some((pattern) => matchesStars(text, pattern))
}

/** `a{b,c}d` as `abd`, `acd`; at most 64, so that braces can't be made to explode. */
function alternatives(glob: string): string[] {
  let open = [glob]
  for (;;) {
    const next = open.flatMap(expandOnce)
    if (next.length === open.length || next.length > 64) return open
    open = next
  }
}

function expandOnce(glob: string): string[] {
  const from = glob.indexOf('{')
  const to = glob.indexOf('}', from)
  if (from < 0 || to < 0) return [glob]
  return glob
    .slice(from + 1, to)
    .split(',')
    .map((choice) => glob.slice(0, from) + choice + glob.slice(to + 1))
}

/** Goes back to the last star only, so that no pattern takes more than text times pattern steps. */
function matchesStars(text: string, pattern: string): boolean {
  let at = 0
  let position = 0
  let star = -1
  let resume = 0
  while (position < text.length) {
    if (pattern[at] === '*') {
      star = at++
      resume = position
    } else if (pattern[at] === '?' || pattern[at] === text[position]) {
      at++
      position++
    } else if (star >= 0) {
      at = star + 1
      position = ++resume
    } else return false
  }
  while (pattern[at] === '*') at++
  return at === pattern.length
}
