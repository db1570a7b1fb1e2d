// The findings of doctor as text: a line for each, its hint below it, and the next step.
import { commandLine } from '../../core/shell.ts'
import { findingsOf, type Examination, type Finding } from '../../core/plan/finding.ts'
import { counted } from '../../core/words.ts'
import { paint, type Style } from './style.ts'
import { visible } from '../../core/visible.ts'

const colors = { ok: 'green', note: 'yellow', problem: 'red' } as const
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
  const mark = paint(style, colors[status], status.padEnd('problem'.length))
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
