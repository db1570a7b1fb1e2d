// The commands of docs/secrets.md, with stand-ins for the programs, and files as Kubernetes mounts them.
import { chmodSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { folderWith } from '../../support/cli-process.ts'
import { cliWorld } from '../../support/cli-world.ts'

const page = readFileSync(resolve(import.meta.dirname, '../../../docs/secrets.md'), 'utf8')
const recipes = [...page.matchAll(/^\| .+? \| `(.+\{\})` +\| `(\$\{secret:.+?\})` +\|$/gm)].map(
  ([, command = '', reference = '']) => ({ command, reference }),
)

/** What each program is given, and what it prints. */
const programs: Readonly<Record<string, readonly [args: string, output: string]>> = {
  op: ['read op://production/sendgrid/api-key', 'key-from-the-store\n'],
  sops: [
    'decrypt --output-type json secrets/production.yaml',
    '{\n  "smtp": "x",\n  "sendgrid_key": "key-from-the-store"\n}\n',
  ],
  vault: [
    'kv get -format=json -field=data kv/production/sendgrid',
    '{\n  "apiKey": "key-from-the-store"\n}\n',
  ],
  aws: [
    'secretsmanager get-secret-value --query SecretString --output text --secret-id production/sendgrid',
    '{"apiKey":"key-from-the-store"}\n',
  ],
  gcloud: ['secrets versions access latest --secret=production-sendgrid', 'key-from-the-store'],
}

const manifest = (apiKey: string): string => `integrations:
  - identifier: ses-new
    providerId: sendgrid
    channel: email
    targets: [Production]
    credentials: { apiKey: '${apiKey}', from: a@acme.example }
`

test('the page has a command for each program', () => {
  expect(recipes.map(({ command }) => command.split(' ')[0])).toEqual(Object.keys(programs))
})

test.each(recipes)('$command', async ({ command, reference }) => {
  const [program = ''] = command.split(' ')
  const [args, output] = programs[program] ?? ['', '']
  const tools = folderWith({ output })
  writeFileSync(
    join(tools, program),
    `#!/bin/sh\n[ "$*" = '${args}' ] || { echo "unexpected: $*" >&2; exit 2; }\ncat '${tools}/output'\n`,
  )
  chmodSync(join(tools, program), 0o755)
  const { run, sandbox } = await cliWorld({ 'manifests/a.yaml': manifest(reference) })
  const env = { PATH: `${tools}:/usr/bin:/bin`, BELFRY_SECRET_COMMAND: command }
  expect(await run('apply --yes -t Production', { env })).toMatchObject({ exit: 0, err: '' })
  expect(sandbox.log.map(({ body }) => JSON.stringify(body)).join('\n')).toContain('"key-from-the-store"')
})

test('files that Kubernetes mounts are links to links', async () => {
  const mount = folderWith({ '..2026/sendgrid-api-key': 'key-from-the-store' })
  symlinkSync('..2026', join(mount, '..data'))
  symlinkSync('..data/sendgrid-api-key', join(mount, 'sendgrid-api-key'))
  const { run, sandbox } = await cliWorld({
    'manifests/a.yaml': manifest(`\${file:${mount}/sendgrid-api-key}`),
  })
  expect((await run(`apply --yes -t Production --file-root ${mount}`)).exit).toBe(0)
  expect(sandbox.log.map(({ body }) => JSON.stringify(body)).join('\n')).toContain('"key-from-the-store"')
})
