// All texts in plain data that people get to read: its values and its keys, and nothing that is closed.
import { Labelled } from './secret.ts'
import { type FieldPath, IdOf, isList, isMap, type Value } from '../value.ts'

/** Called with each text, with the path of keys and indexes that leads to it; the path is valid only until the next call. */
export type Hear = (text: string, path: readonly (string | number)[]) => void

/** Of any data that JSON could hold. A key comes with the path of what it leads to. */
export function hearTexts(root: unknown, hear: Hear): void {
  someText(root, (text, path) => {
    hear(text, path)
    return false
  })
}

/** Whether one of the texts that `hearTexts` visits passes a test. It stops at the first such text. */
export function someText(root: unknown, test: (...heard: Parameters<Hear>) => boolean): boolean {
  const path: (string | number)[] = []
  const visit = (value: unknown): boolean => {
    if (typeof value === 'string') return test(value, path)
    if (typeof value === 'number') return test(String(value), path)
    if (value instanceof IdOf) return test(value.name, path)
    if (typeof value !== 'object' || value === null || value instanceof Labelled) return false
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index++) {
        path.push(index)
        if (visit(value[index])) return true
        path.pop()
      }
      return false
    }
    // A plan of thousands of changes has millions of fields: nothing is made for each.
    for (const key in value) {
      path.push(key)
      // Keys are searched too, once a run each: a key in the service may be a secret, and reports show it.
      if (test(key, path) || visit((value as Readonly<Record<string, unknown>>)[key])) return true
      path.pop()
    }
    return false
  }
  return visit(root)
}

/** The fields of a resource that its kind allows to be shown. Paths are without indexes of lists. */
export function hearFields(
  fields: Value | undefined,
  isSecret: (path: FieldPath) => boolean,
  hear: Hear,
  path: string[] = [],
): void {
  if (path.length > 0 && isSecret(path)) return
  if (typeof fields === 'string') hear(fields, path)
  else if (isList(fields)) for (const item of fields) hearFields(item, isSecret, hear, path)
  else if (isMap(fields))
    for (const [key, item] of Object.entries(fields)) {
      path.push(key)
      hear(key, path)
      hearFields(item, isSecret, hear, path)
      path.pop()
    }
  else hearTexts(fields, (text) => hear(text, path))
}
