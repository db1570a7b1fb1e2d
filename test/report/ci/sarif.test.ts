// Problems → SARIF that its own schema accepts, and that code scanning takes.
import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import type { Problem } from '../../../src/core/problem.ts'
import { rules } from '../../../src/core/rules.ts'
import { sarifLog } from '../../../src/report/ci/sarif.ts'
import { actingIn, hostileText } from '../../support/hostile-text.ts'
import { position } from '../../support/sketched-change.ts'

// Of the schema that OASIS published with the standard, the properties that belfry writes; it refuses all others, so a new one
// comes from the published schema. It is of JSON Schema's draft 4, whose `id` has another name now.
const {
  id: _id,
  $schema: _schema,
  ...schema
} = JSON.parse(
  readFileSync(new URL('../../fixtures/sarif-2.1.0-rtm.5.json', import.meta.url), 'utf8'),
) as Record<string, unknown>
const isUri = (text: string): boolean => URL.canParse(text)
const ajv = new Ajv({
  strict: false,
  formats: {
    uri: isUri,
    'uri-reference': (text: string) => URL.canParse(text, 'https://x.example/'),
  },
})
const isSarif = ajv.compile(schema)

interface Log {
  readonly runs: readonly {
    readonly invocations: readonly { readonly executionSuccessful: boolean }[]
    readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } }
    readonly results: readonly {
      readonly ruleId: string
      readonly ruleIndex: number
      readonly level: string
      readonly message: { readonly text: string }
      readonly locations: readonly {
        readonly physicalLocation: {
          readonly artifactLocation: { readonly uri: string; readonly uriBaseId?: string }
          readonly region: {
            readonly startLine: number
            readonly startColumn?: number
            readonly endColumn?: number
          }
        }
      }[]
    }[]
  }[]
}

function logOf(problems: readonly Problem[]): Log {
  const account = { command: 'validate', exit: 3, files: 1, problems } as const
  const log = JSON.parse(sarifLog(account, { version: '1.2.3', source: { folder: 'notify/' } })) as Log
  expect({ isValid: isSarif(log), errors: isSarif.errors }).toEqual({ isValid: true, errors: null })
  return log
}

const unknown: Problem = { rule: 'unknown-field', severity: 'error', message: 'no "actve"', position }

test('the schema refuses what is none', () => {
  expect(isSarif({ version: '2.1.0' })).toBe(false)
  expect(isSarif({ version: '2.1.0', runs: [{ tool: { driver: {} } }] })).toBe(false)
})

test('each problem is a result at its place, with the rule that it breaks', () => {
  const { runs } = logOf([unknown, { rule: 'literal-secret', severity: 'warning', message: 'so' }, unknown])
  const [run] = runs
  expect(run?.tool.driver.rules.map(({ id }) => id)).toEqual(['literal-secret', 'unknown-field'])
  expect(run?.results.map(({ ruleId, ruleIndex, level }) => [ruleId, ruleIndex, level])).toEqual([
    ['unknown-field', 1, 'error'],
    ['literal-secret', 0, 'warning'],
    ['unknown-field', 1, 'error'],
  ])
  expect(run?.results.map(({ locations }) => locations[0]?.physicalLocation)).toEqual([
    {
      artifactLocation: { uri: 'notify/belfry.yaml', uriBaseId: '%SRCROOT%' },
      region: { startLine: 7, startColumn: 20, endColumn: 23 },
    },
    // Code scanning refuses a result without a place.
    { artifactLocation: { uri: 'notify/belfry.yaml', uriBaseId: '%SRCROOT%' }, region: { startLine: 1 } },
    expect.anything(),
  ])
})

interface Described {
  readonly id: string
  readonly help: { readonly text: string; readonly markdown: string }
  readonly helpUri?: string
}

function describedIn(log: Log): (id: string) => Described | undefined {
  const described = log.runs[0]?.tool.driver.rules as readonly Described[]
  return (id) => described.find((rule) => rule.id === id)
}

test('every rule has its meaning, its fix, and whether a project may set it', () => {
  const problems = [...rules, { id: 'bad-flag' }].map(({ id }) => ({ ...unknown, rule: id }))
  const rule = describedIn(logOf(problems))
  for (const { id } of rules) expect(rule(id)?.help.text).toMatch(/\nFix: .+\n(?:Set the|The) severity .+\.$/)
  expect(rule('literal-secret')?.help.text).toContain(
    '\nSet the severity of this rule with rules: { literal-secret: error | warn | off } in the project file.',
  )
  expect(rule('unknown-field')?.help.text).toContain("\nThe severity of this rule can't be changed.")
  expect(rule('unknown-field')?.help.markdown).toContain('**Wrong**\n\n```yaml\nintegrations:\n')
  expect(rule('bad-flag')?.help.text).toContain('An option or an argument is invalid')
})

test('a rule leads to its section of the manual, if the address of the manual is known', () => {
  const problems = [unknown, { ...unknown, rule: 'no-such-rule' }]
  expect(describedIn(logOf(problems))(unknown.rule)).not.toHaveProperty('helpUri')
  const manual = 'https://git.acme.example/acme/belfry/blob/v1/docs/'
  const log = JSON.parse(
    sarifLog({ command: 'validate', problems, exit: 3, files: 1 }, { version: '0.1.0', manual }),
  ) as Log
  expect(isSarif(log)).toBe(true)
  expect(describedIn(log)(unknown.rule)?.helpUri).toBe(`${manual}reference/rules.md#${unknown.rule}`)
  expect(describedIn(log)('no-such-rule')).not.toHaveProperty('helpUri')
})

test.each(['file-unreadable', 'max-file-size', 'yaml-syntax'])(
  'a run that could not read a file is not successful, so that no earlier alert of the file is closed: %s',
  (rule) => {
    const isSuccessful = (problems: readonly Problem[]): unknown =>
      logOf(problems).runs[0]?.invocations[0]?.executionSuccessful
    expect([isSuccessful([unknown]), isSuccessful([unknown, { ...unknown, rule }])]).toEqual([true, false])
  },
)

test.each([
  [{}, false],
  [{ findings: 0, targets: [] }, true],
  [{ findings: 0, targets: [], unread: [] }, false],
])('an audit is successful only if it read all: %j', (read, expected) => {
  const log = JSON.parse(
    sarifLog({ command: 'audit', problems: [unknown], exit: 3, ...read }, { version: '0.1.0' }),
  ) as Log
  expect(log.runs[0]?.invocations[0]?.executionSuccessful).toBe(expected)
})

test('without problems there is a run without results', () => {
  expect(logOf([]).runs[0]?.results).toEqual([])
})

test('hostile text is no link, and a hostile path one path', () => {
  const [result] =
    logOf([
      {
        ...unknown,
        message: hostileText,
        hint: hostileText,
        position: { ...position, file: `a b/${hostileText}#?` },
      },
    ]).runs[0]?.results ?? []
  expect(result?.message.text).toContain('\\[link\\](javascript:alert)')
  expect(result?.message.text).not.toMatch(/(?<!\\)\]\(/)
  expect(actingIn(result?.message.text ?? '')).toEqual([])
  const uri = result?.locations[0]?.physicalLocation.artifactLocation.uri
  expect(uri).toMatch(/^notify\/a%20b\/[\w%.~!*'()/-]+$/)
})
