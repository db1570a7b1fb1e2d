// JUnit's XML, the one report that every pipeline shows as tests; and a run of smoke suites as its tests: a case each, grouped as
// the suites are.
import type { Position } from '../../core/problem.ts'
import type { SmokeResult, SmokeRun } from '../../core/delivery/smoke.ts'
import { given } from '../../core/given.ts'
import { grouped } from '../../core/lists.ts'
import { repositoryPath, type RepositoryPlace } from '../context.ts'
import { visible } from '../../core/visible.ts'
import { withEntities } from '../text/value.ts'
import { endingOf, troubleLines } from '../document/smoke.ts'

export interface JunitSuite {
  readonly name: string
  readonly cases: readonly JunitCase[]
}

export interface JunitCase {
  readonly name: string
  /** The group of cases, with dots: `Production.integration`. */
  readonly group: string
  readonly milliseconds: number
  readonly position?: Position
  /** Absent if the test passed. `failure`: it is wrong; `error`: the result is unknown; `skipped`: it was not tried. */
  readonly verdict?: JunitVerdict
}

export interface JunitVerdict {
  readonly type: 'failure' | 'error' | 'skipped'
  /** One line. */
  readonly message: string
  /** More, each of one line. */
  readonly lines?: readonly string[]
}

/** Names, messages and lines may contain any text: characters that act on a reader or aren't XML are made visible. */
export function junitXml(name: string, suites: readonly JunitSuite[], source?: RepositoryPlace): string {
  const cases = suites.flatMap((suite) => suite.cases)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({ name, ...totals(cases) })}>`,
    ...suites.flatMap((suite) => [
      `  <testsuite${attributes({ name: suite.name, ...totals(suite.cases) })}>`,
      ...suite.cases.flatMap((each) => caseLines(each, source)),
      '  </testsuite>',
    ]),
    '</testsuites>',
    '',
  ].join('\n')
}

function totals(cases: readonly JunitCase[]): Readonly<Record<string, string>> {
  const count = (type: JunitVerdict['type']): string =>
    `${cases.filter(({ verdict }) => verdict?.type === type).length}`
  const time = cases.reduce((total, { milliseconds }) => total + milliseconds, 0)
  return {
    tests: `${cases.length}`,
    failures: count('failure'),
    errors: count('error'),
    skipped: count('skipped'),
    time: seconds(time),
  }
}

function caseLines(
  { name, group, milliseconds, position, verdict }: JunitCase,
  source: RepositoryPlace | undefined,
): string[] {
  const place =
    position === undefined ? {} : { file: repositoryPath(position, source), line: `${position.line}` }
  const head = `    <testcase${attributes({ name, classname: group, time: seconds(milliseconds), ...place })}`
  if (verdict === undefined) return [`${head}/>`]
  const { type, message, lines = [] } = verdict
  const more = lines.map(escaped).join('\n')
  return [`${head}>`, `      <${type}${attributes({ message })}>${more}</${type}>`, '    </testcase>']
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3)
}

function attributes(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join('')
}

/** U+FFFE and U+FFFF are no characters of XML; all others that aren't are made visible. */
function escaped(text: string): string {
  return withEntities(visible(text).replaceAll(/[\uFFFE\uFFFF]/g, '\uFFFD')).replaceAll("'", '&apos;')
}

export function smokeSuites(run: SmokeRun | undefined): JunitSuite[] {
  const bySuite = grouped(run?.results ?? [], ({ suite }) => suite)
  return [...bySuite].map(([name, results]) => ({ name, cases: results.map(ofResult) }))
}

function ofResult(result: SmokeResult): JunitCase {
  const { name, suite, target, position, milliseconds } = result
  const verdict = smokeVerdict(result)
  return { name, group: `${target}.${suite}`, milliseconds, position, ...given({ verdict }) }
}

/** The verdict of a case; undefined if all expectations are met. */
export function smokeVerdict({
  target,
  outcome,
  reason = '',
  attempts,
}: SmokeResult): JunitVerdict | undefined {
  if (outcome === 'met') return undefined
  if (outcome === 'skipped') return { type: 'skipped', message: reason }
  const last = attempts.at(-1)
  const unmet = last?.judgements.filter(({ isMet }) => !isMet) ?? []
  const message =
    unmet.map(({ expected, seen }) => `expected ${expected}, seen ${seen}`).join('; ') ||
    (endingOf(last) ?? 'the result was not as expected')
  return { type: outcome === 'unmet' ? 'failure' : 'error', message, lines: troubleLines(last, target) }
}
