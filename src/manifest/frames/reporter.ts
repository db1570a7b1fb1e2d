// Collects problems: severity by the project's rules, each once, with code frames in which secrets are masked.
import { given } from '../../core/given.ts'
import type { Problem, Severity } from '../../core/problem.ts'
import { ruleNamed, severityOf, type RuleSettings } from '../../core/rules.ts'
import { frameOf, maskedText, type Masks, pathText } from './frame.ts'
import {
  positionOf,
  type Place,
  type Source,
  headOf,
  nodeAt,
  type Node,
  type NodePath,
} from '../text/node.ts'

export interface Found extends Pick<Problem, 'alike' | 'subject' | 'personal'> {
  readonly rule: string
  readonly message: string
  readonly place?: Place | undefined
  readonly hint?: string | undefined
  readonly resource?: string | undefined
  readonly target?: string | undefined
  /** Names what is wrong, if several fields show it: the first of the most severe problems of a rule with this name is kept. */
  readonly once?: string | undefined
  /** Replaces the rule's own severity, if the project sets none. */
  readonly severity?: Severity | undefined
}

export type Report = (found: Found) => Severity | 'off'

export interface Reporter {
  readonly report: Report
  /** What may be shown of a source; a source without masks is never shown. */
  readonly mask: (source: Source, masks: Masks) => void
  /** The text of a source with masks, as it may be shown. */
  readonly shown: (source: Source) => string
  readonly problems: () => readonly Problem[]
  /** What would be reported; undefined if the project turned the rule off. */
  readonly problemOf: (found: Found) => Problem | undefined
  /** Errors so far. */
  readonly errors: () => number
}

export function reporterFor(settings: RuleSettings): Reporter {
  const found = new Map<string, Found & { readonly severity: Severity }>()
  const masks = new Map<Source, Masks>()
  let errors = 0
  return {
    report: (item) => {
      const severity = severityOf(item.rule, settings, item.severity)
      if (severity === 'off') return severity
      if (severity === 'error') errors += 1
      const key = foundKey(item)
      const earlier = found.get(key)
      const kept =
        earlier === undefined || (severity === 'error' && earlier.severity !== 'error')
          ? { ...item, severity }
          : earlier
      // The same in two targets: it belongs to neither.
      const isShared = earlier !== undefined && earlier.target !== item.target
      found.set(key, isShared ? { ...kept, target: undefined } : kept)
      return severity
    },
    mask: (source, ofSource) => void masks.set(source, ofSource),
    shown: (source) => {
      const ofSource = masks.get(source)
      return ofSource === undefined ? '' : maskedText(source, ofSource)
    },
    errors: () => errors,
    problemOf: (item) => {
      const severity = severityOf(item.rule, settings, item.severity)
      return severity === 'off' ? undefined : problemOf({ ...item, severity }, masks)
    },
    problems: () => [...found.values()].map((item) => problemOf(item, masks)),
  }
}

function foundKey({ place, rule, message, once }: Found): string {
  if (once !== undefined) return `${rule}\0${once}`
  return `${place === undefined ? '' : placeKey(place)}\0${rule}\0${message}`
}

/** A different key for every place in the files that are read. */
export function placeKey({ source, range }: Place): string {
  return [source.file, source.firstLine, ...range].join('\0')
}

function problemOf(item: Found & { readonly severity: Severity }, all: ReadonlyMap<Source, Masks>): Problem {
  const { rule, severity, message, place, hint, resource, target, alike, subject, personal } = item
  const masks = place && all.get(place.source)
  return {
    rule,
    severity,
    message,
    ...(place && { position: positionOf(place) }),
    ...(place && masks && { frame: frameOf(place, masks) }),
    ...given({ hint, resource, target, alike, subject, personal }),
  }
}

/** The place for a rule in a tree: a value, its key, or the map or list that should have it. */
export function placeFor(rule: string, root: Node, path: NodePath): Place {
  if (path.length === 0) return headOf(root)
  const { depth, place, key } = nodeAt(root, path)
  return ruleNamed(rule)?.at === 'key' || depth < path.length ? key : place
}

/** How a field is named in a message. */
export function fieldText(path: NodePath): string {
  return `"${pathText(path)}"`
}
