// belfry promote: what it writes into manifests, and what it leaves alone.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { developmentApiKey, productionApiKey } from '../../src/sandbox/index.ts'
import { startProxy } from '../support/cli-proxy.ts'
import { cliWorld } from '../support/cli-world.ts'

const project = `service: { url: '\${env:BELFRY_URL}' }
targets:
  Development: { apiKey: ${developmentApiKey} }
  Production: { apiKey: ${productionApiKey} }
manifests: [manifests]
rules: { literal-secret: off, missing-credentials: off }
`
const file = 'manifests/email.yaml'
const entry = `# The providers.
integrations:
  - identifier: ses-eu # for Europe
    name: SES
    providerId: ses
    channel: email
    credentials:
      region: eu-west-1
      accessKeyId: \${env:SES_ID}
      secretAccessKey: \${env:SES_SECRET} # rotated in March
`

async function promoted(manifest: string, options: string, belfryYaml = project) {
  const { run, folder, writes } = await cliWorld({ 'belfry.yaml': belfryYaml, [file]: manifest })
  const env = { SENDER: 'notify@acme.example' }
  const said = await run(`promote Development Production --only integration/ses-eu ${options}`, { env })
  expect(writes()).toEqual([])
  return { ...said, text: readFileSync(join(folder, file), 'utf8'), run, folder }
}

test('a new target gets variables in place of secrets, and comments stay', async () => {
  const conditions =
    '    conditions: [{ type: GROUP, isNegated: false, value: AND, children: [{ on: subscriber, field: locale, operator: EQUAL, value: de }] }]\n'
  const manifest = `${entry}${conditions}    targets: [Development]\n`
  const { exit, text, out } = await promoted(manifest, '--write --format json')
  expect(exit).toBe(0)
  expect(text).toBe(`${entry}${conditions}    targets: [Development, Production]
    perTarget:
      Production:
        credentials:
          accessKeyId: \${var:sesEuAccessKeyId}
          secretAccessKey: \${var:sesEuSecretAccessKey}
`)
  const { variables, changes } = JSON.parse(out) as Record<
    string,
    { name: string; field: string; value: string }[]
  >
  expect(variables?.map(({ name }) => name)).toEqual(['sesEuAccessKeyId', 'sesEuSecretAccessKey'])
  expect(changes?.map(({ field, value }) => `${field} ${value}`)).toEqual([
    'credentials.accessKeyId "${var:sesEuAccessKeyId}"',
    'credentials.secretAccessKey "${var:sesEuSecretAccessKey}"',
    'targets ["Development","Production"]',
  ])
})

test('only --share-secret lets both targets use a secret', async () => {
  const manifest = `${entry}    targets: [Development]\n`
  const { text } = await promoted(
    manifest,
    '--write --share-secret SES_ID --share-secret env:SES_ID --share-secret env:SES_SECRET',
  )
  expect(text).toBe(`${entry}    targets: [Development, Production]\n`)
})

test.each(['region: ${target:name}', 'from: ${env:SENDER|plain}', 'custom: true'])(
  'what holds no secret stays as it is written: %s',
  async (line) => {
    const own = entry.replace('region: eu-west-1', line)
    const shared = '--write --share-secret SES_ID --share-secret SES_SECRET'
    const { text } = await promoted(`${own}    targets: [Development]\n`, shared)
    expect(text).toBe(`${own}    targets: [Development, Production]\n`)
  },
)

test('without --write nothing is written', async () => {
  const manifest = `${entry}    targets: [Development]\n`
  const { text, out, err } = await promoted(manifest, '--share-secret SES_ID --share-secret SES_SECRET')
  expect(text).toBe(manifest)
  expect(out).toContain('+    targets: [Development, Production]')
  expect(out).toContain('+ integration ses-eu')
  expect(out).toContain('To write: 1 change in 1 file.')
  expect(err).toContain('Nothing was written.')
})

test('the document names the targets', async () => {
  const { text } = await promoted(`targets: [Development]\n${entry}`, '--write')
  expect(text).toContain('    targets: [Development, Production]\n    perTarget:\n      Production:\n')
})

const differing = `${entry}    perTarget:
      Development: { name: SES in development, credentials: { region: eu-north-1, secretAccessKey: '\${env:DEVELOPMENT_SECRET}' } }
      Production: { credentials: { region: us-east-1 } } # America
`

test('a field of perTarget is replaced, another one is added, and a secret stays its own', async () => {
  const { text, out } = await promoted(differing, '--write')
  expect(text).toBe(
    differing.replace('{ credentials: { region: us-east-1 } }', '{ credentials: { region: eu-north-1 }, name: SES in development }'), // prettier-ignore
  )
  expect(out).toContain('integration ses-eu credentials.secretAccessKey: the value is a secret')
})

test('a part of the name of a field is no field', async () => {
  const { exit, err } = await promoted(differing, '--field cred')
  expect([exit, err]).toEqual([3, expect.stringContaining("doesn't declare this field")])
})

test('only the fields of --field are promoted', async () => {
  const { text } = await promoted(differing, '--write --field credentials.region')
  expect(text).toBe(differing.replace('us-east-1', 'eu-north-1'))
})

test('a field alone gives no resource to a target that lacks it', async () => {
  const manifest = `${entry}    targets: [Development]\n`
  const { text, out } = await promoted(manifest, '--write --field name')
  expect(text).toBe(manifest)
  expect(out).toContain("target Production doesn't have the resource")
})

test.each(['name: Old', 'name: Entry, perTarget: { Production: { name: Old } }'])(
  'two entries of one resource: the one of the other target changes: %s',
  async (name) => {
    const own = `  - { identifier: ses-eu, providerId: ses, channel: email, targets: [Production], ${name} }\n`
    const { text } = await promoted(`${entry}    targets: [Development]\n${own}`, '--write --field name')
    expect(text).toBe(`${entry}    targets: [Development]\n${own.replace('Old', 'SES')}`)
  },
)

test('a map with an anchor is left alone', async () => {
  const itemOf = (name: string, credentials: string) =>
    `  - { identifier: ${name}, providerId: ses, channel: email, targets: [Production], credentials: ${credentials} }\n`
  const own = itemOf('ses-eu', '&shared { from: a@acme.example }') + itemOf('other', '*shared')
  const manifest = `${entry}    targets: [Development]\n${own}`
  const { exit, out, text } = await promoted(manifest, '--write --field credentials.region')
  expect([exit, text]).toEqual([0, manifest])
  expect(out).toContain('credentials.region: the value is written with an anchor')
})

/** Whatever is written below the name takes the empty line from it. */
const kept = (target: string): string => `  - identifier: ses-eu
    providerId: ses
    channel: email
    targets: [${target}]
    name: &label |+
      SES

`
const alias =
  '  - { identifier: ses-us, name: *label, providerId: ses, channel: email, targets: [Production] }\n'
test.each([
  ['the same resource of the first target', `integrations:\n${kept('Development').replace('email', "email\n    credentials: { secretAccessKey: '${env:KEY}' }")}`, ''],
  ['another resource', `${entry}    active: true\n    targets: [Development]\n${kept('Production')}${alias}`, ' --field active'],
  ['an environment', `${entry}    active: true\n    targets: [Development]\n${kept('Production')}environments: [{ name: Dev, identifier: *label }]\n`, ' --field active'],
])('a promotion that would change %s is refused', async (_, manifest, fields) => {
  const { exit, err, text } = await promoted(manifest, `--write${fields}`)
  expect([exit, text]).toEqual([3, manifest])
  expect(err).toContain('other resources or targets would change too')
}) // prettier-ignore

test('a list that an alias shares with another resource is not changed', async () => {
  const other = '  - { identifier: ses-us, name: US, providerId: ses, channel: email, targets: *where }\n'
  const manifest = `${entry}    targets: &where [Development]\n${other}`
  const { text, exit } = await promoted(manifest, '--write')
  expect([exit, text]).toEqual([0, manifest])
})

test('an entry with an anchor is left alone', async () => {
  const manifest = `integrations:
  - &ses { identifier: ses-eu, name: SES, providerId: ses, channel: email, targets: [Development] }
  - { <<: *ses, identifier: ses-us }
`
  const { exit, text, out } = await promoted(manifest, '--write')
  expect(exit).toBe(0)
  expect(text).toBe(manifest)
  expect(out).toContain('integration ses-eu: the value is written with an anchor')
})

const withVariables = (shared: string, own: string, other = ''): string =>
  project
    .replace('targets:', `variables: { ${shared} }\ntargets:`)
    .replace(`${developmentApiKey} }`, `${developmentApiKey}, variables: { ${own} } }`)
    .replace(`${productionApiKey} }`, `${productionApiKey}, variables: { ${other} } }`)

const ofDevelopment = `${entry}    targets: [Development]\n`

test.each([
  ['a variable of the project', '${var:sesKey}', '', true],
  ['a secret that is written out with a variable', 'live-9f8e7d6c-${var:region}', '', true],
  ['a secret that is written out in a variable', '${var:written}', '', true],
  ['a variable that --share-secret names', '${var:sesKey}', ' --share-secret SES_SECRET', false],
  [
    'a variable with a written secret that --share-secret names',
    '${var:written}',
    ' --share-secret var:written',
    false,
  ],
  ['a variable that the other target has too', '${var:own}', '', false],
])('%s', async (_, secret, shared, isReplaced) => {
  const manifest = ofDevelopment.replace('${env:SES_SECRET}', secret)
  const all = "sesKey: '${env:SES_SECRET}', own: '${env:SES_SECRET}', region: eu, written: live-1b2c3d4e"
  const variables = withVariables(all, '', "own: '${env:PRODUCTION_SECRET}'")
  const { exit, text } = await promoted(manifest, `--write --share-secret SES_ID${shared}`, variables)
  const found = { exit, isReplaced: text.includes('secretAccessKey: ${var:sesEuSecretAccessKey}') }
  expect(found).toEqual({ exit: 0, isReplaced })
})

test('variables that the other target lacks are listed, and the plan is shown as if it had them', async () => {
  const manifest = ofDevelopment
    .replace('name: SES', 'name: ${var:label}')
    .replace('${env:SES_SECRET}', '${var:key}')
  const variables = withVariables('', "label: SES, key: '${env:SES_SECRET}'")
  const { exit, out, text } = await promoted(manifest, '--share-secret SES_ID', variables)
  expect({ exit, text }).toEqual({ exit: 0, text: manifest })
  expect(out).toContain('  label: …   # integration ses-eu name\n')
  expect(out).toContain('  key: …   # integration ses-eu credentials.secretAccessKey\n')
  expect(out).toMatch(/\+ integration ses-eu .*\n +\+ name +SES\n/)
  expect(out).not.toContain('SES_SECRET)')
  expect(out).toContain('(secret var:key)')
  const json = await promoted(manifest, '--format json --share-secret SES_ID', variables)
  expect(json.out).toContain('(secret var:key)')
  expect(json.out).not.toContain('env:key')
  const written = await promoted(manifest, '--write --share-secret SES_ID', variables)
  expect(written.out).toContain(
    'Next: define these variables in the project file, then belfry plan --only integration/ses-eu -t Production\n',
  )
})

test.each([
  ['both have', '', 'label: SES in Production', []],
  ['only the first has', '', '', ['label']],
  ['the first and the project have', 'label: SES', '', []],
])('a variable that %s', async (_, all, other, missing) => {
  const manifest = ofDevelopment.replace('name: SES', 'name: ${var:label}')
  const variables = withVariables(all, 'label: SES', other)
  const shared = '--format json --share-secret SES_ID --share-secret SES_SECRET'
  const { exit, out } = await promoted(manifest, shared, variables)
  const { variables: found } = JSON.parse(out) as { variables: { name: string }[] }
  expect([exit, found.map(({ name }) => name)]).toEqual([0, missing])
})

test.each([
  ['the project', withVariables('sesEuSecretAccessKey: other', '')],
  ['a target', withVariables('', 'sesEuSecretAccessKey: other')],
])('a name that %s has for another variable is not used again', async (_, variables) => {
  const { exit, text } = await promoted(ofDevelopment, '--write --share-secret SES_ID', variables)
  expect([exit, text.includes('${var:sesEuSecretAccessKey2}')]).toEqual([0, true])
})

test('an entry of both targets keeps what they share', async () => {
  const shared = `${entry}    targets: [Production, Development]\n    perTarget:\n`
  const { text } = await promoted(`${shared}      Development: { name: Other }\n`, '--write --field name')
  expect(text).toContain('    name: SES\n')
  expect(text).toMatch(/Production: *\n? *(?:\{ ?)?name: Other/)
})

test('rules are promoted as a whole', async () => {
  const rule = (name: string) => `{ ${name}: [{ var: subscriber.email }] }`
  const manifest = `${entry}    rules: ${rule("'!!'")}\n    perTarget: { Production: { rules: ${rule("'!'")} } }\n`
  const { text } = await promoted(manifest, '--write --field rules')
  expect(text).toBe(manifest.replace(rule("'!'"), "{'!!': [{var: subscriber.email}]}"))
})

test('a field of perTarget is declared for a new target too', async () => {
  const { text } = await promoted(
    `${entry}    targets: [Development]\n    perTarget: { Development: { name: Other } }\n`,
    '--write',
  )
  expect(text).toMatch(/Production: *\n? *(?:\{ ?)?[^}]*name: Other/)
})

test('a promotion that was written is not asked for its shared secrets again', async () => {
  const shared = '--write --share-secret SES_ID --share-secret env:SES_SECRET'
  const { run, text, folder } = await promoted(ofDevelopment, shared)
  const again = await run(`promote Development Production --only integration/ses-eu ${shared}`)
  expect([again.exit, readFileSync(join(folder, file), 'utf8')]).toEqual([0, text])
  const unknown = await run(`promote Development Production --only integration/ses-eu ${shared}_OLD`)
  expect([unknown.exit, unknown.err]).toEqual([
    3,
    expect.stringContaining('--share-secret env:SES_SECRET_OLD: no promoted field uses it'),
  ])
})

test('manifests with errors are refused for their errors only', async () => {
  const { exit, err, text } = await promoted(ofDevelopment.replace('name:', 'nmae:'), '--write')
  expect([exit, text]).toEqual([3, ofDevelopment.replace('name:', 'nmae:')])
  expect(err).toContain('unknown field "nmae"')
  expect(err).not.toContain('after this change')
})

test('a service that does not answer is a warning, and no plan is shown', async () => {
  const { run } = await cliWorld({ 'belfry.yaml': project, [file]: ofDevelopment })
  const { exit, err, out } = await run('promote Development Production --only integration/ses-eu --write', {
    env: { BELFRY_URL: 'http://127.0.0.1:9' },
  })
  expect(exit).toBe(0)
  expect(err).toContain('warning  no-reply')
  expect(out).toContain('Written: ')
  expect(out).not.toContain('A plan with')
})

test('two secrets get two names, also where the names of their resources differ in signs only', async () => {
  const manifest = ['1-mail', '1.mail'].map(
    (name) =>
      `  - { identifier: ${name}, name: M, providerId: sendgrid, channel: email, targets: [Development], credentials: { apiKey: '\${env:${name === '1-mail' ? 'A' : 'B'}_KEY}' } }\n`,
  )
  const { run, folder } = await cliWorld({
    'belfry.yaml': project,
    [file]: `integrations:\n${manifest.join('')}`,
  })
  const { exit } = await run('promote Development Production --only integration/1* --write')
  const text = readFileSync(join(folder, file), 'utf8')
  const names = text.match(/\$\{var:\w+\}/g)
  expect([exit, names]).toEqual([0, ['${var:secret1MailApiKey}', '${var:secret1MailApiKey2}']])
})

test('a resource in an included file is refused, and is not called missing', async () => {
  const people = '{"subscriberId":"ada","targets":["Development"],"firstName":"Ada"}\n'
  const { run, folder } = await cliWorld({
    'belfry.yaml': project,
    [file]: 'subscribers:\n  - include: ../people.ndjson\n',
    'people.ndjson': people,
  })
  const { exit, err } = await run('promote Development Production --only subscriber/ada --write')
  expect([exit, readFileSync(join(folder, 'people.ndjson'), 'utf8')]).toEqual([3, people])
  expect(err).toContain(
    '--only subscriber/ada: promote changes no included file\n  Edit the included file.\n',
  )
})

test.each([
  [
    'all fields',
    'subscriber/*',
    [
      ['ada', 'firstName'],
      ['joe', ''],
    ],
  ],
  ['one field, of which only one resource has another value', 'subscriber/* --field lastName', [['joe', '']]],
] as const)('resources of included files are listed as not promoted: %s', async (_, only, listed) => {
  const { run } = await cliWorld({
    'belfry.yaml': project,
    [file]: `subscribers:
  - include: ../people.ndjson
    references: true
  - { subscriberId: bob, firstName: Bob, lastName: B, perTarget: { Development: { lastName: Bo } } }
`,
    'people.ndjson': `{"subscriberId":"ada","firstName":"Ada","targets":["Development"]}
{"subscriberId":"ada","firstName":"A","targets":["Production"]}
{"subscriberId":"eve","firstName":"Eve"}
{"subscriberId":"joe","targets":["Development"],"data":{"key":"\${env:KEY}"}}
`,
  })
  const { exit, out } = await run(`promote Development Production --only ${only} --format json`)
  const { left, changes } = JSON.parse(out) as { left: object[]; changes: object[] }
  expect(exit).toBe(0)
  expect(changes).toEqual([{ resource: 'subscriber bob', field: 'lastName', value: '"Bo"' }])
  expect(left).toEqual(
    listed.map(([name, field]) => ({
      resource: `subscriber ${name}`,
      field,
      why: expect.any(String) as string,
    })),
  )
})

test('the targets of an entry stay in their order, and the new target is the last', async () => {
  const staging = project.replace('manifests:', '  Staging: { apiKey: key-of-staging }\nmanifests:')
  const { run, folder } = await cliWorld({
    'belfry.yaml': staging,
    [file]: `${entry}    targets: [Production, Development]\n`,
  })
  await run(
    'promote Development Staging --only integration/ses-eu --share-secret SES_ID --share-secret SES_SECRET --write',
  )
  expect(readFileSync(join(folder, file), 'utf8')).toContain(
    '    targets: [Production, Development, Staging]\n',
  )
})

test('a secret that the service has already is no change of the plan, unless its value is unset', async () => {
  const { run } = await cliWorld({
    [file]: `integrations:
  - identifier: mail
    name: Mail
    providerId: sendgrid
    channel: email
    credentials: { apiKey: '\${env:MAIL_KEY}' }
    perTarget: { Development: { name: Mail in development } }
`,
  })
  const env = { MAIL_KEY: 'SG.5f6a7b8c9d' }
  expect(await run('apply --yes -t Production', { env })).toMatchObject({ exit: 0 })
  const promotion = 'promote Development Production --only integration/mail'
  const { out } = await run(promotion, { env })
  expect(out).toContain('~ name  Mail → Mail in development')
  expect(out).not.toContain('credentials')
  expect((await run(promotion)).out).toContain('credentials')
})

test('a field that must stay is named, and the other fields are promoted', async () => {
  const manifest = `${entry}    active: true
    perTarget:
      Development: { name: SES in development, credentials: { region: '\${env:SES_REGION}' } }
      Production: { active: false, credentials: { secretAccessKey: '\${env:PRODUCTION_SECRET}' } }
`
  const { text, out } = await promoted(manifest, '--write --share-secret SES_SECRET')
  expect(text).toContain(
    "Production: { active: true, credentials: { secretAccessKey: '${env:PRODUCTION_SECRET}', region: '${var:sesEuRegion}' }, name: SES in development }",
  )
  expect(out).toContain('integration ses-eu credentials.secretAccessKey: the value is a reference')
})

test('a target is not promoted to itself', async () => {
  const { run } = await cliWorld({ 'belfry.yaml': project, [file]: entry })
  const { exit, err } = await run('promote Development Development --only integration/ses-eu')
  expect([exit, err]).toEqual([3, expect.stringContaining('the two targets are the same: Development')])
  expect(err).toContain('\n1 error. Nothing was written.\n')
})

test('what is the same needs no change', async () => {
  const { exit, out } = await promoted(entry, '--write')
  expect(exit).toBe(0)
  expect(out).toBe('The manifests need no change.\n')
})

test.each(['text', 'json'])(
  'a secret that is written out is not shown, without a plan too: %s',
  async (format) => {
    const secret = 'a-key-written-out-42'
    const manifest = `integrations:
  - { identifier: ses-eu, name: SES, providerId: mailgun, channel: email, targets: [Development], credentials: { apiKey: ${secret}, domain: 'mg.\${env:DOMAIN}' } }
`
    const { exit, out, err } = await promoted(manifest, `--format ${format}`)
    expect(exit).toBe(0)
    expect(out).toContain('sesEuApiKey')
    expect(`${out}${err}`).not.toContain(secret)
  },
)

test('an error in the changed manifest is not said to be in the manifest on disk', async () => {
  const integrations = `integrations:
  - { identifier: ops, name: Ops, providerId: slack, channel: chat, targets: [Development] }
  - { identifier: crew, name: Crew, providerId: slack, channel: chat, targets: [Development] }
  - { identifier: team, name: Team, providerId: slack, channel: chat }
`
  const people = 'manifests/people.yaml'
  const person = `subscribers:
  - subscriberId: ada
    targets: [Development]
    channels: [{ providerId: slack, integrationIdentifier: ops, credentials: { channel: c } }, { providerId: slack, integrationIdentifier: crew, credentials: { channel: c } }]
`
  const { run, folder } = await cliWorld({ 'belfry.yaml': project, [file]: integrations, [people]: person })
  const { exit, err } = await run('promote Development Production --only subscriber/ada --write')
  expect(exit).toBe(3)
  expect(err).toMatch(/^manifests\/people\.yaml:\d+:\d+ .*unknown-integration/)
  for (const name of ['ops', 'crew'])
    expect(err).toContain(`in the changed manifest (not written): unknown integration "${name}"`)
  expect(err).toMatch(
    /the manifests would not be valid after this change\n  Edit the manifests, or choose other resources with --only and --field\.\n/,
  )
  expect(readFileSync(join(folder, people), 'utf8')).toBe(person)
})

test('an error in a manifest that is not changed is placed there', async () => {
  const primaryOf = (name: string, target: string) =>
    `integrations: [{ identifier: ${name}, name: X, providerId: ses, channel: email, active: true, primary: true, targets: [${target}] }]\n`
  const { run } = await cliWorld({
    'belfry.yaml': project,
    'manifests/a.yaml': primaryOf('a', 'Development'),
    'manifests/z.yaml': primaryOf('z', 'Production'),
  })
  const { exit, err } = await run('promote Development Production --only integration/a')
  expect([exit, err.includes('in the changed manifest')]).toEqual([3, false])
  expect(err).toMatch(/^manifests\/z\.yaml:.*primary-twice\n/)
})

test('a manifest that comes with the same resource while promote reads is not overlooked', async () => {
  const manifest = `${entry}    targets: [Development]\n`
  const { run, folder, sandbox } = await cliWorld({ 'belfry.yaml': project, [file]: manifest })
  let isAdded = false
  // The plan of the promoted resource reads the service after the manifests.
  const url = await startProxy(sandbox.url, () => {
    isAdded = true
    writeFileSync(join(folder, 'manifests/twin.yaml'), manifest.replace('[Development]', '[Production]'))
    return undefined
  })
  const { exit, err } = await run(
    'promote Development Production --only integration/ses-eu --write --share-secret SES_ID --share-secret SES_SECRET',
    { env: { BELFRY_URL: url } },
  )
  expect([isAdded, exit]).toEqual([true, 4])
  expect(err).toContain('manifests/twin.yaml was added while belfry was reading; nothing was written')
  expect(readFileSync(join(folder, file), 'utf8')).toBe(manifest)
})
