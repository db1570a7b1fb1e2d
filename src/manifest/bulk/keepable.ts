// Decides which lines of NDJSON can be kept as text: those of which there is nothing to report.
import { isList, isMap, type Value, type ValueMap } from '../../core/value.ts'
import { holdsHidden } from '../../core/visible.ts'
import { resolved } from '../../kinds/form.ts'
import type { Kind } from '../../kinds/kind.ts'
import { emptyFinding } from '../empty.ts'
import { placeholderIn } from '../references/placeholder.ts'
import { schemaOf } from '../shape.ts'

export interface Keepable {
  /** As the kind's schema returns them, with secrets in plain text. */
  readonly fields: ValueMap
  /** As `plain` of the kind. */
  readonly isPlain: boolean
}

/** Undefined if the line is to be loaded like an entry of a list: there may be something to report. */
export function keepable(value: ValueMap, kind: Kind): Keepable | undefined {
  if (kind.plain === undefined || hasFinding(value, kind, [], [])) return undefined
  const fields = kind.plain(value)
  if (fields !== undefined) return { fields, isPlain: true }
  const parsed = schemaOf(kind, resolved).safeParse(value)
  return parsed.success ? { fields: parsed.data as ValueMap, isPlain: false } : undefined
}

/** Whether a value may be one of which `convert` notes something, other than that it is a secret. `keys` is `path` without indexes. */
function hasFinding(value: Value, kind: Kind, path: (string | number)[], keys: string[]): boolean {
  if (typeof value === 'string') return value === '' || isRemarkable(value, kind, keys)
  if (value === null) return emptyFinding(path, null, kind) !== undefined
  if (isList(value))
    return value.some((item, index) => {
      path.push(index)
      const found = hasFinding(item, kind, path, keys)
      path.pop()
      return found
    })
  if (!isMap(value)) return false
  for (const key in value) {
    path.push(key)
    keys.push(key)
    const found = hasFinding(value[key] ?? null, kind, path, keys)
    path.pop()
    keys.pop()
    if (found) return true
  }
  return false
}

function isRemarkable(text: string, { plainFields }: Kind, keys: readonly string[]): boolean {
  return (
    text.includes('${') ||
    placeholderIn(text) !== undefined ||
    (!/^[\u0020-\u007e]*$/.test(text) && holdsHidden(text) && plainFields.includes(keys.join('.')))
  )
}
