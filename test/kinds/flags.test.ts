// Fields that are true or false: references give strings, so only a variable of the project file can be referred to.
import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { load, project } from '../manifest/load-files.ts'

const schema = readFileSync(new URL('../../schemas/manifest.schema.json', import.meta.url), 'utf8')
const isValid = new Ajv2020({ allowUnionTypes: true }).compile(JSON.parse(schema) as object)
const said = 'references give strings'

const variables = 'variables: { live: true, ref: "${env:ACT}", word: live, text: "true" }\n'

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
] as const)('active: %s, %s', async (value, need, isAccepted, inEditor) => {
  const resource = {
    identifier: 'chat',
    name: 'Chat',
    providerId: 'mattermost',
    channel: 'chat',
    active: value,
  }
  const manifest = JSON.stringify({ integrations: [resource] })
  const files = {
    'belfry.yaml': `${project}${variables}`,
    'manifests/a.yaml': manifest,
    'act.txt': 'true',
  }
  const env = { ACT: 'true', DEVELOPMENT_KEY: 'one', PRODUCTION_KEY: 'other' }
  const { problems } = await load(files, { need, env })

  expect(problems.map(({ rule, message }) => [rule, message.includes(said)])).toEqual(
    isAccepted ? [] : [['wrong-type', true]],
  )
  expect(isValid(JSON.parse(manifest))).toBe(inEditor)
})

test("the editor's schema says why", () => {
  expect(schema).toContain('References give strings')
})
