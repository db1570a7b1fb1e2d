// What a report says, without any layout: text, the comment and the page print nodes.
import type { Change } from '../../core/plan/change.ts'
import type { Detail } from '../../core/plan/compare-fields.ts'
import type { Outcome, Result } from '../../core/plan/outcome.ts'
import type { FrameLine, Position } from '../../core/problem.ts'
import type { ValueMap } from '../../core/value.ts'
import type { TargetState } from '../words/plan-notes.ts'

/** Text between backticks is code: see `byCode`. */
export type Text = string | readonly Piece[]

export type Piece =
  | string
  | { readonly code: string }
  /** The sign says whether it is good or bad. */
  | { readonly strong: string; readonly sign?: Sign }
  /** What is written in the project file, quoted in text. */
  | { readonly setting: string }
  /** One of several facts about what is before it. */
  | { readonly fact: string }
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
  /** In text, before the item: it waits, is released, matches, or is to be noticed. */
  readonly mark?: '.' | 'x' | '=' | '!'
  /** In text, beside the item. */
  readonly position?: Position | undefined
  /** In text, beside the item: requests and time. */
  readonly costs?: readonly string[]
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

/** Good, bad, in between, or unchanged. */
export type Sign = '+' | '-' | '!' | ' '

/** What was done, one after the other: a write, a case. */
export interface Story {
  readonly is: 'story'
  readonly noun: string
  readonly items: readonly Step[]
}

export interface Step {
  readonly sign: Sign
  /** A short word before the name, such as `done`. */
  readonly label: string
  /** What several steps may have in common, such as the target. */
  readonly name: string
  readonly text: string
  /** Each on a line of its own. */
  readonly below?: readonly string[]
  /** What to do. */
  readonly hint?: string | undefined
}

/** Resources with the fields in which they differ, and that no change of a plan shows. */
export interface Differing {
  readonly is: 'differing'
  readonly noun: string
  readonly items: readonly DifferingItem[]
}

export interface DifferingItem {
  readonly symbol: string
  readonly subject: string
  readonly position?: Position
  readonly details: readonly Detail[]
  readonly below?: readonly string[]
}

/** What each target comes to. */
export interface Targets {
  readonly is: 'targets'
  readonly items: readonly TargetState[]
}

export interface Changes {
  readonly is: 'changes'
  readonly changes: readonly Change[]
  /** By the change's id, if all is shown: declared fields of the resource that already match, with its first change. */
  readonly same?: ReadonlyMap<string | undefined, ValueMap>
  /** By the change's id; empty if nothing was applied. */
  readonly results: ReadonlyMap<string, Result>
  /** The target's name is above them, or there is one target. */
  readonly isAlone: boolean
}

export interface Group {
  readonly is: 'group'
  /** The id of a part of the document. */
  readonly id?: string
  readonly title: Text
  /** The nodes are clear without the title, so a comment leaves it out. */
  readonly isObvious?: boolean
  readonly nodes: readonly Node[]
}

export type Node = List | Targets | Story | Differing | Changes | Group

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

/** Begin a line with commands to copy, which the terminal itself wraps, without a break in what is copied. */
export const commandHeads = {
  next: 'Next: ',
  /** Sends fields that can't be compared. */
  once: 'To send these fields once: ',
} as const

/** Each item on a line of its own. */
export const lines = { is: 'list', style: 'sentences', noun: 'line' } as const

/** A shortened report keeps channels, targets and errors sooner, and changes and notes later. */
export function sentences(texts: readonly Text[]): List {
  return { ...lines, items: texts.map((text) => ({ rank: -1, text })) }
}

/** Each as a point of a list. */
export function targetList({ items }: Targets): List {
  const points = items.map(({ name, url, state }) => ({
    rank: -3,
    text: [{ strong: name }, ...(url === '' ? [] : [' ', { code: url }]), ': ', state],
  }))
  return { is: 'list', style: 'points', noun: 'target', items: points }
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

export function signOf(status: Outcome['status']): Sign {
  if (status === 'done') return '+'
  return status === 'skipped' || status === 'waiting' ? '!' : '-'
}
