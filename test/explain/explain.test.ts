// Everything that a user can meet has an explanation: rules, exit codes, providers, fields and options.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { commandRows } from '../../src/cli/program/command.ts'
import { auditRules, ruleNamed, rules } from '../../src/core/rules.ts'
import { allExplained, find, overview } from '../../src/explain/explain.ts'
import { explainedFields } from '../../src/explain/fields/all-fields.ts'
import { explainedExits, explainedRule, explainedRules } from '../../src/explain/rules.ts'
import { providerIds, providerNamed } from '../../src/kinds/providers.ts'
import { cases, rulesIn } from '../support/cli-cases.ts'
import { runProgram } from '../support/cli.ts'

const commands = commandRows()
const src = fileURLToPath(new URL('../../src/', import.meta.url))

function explained(subject: string) {
  const found = find(subject, commands)
  if (!('explained' in found)) throw new Error(`${subject}: ${JSON.stringify(found)}`)
  return found.explained
}

/** The texts of the files that can report a problem. */
const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !/^(?:sandbox|explain)\b/.test(file))
  .filter((file) => file.replaceAll('\\', '/') !== 'core/rules.ts')
  .map((file) => readFileSync(`${src}${file}`, 'utf8'))

/** The forms in which the code names the rule of a problem. After `rule:`, an expression may choose between several IDs. */
const shapes = [
  // { rule: 'bad-flag' }, { rule: isText ? 'file-unreadable' : 'yaml-syntax' }
  /\b(?:rule|caseRule):(?! string)\s*([^,;{}]*)/g,
  // const rule = 'smoke-recipient', const rule = isOne ? 'channel-state' : 'several-primaries'
  /\b(?:rule|\w+Rule) = ((?:\w+ \? '[a-z-]+' : )?'[a-z-]+')/g,
  // errorOf('bad-flag', …), context.report('missing-field', …), refuse(walk, range, 'max-nodes', …)
  /\b(?:errorOf|warningOf|unusable)\(\s*('[a-z-]+')/g,
  /\breport\(\s*('[a-z-]+')/g,
  /\brefuse\(\s*\w+,\s*\w+,\s*('[a-z-]+')/g,
  // form.oneOf(values, 'unknown-operator')
  /\boneOf\(\s*(?:[\w.]+|\[[^\]]*\]),\s*('[a-z-]+')/g,
]

/** The IDs of problems in the code, whether or not they are in the table. */
const idsInCode = new Set(
  sources.flatMap((text) =>
    shapes.flatMap((shape) =>
      [...text.matchAll(shape)].flatMap(([, expression = '']) =>
        [...expression.matchAll(/'([a-z]+(?:-[a-z]+)*)'/g)].map(([, id = '']) => id),
      ),
    ),
  ),
)
const refusals = [...readFileSync(`${src}core/problem.ts`, 'utf8').matchAll(/^ {2}'([a-z-]+)',$/gm)].map(
  ([, id = '']) => id,
)
const ids = [...new Set([...rules.map(({ id }) => id), ...idsInCode, ...refusals])].sort()

test('exit code 2 is explained for each command that has it', () => {
  const text = explained('exit/2').text.join(' ')
  const named = commands
    .filter((each) => / 2 |code 2/.test([each.notes, ...each.options.map(({ help }) => help)].join(' ')))
    .map(({ name }) => name)
  expect(named.length).toBeGreaterThan(2)
  expect(named.filter((name) => !text.includes(`\`${name}`))).toEqual([])
})

test('every rule has one explanation, and each explanation its rule', () => {
  expect(explainedRules.map(({ name }) => name).sort()).toEqual(ids)
})

test('every rule that is explained is reported somewhere', () => {
  // If the code writes an ID in a form that `shapes` lacks, add the form: a rule without an explanation could have the same form.
  expect(explainedRules.map(({ name }) => name).filter((id) => !idsInCode.has(id))).toEqual([])
})

test.each(explainedRules.map((rule) => [rule.name, rule] as const))(
  '%s',
  (id, { facts, fix, text, summary }) => {
    expect(explained(id)).toBe(explainedRule(id))
    expect(summary).toMatch(/^[^]+\.$/)
    expect(fix).toMatch(/\.$/)
    // Only what is in the table has its severity there.
    expect(facts['Severity']).toMatch(ruleNamed(id)?.configurable === true ? /rules: \{/ : /can't be changed/)
    for (const paragraph of text) expect(paragraph).toMatch(/\.$/)
    // The summary is not repeated below it.
    expect(text.filter((paragraph) => paragraph.startsWith(summary.slice(0, -1)))).toEqual([])
  },
)

test('the exit code of a rule is that of the cases in which it is the only error', () => {
  const wrong = cases.flatMap((each) => {
    const text = each.expected
    const errors = [...text.matchAll(/^(?:\S+:\d+:\d+ {2})?error {2}([a-z-]+)$/gm)].map(([, id = '']) => id)
    const [id = ''] = errors
    const code = /^exit (\d+)/.exec(text)?.[1]
    const told = new Set(errors).size === 1 ? explained(id).facts['Exit code'] : code
    return told?.split(';')[0] === code || ruleNamed(id)?.severity === 'warning'
      ? []
      : [{ case: each.name, id, told, code }]
  })
  expect(wrong).toEqual([])
})

test('every exit code', () => {
  const codes = /precedence = \[([^\]]*)\]/
    .exec(readFileSync(`${src}library/exit.ts`, 'utf8'))?.[1]
    ?.split(', ')
  // 9 is a code of Node, which reads --env-file too. belfry never ends with it.
  expect(codes).not.toContain('9')
  codes?.push('9')
  expect(explainedExits.map(({ name }) => name)).toEqual(codes?.sort((a, b) => Number(a) - Number(b)))
  for (const code of codes ?? []) {
    expect(explained(code)).toBe(explained(`exit/${code}`))
    expect(explained(code).fix).toMatch(/\.$/)
  }
})

const idsOnly = providerIds.filter((id) => providerNamed(id) === undefined)

test.each(idsOnly)('the provider %s, of which only the ID is published', (id) => {
  expect(explained(`provider/${id}`).examples).toEqual([])
})

const published = providerIds.filter((id) => !idsOnly.includes(id))

test.each(published)('the provider %s, whose credentials are in its manifest', (id) => {
  const { examples, parts, facts } = explained(`provider/${id}`)
  const required = facts['Required'] === 'no credentials' ? [] : (facts['Required'] ?? '').split(', ')
  for (const key of required) expect(examples[0]?.text).toContain(`      ${key}: `)
  for (const { summary } of parts.flatMap(({ entries }) => entries)) expect(summary).toMatch(/\.$/)
  const secrets = parts.flatMap(({ entries }) => entries).filter(({ notes = [] }) => notes.includes('secret'))
  for (const { name } of secrets.filter((each) => required.includes(each.name)))
    expect(examples[0]?.text).toContain(`${name}: \${env:`)
})

test('every field has a type and a description', () => {
  const fields = explainedFields()
  expect(fields.length).toBeGreaterThan(300)
  expect(fields.filter(({ summary, facts }) => summary === '' || facts['Type'] === '')).toEqual([])
  for (const { name } of fields) expect(explained(`field/${name}`).name).toBe(name)
})

describe('a field is found by its path', () => {
  test.each([
    ['integration', 'integration'],
    ['integrations.credentials', 'integration.credentials'],
    ['manifest.integrations.credentials', 'integration.credentials'],
    ['integration.perTarget.name', 'integration.name'],
    ['integrations.perTarget.Production.credentials.apiKey', 'integration.credentials.apiKey'],
    ['integration.perTarget.Production', 'integration'],
    ['integrations[0].conditions[0].children.operator', 'integration.conditions.children.operator'],
    ['subscriber.channels', 'subscriber.channels'],
    ['environment.color', 'environment.color'],
    ['project.targets.limits', 'project.targets.limits'],
    ['project.service.url', 'project.service.url'],
    ['smoke.cases.expect', 'smoke.cases.expect'],
    ['senderName', 'integration.credentials.senderName'],
  ])('%s', (path, name) => {
    expect(explained(path)).toMatchObject({ sort: 'field', name })
  })

  test('with what is known of it', () => {
    // Only integrations have credentials that providers require.
    const ofProviders = explainedFields().filter(({ text }) => text.join(' ').includes('provider/sendgrid'))
    expect(ofProviders.map(({ name }) => name)).toEqual(['integration.credentials'])
    expect(explained('manifest.integrations').facts).not.toHaveProperty('null')
    expect(explained('integration.channel').facts).toMatchObject({
      Type: 'string',
      Values: 'in_app, email, sms, chat, push, tool',
      Required: 'yes',
      Secret: 'no',
      References: '${var:NAME} only',
    })
    expect(explained('integration.credentials.apiKey').facts['Secret']).toContain('yes')
    expect(explained('project.targets.apiKey').facts['Secret']).toContain('yes')
    expect(explained('project.privacy').facts['Values']).toBe('mask, show')
    expect(explained('subscriber.email').facts['null']).toContain('clears')
  })
})

test('every option of every command', () => {
  const options = commands.flatMap((each) =>
    each.options.map((option) => ({ command: each.name, ...option })),
  )
  for (const { command, name } of options) {
    const { facts, parts } = explained(name)
    expect(JSON.stringify([facts['Commands'], parts])).toContain(command)
  }
  for (const { name, short = name } of options) expect(explained(short).name).toBe(name)
})

test('every subject is found by its prefix and name', () => {
  for (const each of allExplained(commands)) expect(explained(`${each.sort}/${each.name}`)).toEqual(each)
})

test('a prefix alone lists all names', () => {
  for (const { sort, count } of overview(commands).filter((each) => each.sort !== 'field')) {
    const { parts, summary } = explained(`${sort}/`)
    expect(parts.flatMap(({ entries }) => entries)).toHaveLength(count)
    expect(summary).toContain(String(count))
  }
  const fields = explained('field/').parts.flatMap(({ entries }) => entries)
  for (const { name } of fields) expect(explained(name).name).toBe(name)
})

test('every example of the overview is explained', () => {
  for (const { example, sort, count } of overview(commands)) {
    expect(explained(example).sort).toBe(sort)
    expect(count).toBeGreaterThan(9)
  }
})

test('every rule that an error of the program names is explained', () => {
  const named = cases.flatMap(({ expected }) => rulesIn(expected))
  expect(named.filter((id) => explainedRule(id) === undefined)).toEqual([])
})

const cwd = import.meta.dirname

describe('belfry explain', () => {
  test('a rule, without a project', async () => {
    const { exit, out, err } = await runProgram(['explain', 'duplicate-key'], { cwd })
    expect({ exit, err }).toEqual({ exit: 0, err: '' })
    expect(out).toContain('rule duplicate-key\n')
    expect(out).toContain('\nWrong:\n  integrations:\n')
  })

  test.each(['--max-changes', '-f', 'option/format', 'option/t', 'option/-t'])(
    'the option %s',
    async (subject) => {
      const { exit, out } = await runProgram(['explain', subject], { cwd })
      expect(exit).toBe(0)
      expect(out).toMatch(/^option --/)
    },
  )

  test('as JSON', async () => {
    const { exit, out } = await runProgram(['explain', 'exit/4', '--format', 'json'], { cwd })
    expect(exit).toBe(0)
    expect(JSON.parse(out)).toMatchObject({
      command: 'explain',
      exit: 0,
      subject: { sort: 'exit', name: '4' },
    })
  })

  test.each([
    ['dupliate-key', 'unknown subject "dupliate-key"; did you mean "duplicate-key"?'],
    ['sendgird', 'unknown subject "sendgird"; did you mean "sendgrid"?'],
    ['integration.credentails', 'did you mean "integration.credentials"?'],
    ['--max-chnages', 'did you mean "--max-changes"?'],
    ['x', 'unknown subject "x"\n'],
    ['stale', 'unknown subject "stale"; did you mean "stale-plan"?'],
    [
      'plan',
      '"plan" is a command. belfry explain doesn\'t explain commands\n  To show its help, run belfry plan --help.',
    ],
    ['events list', 'run belfry events list --help.'],
    ['rule/sendgrid', 'unknown subject "rule/sendgrid"'],
    ['exit/8', 'unknown subject "exit/8"\n'],
    ['exit-codes', '"exit-codes" is a topic of the manual\n  Run belfry help exit-codes.'],
    [
      'perTarget',
      '"perTarget" is ambiguous\n  Write one of these names: field/integration.perTarget and field/subscriber.perTarget.',
    ],
    ['a\u001B[31m', 'unknown subject "a\\u{1b}[31m"'],
  ])('%s is not one subject', async (subject, message) => {
    const { exit, out, err } = await runProgram(['explain', subject], { cwd })
    expect({ exit, out }).toEqual({ exit: 3, out: '' })
    expect(err).toContain(message)
  })
})

test('the exit code of each rule of an audit names that of --fail-on', () => {
  for (const id of auditRules) expect(explained(id).facts['Exit code']).toMatch(/2 if `--fail-on`/)
  expect(explained('shared-device-token').facts['Severity']).toMatch(/^error \(in an audit: warning\); /)
})
