// The text that a command prints to stdout when it ends. The lines of single changes of an apply were printed before.
import { findingsOf, type Examination, type Finding } from '../../core/plan/finding.ts'
import { csvEnding, ndjsonEnding } from '../../core/json.ts'
import { commandLine } from '../../core/shell.ts'
import {
  isListed,
  type AnyAccount,
  type GetAccount,
  type Ignored,
  type PlanAccount,
  type ValidateAccount,
} from '../account.ts'
import { messageText } from '../activity/messages.ts'
import { timelineText } from '../activity/timeline.ts'
import { resultText } from '../results.ts'
import { auditText } from '../words/title.ts'
import type { Context } from '../context.ts'
import { explainedText, triggerText } from './delivery.ts'
import { failoverNodes } from '../document/failover.ts'
import { leadTexts, planBlocks } from '../document/plan-nodes.ts'
import { journalNodes } from '../document/journal.ts'
import { group, sentences, type Group, type Node } from '../document/document-node.ts'
import { appliedNodes } from '../document/apply.ts'
import { smokeReport } from '../document/smoke.ts'
import { laidOut, placeOf } from './layout.ts'
import { guardsTitle, isGuard, unplannedOf } from '../words/plan-notes.ts'
import { listText } from './list-text.ts'
import { nodePieces, nodesText, textLine } from './nodes.ts'
import { counted } from '../../core/words.ts'
import type { Style } from './style.ts'

/** Without problems and without what `accountAside` returns: they go to stderr. */
export function accountText(account: AnyAccount, context: Pick<Context, 'style' | 'extent'>): string {
  return [...accountPieces(account, context)].join('')
}

/** The same in pieces, which can be read as often as needed; those of a plan are made when they are read. */
export function accountPieces(
  account: AnyAccount,
  context: Pick<Context, 'style' | 'extent'>,
): Iterable<string> {
  const { style } = context
  const printed = (blocks: readonly (Node | readonly Node[])[]): string[] => [nodesText(blocks, style)]
  switch (account.command) {
    case 'validate':
      return printed([validNodes(account, context)])
    case 'plan':
    case 'show':
    case 'diff':
    case 'compare':
      return { [Symbol.iterator]: () => plannedPieces(account, context) }
    case 'journal':
      return printed(journalNodes(account.journal))
    case 'smoke':
      return printed(smokeReport(account.run))
    case 'apply':
      return printed([appliedNodes(account), ...smokeReport(account.smoke)])
    case 'failover':
      return [...(account.smoke === undefined ? [] : ['\n']), ...printed(failoverNodes(account))]
    case 'audit':
      return printed([sentences(auditText(account))])
    case 'doctor':
      return printed(account.examination === undefined ? [] : doctorNodes(account.examination, account.file))
    case 'events get':
    case 'messages get':
      return [gotText(account, style)]
    case 'trigger':
      return [triggerText(account)]
    default:
      if (!isListed(account)) return [resultText(account, style)]
      return account.data === undefined ? [] : [listText(account.command, account.data, style, account.page)]
  }
}

function gotText({ command, item, explanations }: GetAccount, style: Style): string {
  const textOf = command === 'events get' ? timelineText : messageText
  return [
    item === undefined ? '' : textOf(item, style),
    explanations === undefined ? '' : `\n${explainedText(explanations, style)}`,
  ].join('')
}

function validNodes(
  { files, resources, targets, ignored = [] }: ValidateAccount,
  { extent }: Pick<Context, 'extent'>,
): readonly Node[] {
  if (resources === undefined || targets === undefined) return []
  const counts = `${counted(resources, 'resource')} for ${counted(targets, 'target')} in ${counted(files, 'file')}`
  const isWhole = ignored.length === 0 || extent === 'full'
  const hidden = isWhole ? '' : `; ${counted(ignored.length, 'path')} ignored (listed with --full)`
  const lines = ignored.map(({ name, reason }) => {
    const isIncludable = reason === 'ending' && (ndjsonEnding.test(name) || csvEnding.test(name))
    return `${name}: ${isIncludable ? includedOnly : ignoredFor[reason]}`
  })
  return [
    sentences([`Valid. ${counts}${hidden}.`]),
    ...(isWhole ? group('Ignored:', [sentences(lines)]) : []),
  ]
}

const includedOnly =
  'belfry reads NDJSON and CSV only through a manifest, for example one with subscribers: [{ include: FILE }]'

const ignoredFor: Readonly<Record<Ignored['reason'], string>> = {
  hidden: 'the name begins with a dot',
  node_modules: 'belfry never reads files in node_modules',
  ending: 'the name does not end with .yaml or .yml',
  folder: 'a folder; add a pattern for the files in this folder',
  'project file': 'the project file',
  'not named': 'a manifest that "manifests" in the project file does not name',
}

function* plannedPieces(
  account: PlanAccount,
  { style, extent }: Pick<Context, 'style' | 'extent'>,
): Generator<string, void> {
  const { command, plan, next, problems } = account
  if (plan === undefined) return
  const guards = problems
    .filter(isGuard)
    .map(({ message, position }) => `${message}${position === undefined ? '' : `  ${placeOf({ position })}`}`)
  if (guards.length > 0) yield `${nodesText(group(guardsTitle, [sentences(guards)]), style)}\n`
  const isOfSides = command === 'diff' || plan.compared !== undefined
  if (!isOfSides && plan.sections.length === 0) return
  if (isOfSides || account.origin !== undefined)
    for (const lead of leadTexts(account))
      yield laidOut(`${textLine(lead, style, 'dim')}\n${isOfSides ? '' : '\n'}`, style)
  yield* nodePieces(planBlocks(plan, { next, extent, unplanned: unplannedOf(plan, problems) }), style, extent)
}

const findingSigns = { ok: '+', note: '!', problem: '-' } as const

/** `file` is the project file's name. */
export function doctorNodes(examination: Examination, file = 'no belfry.yaml'): readonly Node[] {
  const { project, targets } = examination
  return [
    findingGroup('Project', file, project),
    ...targets.map(({ target, url, findings }) => findingGroup(target, url, findings)),
    sentences(endLines(findingsOf(examination))),
  ]
}

function findingGroup(title: string, fact: string, findings: readonly Finding[]): Group {
  const items = findings.map(({ check, status, message, hint }) => ({
    sign: findingSigns[status],
    label: status,
    name: check,
    text: message,
    hint,
  }))
  return { is: 'group', title: [title, { fact }], nodes: [{ is: 'story', noun: 'finding', items }] }
}

function endLines(all: readonly Finding[]): readonly string[] {
  const count = (status: Finding['status']): number => all.filter((each) => each.status === status).length
  const problems = count('problem')
  const notes = count('note') === 0 ? [] : [counted(count('note'), 'note')]
  return problems === 0
    ? [`${['No problems', ...notes].join(', ')}. Nothing was written.`, `Next: ${commandLine('plan')}`]
    : [
        `${[counted(problems, 'problem'), ...notes].join(', ')}: belfry apply would stop. Nothing was written (exit 3).`,
        `Next: fix the first problem above, then run ${commandLine('doctor')} again.`,
      ]
}
