// The problems of manifests, or the findings of an audit, as SARIF 2.1.0, which code scanning takes.
import { exits, type Problem } from '../../core/problem.ts'
import { ruleNamed } from '../../core/rules.ts'
import { headingOf } from '../../explain/explained.ts'
import { explainedRule } from '../../explain/rules.ts'
import type { PageAccount } from '../account.ts'
import { fingerprintsOf } from './gitlab.ts'
import { ofProblem } from './notices.ts'
import { projectFile, repositoryPath, type Context, type RepositoryPlace } from '../context.ts'

export interface SarifContext extends Pick<Context, 'version' | 'checkout'> {
  readonly source?: RepositoryPlace
  readonly manual?: string
}

/** One run; its rules are those that have a result. */
export function sarifLog(account: PageAccount, { version, source, manual, checkout }: SarifContext): string {
  const { problems, exit } = account
  const ids = [...new Set(problems.map(({ rule }) => rule))].sort()
  const marks = fingerprintsOf(problems, source)
  const log = {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'belfry',
            semanticVersion: version,
            rules: ids.map((id) => ruleJson(id, manual)),
          },
        },
        invocations: [{ executionSuccessful: isComplete(account), exitCode: exit }],
        columnKind: 'utf16CodeUnits',
        results: problems.map((problem, index) => ({
          ruleId: problem.rule,
          ruleIndex: ids.indexOf(problem.rule),
          level: problem.severity,
          message: { text: withoutLinks(ofProblem(problem).lines.join('\n')) },
          locations: [{ physicalLocation: location(problem, source, checkout?.project) }],
          partialFingerprints: { 'belfry/v1': marks[index] },
        })),
      },
    ],
  }
  return `${JSON.stringify(log, null, 2)}\n`
}

/** Code scanning closes the alerts of what a successful run no longer finds, so a run that read only a part is not successful. */
function isComplete(account: PageAccount): boolean {
  const isUnread =
    account.command === 'audit' && (account.findings === undefined || account.unread !== undefined)
  return !isUnread && account.problems.every(({ rule, exit }) => !unread.has(rule) && exit !== exits.failure)
}

/** Problems of files whose other problems aren't known. */
const unread: ReadonlySet<string> = new Set(['file-unreadable', 'max-file-size', 'yaml-syntax'])

function ruleJson(id: string, manual: string | undefined): object {
  const rule = ruleNamed(id)
  const explained = explainedRule(id)
  const summary = explained?.summary ?? 'Unknown rule.'
  const setting =
    rule?.configurable === true
      ? `Set the severity of this rule with \`rules: { ${id}: error | warn | off }\` in the project file.`
      : "The severity of this rule can't be changed."
  const { text = [], fix, examples = [] } = explained ?? {}
  const paragraphs = [summary, ...text, ...(fix === undefined ? [] : [`Fix: ${fix}`]), setting]
  const blocks = examples.map(
    (example) =>
      `**${headingOf(example, examples)}**\n\n\`\`\`${example.language}\n${example.text.trimEnd()}\n\`\`\``,
  )
  return {
    id,
    shortDescription: { text: summary },
    fullDescription: { text: [summary, ...text.slice(0, 1)].join(' ').replaceAll('`', '') },
    help: {
      text: paragraphs.join('\n').replaceAll('`', ''),
      markdown: [...paragraphs, ...blocks].join('\n\n'),
    },
    ...(manual !== undefined && explained !== undefined && { helpUri: `${manual}reference/rules.md#${id}` }),
    defaultConfiguration: { level: rule?.severity ?? 'error' },
  }
}

/** A problem without a file is shown at the project file: code scanning refuses results without a place. */
function location(
  { position }: Problem,
  source: RepositoryPlace | undefined,
  project: string | undefined,
): object {
  const path =
    position === undefined && project !== undefined
      ? project
      : repositoryPath(position ?? { file: projectFile }, source)
  const artifactLocation = {
    uri: uriOf(path),
    // An absolute path is under no root.
    ...(!path.startsWith('/') && { uriBaseId: '%SRCROOT%' }),
  }
  if (position === undefined) return { artifactLocation, region: { startLine: 1 } }
  const { line, column, length } = position
  return {
    artifactLocation,
    region: { startLine: line, startColumn: column, endColumn: column + Math.max(1, length) },
  }
}

function uriOf(path: string): string {
  const encoded = path
    .split('/')
    .map((part) => encodeURIComponent(part.replaceAll(/\p{Cs}/gu, '\uFFFD')))
    .join('/')
  return path.startsWith('/') ? `file://${encoded}` : encoded
}

/** In SARIF `[text](place)` is a link even in plain text; a backslash before the bracket prevents it. */
function withoutLinks(text: string): string {
  return text.replaceAll(/[[\]\\]/g, '\\$&')
}
