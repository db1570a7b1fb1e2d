// An account as a document: what a comment and a page say, in their order.
import { present } from '../../core/given.ts'
import type { PageAccount, PlanAccount } from '../account.ts'
import { auditLines } from '../words/audited.ts'
import { sectionsShown, unplannedOf } from '../words/plan-notes.ts'
import { smokeCounts } from '../words/title.ts'
import type { Extent } from '../words/note-lines.ts'
import { applyNodes, journalNodes } from './apply.ts'
import { filled, group, sentences, type Node, type Text } from './node.ts'
import { changeNodes, channelList, remarks, targetNodes, uncomparedNodes } from './plan.ts'
import { graveNodes, warningNodes } from './problems.ts'
import { smokeNodes } from './smoke.ts'

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
