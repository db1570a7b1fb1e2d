// Sentences of a plan that are not about single changes, the same in every format; not yet made visible.
import {
  channelForecasts,
  channelSentence,
  getsWorse,
  type ChannelForecast,
} from '../../core/plan/channels.ts'
import { notesIn, notesOf } from '../../core/plan/notes.ts'
import {
  countsOf,
  isOfSaved,
  isUpToDate,
  managesOthers,
  type Counts,
  type Plan,
  type Section,
} from '../../core/plan/plan.ts'
import { hasErrors, type Problem, severityCount } from '../../core/problem.ts'
import { present } from '../../core/given.ts'
import { counted } from '../../core/words.ts'
import { inComparable, uncomparedWords } from './uncompared.ts'

export const organisation = 'Organisation'

/** What opens a plan: the guards that a branch changes. */
export const guardsTitle = 'This branch changes the guards:'

export function isGuard({ rule }: Problem): boolean {
  return rule === 'guards-changed'
}

/** The sections to show. The organisation's is left out if nothing is declared for it. */
export function sectionsShown({ sections }: Pick<Plan, 'sections'>): readonly Section[] {
  return sections.filter(
    (section) => section.target !== undefined || section.resources + notesOf(section, 'released').length > 0,
  )
}

/** What a plan begins with; after an apply, only what arrives now: its last plan isn't shown, and isn't applied. */
export function channelLines({ sections, compared, problems }: Plan, when?: 'now'): readonly string[] {
  if (compared !== undefined) return []
  // Without a credential that its provider requires, an integration may deliver nothing.
  const doubted = problems.filter(({ rule }) => rule === 'missing-credentials')
  return sections.flatMap((section) =>
    channelForecasts(section).flatMap((forecast) => {
      if (when === undefined) return forecastLine(forecast, section, doubted)
      return forecast.before.state === 'up' ? [] : channelSentence(forecast.before, section.target)
    }),
  )
}

/** `doubted` are problems of integrations that may deliver nothing. */
function forecastLine(
  { before, after }: ChannelForecast,
  { target = '', delivery = [] }: Section,
  doubted: readonly Problem[],
): string {
  const { channel } = before
  const ofChannel = delivery.filter((each) => each.channel === channel)
  const isFirst = ofChannel.every((each) => each.before === undefined)
  if ((before.state === 'up' || isFirst) && after !== undefined)
    return `after this plan, ${channelSentence(after, target)}`
  const isDoubted = doubted.some(
    (each) => each.target === target && ofChannel.some(({ name }) => each.resource === `integration ${name}`),
  )
  const isFixed = after?.state === 'up' && before.state !== 'failed over' && !isDoubted
  const isChanged = after !== undefined && (isFixed || getsWorse(before, after))
  return `${channelSentence(before, target)}${isChanged ? `; after this plan, ${channelSentence(after)}` : ''}`
}

/** `no changes, 12 resources match` */
export function stateOf(section: Section): string {
  if (section.waitsFor !== undefined) return `waiting: ${section.waitsFor}`
  const { targetChange, resources, unread } = section
  const released = notesOf(section, 'released').length
  if (targetChange === 'removed') return `target removed, ${counted(released, 'resource')} no longer managed`
  if (targetChange === 'added') return `target added, ${counted(resources, 'resource')}`
  if (resources + released === 0) {
    if (section.part === 'saved') return 'no changes in the saved plan'
    return section.part === 'none' ? 'nothing selected' : `nothing declared${unread ? ', not read' : ''}`
  }
  if (section.changes.length + released === 0 && section.unchanged === resources)
    return `no changes${inComparable([section])}, ${matching(section.resources)}`
  return counted(section.resources, section.part === 'saved' ? 'planned resource' : 'resource')
}

/** All counts of a section in one line. */
export function summaryOf(section: Section): string {
  const { changes, targetChange, waitsFor } = section
  if (changes.length === 0 || targetChange !== undefined || waitsFor !== undefined)
    return [stateOf(section), ...countsApart([section])].join(', ')
  return countParts([section]).join(', ')
}

export interface TargetState {
  readonly name: string
  /** Empty if no service was asked. */
  readonly url: string
  readonly state: string
}

/** The state of each target; last those without a plan. */
export function targetStates(
  plan: Pick<Plan, 'sections'>,
  unplanned: readonly string[],
  of: (section: Section) => string = summaryOf,
): readonly TargetState[] {
  return [
    ...sectionsShown(plan).map((section) => ({
      name: section.target ?? organisation,
      url: section.url,
      state: of(section),
    })),
    ...unplanned.map((name) => ({ name, url: '', state: 'not planned, see the error' })),
  ]
}

/** Targets without a plan because of errors: the counts don't include them. Empty without a plan. */
export function unplannedOf(
  { sections }: Pick<Plan, 'sections'>,
  problems: readonly Problem[],
): readonly string[] {
  if (sections.length === 0) return []
  const named = problems.flatMap(({ severity, target }) => (severity === 'error' ? (target ?? []) : []))
  return [...new Set(named)].filter((target) => sections.every((section) => section.target !== target))
}

/** `2 errors, 1 warning`; empty without problems. */
export function tallyOf(problems: readonly Problem[]): string {
  return (['error', 'warning'] as const)
    .map((severity) => ({ severity, count: severityCount(problems, severity) }))
    .flatMap(({ severity, count }) => (count > 0 ? counted(count, severity) : []))
    .join(', ')
}

/** Whether its counts are complete. */
export function isWhole(plan: Pick<Plan, 'sections'>, problems: readonly Problem[]): boolean {
  return !hasErrors(problems) || (plan.sections.length > 0 && unplannedOf(plan, problems).length === 0)
}

/** The command lines to run next: none if nothing is to be done. */
export function nextOf(
  { sections, declaredSince }: Pick<Plan, 'sections' | 'declaredSince'>,
  next: readonly string[] = [],
): readonly string[] {
  const isIdle = sections.every(
    (section) => section.changes.length + notesOf(section, 'waiting').length === 0,
  )
  // A comparison with a base is for reviewing a branch, and applies nothing.
  return isIdle || declaredSince !== undefined ? [] : next
}

/** How a plan without changes begins: `No changes` only if nothing kept a resource from being compared, and nothing else differs. */
export function idleWords(plan: Pick<Plan, 'sections' | 'problems' | 'live' | 'compared'>): string {
  if (plan.compared !== undefined) {
    const other = notesIn(plan.sections, 'absent').length > 0 ? ' other' : ''
    return `No${other} differences${inComparable(plan.sections)}`
  }
  if (isOfSaved(plan)) return 'The saved plan has no changes to make'
  const shown = sectionsShown(plan)
  if (shown.length > 0 && shown.every(({ resources, unread }) => unread && resources === 0))
    return 'Nothing declared'
  const isIdle = plan.live === 'declared' || isUpToDate(plan)
  const others = plan.sections.some(managesOthers) ? ' other' : ''
  return isIdle ? `No${others} changes${inComparable(plan.sections)}` : 'Nothing to send'
}

/** `1 resource matches`, `2 resources match` */
function matching(count: number): string {
  return counted(count, 'resource matches', 'resources match')
}

/** `2 resources match` */
export function matchingWords(sections: readonly Section[]): readonly string[] {
  const { unchanged } = countsOf(sections)
  return unchanged > 0 ? [matching(unchanged)] : []
}

/** `1 to create`, …, `2 unchanged`, `4 unmanaged` */
export function countParts(sections: readonly Section[]): readonly string[] {
  const counts = countsOf(sections)
  const unchanged = counts.unchanged > 0 ? [`${counts.unchanged} unchanged`] : []
  return [...countWords(counts), ...unchanged, ...countsApart(sections)]
}

/** `1 to create`, `2 to update`, …: zeros are left out. */
export function countWords(counts: Counts): readonly string[] {
  return present(
    counts.create > 0 && `${counts.create} to create`,
    counts.update > 0 && `${counts.update} to update`,
    counts.setPrimary > 0 && `${counts.setPrimary} to set primary`,
    counts.deactivate > 0 && `${counts.deactivate} to deactivate`,
  )
}

/** Counts of what isn't a change, and what was not compared. */
export function countsApart(sections: readonly Section[]): readonly string[] {
  const counts = countsOf(sections)
  return present(
    counts.unmanaged > 0 && `${counts.unmanaged} unmanaged`,
    counts.absent !== undefined && `${counts.absent} in this target only`,
    counts.missing > 0 && `${counts.missing} missing`,
    counts.waiting > 0 && `${counts.waiting} waiting`,
    counts.ownKey !== undefined &&
      `${counts.ownKey} not sent because the environment's own API key is missing`,
    counts.duplicates > 0 && `${counts.duplicates} duplicated in the service`,
    counts.inError > 0 && `${counts.inError} with an error`,
    ...uncomparedWords(counts.uncompared),
    counts.failoverDrift !== undefined &&
      counted(counts.failoverDrift, 'failover is drift', 'failovers are drift'),
    counts.left !== undefined && `${counts.left} left unchanged`,
    counts.resend > 0 && `${counts.resend} to resend`,
    counts.released !== undefined && `${counts.released} no longer managed`,
    ...unreadWords(sections),
  )
}

/** `no integrations declared or read`, with the targets if others were read. */
export function unreadWords(sections: readonly Section[]): readonly string[] {
  const declared = sections.filter(({ target, resources }) => target !== undefined && resources > 0)
  const unread = declared.filter((section) => section.unread !== undefined)
  const where =
    unread.length === declared.length ? '' : ` of ${unread.map(({ target }) => target).join(', ')}`
  return [...new Set(unread.flatMap((section) => section.unread ?? []))].map(
    (kind) => `no ${kind}s${where} declared or read`,
  )
}
