// An explanation as text: the meaning, the fix, and examples to copy.
import { visible } from '../../core/visible.ts'
import { headingOf, type Example, type Explained, type Group, type Part } from '../../explain/explained.ts'
import { laidOut } from './layout.ts'
import { paint, type Style } from './style.ts'

export interface ExplainResult {
  readonly subject?: Explained
  /** What can be explained, if no subject is given. */
  readonly groups?: readonly Group[]
}

/** @internal */
export function explainText({ subject, groups = [] }: ExplainResult, style: Style): string {
  return subject === undefined ? overviewText(groups, style) : subjectText(subject, style)
}

function subjectText(
  { sort, name, summary, facts, text, fix, examples, parts }: Explained,
  style: Style,
): string {
  const width = Math.max(0, ...Object.keys(facts).map((label) => label.length)) + 1
  const labels = Object.entries(facts).map(([label, value]) => `${`${label}:`.padEnd(width)} ${value}`)
  const blocks = [
    [
      // The list of a sort has its name with a slash: `rule/`.
      paint(
        style,
        'bold',
        visible(name === `${sort}/` ? name : `${sort === 'exit' ? 'exit code' : sort} ${name}`),
      ),
      visible(summary),
    ],
    labels.map(visible),
    ...text.map((paragraph) => [visible(paragraph)]),
    fix === undefined ? [] : [visible(`Fix: ${fix}`)],
    ...parts.map((part) => partLines(part, style)),
  ]
  return [
    ...blocks.filter((lines) => lines.length > 0).map((lines) => laidOut(lines.join('\n'), style)),
    ...examples.map((example) => exampleText(example, headingOf(example, examples), style)),
  ]
    .map((block) => `${block}\n`)
    .join('\n')
}

function partLines({ title, entries }: Part, style: Style): string[] {
  return [
    visible(`${title}:`),
    ...entries.flatMap(({ name, summary, notes = [] }) => [
      `  ${visible(name)}${notes.length === 0 ? '' : `  ${paint(style, 'dim', visible(notes.join(', ')))}`}`,
      `    ${visible(summary)}`,
    ]),
  ]
}

/** Not wrapped, so that it can be copied. */
function exampleText({ kind, file, text }: Example, title: string, style: Style): string {
  const heading = paint(style, kind === 'bad' ? 'red' : 'green', title)
  const lines = text.trimEnd().split('\n')
  const shown = [
    `${heading}${file === undefined ? '' : ` (${visible(file)})`}:`,
    ...lines.map((line) => `  ${visible(line)}`.trimEnd()),
  ].join('\n')
  return laidOut(shown, { ...style, columns: Infinity })
}

function overviewText(groups: readonly Group[], style: Style): string {
  const most = Math.max(0, ...groups.map(({ example }) => example.length))
  const lines = groups.map(
    ({ count, about, example }) => `  belfry explain ${example.padEnd(most)}  ${count} ${about}`,
  )
  const prefixes = groups.map(({ sort }) => `${sort}/`).join(', ')
  return laidOut(
    [
      'belfry explain SUBJECT explains one subject. Examples:',
      ...lines,
      `If a name is ambiguous, add a prefix: ${prefixes}. A prefix without a name lists all names: belfry explain ${groups[0]?.sort ?? 'rule'}/`,
      '',
    ].join('\n'),
    style,
  )
}
