// One document of a manifest: its lists, its targets, and nothing that the language does not have.
import { didYouMean } from '../core/similar.ts'
import type { Kind } from '../kinds/kind.ts'
import type { IsSecretPath } from './mask.ts'
import { keyPlace, placeOf, type MapNode, type Node } from './node.ts'
import type { Report } from './reporter.ts'
import { show } from './show.ts'

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
      message: `a manifest is a map with the lists ${lists}`,
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
    const message = `a manifest has no field ${show(key)}${didYouMean(key, known)}`
    report({ rule: 'unknown-field', place: keyPlace(root, entry), message })
    return []
  }
  const { value } = entry
  if (value.type === 'list') return [{ kind, items: value.items }]
  // `subscribers:` with every item commented out.
  if (value.type === 'scalar' && value.value === null) return []
  const place = value.type === 'map' ? keyPlace(root, entry) : placeOf(value)
  report({ rule: 'wrong-type', place, message: `"${key}" must be a list: begin each item with "- "` })
  return []
}

/** What is secret in a manifest: as its kinds say, and all that belongs to none of them. */
export function secretPaths(registry: readonly Kind[]): IsSecretPath {
  return ([list, ...path]) => {
    if (list === undefined || list === 'targets') return false
    const kind = registry.find((candidate) => candidate.list === list)
    return kind === undefined || kind.isSecret(path[0] === 'perTarget' ? path.slice(2) : path)
  }
}
