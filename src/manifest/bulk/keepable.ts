// Which lines of NDJSON and CSV stay text until they are needed: those in which loading finds nothing to report.
import { type ValueMap, isList, isMap, type Value } from '../../core/value.ts'
import { resemblesAnother } from '../../core/visible.ts'
import { isSecretAt, rowOf } from '../../kinds/from-field-rows.ts'
import { resolved } from '../../kinds/form.ts'
import type { Kind } from '../../kinds/kind.ts'
import { emptyFinding } from '../convert.ts'
import { isUnremarkable, placeholderIn } from '../references/placeholder.ts'
import { schemaOf } from '../shape.ts'

interface Keepable {
  /** As the kind's schema returns them, with secrets in plain text. */
  readonly fields: ValueMap
  /** As `plain` of the kind. */
  readonly isPlain: boolean
  readonly holdsSecret: boolean
}

/** Undefined if the line is to be loaded like an entry of a list, because a problem may have to be reported. */
export function keepable(value: ValueMap, kind: Kind): Keepable | undefined {
  if (kind.plain === undefined) return undefined
  const walk: Walk = { kind, path: [], keys: [], holdsSecret: false }
  if (hasFinding(value, walk)) return undefined
  const fields = kind.plain(value)
  if (fields !== undefined) return { fields, isPlain: true, holdsSecret: false }
  const parsed = schemaOf(kind, resolved).safeParse(value)
  if (!parsed.success) return undefined
  return { fields: parsed.data as ValueMap, isPlain: false, holdsSecret: walk.holdsSecret }
}

interface Walk {
  readonly kind: Kind
  readonly path: (string | number)[]
  /** The path without indexes. */
  readonly keys: string[]
  holdsSecret: boolean
}

/** Whether `convert` may note something about a value other than that it is secret. */
function hasFinding(value: Value, walk: Walk): boolean {
  const { kind, path, keys } = walk
  if (isList(value))
    return value.some((item, index) => {
      path.push(index)
      const found = hasFinding(item, walk)
      path.pop()
      return found
    })
  if (isMap(value)) {
    for (const key in value) {
      path.push(key)
      keys.push(key)
      const found = hasFinding(value[key] ?? null, walk)
      path.pop()
      keys.pop()
      if (found) return true
    }
    return false
  }
  if (value === null || value === '') return emptyFinding(path, value, kind) !== undefined
  walk.holdsSecret ||= isSecretAt(kind, keys)
  return typeof value === 'string' && isRemarkable(value, walk)
}

function isRemarkable(text: string, { kind: { fields }, keys }: Walk): boolean {
  if (isUnremarkable(text)) return false
  return (
    text.includes('${') ||
    placeholderIn(text) !== undefined ||
    (resemblesAnother(text) && rowOf(fields, keys).plain === true)
  )
}
