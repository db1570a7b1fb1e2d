// The findings of doctor as text: a line for each, its hint below it, and the next step.
import { commandLine } from '../../core/shell.ts'
import { findingsOf, type Diagnosis, type Examination, type Finding } from '../../core/plan/finding.ts'
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
    ...withoutRepeats(targets).map(({ target, url, findings }) => block(target, url, findings)),
    closing(all),
  ]
  return `${blocks.join('\n\n')}\n`
}

/** The message of this check contains a measured time, so equal messages are a coincidence. */
const measured = 'reach'

/** What is right, and was said of an earlier target of the same service in the same words, is only named. */
function withoutRepeats(targets: readonly Diagnosis[]): readonly Diagnosis[] {
  const said = new Map<string, string>()
  return targets.map((diagnosis) => {
    const keyOf = ({ check, status, message }: Finding): string =>
      [diagnosis.url, check, status, message].join('\n')
    const repeated = diagnosis.findings.filter(
      (each) => each.status === 'ok' && each.check !== measured && said.has(keyOf(each)),
    )
    const first = repeated[0] && said.get(keyOf(repeated[0]))
    for (const finding of diagnosis.findings)
      if (!said.has(keyOf(finding))) said.set(keyOf(finding), diagnosis.target)
    if (first === undefined || repeated.length < 2) return diagnosis
    const message = `same results as for ${first}: ${repeated.map(({ check }) => check).join(', ')}`
    const rest = diagnosis.findings.filter((each) => !repeated.includes(each))
    return { ...diagnosis, findings: [...rest, { check: 'others', status: 'ok', message }] }
  })
}

function findingLines({ check, status, message, hint }: Finding, width: number, style: Style): string[] {
  // What belfry could not check is not ok, and no note either: the last line counts notes, which need attention.
  const isOpen = status === 'ok' && check === 'not checked'
  const mark = paint(style, isOpen ? 'dim' : colors[status], (isOpen ? '-' : status).padEnd('problem'.length))
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
