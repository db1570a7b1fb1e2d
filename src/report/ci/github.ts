// What GitHub shows beside the lines of a pull request: workflow commands, one a line, as its runners read them.
import type { Position } from '../../core/problem.ts'
import type { Account } from '../account.ts'
import { noticesOf, type Notice } from './notices.ts'
import { repositoryPath, type RepositoryPlace } from '../context.ts'
import { visible } from '../../core/visible.ts'

/** GitHub shows no more errors, and no more warnings, of one step; it drops the rest without a message. */
const shownBySeverity = 10

/** Errors before warnings. If there are more than GitHub shows, the last one has the number of the rest. */
export function githubAnnotations(
  account: Account,
  { source }: { readonly source?: RepositoryPlace },
): string {
  const notices = noticesOf(account)
  return (['error', 'warning'] as const)
    .flatMap((severity) => fitting(notices.filter((notice) => notice.severity === severity)))
    .map(({ severity, title, lines, position }) =>
      workflowCommand(severity, { ...placed(position, source), title: `belfry: ${title}` }, lines.join('\n')),
    )
    .join('')
}

function fitting(notices: readonly Notice[]): readonly Notice[] {
  const [first] = notices
  if (first === undefined || notices.length <= shownBySeverity) return notices
  const shown = notices.slice(0, shownBySeverity - 1)
  const { severity } = first
  const rest = `${notices.length - shown.length} more ${severity}s are not shown here. See the summary of this step.`
  return [...shown, { severity, title: 'more', lines: [rest] }]
}

function placed(position: Position | undefined, source: RepositoryPlace | undefined): Record<string, string> {
  if (position === undefined) return {}
  const { line, column, length } = position
  const file = visible(repositoryPath(position, source))
  return { file, line: `${line}`, col: `${column}`, endColumn: `${column + Math.max(1, length)}` }
}

/** `::name key=value,key=value::message`, ended by a line break; nothing in it starts another command. */
export function workflowCommand(
  name: string,
  properties: Readonly<Record<string, string>>,
  message: string,
): string {
  const given = Object.entries(properties).map(([key, value]) => `${key}=${escapedProperty(value)}`)
  return `::${name}${given.length === 0 ? '' : ` ${given.join(',')}`}::${escapedData(message)}\n`
}

/** In the order in which the runner unescapes: `%` first. */
function escapedData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapedProperty(text: string): string {
  return escapedData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
