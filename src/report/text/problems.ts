// Problems → text: each with its place, the lines around it, and what to do.
import { type FrameLine, type Problem, type Severity, severityCount } from '../../core/problem.ts'
import { visible } from '../../core/visible.ts'
import { widthOf } from './layout.ts'
import { counted } from '../../core/words.ts'
import { tallyOf } from '../plan-notes.ts'

export type ProblemStyle = Severity | 'place' | 'faint'

export interface ProblemsOptions {
  /** How many files were read. */
  readonly files: number
  /** The last sentence; "Nothing was sent." by default. */
  readonly closing?: string
  /** Colors a piece of text; none by default. */
  readonly paint?: (style: ProblemStyle, text: string) => string
}

type Paint = NonNullable<ProblemsOptions['paint']>

interface TargetsProblem extends Problem {
  readonly targets?: readonly string[]
}

/** Problems that the text shows; JSON and report files hold all. */
const most = 100

/** The first problems, how many more there are, the line that sums them up, and how to read more; ends with a line break. */
export function problemsText(
  all: readonly Problem[],
  { files, closing = 'Nothing was sent.', paint = plain }: ProblemsOptions,
): string {
  const problems = onceForTargets(all)
  const shown = firstOf(problems)
  const hidden = problems.length - shown.length
  return [
    ...shown.flatMap((problem) => problemLines(problem, paint)),
    ...(hidden === 0
      ? []
      : [
          `${counted(hidden, 'more problem is', 'more problems are')} not shown. Add --format json to list all problems.`,
        ]),
    summary(problems, files, closing),
    ...explainLine(problems),
    '',
  ].join('\n')
}

/** Names the first error. Warnings alone stop nothing, so they need no further command. */
function explainLine(problems: readonly Problem[]): string[] {
  const first = problems.find(({ severity }) => severity === 'error')
  return first === undefined ? [] : [`More about a rule: belfry explain ${first.rule}`]
}

/** What is wrong with several targets in the same words is one problem, which names them all. */
function onceForTargets(problems: readonly Problem[]): TargetsProblem[] {
  const found = new Map<string, TargetsProblem>()
  for (const [index, problem] of problems.entries()) {
    const { rule, severity, message, hint, position, target } = problem
    const isOfTargetAlone = position === undefined && target !== undefined
    const key = isOfTargetAlone ? JSON.stringify([rule, severity, message, hint]) : String(index)
    const known = found.get(key)
    const targets = [...(known?.targets ?? []), ...(target === undefined ? [] : [target])]
    found.set(key, { ...problem, targets })
  }
  return [...found.values()]
}

/** In their order. Where not all are shown, warnings give way: a run fails because of its errors. */
function firstOf<P extends Problem>(problems: readonly P[]): readonly P[] {
  if (problems.length <= most) return problems
  let room = Math.max(0, most - severityCount(problems, 'error'))
  return problems.filter(({ severity }) => severity === 'error' || room-- > 0).slice(0, most)
}

function plain(_style: ProblemStyle, text: string): string {
  return text
}

function problemLines(problem: TargetsProblem, paint: Paint): string[] {
  const { severity, rule, position, message, hint, frame, target } = problem
  const { targets = target === undefined ? [] : [target] } = problem
  const where = targets.length === 0 ? '' : ` (target${targets.length > 1 ? 's' : ''} ${targets.join(', ')})`
  const place = position && `${visible(position.file)}:${position.line}:${position.column}`
  const head = [place && paint('place', place), paint(severity, severity), rule].filter(Boolean).join('  ')
  const notes = [`${visible(message)}${visible(where)}`, ...(hint === undefined ? [] : [visible(hint)])]
  return frame === undefined || frame.length === 0
    ? [head, ...notes.map((note) => `  ${note}`)]
    : [head, ...frameLines(frame, notes, severity, paint)]
}

function frameLines(
  frame: readonly FrameLine[],
  [message = '', ...rest]: readonly string[],
  severity: Severity,
  paint: Paint,
): string[] {
  const digits = Math.max(...frame.map(({ number }) => String(number).length))
  const gutter = paint('faint', `  ${' '.repeat(digits)} |`)
  return frame.flatMap(({ number, text, mark }) => {
    const label = `${mark === undefined ? ' ' : '>'} ${String(number).padStart(digits)} |`
    const line = `${paint('faint', label)} ${visible(text)}`.trimEnd()
    if (mark === undefined) return [line]
    const before = widthOf(visible(text.slice(0, mark.column - 1)))
    const length = Math.max(1, widthOf(visible(text.slice(mark.column - 1, mark.column - 1 + mark.length))))
    const indent = ' '.repeat(before)
    return [
      line,
      `${gutter} ${indent}${paint(severity, `${'^'.repeat(length)} ${message}`)}`,
      ...rest.map((note) => `${gutter} ${indent}${' '.repeat(length)} ${note}`),
    ]
  })
}

/** `3 errors, 1 warning in 2 of 6 files. Nothing was sent.` */
function summary(problems: readonly Problem[], files: number, closing: string): string {
  const touched = new Set(problems.flatMap(({ position }) => (position === undefined ? [] : [position.file])))
  const total = Math.max(files, touched.size)
  const where =
    touched.size === 0 ? '' : total === 1 ? ' in 1 file' : ` in ${touched.size} of ${counted(total, 'file')}`
  return `${tallyOf(problems) || 'No problems'}${where}. ${closing}`.trimEnd()
}
