// Which secrets a promoted value shares with its target, which variables the target lacks, and how a new one is named.
import { expect, test } from 'vitest'
import type { Value } from '../../../src/core/value.ts'
import { integration } from '../../../src/kinds/integration/integration.ts'
import { nodeOf, sourceOf } from '../../../src/manifest/text/node.ts'
import {
  foreignSecretsIn,
  holdsSecret,
  missingVariables,
  newVariable,
} from '../../../src/manifest/write/promoted-secrets.ts'

const of = (all: Readonly<Record<string, Value>>) =>
  new Map(Object.entries(all).map(([name, value]) => [name, nodeOf(value, sourceOf('', ''), [0, 0])]))
const destination = {
  to: 'Production',
  kind: integration,
  variables: of({
    plain: 'x',
    key: '${env:KEY}',
    map: { apiKey: 'x', active: true, more: '${env:A}' },
    own: '${env:OTHER}',
  }),
  targetVariables: new Map([
    ['Production', of({ own: 'mine', mine: '${env:MINE}' })],
    ['Development', of({ theirs: '${env:THEIRS}' })],
  ]),
}
const apiKey = ['credentials', 'apiKey']

test.each<[string | number | boolean | null, readonly string[], string, boolean, string]>([
  ['', apiKey, '', false, ''],
  [42, apiKey, 'written out', true, ''],
  [null, apiKey, '', false, ''],
  [5, ['name'], '', false, ''],
  ['${target:name}', apiKey, '', false, ''],
  ['${env:A|plain}', apiKey, '', false, ''],
  ['x${env:A}-${file:b}', apiKey, 'written out env:A file:b', true, ''],
  ['${var:own}', apiKey, '', true, ''],
  ['${var:mine}', ['name'], '', true, ''],
  ['${var:own}', ['name'], '', false, ''],
  ['${var:theirs} ${var:theirs}', ['name'], '', false, 'theirs'],
  ['${var:map}', ['credentials'], 'var:map env:A', true, ''],
  ['${var:none} ${env:none} ${var:gone}', ['name'], 'env:none', true, 'none gone'],
])('%j at %j', (value, path, shared, isSecret, missing) => {
  const found = foreignSecretsIn(value, path, destination).map((each) =>
    each === 'written out' ? each : `${each.kind}:${each.name}`,
  )
  expect(found.join(' ')).toBe(shared)
  // As a value inside a map too.
  for (const [whole, at] of [
    [value, path],
    [{ [path.at(-1) ?? '']: value }, path.slice(0, -1)],
  ] as const)
    // prettier-ignore
    expect([holdsSecret(whole, at, destination), missingVariables(whole, destination).join(' ')]).toEqual([
      isSecret,
      missing,
    ])
})

test('two new variables never have one name', () => {
  const taken = new Set(['aB'])
  const paths = [['a', 'b'], ['A_b'], ['a.b', 'c-D'], ['1st'], ['日本'], ['1st']]
  expect(paths.map((path) => newVariable(path, taken).slice(6, -1))).toEqual(['aB2', 'aB3', 'aBCD', 'secret1st', 'secret', 'secret1st2']) // prettier-ignore
})
