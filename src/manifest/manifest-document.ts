// One document of a manifest: its lists and its targets. Anything else in it is reported.
import { listText } from '../core/words.ts'
import { didYouMean } from '../core/did-you-mean.ts'
import { commandLine } from '../core/shell.ts'
import { resolved } from '../kinds/form.ts'
import type { Kind } from '../kinds/kind.ts'
import { controlFields, isPersonal, isSecretAt, listOf } from '../kinds/from-field-rows.ts'
import { seemsSecret, type IsSecretPath } from './frames/source-masks.ts'
import { keyPlace, placeOf, type MapNode, type Node } from './text/node.ts'
import type { Report } from './frames/reporter.ts'
import { fieldsAt, schemaOf, withoutTarget } from './shape.ts'
import { show } from './frames/frame.ts'

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
    const lists = registry.map(listOf).join(', ')
    report({
      rule: 'wrong-type',
      place: placeOf(root),
      message: `a manifest must be a map with one or more of the lists ${lists}`,
    })
    return { targets: undefined, sections: [] }
  }
  const printed = root.entries.get('formatVersion')
  if (printed !== undefined) {
    const message = 'this is JSON that belfry wrote, such as a saved plan, and not a manifest'
    const hint = `To use a saved plan, run ${commandLine('apply FILE')} or ${commandLine('show FILE')}.`
    report({ rule: 'unknown-field', place: keyPlace(root, printed), message, hint })
    return { targets: undefined, sections: [] }
  }
  return {
    targets: root.entries.get('targets')?.value,
    sections: [...root.entries.keys()].flatMap((key) => sectionOf(root, key, registry, report)),
  }
}

function sectionOf(root: MapNode, key: string, registry: readonly Kind[], report: Report): Section[] {
  const entry = root.entries.get(key)
  const kind = registry.find((each) => listOf(each) === key)
  if (entry === undefined || key === 'targets' || key.startsWith('x-')) return []
  if (kind === undefined) {
    const known = [...registry.map(listOf), 'targets']
    const message = `unknown field ${show(key)} in a manifest${didYouMean(key, known)}`
    const hint = `A manifest has one or more of the lists ${listText(known.slice(0, -1))}.`
    report({ rule: 'unknown-field', place: keyPlace(root, entry), message, hint })
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

/**
 * What is hidden of a manifest: the secrets of its kinds, everything that belongs to no kind, and unknown fields with names of
 * keys.
 */
export function secretPaths(registry: readonly Kind[]): IsSecretPath {
  return ([list, ...path]) => {
    if (list === undefined || list === 'targets') return false
    const kind = registry.find((each) => listOf(each) === list)
    if (kind === undefined) return true
    const schema = schemaOf(kind, resolved)
    const own = withoutTarget(path)
    // A string instead of a section may be meant for a field inside it.
    const isSection = own.length > 0 && fieldsAt(schema, own).length > 0
    return isSecretAt(kind, own) || isSection || (seemsSecret(own.at(-1) ?? '') && !isKnown(own, kind))
  }
}

/** Whether a path of a document (without list indexes) is in a list of resources that describe persons. */
export function isPersonalPath([list]: readonly string[], registry: readonly Kind[]): boolean {
  return registry.some((kind) => listOf(kind) === list && isPersonal(kind))
}

function isKnown(path: readonly string[], kind: Kind): boolean {
  const fields = fieldsAt(schemaOf(kind, resolved), path.slice(0, -1))
  const known = [...fields, ...(path.length === 1 ? controlFields(kind) : [])]
  return known.includes(path.at(-1) ?? '')
}
