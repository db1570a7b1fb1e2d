// Bulk files: one JSON object a line.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { load } from '../load-files.ts'
import { growthOf, linear } from '../../support/steps/steps.ts'

const files = (people: string, include = 'include: people.ndjson') => ({
  'manifests/a.yaml': `subscribers:\n  - subscriberId: first\n  - { ${include} }\n  - subscriberId: last\n`,
  'manifests/people.ndjson': people,
})

it('stands where it is included, with lines as positions', async () => {
  const people =
    '{"subscriberId":"one","email":"one@acme.example"}\n\n{"subscriberId":"two","data":{"n":1}}\r\n'
  const { loaded, problems } = await load(files(people))
  expect(problems).toEqual([])
  expect(loaded.files).toBe(2)
  expect(
    Array.from(
      loaded.forTarget('Production'),
      ({ name, position }) => `${name} ${position.file}:${position.line}`,
    ),
  ).toEqual([
    'first manifests/a.yaml:2',
    'one manifests/people.ndjson:1',
    'two manifests/people.ndjson:3',
    'last manifests/a.yaml:4',
  ])
})

it.runIf(existsSync('/proc/self/mem'))(
  'a file that stops being readable is an error at that line',
  async () => {
    const { problems, loaded } = await load(files('', 'include: /proc/self/mem'), { fileRoots: ['/proc'] })
    expect(problems).toMatchObject([
      {
        rule: 'file-unreadable',
        severity: 'error',
        message: expect.stringMatching(/^the rest .* can't be read: /) as string,
      },
    ])
    expect(loaded.files).toBe(2)
  },
)

it('belongs to the targets of its include', async () => {
  const { loaded } = await load(
    files('{"subscriberId":"one"}', 'include: people.ndjson, targets: [Development]'),
  )
  expect(Array.from(loaded.forTarget('Production'), ({ name }) => name)).toEqual(['first', 'last'])
  expect(Array.from(loaded.forTarget('Development'), ({ name }) => name)).toEqual(['first', 'one', 'last'])
})

it('resolves references only where it is asked to', async () => {
  const people = '{"subscriberId":"one","firstName":"${target:name}"}'
  const names = async (include?: string) => {
    const { loaded } = await load(files(people, include))
    return loaded.forTarget('Production').at(1).declared['firstName']
  }
  expect(await names()).toBe('${target:name}')
  expect(await names('include: people.ndjson, references: true')).toBe('Production')
})

it('quotes no line in its problems', async () => {
  const people = [
    '{"subscriberId":"one","emial":"canary@acme.example"}',
    '{"subscriberId": canary}',
    '["canary"]',
    '{"subscriberId":"four","channels":[{"providerId":"fcm","integrationIdentifier":"a","credentials":{"deviceTokens":["canary"]}}]}',
    '{"subscriberId":"five","channels":[{"providerId":"fcm","integrationIdentifier":"a","credentials":{"deviceTokens":["canary"]}}]}',
    '{"subscriberId":"first"}',
  ].join('\n')
  const { text, problems } = await load(files(people))
  expect(problems.map(({ position, rule }) => `${position?.line} ${rule}`)).toEqual([
    '1 unknown-field',
    '2 ndjson-syntax',
    '3 ndjson-syntax',
    '4 literal-secret',
    '5 shared-device-token',
    '6 duplicate-identity',
  ])
  expect(text).not.toContain('canary')
})

it('takes linear work, in NDJSON and in YAML', async () => {
  const growth = await growthOf(join(import.meta.dirname, 'include-work.ts'), 100)
  expect(growth['manySubscribers']).toBeLessThan(linear)
})
