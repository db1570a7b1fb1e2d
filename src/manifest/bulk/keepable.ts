// Decides which lines of NDJSON can be kept as text: those of which there is nothing to report.
import { isList, isMap, type Value, type ValueMap } from '../../core/value.ts'
import { looksLikeAnother } from '../../core/visible.ts'
import { rowOf } from '../../kinds/fields.ts'
import { resolved } from '../../kinds/form.ts'
import type { Kind } from '../../kinds/kind.ts'
import { emptyFinding } from '../empty.ts'
import { isUnremarkable, placeholderIn } from '../references/placeholder.ts'
import { schemaOf } from '../shape.ts'

export interface Keepable {
  /** As the kind's schema returns them, with secrets in plain text. */
  readonly fields: ValueMap
  /** As `plain` of the kind. */
  readonly isPlain: boolean
  readonly holdsSecret: boolean
}

/** Undefined if the line is to be loaded like an entry of a list: there may be something to report. */
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

/** Whether a value may be one of which `convert` notes something, other than that it is a secret. */
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
  walk.holdsSecret ||= kind.isSecret(keys)
  return typeof value === 'string' && isRemarkable(value, walk)
}

function isRemarkable(text: string, { kind: { fields }, keys }: Walk): boolean {
  if (isUnremarkable(text)) return false
  return (
    text.includes('${') ||
    placeholderIn(text) !== undefined ||
    (looksLikeAnother(text) && rowOf(fields, keys).plain === true)
  )
}
