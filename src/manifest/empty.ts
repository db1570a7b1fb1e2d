// null and '' are values only if a kind declares it.
import { pathText } from './frames/frame.ts'
import { rowOf } from '../kinds/from-field-rows.ts'
import type { Kind } from '../kinds/kind.ts'
import type { Finding } from './issues.ts'
import type { NodePath } from './text/node.ts'

/** The problem of null (or '') at a path; undefined if it is allowed, or if another check decides. */
export function emptyFinding(
  path: NodePath,
  value: null | '',
  { fields }: Pick<Kind, 'fields'>,
): Finding | undefined {
  const keys = path.filter((step) => typeof step === 'string')
  const name = `"${pathText(path)}"`
  const { clears, filled } = rowOf(fields, keys.slice(0, 1))
  if (path.length > 1 && filled === true)
    return {
      rule: 'empty-value',
      path,
      message: `${name} is empty`,
      hint: 'Write a value, or leave the field out.',
    }
  if (value === '' || clears === 'all' || (clears === 'itself' && path.length === 1)) return undefined
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
