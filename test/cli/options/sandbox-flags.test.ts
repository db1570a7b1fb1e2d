// The flags of belfry sandbox that can't be meant: all are named at once, and nothing is started or written.
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderWith } from '../../support/cli-process.ts'
import { beginProgram, runProgram } from '../../support/cli.ts'

test('an unset variable in each of them', async () => {
  const cwd = folderWith({ 'kept.txt': '' })
  const flags = '--port --seed --save --speed --profile --rate-limit --fault --fault-seed --provider'.split(
    ' ',
  )
  const problems = flags.map(
    (flag) =>
      `error  bad-flag\n  ${flag} is empty\n  Remove the option, or check the environment variable that the value comes from.\n`,
  )
  expect(await runProgram(['sandbox', ...flags.flatMap((flag) => [flag, ''])], { cwd })).toEqual({
    exit: 3,
    out: '',
    err: `${problems.join('')}9 errors. Nothing was sent.\nMore about a rule: belfry explain bad-flag\n`,
  })
  expect(readdirSync(cwd)).toEqual(['kept.txt'])
})

test('wrong numbers, and a seed that is none', async () => {
  const cwd = folderWith({ 'seed.json': '{' })
  const { exit, err } = await runProgram(
    ['sandbox', '--port', '65536', '--speed', 'fast', '--seed', 'seed.json'],
    { cwd },
  )
  expect(exit).toBe(3)
  expect(err).toContain(`error  bad-flag
  --port 65536 is not a valid port
  Write a number from 0 to 65535.
error  bad-flag
  --speed fast is not a valid speed
  Write a number above 0 and at most 1000000.
error  bad-flag
  --seed seed.json can't be used: `)
  expect(err).toContain('3 errors.')
})

test.each(['0x1F90', '1e3', ' 80', '+80', '8.0'])('--port %j is not a port', async (port) => {
  const { exit, err } = await runProgram(['sandbox', '--port', port], { cwd: folderWith({}) })
  expect(exit).toBe(3)
  expect(err).toContain(`--port ${port} is not a valid port`)
})

test('faults that there are none of, and a seed of chances that is no number', async () => {
  const flags = [
    '--fault',
    'reset-after@1',
    '--fault',
    'explode',
    '--fault',
    'stale:PUT',
    '--fault-seed',
    'x',
  ]
  const { exit, err } = await runProgram(['sandbox', ...flags], { cwd: folderWith({}) })
  expect(exit).toBe(3)
  expect(err).toMatch(
    /^error  bad-flag\n  --fault-seed x is not a whole number with at most 9 digits\nerror  bad-flag\n  --fault: unknown fault "explode"; use one of 409, .*pruned-tokens\nerror  bad-flag\n  --fault: the fault stale doesn't apply to PUT; remove :PUT\n3 errors\. Nothing was sent\.\nMore about a rule: belfry explain bad-flag\n$/,
  )
})

test('providers that can not answer like that, or that nobody knows', async () => {
  const flags = [
    'sendgrid',
    'sendgird=refuse',
    'mailgun-odl=refuse',
    'twilio=slow:soon',
    'ses=silent:x',
    'ses=explode',
  ]
  const { exit, err } = await runProgram(['sandbox', ...flags.flatMap((flag) => ['--provider', flag])], {
    cwd: folderWith({}),
  })
  const written =
    'is not valid; write ID=accept, ID=refuse[:TEXT], ID=slow[:TIME] or ID=silent, for example sendgrid=refuse'
  expect([exit, err]).toEqual([
    3,
    `error  bad-flag
  --provider: "sendgrid" ${written}
error  bad-flag
  --provider: "sendgird=refuse": unknown provider or integration "sendgird"; did you mean "sendgrid"?
error  bad-flag
  --provider: "mailgun-odl=refuse": unknown provider or integration "mailgun-odl"; did you mean "mailgun-old"?
error  bad-flag
  --provider: "twilio=slow:soon": "soon" is not a valid duration; write for example 500ms or 5s
error  bad-flag
  --provider: "ses=silent:x": no text can follow silent; write ses=silent
error  bad-flag
  --provider: "ses=explode" ${written}
6 errors. Nothing was sent.
More about a rule: belfry explain bad-flag
`,
  ])
})

test.each([
  ['its sample data', [], 'mailgun-old', 'Own-Mail'],
  ['the seed', ['--seed', 'seed.json'], 'Own-Mail', 'mailgun-old'],
])('a provider is also the identifier of an integration in %s', async (_, flags, known, unknown) => {
  const integrations = [{ environment: 'Production', identifier: 'Own-Mail', providerId: 'ses', channel: 'email' }] // prettier-ignore
  const cwd = folderWith({ 'seed.json': JSON.stringify({ integrations }) })
  const specs = [known, unknown].flatMap((id) => ['--provider', `${id}=refuse`])
  const { exit, err } = await runProgram(['sandbox', ...flags, ...specs], { cwd })
  expect([exit, err]).toEqual([3, expect.stringContaining(`unknown provider or integration "${unknown}"\n`)])
  expect(err).toContain('1 error. ')
})

test('a profile and a plan that there are none of', async () => {
  const flags = ['--profile', 'novu', '--rate-limit', '0']
  const { exit, err } = await runProgram(['sandbox', ...flags], { cwd: folderWith({}) })
  expect([exit, err]).toEqual([
    3,
    `error  bad-flag
  unknown --profile "novu"
  Write one of contract, novu-2026-04, novu-2026-09.
error  bad-flag
  --rate-limit 0 is not a valid limit
  Write free, pro, team, enterprise, off, or a number of requests a second.
2 errors. Nothing was sent.
More about a rule: belfry explain bad-flag
`,
  ])
})

test.each([
  ['its own', {}, /^sandbox:\d+$/, /^$/],
  [
    'those of the seed',
    { apiKey: 'a-key-of-the-seed-1234' },
    /^http:\/\/127\.0\.0\.1:\d+$/,
    /^belfry.yaml:3:24 {2}warning {2}literal-secret\n/,
  ],
])('the project file that it prints works as it is, with keys that are %s', async (_, key, url, warnings) => {
  const cwd = folderWith({
    // With a byte order mark, as some editors of Windows write it.
    'seed.json': `\uFEFF${JSON.stringify({ environments: [{ name: 'Staging', ...key }, { name: 'On-call, EU' }] })}`,
    'manifests/all.yaml': 'integrations: [{ identifier: ses-eu, providerId: ses, channel: email }]\n',
  })
  const { says, kill, ended } = beginProgram(['sandbox', '--port', '0', '--seed', 'seed.json'], { cwd })
  const out = await says('manifests: [manifests]')
  const [, file = ''] = /^belfry\.yaml for this sandbox:\n((?: {2}.*\n)+)/m.exec(out) ?? []
  const [, service = ''] = /^ {2}service: \{ url: (\S+) \}\n {2}targets:\n {4}"Staging": /.exec(file) ?? []
  expect(service).toMatch(url)
  writeFileSync(join(cwd, 'belfry.yaml'), file.replaceAll(/^ {2}/gm, ''))
  const plan = await runProgram(['plan'], { cwd })
  expect(plan).toMatchObject({ exit: 0, err: expect.stringMatching(warnings) as unknown })
  expect(plan.out).toContain('2 to create')
  kill('SIGTERM')
  expect((await ended).exit).toBe(0)
})
