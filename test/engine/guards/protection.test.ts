// Whose targets are written to, and who reviewed it → what is refused.
import { expect, test } from 'vitest'
import type { Section } from '../../../src/core/plan/plan.ts'
import { Secret } from '../../../src/core/secrets/secret.ts'
import type { Target } from '../../../src/core/target.ts'
import { neededSecrets, protectionProblems, type Permission } from '../../../src/library/apply/may-write.ts'
import { changeOf, position, sectionWith } from '../../support/sketched-change.ts'

const target = (alias: string, more: Partial<Target> = {}): Target => ({
  alias,
  url: 'https://api.acme.example',
  unmanaged: 'report',
  ...more,
})
const targets = [
  target('Development'),
  target('Production', { environment: 'Live', protection: { position } }),
]
const changes = [changeOf({ name: 'ses' })]
const { target: _target, ...organisation } = sectionWith()
const nobody: Permission = { review: 'none', allowed: [] }

const rows: [string, readonly Section[], Permission, string[]][] = [
  ['nothing is to be written', [sectionWith()], nobody, []],
  [
    'another target is written to',
    [sectionWith({ target: 'Development', changes }), sectionWith()],
    nobody,
    [],
  ],
  ['it is written to', [sectionWith({ changes })], nobody, ['Production']],
  ['it waits for its environment', [sectionWith({ waitsFor: 'its environment' })], nobody, ['Production']],
  [
    'its environment changes',
    [{ ...organisation, changes: [changeOf({ kind: 'environment', name: 'Live' })] }],
    nobody,
    ['Production'],
  ],
  [
    'its environment is renamed',
    [
      {
        ...organisation,
        changes: [changeOf({ kind: 'environment', name: 'Next', before: { name: 'Live' } })],
      },
    ],
    nobody,
    ['Production'],
  ],
  [
    'another environment changes',
    [{ ...organisation, changes: [changeOf({ kind: 'environment', name: 'Staging' })] }],
    nobody,
    [],
  ],
  ['a saved plan is applied', [sectionWith({ changes })], { review: 'saved', allowed: [] }, []],
  ['the plan was approved', [sectionWith({ changes })], { review: 'approved', allowed: [] }, []],
  ['it is allowed by name', [sectionWith({ changes })], { review: 'none', allowed: ['Production'] }, []],
  [
    'another is allowed',
    [sectionWith({ changes })],
    { review: 'none', allowed: ['Development'] },
    ['Production'],
  ],
]

test.each(rows)('%s', (_, sections, permission, expected) => {
  const plan = { sections, problems: [], requests: { reads: 0, writes: 0, milliseconds: 0 } }
  const problems = protectionProblems(plan, targets, permission)
  expect(problems.map((problem) => problem.target)).toEqual(expected)
  for (const problem of problems) expect(problem).toMatchObject({ rule: 'protected', exit: 4, position })
})

test.each([
  [
    'none',
    'target Production is protected: belfry apply accepts only a saved or an approved plan',
    "Run belfry plan --out FILE, have the plan reviewed, then run belfry apply FILE. To apply once without a saved plan, add allowProtected: ['Production'].",
  ],
  [
    'program',
    "target Production is protected, and the program doesn't allow writes to this target",
    "Have a person review the plan. To allow the writes, pass allowProtected: ['Production'].",
  ],
] as const)('the message if the review is %s', (review, message, hint) => {
  const plan = {
    sections: [sectionWith({ changes })],
    problems: [],
    requests: { reads: 0, writes: 0, milliseconds: 0 },
  }
  expect(protectionProblems(plan, targets, { review, allowed: [] })).toMatchObject([{ message, hint }])
})

const unset = new Map(
  ['env:A', 'env:B'].map((origin) => [
    origin,
    { rule: 'unset', severity: 'error', message: origin } as const,
  ]),
)
const call = (body?: ReturnType<typeof noteOf>) => ({
  ...changeOf({ name: 'ses' }).call,
  ...(body && { body }),
})
const noteOf = (secret: Secret) => ({ credentials: [{ apiKey: secret }] })
const [a, both] = [Secret.named('env:A'), Secret.named('env:A + env:B')]

test.each<[string, Section, readonly string[]]>([
  ['no change', sectionWith(), []],
  ['a change without a body', sectionWith({ changes: [changeOf({ name: 'ses', call: call() })] }), []],
  [
    'a change that sends one',
    sectionWith({ changes: [changeOf({ name: 'ses', call: call(noteOf(a)) })] }),
    ['env:A'],
  ],
  [
    'a change that sends two in one value',
    sectionWith({ changes: [changeOf({ name: 'ses', call: call(noteOf(both)) })] }),
    ['env:A', 'env:B'],
  ],
  [
    'a change that sends one with a value',
    sectionWith({ changes: [changeOf({ name: 'ses', call: call(noteOf(Secret.of('x', 'env:A'))) })] }),
    [],
  ],
  [
    'a request before a change',
    sectionWith({
      changes: [changeOf({ name: 'ses', preparation: { call: call(noteOf(a)), onlyIf: {}, after: {} } })],
    }),
    ['env:A'],
  ],
  ['a new environment', sectionWith({ waitsFor: 'its environment' }), ['env:B']],
  ['the organisation', { ...organisation, changes: [], waitsFor: 'its environment' }, []],
])('%s needs the values of %j', (_, section, expected) => {
  const plan = { sections: [section], problems: [], requests: { reads: 0, writes: 0, milliseconds: 0 } }
  const declared = { forTarget: () => [{ fields: { name: 'x', token: Secret.named('env:B') } }] }
  const problems = neededSecrets(plan, declared as unknown as Parameters<typeof neededSecrets>[1], unset)
  expect(problems.map(({ message }) => message)).toEqual(expected)
  expect(neededSecrets(plan, declared as unknown as Parameters<typeof neededSecrets>[1], new Map())).toEqual(
    [],
  )
})
