// An account as a document: what a comment and a page say, in their order.
import { slowEvents, type SmokeRun } from '../../core/delivery/smoke.ts'
import { present } from '../../core/given.ts'
import type { PageAccount, PlanAccount } from '../account.ts'
import type { Context } from '../context.ts'
import { casesBySuite } from '../text/smoke.ts'
import { diff } from '../text/style.ts'
import { auditLines } from '../words/audited.ts'
import { sectionsShown, unplannedOf } from '../words/plan-notes.ts'
import { smokeCounts } from '../words/title.ts'
import type { Extent } from '../words/note-lines.ts'
import { applyNodes, journalNodes } from './apply.ts'
import { filled, group, sentences, type Node, type Text } from './node.ts'
import { changeNodes, channelList, remarks, targetNodes, uncomparedNodes } from './plan.ts'
import { graveNodes, warningNodes } from './problems.ts'

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
      return [...applyNodes(account, extent), ...(cases ?? [])]
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
