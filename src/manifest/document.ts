// One document of a manifest: its lists, its targets, and nothing that the language does not have.
import type { z } from 'zod'
import { didYouMean } from '../core/similar.ts'
import { written } from '../kinds/form.ts'
import type { Kind } from '../kinds/kind.ts'
import { controlFields } from './item.ts'
import { looksSecret, type IsSecretPath } from './frames/masks.ts'
import { keyPlace, placeOf, type MapNode, type Node } from './text/node.ts'
import type { Report } from './frames/reporter.ts'
import { fieldsAt, schemaOf } from './shape.ts'
import { show } from './frames/show.ts'

export interface Section {
  readonly kind: Kind
  readonly items: readonly Node[]
}

export interface Sections {
  readonly targets: Node | undefined
  /** In the order written. */
  readonly sections: readonly Section[]
}

export function readDocument(root: Node, registry: readonly Kind[], report: Report): Sections {
  if (root.type !== 'map') {
    const lists = registry.map(({ list }) => list).join(', ')
    report({
      rule: 'wrong-type',
      place: placeOf(root),
      message: `a manifest must be a map with one or more of the lists ${lists}`,
    })
    return { targets: undefined, sections: [] }
  }
  return {
    targets: root.entries.get('targets')?.value,
    sections: [...root.entries.keys()].flatMap((key) => sectionOf(root, key, registry, report)),
  }
}

function sectionOf(root: MapNode, key: string, registry: readonly Kind[], report: Report): Section[] {
  const entry = root.entries.get(key)
  const kind = registry.find(({ list }) => list === key)
  if (entry === undefined || key === 'targets' || key.startsWith('x-')) return []
  if (kind === undefined) {
    const known = [...registry.map(({ list }) => list), 'targets']
    const message = `unknown field ${show(key)} in a manifest${didYouMean(key, known)}`
    report({ rule: 'unknown-field', place: keyPlace(root, entry), message })
    return []
  }
  const { value } = entry
  if (value.type === 'list') return [{ kind, items: value.items }]
  // `subscribers:` with every item commented out.
  if (value.type === 'scalar' && value.value === null) return []
  const place = value.type === 'map' ? keyPlace(root, entry) : placeOf(value)
  report({ rule: 'wrong-type', place, message: `"${key}" must be a list; begin each item with "- "` })
  return []
}

/** What is hidden of a manifest: as its kinds say, all that belongs to none of them, and unknown fields named like keys. */
export function secretPaths(schemas: WrittenSchemas): IsSecretPath {
  return ([list, ...path]) => {
    if (list === undefined || list === 'targets') return false
    const found = schemas.get(list)
    if (found === undefined) return true
    const own = path[0] === 'perTarget' ? path.slice(2) : path
    // A text in place of a section may be what belongs inside it.
    const isSection = own.length > 0 && fieldsAt(found.schema, own).length > 0
    return found.kind.isSecret(own) || isSection || (looksSecret(own.at(-1) ?? '') && !isKnown(own, found))
  }
}

interface KindSchema {
  readonly kind: Kind
  readonly schema: z.ZodType
}

/** By the kind's list in a manifest. */
export type WrittenSchemas = ReadonlyMap<string, KindSchema>

export function writtenSchemas(registry: readonly Kind[]): WrittenSchemas {
  return new Map(registry.map((kind) => [kind.list, { kind, schema: schemaOf(kind, written) }]))
}

function isKnown(path: readonly string[], { kind, schema }: KindSchema): boolean {
  const known = [...fieldsAt(schema, path.slice(0, -1)), ...(path.length === 1 ? controlFields(kind) : [])]
  return known.includes(path.at(-1) ?? '')
}
