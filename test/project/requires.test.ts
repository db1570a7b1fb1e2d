// `requires` in belfry.yaml: a version outside of the range stops before anything else of the project is checked.
import { assert, constantFrom, nat, option, property, tuple } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isInRange } from '../../src/project/read-project.ts'
import { versionRange } from '../../src/project/project-schema.ts'
import { version } from '../../src/service/package.ts'
import { folderWith } from '../support/cli-process.ts'
import { runProgram } from '../support/cli.ts'
import { getCommands } from '../support/get-commands.ts'
import { seedOf } from '../support/seed.ts'

const settings = { seed: seedOf('requires', 'BELFRY_LAWS_SEED') }
const number = nat({ max: 12 })
const triple = tuple(number, number, number)
const preRelease = constantFrom('', '-beta.0', '-next.12', '+build.5', '-beta.1+build.5')

/** As one number, which orders them. */
function orderOf([major, minor, patch]: readonly [number, number, number]): number {
  return major * 10_000 + minor * 100 + patch
}

test('a version is in a range if its release is not below the lower bound, and below the upper one', () => {
  assert(
    property(triple, preRelease, triple, option(triple), (own, suffix, from, below) => {
      const range = `>=${from.join('.')}${below === null ? '' : ` <${below.join('.')}`}`
      const isWithin = orderOf(own) >= orderOf(from) && (below === null || orderOf(own) < orderOf(below))
      expect(isInRange(own.join('.') + suffix, range)).toBe(isWithin)
    }),
    settings,
  )
})

test('numbers that are left out of a range are 0', () => {
  assert(
    property(triple, number, number, (own, major, minor) => {
      const text = own.join('.')
      expect(isInRange(text, `>=${major}`)).toBe(isInRange(text, `>=${major}.0.0`))
      expect(isInRange(text, `>=0 <${major}.${minor}`)).toBe(isInRange(text, `>=0 <${major}.${minor}.0`))
    }),
    settings,
  )
})

test.each([
  '0.3',
  '=0.3',
  '>0.3',
  '<1',
  '>=0.3.0.1',
  '>=0.3 ',
  '>=0.3  <1',
  '>=00.3',
  '>=v1',
  '>=1.x',
  '>=0.3-beta.1',
  '>=0.3 || >=1',
  '',
])('"%s" is not a range', (text) => {
  expect(versionRange.test(text)).toBe(false)
})

const newer = `requires: '>=99'
service: [none]
targets: { Production: { unmanaged: adopt } }
webhooks: all
`

describe('a project for a newer version stops', () => {
  const files = {
    'belfry.yaml': newer,
    'manifests/a.yaml': 'webhooks: []\n',
    'smoke/a.yaml': 'webhooks: []\n',
  }
  test.each([
    'validate',
    'plan',
    'plan --out plan.json',
    'apply --yes',
    'export',
    ...getCommands,
    'doctor',
    'audit',
    'trigger welcome --to ada',
    'smoke smoke/a.yaml',
    'events list',
    'messages list',
  ])('belfry %s', async (line) => {
    const args = [...line.split(' '), '--format', 'json']
    const { exit, out } = await runProgram(args, { cwd: folderWith(files) })
    const { problems } = JSON.parse(out) as { readonly problems: readonly { readonly rule: string }[] }
    expect(exit).toBe(3)
    expect(problems).toMatchObject([
      {
        rule: 'other-version',
        severity: 'error',
        message: `the project requires belfry >=99, and this is belfry ${version}`,
        position: { file: 'belfry.yaml', line: 1, column: 11 },
      },
    ])
  })
})

test('a project for this version is checked as any other', async () => {
  const files = {
    'belfry.yaml': `requires: '>=0.1 <99'\nservice: { url: sandbox }\nmanifests: [manifests]\n`,
    'manifests/a.yaml': 'subscribers: [{ subscriberId: ada, timezone: Europe/Berlin }]\n',
  }
  expect(await runProgram(['validate'], { cwd: folderWith(files) })).toMatchObject({ exit: 0, err: '' })
})
