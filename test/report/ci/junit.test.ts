// An apply → JUnit's XML, read back by a strict parser.
import { expect, test } from 'vitest'
import type { ApplyResult, Outcome } from '../../../src/core/plan/outcome.ts'
import type { ApplyAccount } from '../../../src/report/account.ts'
import { junitReport } from '../../../src/report/ci/junit.ts'
import { junitXml } from '../../../src/report/ci/junit-xml.ts'
import { actingIn, hostileText } from '../../support/hostile-text.ts'
import { changeOf, position, sectionWith } from '../../support/sketched-change.ts'
import { elementsNamed, parseXml } from './xml.ts'

const requests = { reads: 1, writes: 0, milliseconds: 5 }
const empty = { sections: [sectionWith()], problems: [], requests }

function applied(result: Partial<ApplyResult>, exit = 0): ApplyAccount {
  const whole = { plans: [], results: [], problems: [], waiting: [], keyed: [], requests, ...result }
  return { command: 'apply', exit, problems: [], result: whole }
}

function of(name: string, outcome: Outcome, target?: string): ApplyResult['results'][number] {
  return { change: { ...changeOf({ name }), ...(target && { target }) }, outcome, milliseconds: 1234 }
}

test('each change is a test, in the suite of its target', () => {
  const fields = [{ path: 'credentials.apiKey', message: 'is wrong', position }]
  const text = junitReport(
    applied(
      {
        results: [
          of('a', { status: 'done' }),
          of('b', { status: 'failed', reason: 'refused', hint: 'Mend it.', fields }),
          of('c', { status: 'skipped', reason: 'b failed' }, 'Staging'),
          of('d', { status: 'unknown', reason: 'no reply' }, 'Staging'),
          of('e', { status: 'stale', reason: 'it moved' }, 'Staging'),
        ],
      },
      5,
    ),
    {},
  )
  expect(text).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="belfry apply" tests="5" failures="2" errors="1" skipped="1" time="6.170">
  <testsuite name="Production" tests="2" failures="1" errors="0" skipped="0" time="2.468">
    <testcase name="update integration a" classname="Production.integration" time="1.234" file="belfry.yaml" line="7"/>
    <testcase name="update integration b" classname="Production.integration" time="1.234" file="belfry.yaml" line="7">
      <failure message="refused">belfry.yaml:7:20  credentials.apiKey: is wrong
Mend it.</failure>
    </testcase>
  </testsuite>
  <testsuite name="Staging" tests="3" failures="1" errors="1" skipped="1" time="3.702">
    <testcase name="update integration c" classname="Staging.integration" time="1.234" file="belfry.yaml" line="7">
      <skipped message="b failed"></skipped>
    </testcase>
    <testcase name="update integration d" classname="Staging.integration" time="1.234" file="belfry.yaml" line="7">
      <error message="no reply"></error>
    </testcase>
    <testcase name="update integration e" classname="Staging.integration" time="1.234" file="belfry.yaml" line="7">
      <failure message="it moved"></failure>
    </testcase>
  </testsuite>
</testsuites>
`)
  expect(elementsNamed('testcase', parseXml(text))).toHaveLength(5)
})

test('a fresh plan that is not empty fails, one that is passes', () => {
  const pending = { ...empty, sections: [sectionWith({ changes: [changeOf({ name: 'x' })] })] }
  const cases = (
    after: ApplyResult['after'],
    exit: number,
    results: ApplyResult['results'] = [],
  ): readonly string[] =>
    elementsNamed(
      'testcase',
      parseXml(junitReport(applied({ results, ...(after && { after }) }, exit), {})),
    ).map(
      ({ attributes, children }) =>
        `${attributes['name']}: ${children[0]?.attributes['message'] ?? 'passed'}`,
    )
  expect(cases(empty, 0)).toEqual(['a new plan shows no changes: passed'])
  expect(cases(pending, 6)).toEqual(['a new plan shows no changes: a new plan still shows 1 change'])
  expect(cases(empty, 6)).toEqual([
    'a new plan shows no changes: belfry could not read some resources after the changes',
  ])
  expect(cases(undefined, 5)).toEqual([])
  expect(cases(pending, 130)).toEqual(cases(pending, 6))
  const unread = {
    ...empty,
    problems: [{ rule: 'service-error', severity: 'error' as const, message: 'lost' }],
  }
  expect(cases(unread, 130)).toEqual(cases(empty, 6))
  // An approved change that isn't sent.
  const stale = of('a', { status: 'stale', reason: 'it moved' })
  expect(cases(empty, 4, [stale])).toEqual(['update integration a: it moved'])
})

test('a run that could not start, and a target that waits, are no success', () => {
  const refused: ApplyAccount = {
    command: 'apply',
    exit: 4,
    problems: [{ rule: 'limit', severity: 'error', message: 'too many', hint: 'Raise it.', position }],
  }
  const [error] = elementsNamed('error', parseXml(junitReport(refused, {})))
  expect(error).toMatchObject({ attributes: { message: 'too many' }, text: 'Raise it.' })
  expect(junitReport(refused, { source: { folder: 'notify/' } })).toContain(
    ' file="notify/belfry.yaml" line="7"',
  )
  const waits = junitReport(applied({ waiting: [{ target: 'New', steps: ['set KEY'] }] }, 5), {})
  expect(elementsNamed('failure', parseXml(waits))).toMatchObject([
    { attributes: { message: 'changes of target New are not applied yet' }, text: 'set KEY' },
  ])
})

test('nothing to do is a report without tests', () => {
  expect(parseXml(junitReport(applied({}), {}))).toMatchObject({ attributes: { tests: '0' }, children: [] })
})

test('hostile text is text, and no more', () => {
  const text = junitXml(hostileText, [
    {
      name: hostileText,
      cases: [
        {
          name: hostileText,
          group: hostileText,
          milliseconds: 0,
          position: { ...position, file: hostileText },
          verdict: { type: 'failure', message: hostileText, lines: [hostileText] },
        },
      ],
    },
  ])
  const root = parseXml(text)
  expect(elementsNamed('failure', root)).toHaveLength(1)
  expect(elementsNamed('script', root)).toEqual([])
  expect(elementsNamed('failure', root)[0]?.text).toContain('"><failure message="x"/> ]]><!-- -->&amp;&lol;')
  // Besides its own line breaks nothing acts on who reads it in a terminal.
  expect(actingIn(text)).toEqual([])
})

test('two errors of one rule have different names: by the resource, or else by the place', () => {
  const error = (line: number) => ({
    rule: 'empty-reference',
    severity: 'error' as const,
    message: 'A is not set',
    position: { file: 'a.yaml', line, column: 5, length: 1 },
  })
  const problems = [error(2), error(3), { ...error(4), resource: 'integration a' }]
  const cases = elementsNamed('testcase', parseXml(junitReport({ ...applied({}, 3), problems }, {})))
  expect(cases.map(({ attributes }) => attributes['name'])).toEqual([
    'empty-reference a.yaml:2:5',
    'empty-reference a.yaml:3:5',
    'empty-reference integration a',
  ])
})
