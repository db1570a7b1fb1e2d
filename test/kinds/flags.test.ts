// Fields that are true or false: references give strings, so only a variable of the project file can be referred to.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { load, project } from '../manifest/load-files.ts'
import { compiled } from '../support/editor-schemas.ts'

const schema = new URL('../../schemas/manifest.schema.json', import.meta.url)
const isValid = compiled(schema)
const said = 'but this reference is replaced with a string'

const variables = 'variables: { live: true, ref: "${env:ACT}", word: live, off: false, text: "true" }\n'

/** What a field says of a value, and whether the editor's schema takes it. */
async function judged(field: string, value: unknown, need: 'offline' | 'live') {
  const resource = { identifier: 'mail', name: 'Mail', providerId: 'sendgrid', channel: 'email' }
  const manifest = JSON.stringify({ integrations: [{ ...resource, [field]: value }] })
  const files = {
    'belfry.yaml': `${project}${variables}rules: { missing-credentials: off }\n`,
    'manifests/a.yaml': manifest,
    'act.txt': 'true',
  }
  const env = { ACT: 'true', DEVELOPMENT_KEY: 'one', PRODUCTION_KEY: 'other' }
  const { problems } = await load(files, { need, env })
  return { problems, inEditor: isValid(JSON.parse(manifest)) }
}

describe.each(['active', 'primary'])('%s', (field) => {
  test.each([
    ['${env:ACT}', 'offline', false, false],
    ['${env:ACT|plain}', 'offline', false, false],
    ['${file:act.txt}', 'offline', false, false],
    ['a${env:ACT}', 'offline', false, false],
    ['${env:ACT}', 'live', false, false],
    ['${env:ACT|plain}', 'live', false, false],
    ['${var:ref}', 'offline', false, true],
    ['${var:ref}', 'live', false, true],
    ['${var:live}', 'offline', true, true],
    ['${var:live}', 'live', true, true],
  ] as const)('%s, %s', async (value, need, isAccepted, inEditor) => {
    const { problems, ...rest } = await judged(field, value, need)
    expect(problems.map(({ rule, message }) => [rule, message.includes(said)])).toEqual(
      isAccepted ? [] : [['wrong-type', true]],
    )
    expect(rest).toEqual({ inEditor })
  })
})

test.each(['live', 'text', 'off'])('the value of the variable %s', async (name) => {
  const manifest = `integrations: [{ channel: in_app, name: A, providerId: novu, active: '\${var:${name}}' }]\n`
  const files = { 'belfry.yaml': `${project}${variables}`, 'manifests/a.yaml': manifest }
  const [resource] = (await load(files)).loaded.forTarget('Production')
  expect(resource?.fields['active']).toBe(name !== 'off')
})

test('primary is true or left out, also by a variable', async () => {
  const { problems } = await judged('primary', '${var:off}', 'offline')
  expect(problems).toMatchObject([{ rule: 'wrong-value', message: '"primary" must be true' }])
})

test("the editor's schema says why", () => {
  expect(readFileSync(schema, 'utf8')).toContain(
    'Other references are not allowed, because their values are strings.',
  )
})

test.each(['offline', 'live'] as const)('isNegated of a condition, %s', async (need) => {
  const condition = { isNegated: '${env:ACT|plain}', type: 'GROUP', value: 'AND', children: [] }
  const { problems } = await judged('conditions', [condition], need)
  expect(problems.map(({ rule, message }) => [rule, message.includes(said)])).toEqual([['wrong-type', true]])
})
