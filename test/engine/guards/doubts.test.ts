// A doubt, whose target it is, and what the project says of the rule → a warning, a refusal, or nothing.
import { expect, test } from 'vitest'
import type { RuleSettings } from '../../../src/core/rules.ts'
import { doubtProblems, type DoubtContext } from '../../../src/engine/guards/limits-and-forecast.ts'
import type { Doubt } from '../../../src/kinds/kind.ts'

const doubt = (rule: string, isWorse: boolean): Doubt => ({ rule, message: 'm', hint: 'h', isWorse })
const open = { alias: 'Development' }
const guarded = { alias: 'Production', protection: {} }
const whole: DoubtContext['selection'] = { only: [], exclude: [] }
const part: DoubtContext['selection'] = { only: ['integration/a'], exclude: [] }
const rest: DoubtContext['selection'] = { only: [], exclude: ['integration/a'] }

const rows: [string, Doubt, DoubtContext['target'], RuleSettings, DoubtContext['selection'], string[]][] = [
  ['worse, open', doubt('no-primary', true), open, {}, whole, ['warning']],
  ['worse, protected', doubt('no-primary', true), guarded, {}, whole, ['error 4']],
  ['as it is, protected', doubt('no-primary', false), guarded, {}, whole, ['warning']],
  [
    'worse, protected, set to warn',
    doubt('no-primary', true),
    guarded,
    { 'no-primary': 'warn' },
    whole,
    ['warning'],
  ],
  ['worse, protected, off', doubt('no-primary', true), guarded, { 'no-primary': 'off' }, whole, []],
  [
    'as it is, open, set to error',
    doubt('no-primary', false),
    open,
    { 'no-primary': 'error' },
    whole,
    ['error 4'],
  ],
  ['as it is, of a part', doubt('no-primary', false), guarded, {}, part, []],
  ['as it is, of all but a part', doubt('no-primary', false), guarded, {}, rest, []],
  ['worse, of all but a part', doubt('no-primary', true), guarded, {}, rest, ['error 4']],
  ['worse, of the organisation', doubt('no-primary', true), undefined, {}, whole, ['warning']],
  ['worse, of a part', doubt('no-primary', true), open, {}, part, ['warning']],
  ['what is promised, open', doubt('replacement-left-out', true), open, {}, part, ['error 4']],
]

test('a refusal says what lets it through', () => {
  const context = { target: guarded, rules: {}, selection: whole }
  const [problem] = doubtProblems([doubt('no-primary', true)], context)
  expect(problem?.hint).toBe('h If this is intended, set rules: { no-primary: warn } in the project file.')
})

test.each(rows)('%s', (_, each, target, rules, selection, expected) => {
  const problems = doubtProblems([each], { target, rules, selection })
  expect(problems.map(({ severity, exit }) => [severity, exit].join(' ').trim())).toEqual(expected)
})
