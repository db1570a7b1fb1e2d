// An account as a document: what a comment and a page say, in their order.
import { slowEvents, type SmokeRun } from '../../core/delivery/smoke.ts'
import { present } from '../../core/given.ts'
import { grouped } from '../../core/lists.ts'
import {
  pendingChanges,
  type IntegrationState,
  type IntegrationStates,
  type Plan,
} from '../../core/plan/plan.ts'
import { plansOf, resultsOf, type ApplyAccount, type PageAccount, type PlanAccount } from '../account.ts'
import type { Context } from '../context.ts'
import { auditLines, smokeCounts } from '../words/title.ts'
import { organisation, sectionsShown, unplannedOf } from '../words/plan-notes.ts'
import type { Extent } from '../words/note-lines.ts'
import { journalNodes } from './journal.ts'
import { filled, group, sentences, type Group, type Node, type Step, type Text } from './document-node.ts'
import { verdictNodes } from './apply.ts'
import { smokeNodes } from './smoke.ts'
import { problemsBefore, warningNodes } from './warnings.ts'
import { changeNodes, channelList, leadTexts, remarks, targetNodes, uncomparedNodes } from './plan-nodes.ts'

/** Without the title: see `titleOf`. */
export function nodesOf(account: PageAccount, extent: Extent = 'usual'): readonly Node[] {
  const { problems } = account
  return filled([...problemsBefore(problems), ...bodyOf(account, extent), ...warningNodes(problems)])
}

function bodyOf(account: PageAccount, extent: Extent): readonly Node[] {
  switch (account.command) {
    case 'validate':
      return []
    case 'audit':
      return [sentences(auditLines(account))]
    case 'apply':
      return [...applyNodes(account), ...caseNodes(account.smoke)]
    case 'smoke':
      return caseNodes(account.run, 'alone')
    case 'journal':
      return journalNodes(account.journal)
    default:
      return planNodes(account, extent)
  }
}

function caseNodes(run: SmokeRun | undefined, isAlone?: 'alone'): readonly Node[] {
  if (run === undefined) return []
  const title = isAlone ? 'Smoke cases' : `Smoke, ${smokeCounts(run)}`
  const nodes = [sentences(present(slowEvents(run))), ...smokeNodes(run)]
  return group(title, nodes, { id: 'cases', isObvious: isAlone !== undefined })
}

/** What to do next, each write with its outcome, and the notes. */
function applyNodes(account: ApplyAccount): readonly Node[] {
  const { plan, result, problems } = account
  const plans = plansOf(account)
  const forecast = forecastsOf(account).at(-1)
  const sections = sectionsShown({ sections: plans.flatMap((each) => each.sections) })
  const planned = sections.flatMap(({ changes }) => changes)
  const results = new Map(resultsOf(account).map((each) => [each.change.id, each]))
  const ids = new Set(planned.map(({ id }) => id))
  // Changes that were made before, e.g. of a saved plan, are in no section any more.
  const others = [...results.values()].map(({ change }) => change).filter(({ id }) => !ids.has(id))
  return [
    ...(result?.after === undefined ? [] : [channelList(result.after, 'now')]),
    ...(result?.after !== undefined || forecast === undefined ? [] : [channelList(forecast)]),
    ...verdictNodes(account),
    ...(result !== undefined || plan === undefined ? [] : targetNodes(plan, unplannedOf(plan, problems))),
    ...changeNodes([...others, ...planned], sections.length === 1, results),
    ...remarks(plans),
  ]
}

function planNodes(account: PlanAccount, extent: Extent): readonly Node[] {
  const { plan, problems } = account
  const lead = sentences(leadTexts(account))
  if (plan === undefined) return [lead]
  const sections = sectionsShown(plan)
  const changes = sections.flatMap((section) => section.changes)
  return [
    lead,
    channelList(plan),
    ...targetNodes(plan, unplannedOf(plan, problems)),
    ...(extent === 'summary'
      ? []
      : [...uncomparedNodes(plan), ...changeNodes(changes, sections.length === 1), ...remarks([plan])]),
  ]
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

/** The plans whose forecast of the channels holds: before a change is sent, and once a new plan shows no changes. */
export function forecastsOf(account: PageAccount): readonly Plan[] {
  const plans = plansOf(account)
  if (account.command !== 'apply' || resultsOf(account).length === 0) return plans
  const after = account.result?.after
  return after !== undefined && pendingChanges(after).length === 0 ? plans : []
}

/** Which integrations deliver each channel of each target, before and after. */
export function deliveryNodes(plans: readonly Plan[]): readonly Group[] {
  const targets = plans.flatMap(({ sections }) =>
    sections.flatMap(({ target = organisation, delivery = [] }) => {
      const channels = grouped(delivery, ({ channel }) => channel)
      const items = [...channels.values()].flatMap((all) => all.map(stateStep).sort(movedFirst))
      return group(target, [{ is: 'story', noun: 'integration', items }])
    }),
  )
  return group('Delivery', targets, { id: 'delivery' })
}

/** `! email    mailgun-old (mailgun)  active, primary → inactive` */
function stateStep({ name, channel, providerId, before, after }: IntegrationStates): Step {
  const [was, is] = [before && stateText(before), after && stateText(after)]
  const text = [...new Set(present(was, is))].join(' → ')
  return { sign: signBetween(was, is), label: channel, name: `${name} (${providerId})`, text }
}

function signBetween(was: string | undefined, is: string | undefined): Step['sign'] {
  if (was === is) return ' '
  if (was === undefined) return '+'
  return is === undefined ? '-' : '!'
}

function movedFirst(left: Step, right: Step): number {
  return Number(left.sign === ' ') - Number(right.sign === ' ')
}

function stateText({ active, primary, conditional }: IntegrationState): string {
  return present(active ? 'active' : 'inactive', primary && 'primary', conditional && 'conditional').join(
    ', ',
  )
}
