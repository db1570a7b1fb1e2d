// Fills a template's text in: `{{subscriber.firstName}}`, `{{payload.order.id}}`, or `{{order.id}}` for short.
import { textOf, valueAt } from '../store/records.ts'

/** The values that a template can name; other names are read from the payload. */
export interface Scope {
  readonly payload: object
  readonly subscriber: object
  readonly tenant: object
  /** Of the digest before this step. */
  readonly step: { readonly total_count: number; readonly events: readonly object[] }
}

/** Linear in the length of the text. Missing values are left empty. */
export function render(template: string, scope: Scope): string {
  const parts = template.split('{{')
  const [first = '', ...rest] = parts
  return rest.reduce((text, part) => {
    const end = part.indexOf('}}')
    return end < 0
      ? `${text}{{${part}`
      : text + shown(lookUp(part.slice(0, end).trim(), scope)) + part.slice(end + 2)
  }, first)
}

/** The texts of an object, also deep inside, filled in. */
export function renderAll<Value>(value: Value, scope: Scope): Value {
  if (typeof value === 'string') return render(value, scope) as Value
  if (Array.isArray(value)) return value.map((item: unknown) => renderAll(item, scope)) as Value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, renderAll(item, scope)]),
  ) as Value
}

function lookUp(path: string, scope: Scope): unknown {
  const [root = ''] = path.split('.', 1)
  return Object.hasOwn(scope, root) ? valueAt(scope, path) : valueAt(scope.payload, path)
}

function shown(value: unknown): string {
  return value === undefined || value === null ? '' : textOf(value)
}
