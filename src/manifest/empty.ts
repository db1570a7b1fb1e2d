// null and '' are values only where a kind says so.
import { pathText } from './frames/show.ts'
import type { Kind } from '../kinds/kind.ts'
import type { Finding } from './issues.ts'
import type { NodePath } from './text/node.ts'

/** What is wrong with null (or '') at a path; undefined where it is allowed, or where another check decides. */
export function emptyFinding(
  path: NodePath,
  value: null | '',
  kind: Pick<Kind, 'clearable' | 'neverEmpty'>,
): Finding | undefined {
  const keys = path.filter((step) => typeof step === 'string')
  const name = `"${pathText(path)}"`
  if (path.length > 1 && kind.neverEmpty.includes(keys[0] ?? ''))
    return {
      rule: 'empty-value',
      path,
      message: `${name} is empty`,
      hint: 'Write a value, or leave the field out.',
    }
  if (value === '' || kind.clearable.some((pattern) => isCleared(pattern.split('.'), keys, path.length)))
    return undefined
  return {
    rule: 'cannot-clear',
    path,
    message: `${name} can't be cleared with null`,
    hint:
      keys[0] === 'standby'
        ? 'Leave the field out. To declare a standby in some targets only, use perTarget.'
        : 'Leave the field out to keep its value in the service.',
  }
}

/** Below a pattern that ends with `*` everything is free; else the path must be the pattern. */
function isCleared(pattern: readonly string[], keys: readonly string[], steps: number): boolean {
  const isFree = pattern.at(-1) === '*'
  if (isFree ? keys.length < pattern.length : keys.length !== pattern.length || steps !== keys.length)
    return false
  return pattern.every((step, index) => step === '*' || step === keys[index])
}
