// Problems → text: each with its place, the lines around it, and what to do.
import { findingsIn, type FrameLine, type Problem, type Severity } from '../../core/problem.ts'
import { visible } from '../../core/visible.ts'
import { widthOf } from './layout.ts'
import { grouped } from '../../core/lists.ts'
import type { Extent } from '../words/note-lines.ts'
import { counted } from '../../core/words.ts'
import { tallyOf } from '../words/plan-notes.ts'

export type ProblemStyle = Severity | 'place' | 'faint'

export interface ProblemsOptions {
  /** How many files were read. */
  readonly files: number
  /** The last sentence; "Nothing was sent." by default. */
  readonly closing?: string
  /** With `full`, warnings of one rule are all shown. */
  readonly extent?: Extent
  /** Colors a piece of text; none by default. */
  readonly paint?: (style: ProblemStyle, text: string) => string
}

type Paint = NonNullable<ProblemsOptions['paint']>

interface TargetsProblem extends Problem {
  readonly targets: readonly string[]
}

/** The most problems that the text shows; JSON and report files have all. */
const mostShown = 100

/** The first problems, how many more there are, the line that sums them up, and how to read more; ends with a line break. */
export function problemsText(
  all: readonly Problem[],
  { files, closing = 'Nothing was sent.', extent = 'usual', paint = plain }: ProblemsOptions,
): string {
  const problems = onceForTargets(all)
  const alike = manyAlike(extent === 'full' ? [] : problems)
  const apart = problems.filter((problem) => alike.get(problem)?.length !== 0)
  const shown = firstOf(apart)
  const countOf = (some: readonly TargetsProblem[]): number =>
    findingsIn(some.flatMap((problem) => alike.get(problem) ?? problem))
  const hidden = countOf(apart) - countOf(shown)
  return [
    ...shown.flatMap((problem) => {
      const more = alike.get(problem)
      if (more === undefined) return problemLines(problem, paint)
      return problem.alike === undefined ? moreLines(more, paint) : alikeLines(more, paint)
    }),
    ...(hidden === 0
      ? []
      : [`${counted(hidden, 'more problem is', 'more problems are')} not shown. ${listAll}`]),
    // Each target counts, as in all other formats.
    summary(all, files, closing),
    ...explainLine(problems),
    '',
  ].join('\n')
}

const listAll = 'Add --format json to list all problems.'

/** So many warnings of one rule are shown: more of them would push a plan off the screen. */
const mostAlike = 3

/**
 * The warnings that aren't shown in full, and the problems that are equal but for their resource. The first of each group has
 * the others as its value; for the others the list is empty.
 */
function manyAlike(
  problems: readonly TargetsProblem[],
): ReadonlyMap<TargetsProblem, readonly TargetsProblem[]> {
  const folded = problems.filter(({ severity, alike }) => severity === 'warning' || alike !== undefined)
  const keyOf = ({ rule, alike, targets, subject, hint }: TargetsProblem): string =>
    JSON.stringify(alike === undefined ? rule : [rule, alike, targets, subject && hint])
  return new Map(
    [...grouped(folded, keyOf).values()]
      .map((own) => (own[0]?.alike === undefined ? own.slice(mostAlike) : own))
      .filter((rest) => rest.length > (rest[0]?.subject === undefined ? 1 : mostAlike))
      .flatMap((rest) => rest.map((problem, index) => [problem, index === 0 ? rest : []] as const)),
  )
}

/** The number of warnings of one rule that aren't shown in full, and the first places. */
function moreLines(all: readonly TargetsProblem[], paint: Paint): string[] {
  const places = all.flatMap(({ position }) => (position ? `${position.file}:${position.line}` : []))
  return [
    `${paint('warning', counted(findingsIn(all), 'more warning'))}  ${all[0]?.rule}`,
    `  ${places.length === 0 ? '' : `${firstNames(places, places.length)}. `}${listAll}`,
  ]
}

/** A problem of several resources, with the first of them. */
function alikeLines(all: readonly TargetsProblem[], paint: Paint): string[] {
  const [{ alike, subject, frame: _frame, ...first }] = all as readonly [TargetsProblem]
  const count = findingsIn(all)
  const names = all.flatMap(({ resource = [], subject: name = resource }) => name)
  const [head = '', message = '', ...rest] = problemLines({ ...first, message: `${count} ${alike}` }, paint)
  return [
    head,
    message,
    `  ${firstNames(names, count)}${subject === undefined ? '' : `. ${listAll}`}`,
    ...rest,
  ]
}

/** The first of so many names. */
function firstNames(names: readonly string[], count: number): string {
  const more = count - mostAlike
  return `${visible(names.slice(0, mostAlike).join(', '))}${more > 0 ? ` and ${more} more` : ''}`
}

/** Names the first error. Warnings alone stop nothing, so they need no further command. */
function explainLine(problems: readonly Problem[]): string[] {
  const first = problems.find(({ severity }) => severity === 'error')
  return first === undefined ? [] : [`More about a rule: belfry explain ${first.rule}`]
}

/** Problems with equal messages in several targets become one problem, which names all targets. */
function onceForTargets(problems: readonly Problem[]): TargetsProblem[] {
  const found = new Map<string, TargetsProblem>()
  for (const [index, problem] of problems.entries()) {
    const { rule, severity, message, hint, position, target } = problem
    const key =
      target === undefined ? String(index) : JSON.stringify([rule, severity, message, hint, position])
    const known = found.get(key)
    const targets = new Set([...(known?.targets ?? []), ...(target === undefined ? [] : [target])])
    found.set(key, { ...problem, targets: [...targets] })
  }
  return [...found.values()]
}

/** In their order. If not all are shown, errors come before warnings: a run fails because of its errors. */
function firstOf<P extends Problem>(problems: readonly P[]): readonly P[] {
  if (problems.length <= mostShown) return problems
  let room = mostShown - problems.filter(({ severity }) => severity === 'error').length
  return problems.filter(({ severity }) => severity === 'error' || room-- > 0).slice(0, mostShown)
}

function plain(_style: ProblemStyle, text: string): string {
  return text
}

function problemLines(problem: TargetsProblem, paint: Paint): string[] {
  const { severity, rule, position, message, hint, frame, targets } = problem
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
    const widthTo = (end: number): number => widthOf(visible(text.slice(0, end)))
    const before = widthTo(mark.column - 1)
    const length = Math.max(1, widthTo(mark.column - 1 + mark.length) - before)
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
  const share = total === 1 ? '1 file' : `${touched.size} of ${counted(total, 'file')}`
  return `${tallyOf(problems) || 'No problems'}${touched.size === 0 ? '' : ` in ${share}`}. ${closing}`.trimEnd()
}
