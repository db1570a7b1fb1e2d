// How changes are shown in every format: the symbol and the color of each action, and changes that differ only in the resource
// once, with the names of the resources.
import { hash } from 'node:crypto'
import { given } from '../../core/given.ts'
import { grouped } from '../../core/lists.ts'
import { callsOf, isDeactivation, replacedDetail, replacedValues, subjectOf } from '../../core/plan/change.ts'
import type { Action, Change, Replace } from '../../core/plan/change.ts'
import type { Detail } from '../../core/plan/compare-fields.ts'
import { detailsOf } from '../../core/plan/detail.ts'
import { Sealed } from '../../core/value.ts'
import { visible } from '../../core/visible.ts'
import { many } from '../../core/words.ts'
import { causeMark } from './causes.ts'

/** An update that switches an integration off matters more than other updates. */
export type ShownAction = Action | 'deactivate'

/** Actions that may do harm come first, then those that change something, then those that only add. */
export const actions = {
  deactivate: { symbol: '-', color: 'red', label: 'Deactivate' },
  'set-primary': { symbol: '^', color: 'cyan', label: 'Set primary' },
  update: { symbol: '~', color: 'yellow', label: 'Update' },
  create: { symbol: '+', color: 'green', label: 'Create' },
  resend: { symbol: '?', color: 'yellow', label: 'Resend' },
} as const satisfies Readonly<Record<ShownAction, object>>

export function shownAction(change: Change): ShownAction {
  return isDeactivation(change) ? 'deactivate' : change.action
}

export function symbolOf(change: Change): string {
  return actions[shownAction(change)].symbol
}

export interface ChangeGroup {
  /** The change that is shown for all of them. */
  readonly first: Change
  /** All of them, the first one included: one, or at least `fewest`. */
  readonly changes: readonly Change[]
}

/** Fewer equal changes are shown one by one. */
const fewest = 3

/**
 * The changes in groups, in the order of their first change. Those of a group have the same target, kind, part, action,
 * requests, cause, side effects and fields with the values before and after, as reports show them. Masked values count as
 * equal.
 */
export function groupsOf(changes: readonly Change[]): readonly ChangeGroup[] {
  if (changes.length < fewest) return changes.map((first) => ({ first, changes: [first] }))
  const alike = grouped(changes.keys(), (index) => likeness(changes[index] as Change))
  return [...alike.values()]
    .flatMap((own) => (own.length < fewest ? own.map((index) => [index]) : [own]))
    .sort(([one = 0], [other = 0]) => one - other)
    .map((own) => {
      const all = own.map((index) => changes[index] as Change)
      const first = all[0] as Change
      return { first: all.length === 1 ? first : withoutMasked(first), changes: all }
    })
}

/** Without the masked values: equal masks in a group may hide different values. */
function withoutMasked(change: Change): Change {
  const hide = hiding(change)
  return hide === undefined ? change : replacedValues(change, hide)
}

/** Undefined if no value is masked. */
function hiding({ masked = [] }: Change): Replace | undefined {
  return masked.length === 0
    ? undefined
    : (value, field) => (masked.includes(field) ? new Sealed('***') : value)
}

/** Secrets are in it as labels. */
function likeness(change: Change): string {
  const { target, via, kind, part, action, summary, cause, sideEffects, differences } = change
  const calls = callsOf(change)
  const hide = hiding(change)
  const details = differences.flatMap(detailsOf)
  const shown = JSON.stringify([
    [target, via, kind, part, action, summary, cause],
    // Several requests are shown with their paths.
    calls.length > 1 ? change.id : calls.map(({ operation }) => operation.id),
    sideEffects,
    hide === undefined ? details : details.map((detail) => replacedDetail(detail, hide)),
  ])
  // As a hash, because many changes may be unlike all others.
  return hash('sha256', shown, 'base64')
}

/** `295 subscribers`, with the part that all of them have. */
export function groupSubject({ first: { kind, part }, changes }: ChangeGroup): string {
  return `${many(changes.length, kind)}${part === undefined ? '' : ` ${part}`}`
}

/** The change of a resource in words: `integration ses-eu  becomes primary for email`. */
export function headingOf(change: Change): string {
  return headed(subjectOf(change), change)
}

/** The same for equal changes: `295 subscribers`. */
export function groupHeadingOf(group: ChangeGroup): string {
  const { first } = group
  return headed(groupSubject(group), {
    ...first,
    ...given({ summary: first.summary?.replace(/^becomes /, 'become ') }),
  })
}

function headed(subject: string, { action, summary }: Change): string {
  const how = action === 'resend' ? "resend (can't be compared)" : summary
  return visible(how === undefined ? subject : `${subject}  ${how}`)
}

/** A detail as it is shown under its change. */
export interface MarkedDetail extends Detail {
  /** See `causeMark`. */
  readonly mark?: string
}

/** The changed fields, under a heading that names the change. */
export function detailsUnder(change: Change): readonly MarkedDetail[] {
  return change.differences.flatMap(detailsOf).map((detail) => ({
    ...detail,
    path: withinPart(detail.path, change.part),
    ...given({ mark: causeMark(change, detail) }),
  }))
}

/** Without the change that the heading names: that it becomes primary. */
export function detailsBelow(change: Change): readonly MarkedDetail[] {
  const details = detailsUnder(change)
  return change.action === 'set-primary' ? details.filter(({ path }) => path !== 'primary') : details
}

/** The heading names the part already. */
function withinPart(path: string, part: string | undefined): string {
  const at = part === undefined ? -1 : path.indexOf(`.${part}.`)
  return at < 0 || part === undefined ? path : path.slice(at + part.length + 2)
}
