// The result of an apply, for the person who merged it: what to do next, each write with its outcome, and the notes.
import { plansOf, resultsOf, type ApplyAccount, type JournalAccount } from '../account.ts'
import { sectionsShown, unplannedOf } from '../words/plan-notes.ts'
import { idleLines, targetLines, verdict } from '../text/apply.ts'
import { endOf, failoverLines, titleOf, writesOf } from '../text/journal.ts'
import type { Extent } from '../words/note-lines.ts'
import { diff, plain } from '../text/style.ts'
import { counted, linesText } from '../../core/words.ts'
import { group, sentences, type Node } from './node.ts'
import { changeNodes, channelList, remarks, targetNodes, uncomparedNodes } from './plan.ts'

export function applyNodes(account: ApplyAccount, extent: Extent): readonly Node[] {
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
    ...(result !== undefined || plan === undefined
      ? []
      : [...targetNodes(plan, unplannedOf(plan, problems)), ...uncomparedNodes(plan, extent)]),
    ...changeNodes([...others, ...planned], sections.length === 1, results),
    ...remarks(plans),
  ]
}

/** The content of a journal, run by run. */
export function journalNodes({ journal: { runs, damaged } }: JournalAccount): readonly Node[] {
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
