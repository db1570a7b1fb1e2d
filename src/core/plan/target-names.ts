// Names of targets. They are in paths, lists and selectors, so some characters are reserved.
import { holdsHidden, visible } from '../visible.ts'

const reserved = /[/*?[\]{},]/g

export function isTargetName(name: string): boolean {
  return name.trim() === name && name.search(reserved) < 0 && !holdsHidden(name)
}

/** A target's name for each environment, in the same order; no two are equal, and none has the = of NAME=VARIABLE. */
export function targetNames(environments: readonly string[]): readonly string[] {
  const names = new Set<string>()
  for (const environment of environments) {
    const plain = visible(environment.trim()).replaceAll(reserved, '-').replaceAll('=', '-') || '-'
    let name = plain
    for (let number = 2; names.has(name); number += 1) name = `${plain} ${number}`
    names.add(name)
  }
  return [...names]
}
