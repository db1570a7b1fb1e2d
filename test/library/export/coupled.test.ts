// belfry export --write where users edited the routing of an integration: rules, conditions and the primary flag replace each
// other, so the manifest gets all of them or none.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { productionApiKey } from '../../../src/sandbox/index.ts'
import { cliWorld, project } from '../../support/cli-world.ts'

const file = 'manifests/email.yaml'
const key = 'SG.coupled-canary'
const start = `integrations:
  - identifier: gold
`
const base = `    name: Gold
    providerId: sendgrid
    channel: email
    active: true
    credentials: { apiKey: "\${env:GOLD_KEY}", from: gold@acme.example, senderName: Acme }
`
const targets = '    targets: [Production]\n'
const conditions = `    conditions: # for Germany
      - type: GROUP
        isNegated: false
        value: AND
        children: [{ on: subscriber, field: locale, operator: EQUAL, value: de }]
`
const rules = `    rules: { "==": [{ var: subscriber.locale }, de] }\n`
const primary = '    primary: true\n'
const asRules = '    rules:\n      ==:\n        - var: subscriber.locale\n        - fr\n'

const fr = { '==': [{ var: 'subscriber.locale' }, 'fr'] }
const german = [
  {
    type: 'GROUP',
    isNegated: false,
    value: 'AND',
    children: [{ on: 'subscriber', field: 'locale', operator: 'EQUAL', value: 'fr' }],
  },
]

/** The manifest after an export of what users saved in Production past the manifests. */
async function exported(before: string, edit: Readonly<Record<string, unknown>>) {
  const world = await cliWorld(
    { 'belfry.yaml': `${project}variables: { main: true }\n`, [file]: before },
    {},
    'novu-2026-09',
  )
  const env = { GOLD_KEY: key, LOCALE: 'de' }
  const applied = await world.run('apply --yes', { env })
  expect([applied.exit, applied.err]).toEqual([0, ''])
  const authorization = `ApiKey ${world.env['PRODUCTION_KEY'] ?? ''}`
  const headers = { authorization, 'content-type': 'application/json' }
  const url = `${world.env['BELFRY_URL'] ?? ''}/v1/integrations`
  const all = (await (await fetch(url, { headers })).json()) as {
    data: { _id: string; identifier: string }[]
  }
  const id = all.data.find(({ identifier }) => identifier === 'gold')?._id ?? ''
  const saved = await fetch(`${url}/${id}`, { method: 'PUT', headers, body: JSON.stringify(edit) })
  expect(saved.status).toBe(200)
  const { exit, out } = await world.run('export --write --only integration/gold', { env })
  expect(exit).toBe(0)
  const planned = await world.run('plan --only integration/gold --detailed-exitcode', { env })
  return { out, text: readFileSync(join(world.folder, file), 'utf8'), plan: planned }
}

const asConditions = `    conditions:
      - isNegated: false
        type: GROUP
        value: AND
        children:
          - field: locale
            value: fr
            operator: EQUAL
            on: subscriber
`
const plainConditions = conditions.replace(' # for Germany', '')
const ofProduction = (fields: string) =>
  `    perTarget:\n      Production:\n${fields.replaceAll(/^/gm, '    ').trimEnd()}\n`
test.each([
  ['conditions become rules', targets, plainConditions, { rules: fr, conditions: [] }, asRules],
  ['rules become conditions', targets, rules, { rules: null, conditions: german }, asConditions],
  ['primary becomes rules', targets, primary, { rules: fr }, asRules],
  ['conditions of one target become rules', targets, ofProduction(plainConditions), { rules: fr, conditions: [] }, `    perTarget:\n      Production: {}\n${asRules}`],
  ['conditions of all targets become rules in one', '', plainConditions, { rules: fr, conditions: [] }, `${plainConditions}${ofProduction(`    conditions: []\n${asRules}`)}`],
])('%s: the one field replaces the other', async (_, own, old, edit, expected) => {
  const { text, plan } = await exported(start + own + base + old, edit)
  expect(text).toBe(start + own + base + expected)
  expect(plan.exit).toBe(0)
}) // prettier-ignore

test.each([
  ['the old value contains a comment', conditions, { rules: fr, conditions: [] }, 'the value contains a comment'],
  ['the old value is a reference', conditions.replace('value: de', `value: '\${env:LOCALE|plain}'`), { rules: fr, conditions: [] }, 'the value is a reference'],
  ['the new value contains a secret', plainConditions, { rules: { '==': [{ var: 'subscriber.locale' }, productionApiKey] }, conditions: [] }, 'written only together with rules'],
  ['the old primary flag is a reference', '    primary: "${var:main}"\n', { rules: fr }, 'the value is a reference'],
])('both are left if %s', async (_, old, edit, why) => {
  const { text, out } = await exported(start + targets + base + old, edit)
  expect(text).toBe(start + targets + base + old)
  expect(out).toContain(why)
  expect(out).toMatch(/ rules: /)
  expect(out).toMatch(/ (?:conditions|primary): /)
  expect(out).not.toContain(productionApiKey)
}) // prettier-ignore
