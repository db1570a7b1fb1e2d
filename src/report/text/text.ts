// The text that a command prints to stdout when it ends. The lines of single changes of an apply were printed before.
import { commandLine } from '../../core/shell.ts'
import { findingsOf, type Examination, type Finding } from '../../core/plan/finding.ts'
import {
  isListed,
  type AnyAccount,
  type ApplyAccount,
  type GetAccount,
  type Ignored,
  type PlanAccount,
  type ValidateAccount,
} from '../account.ts'
import { messageText } from '../activity/messages.ts'
import { timelineText } from '../activity/timeline.ts'
import { resultText } from '../results.ts'
import { auditText } from '../words/title.ts'
import { applyText, idleLines } from './apply.ts'
import type { Context } from '../context.ts'
import { explainedText, triggerText } from './delivery.ts'
import { failoverText } from '../failover.ts'
import { journalText } from './journal.ts'
import { laidOut } from './layout.ts'
import { guardsTitle, isGuard, unplannedOf } from '../words/plan-notes.ts'
import { planPieces } from './plan.ts'
import { listText } from './list-text.ts'
import { savedPlanHeading } from './saved-plan.ts'
import { smokeText } from './smoke.ts'
import { counted } from '../../core/words.ts'
import { visible } from '../../core/visible.ts'
import { paint, type Style } from './style.ts'

/** The same as `accountText`. Its pieces can be read as often as needed; those of a plan are made when they are read. */
export function accountPieces(
  account: AnyAccount,
  context: Pick<Context, 'style' | 'extent'>,
): Iterable<string> {
  switch (account.command) {
    case 'plan':
    case 'show':
    case 'diff':
    case 'compare':
      return { [Symbol.iterator]: () => plannedPieces(account, context) }
    default:
      return [accountText(account, context)]
  }
}

/** Without problems and without what `accountAside` returns: they go to stderr. */
export function accountText(account: AnyAccount, context: Pick<Context, 'style' | 'extent'>): string {
  const { style } = context
  if (isListed(account))
    return account.data === undefined ? '' : listText(account.command, account.data, style)
  switch (account.command) {
    case 'validate':
      return laidOut(validText(account, context), style)
    case 'plan':
    case 'show':
    case 'diff':
    case 'compare':
      return [...plannedPieces(account, context)].join('')
    case 'journal':
      return laidOut(journalText(account.journal, style), style)
    case 'smoke':
      return account.run === undefined ? '' : laidOut(smokeText(account.run, style), style)
    case 'apply':
      return laidOut(appliedText(account, style), style)
    case 'failover':
      return laidOut(failoverText(account, style), style)
    case 'audit':
      return auditText(account)
    case 'doctor':
      return account.examination === undefined ? '' : doctorText(account.examination, account.file, style)
    case 'events get':
    case 'messages get':
      return gotText(account, style)
    case 'trigger':
      return triggerText(account)
    default:
      return resultText(account, style)
  }
}

function appliedText(account: ApplyAccount, style: Style): string {
  return [
    account.result === undefined
      ? idleLines(account, style)
          .map((line) => `${line}\n`)
          .join('')
      : applyText(account.result, style),
    account.smoke === undefined ? '' : `\n${smokeText(account.smoke, style)}`,
  ].join('')
}

function gotText({ command, item, explanations }: GetAccount, style: Style): string {
  const textOf = command === 'events get' ? timelineText : messageText
  return [
    item === undefined ? '' : textOf(item, style),
    explanations === undefined ? '' : `\n${explainedText(explanations, style)}`,
  ].join('')
}

function validText(
  { files, resources, targets, ignored = [] }: ValidateAccount,
  { extent }: Pick<Context, 'extent'>,
): string {
  if (resources === undefined || targets === undefined) return ''
  const counts = `${counted(resources, 'resource')} for ${counted(targets, 'target')} in ${counted(files, 'file')}`
  if (ignored.length === 0) return `Valid. ${counts}.\n`
  if (extent !== 'full')
    return `Valid. ${counts}; ${counted(ignored.length, 'path')} ignored (listed with --full).\n`
  const lines = ignored.map(({ name, reason }) => {
    const why = /\.(?:ndjson|csv)$/i.test(name) && reason === 'ending' ? includedOnly : ignoredFor[reason]
    return `  ${visible(name)}: ${why}\n`
  })
  return `Valid. ${counts}.\nIgnored:\n${lines.join('')}`
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
  { command, plan, origin, sides, next, problems }: PlanAccount,
  { style, extent }: Pick<Context, 'style' | 'extent'>,
): Generator<string, void> {
  if (plan === undefined) return
  const guards = problems
    .filter(isGuard)
    .map(({ message, position }) =>
      visible(`  ${message}${position === undefined ? '' : `  ${position.file}:${position.line}`}`),
    )
  if (guards.length > 0)
    yield laidOut(`${paint(style, 'bold', guardsTitle)}\n${guards.join('\n')}\n\n`, style)
  if (command === 'diff') {
    if (sides !== undefined) {
      const [from, to] = sides.map(visible)
      yield laidOut(`${paint(style, 'dim', `From ${from} to ${to}`)}\n`, style)
    }
    yield* planPieces(plan, style, { extent })
  } else if (plan.compared !== undefined) {
    const { from, to, by } = plan.compared
    const what = by === 'live' ? 'in the service' : 'as the manifests declare them'
    const opening = visible(`What the resources of ${from} would change in ${to}, ${what}`)
    yield laidOut(`${paint(style, 'dim', opening)}\n`, style)
    yield* planPieces(plan, style, { extent })
  } else if (plan.sections.length > 0) {
    if (origin !== undefined) yield laidOut(`${savedPlanHeading(origin, style)}\n`, style)
    yield* planPieces(plan, style, { next, extent, unplanned: unplannedOf(plan, problems) })
  }
}

const findingColors = { ok: 'green', note: 'yellow', problem: 'red' } as const
const indent = 2

/** `file` is the project file's name. */
export function doctorText(examination: Examination, file: string | undefined, style: Style): string {
  const { project, targets } = examination
  const all = findingsOf(examination)
  const width = Math.max(0, ...all.map(({ check }) => visible(check).length))
  const block = (name: string, place: string, findings: readonly Finding[]): string =>
    [
      `${paint(style, 'bold', visible(name))}  ${visible(place)}`,
      ...findings.flatMap((finding) => findingLines(finding, width, style)),
    ].join('\n')
  const blocks = [
    block('Project', file ?? 'no belfry.yaml', project),
    ...targets.map(({ target, url, findings }) => block(target, url, findings)),
    closing(all),
  ]
  return `${blocks.join('\n\n')}\n`
}

function findingLines({ check, status, message, hint }: Finding, width: number, style: Style): string[] {
  const mark = paint(style, findingColors[status], status.padEnd('problem'.length))
  const margin = ' '.repeat(indent)
  const beneath = ' '.repeat(indent + 'problem'.length + 2 + width + 2)
  return [
    `${margin}${mark}  ${visible(check).padEnd(width)}  ${visible(message)}`,
    ...(hint === undefined ? [] : [`${beneath}${visible(hint)}`]),
  ]
}

function closing(all: readonly Finding[]): string {
  const count = (status: Finding['status']): number => all.filter((each) => each.status === status).length
  const problems = count('problem')
  const notes = count('note') === 0 ? [] : [counted(count('note'), 'note')]
  return problems === 0
    ? `${['No problems', ...notes].join(', ')}. Nothing was written.\nNext: ${commandLine('plan')}`
    : `${[counted(problems, 'problem'), ...notes].join(', ')}: belfry apply would stop. Nothing was written (exit 3).\nNext: fix the first problem above, then run ${commandLine('doctor')} again.`
}
