// An account as a document: what a comment and a page say, in their order.
import { slowEvents, type SmokeRun } from '../../core/delivery/smoke.ts'
import { present } from '../../core/given.ts'
import { grouped } from '../../core/lists.ts'
import type { IntegrationState, IntegrationStates, Plan } from '../../core/plan/plan.ts'
import { counted, linesText } from '../../core/words.ts'
import {
  plansOf,
  resultsOf,
  type ApplyAccount,
  type JournalAccount,
  type PageAccount,
  type PlanAccount,
} from '../account.ts'
import type { Context } from '../context.ts'
import { idleLines, targetLines, verdict } from '../text/apply.ts'
import { endOf, failoverLines, titleOf, writesOf } from '../text/journal.ts'
import { casesBySuite } from '../text/smoke.ts'
import { diff, plain } from '../text/style.ts'
import { auditLines, smokeCounts } from '../words/title.ts'
import { organisation, sectionsShown, unplannedOf } from '../words/plan-notes.ts'
import type { Extent } from '../words/note-lines.ts'
import { filled, group, sentences, type Group, type Node, type Text } from './document-node.ts'
import {
  changeNodes,
  channelList,
  remarks,
  targetNodes,
  uncomparedNodes,
  graveNodes,
  warningNodes,
} from './document-parts.ts'

/** Without the title: see `titleOf`. */
export function nodesOf(account: PageAccount, extent: Extent = 'usual'): readonly Node[] {
  const { problems } = account
  return filled([...graveNodes(problems), ...bodyOf(account, extent), ...warningNodes(problems)])
}

function bodyOf(account: PageAccount, extent: Extent): readonly Node[] {
  switch (account.command) {
    case 'validate':
      return []
    case 'audit':
      return [sentences(auditLines(account))]
    case 'apply': {
      const { smoke } = account
      const cases = smoke && group(`Smoke, ${smokeCounts(smoke)}`, smokeNodes(smoke), { id: 'cases' })
      return [...applyNodes(account), ...(cases ?? [])]
    }
    case 'smoke':
      return account.run === undefined
        ? []
        : group('Smoke cases', smokeNodes(account.run), { id: 'cases', isObvious: true })
    case 'journal':
      return journalNodes(account)
    default:
      return planNodes(account, extent)
  }
}

/** What to do next, each write with its outcome, and the notes. */
function applyNodes(account: ApplyAccount): readonly Node[] {
  const { plan, result, problems } = account
  const plans = plansOf(account)
  const now = result?.after ?? plans.at(-1)
  const sections = sectionsShown({ sections: plans.flatMap((each) => each.sections) })
  const planned = sections.flatMap(({ changes }) => changes)
  const results = new Map(resultsOf(account).map((each) => [each.change.id, each]))
  const ids = new Set(planned.map(({ id }) => id))
  // Changes that were made before, e.g. of a saved plan, are in no section any more.
  const others = [...results.values()].map(({ change }) => change).filter(({ id }) => !ids.has(id))
  return [
    ...(now === undefined ? [] : [channelList(now)]),
    sentences(
      result === undefined ? idleLines(account, plain) : [...targetLines(result), ...verdict(result, plain)],
    ),
    ...(result !== undefined || plan === undefined ? [] : targetNodes(plan, unplannedOf(plan, problems))),
    ...changeNodes([...others, ...planned], sections.length === 1, results),
    ...remarks(plans),
  ]
}

/** The content of a journal, run by run. */
function journalNodes({ journal: { runs, damaged } }: JournalAccount): readonly Node[] {
  const broken = `${counted(damaged.length, 'line')} of the journal can't be read (${linesText(damaged)}).`
  return [
    ...runs.flatMap((run) => {
      const end = `: ${endOf(run, damaged)}`
      return group(
        [`${titleOf(run)} `, { code: run.run }, ', ', { code: run.started }, end],
        [
          sentences(failoverLines(run)),
          { is: 'lines', noun: 'write', items: writesOf(run, damaged, diff).map((lines) => ({ lines })) },
        ],
      )
    }),
    sentences(damaged.length === 0 ? [] : [broken]),
  ]
}

/** The lines of each case, under the name of its suite. */
function smokeNodes(run: SmokeRun): readonly Node[] {
  return [
    sentences(present(slowEvents(run))),
    ...casesBySuite(run, diff).flatMap(({ name, cases }) =>
      group(name, [{ is: 'lines', noun: 'case', items: cases.map((lines) => ({ lines })) }]),
    ),
  ]
}

function planNodes({ sides, origin, plan, problems }: PlanAccount, extent: Extent): readonly Node[] {
  const lead = sentences(present(comparedText(sides), originText(origin)))
  if (plan === undefined) return [lead]
  const sections = sectionsShown(plan)
  const changes = sections.flatMap((section) => section.changes)
  return [
    lead,
    channelList(plan),
    ...targetNodes(plan, unplannedOf(plan, problems)),
    ...(extent === 'summary'
      ? []
      : [
          ...uncomparedNodes(plan, extent),
          ...changeNodes(changes, sections.length === 1),
          ...remarks([plan]),
        ]),
  ]
}

/** Of a diff: what was compared with what. */
export function comparedText(sides: PlanAccount['sides']): Text | undefined {
  return sides && ['From ', { code: sides[0] }, ' to ', { code: sides[1] }, '.']
}

/** Of a saved plan. */
function originText(origin: PlanAccount['origin']): Text | undefined {
  if (origin === undefined) return undefined
  const { madeAt, belfry, commit } = origin
  const from = commit === undefined ? [', unknown commit.'] : [', commit ', { code: commit }, '.']
  return ['Made at ', { code: madeAt }, ' by belfry ', { code: belfry }, ...from]
}

/** The place of the complete report, for a reader of a truncated one. The formats are complete, and so is a log with JSON or the full text. Running the command again writes the first format. */
export function wholeText(
  { run, reports, stdout, extent }: Pick<Context, 'run' | 'reports' | 'stdout' | 'extent'>,
  formats: readonly ('html' | 'json')[],
): Text {
  const files = formats.flatMap((format) => reports[format] ?? [])
  const named = files.flatMap((file, index) => [...(index > 0 ? [' and '] : []), { code: file }])
  if (files.length > 0)
    return ['The full report is in ', ...named, ...(run === undefined ? [] : [' of ', { run }]), '.']
  const isWhole = stdout === 'json' || (stdout === 'text' && extent === 'full')
  if (run !== undefined && isWhole) return ['The full report is in the log of ', { run }, '.']
  const again = `For the full report, run the command again with \`--report ${formats[0]}=FILE\`.`
  return run !== undefined && stdout === 'text' && extent !== 'summary'
    ? ['The log of ', { run }, ' shows more. ', again]
    : again
}

/** Which integrations deliver each channel of each target, before and after. */
export function deliveryNodes(plans: readonly Plan[]): readonly Group[] {
  const targets = plans.flatMap(({ sections }) =>
    sections.flatMap(({ target = organisation, delivery = [] }) => {
      const channels = Array.from(
        grouped(delivery, ({ channel }) => channel),
        ([channel, all]) => ({
          lines: [`  ${channel}`, ...all.toSorted(movedFirst).map(statesLine)],
        }),
      )
      return group(target, [{ is: 'lines', noun: 'channel', items: channels }])
    }),
  )
  return group('Delivery', targets, { id: 'delivery' })
}

/** `!     mailgun-old (mailgun): active, primary → inactive` */
function statesLine({ name, providerId, before, after }: IntegrationStates): string {
  const [was, is] = [before && stateText(before), after && stateText(after)]
  const sign = was === is ? ' ' : was === undefined ? '+' : is === undefined ? '-' : '!'
  return `${sign}     ${name} (${providerId}): ${[...new Set(present(was, is))].join(' → ')}`
}

function movedFirst(left: IntegrationStates, right: IntegrationStates): number {
  return Number(hasMoved(right)) - Number(hasMoved(left))
}

function hasMoved({ before, after }: IntegrationStates): boolean {
  return (before && stateText(before)) !== (after && stateText(after))
}

function stateText({ active, primary, conditional }: IntegrationState): string {
  return present(active ? 'active' : 'inactive', primary && 'primary', conditional && 'conditional').join(
    ', ',
  )
}
