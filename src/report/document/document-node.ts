// What a report says, without any layout: the comment and the page print the same nodes.
import type { Change } from '../../core/plan/change.ts'
import type { Result } from '../../core/plan/outcome.ts'
import type { FrameLine, Position } from '../../core/problem.ts'

/** Text between backticks is code: see `byCode`. */
export type Text = string | readonly Piece[]

type Piece =
  | string
  | { readonly code: string }
  | { readonly strong: string }
  | { readonly place: Position }
  /** The URL of a run of a pipeline. */
  | { readonly run: string }

export interface Item {
  /** The lower, the earlier it gets space in a comment. */
  readonly rank: number
  readonly text: Text
  /** What to do. */
  readonly hint?: string | undefined
  /** The lines around its place. */
  readonly frame?: readonly FrameLine[] | undefined
}

export interface List {
  readonly is: 'list'
  /** `folded` opens on demand; the last four say how much it matters. */
  readonly style: 'sentences' | 'points' | 'folded' | 'important' | 'error' | 'warning' | 'note'
  /** What one item is called, for the count of those without space in a comment. */
  readonly noun: string
  readonly items: readonly Item[]
  /** Of a folded list: its title, and the sentences after its items. */
  readonly title?: string
  readonly below?: readonly Text[]
}

/** Lines of the terminal, for a `diff` block: the first character of a line says what happens. */
export interface Lines {
  readonly is: 'lines'
  readonly noun: string
  readonly items: readonly LinesItem[]
}

export interface LinesItem {
  readonly lines: readonly string[]
  /** Without a rank, failures get space first. */
  readonly rank?: number
  /** How many it shows as one; 1 if absent. */
  readonly count?: number
}

export interface Changes {
  readonly is: 'changes'
  readonly changes: readonly Change[]
  /** By the change's id; empty if nothing was applied. */
  readonly results: ReadonlyMap<string, Result>
  /** There is one target, which needs no name. */
  readonly isAlone: boolean
}

export interface Group {
  readonly is: 'group'
  /** The id of a part of the document. */
  readonly id?: string
  readonly title: Text
  /** Its nodes show what they are, so a comment needs no title. */
  readonly isObvious?: boolean
  readonly nodes: readonly Node[]
}

export type Node = List | Lines | Changes | Group

/** No group if it would be empty. */
export function group(
  title: Text,
  nodes: readonly Node[],
  more: Pick<Group, 'id' | 'isObvious'> = {},
): readonly Group[] {
  const shown = filled(nodes)
  return shown.length === 0 ? [] : [{ is: 'group', title, nodes: shown, ...more }]
}

/** Without empty lists. */
export function filled(nodes: readonly Node[]): readonly Node[] {
  return nodes.filter((node) => !('items' in node) || node.items.length > 0)
}

/** Each on a line of its own, before anything else that can be left out. */
export function sentences(texts: readonly Text[]): List {
  return { is: 'list', style: 'sentences', noun: 'line', items: texts.map((text) => ({ rank: -1, text })) }
}

/** What is between two backticks, with blanks or punctuation around it. */
const quotation = /(?<![^ "'(])`(?! *`)([^`]+)`(?![^ )"'.,;:!?])/

/** The parts of a sentence: words and code, alternating. */
export function byCode(text: string): readonly string[] {
  return text.split(quotation)
}

/** `resources that can't be compared` */
export function plural(noun: string): string {
  return noun.replace(/^\w+/, '$&s')
}
