// The command that a plan ends with does what was shown, wherever that was.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startProxy } from '../../support/cli-proxy.ts'
import { cliWorld, keys, people, project } from '../../support/cli-world.ts'

test('the address, the key, the folders and the selection of the plan', async () => {
  const { sandbox, run } = await cliWorld({
    'belfry.yaml': 'manifests: [manifests]\n',
    'manifests/people.yaml': people,
    key: keys.PRODUCTION_KEY,
  })
  const where = `--url ${sandbox.url} --api-key-file key --file-root ..`
  const lastLine = async (flags: string): Promise<string | undefined> => {
    const { exit, out } = await run(`plan ${where} --only subscriber/* ${flags}`.trim(), {
      env: { BELFRY_URL: '' },
    })
    expect(exit).toBe(0)
    return out.trimEnd().split('\n').at(-1)
  }
  expect(await lastLine('')).toBe(
    `Next: belfry plan ${where} --only 'subscriber/*' --out plan.json, then belfry apply ${where} plan.json`,
  )
  expect(await lastLine('--out my.json')).toBe(`Next: belfry apply ${where} my.json`)
  expect(await lastLine('--out my.json --secrets=defer')).toBe(
    `Next: belfry apply ${where} --only 'subscriber/*' --approved my.json`,
  )
})

test('everything that is repeated, in one order, whatever the order that was typed', async () => {
  const { sandbox, run } = await cliWorld({
    'belfry.yaml': 'targets: { Production: {} }\nmanifests: [manifests]\n',
    'manifests/people.yaml': people,
    key: keys.PRODUCTION_KEY,
  })
  const flags = [
    '--config belfry.yaml',
    `--url ${sandbox.url}`,
    '--insecure-http',
    '--api-key-file key',
    '--file-root ..',
    '-f manifests',
    '--input-limit max-depth=50',
    '--max-changes subscriber=9',
  ]
  const where = flags.join(' ')
  const selection = '-t Production --only subscriber/ops-oncall'
  const { exit, out } = await run(`plan ${selection} ${flags.toReversed().join(' ')}`)
  expect(exit).toBe(0)
  expect(out.trimEnd().split('\n').at(-1)).toBe(
    `Next: belfry plan ${where} ${selection} --out plan.json, then belfry apply ${where} plan.json`,
  )
})

test('the limits of input, without which the files are refused', async () => {
  const { run } = await cliWorld({ 'more/big.yaml': `${people}# ${'long '.repeat(30)}\n` })
  const flags = '-f more/big.yaml --input-limit max-file-size=1KiB -t Production'
  const { out } = await run(`plan ${flags}`)
  const next = out.trimEnd().split('\n').at(-1) ?? ''
  expect(next).toContain('--input-limit max-file-size=1KiB')
  const [save = '', apply = ''] = next.replace('Next: ', '').split(', then ')
  expect((await run(save.replace('belfry ', ''))).exit).toBe(0)
  expect((await run(`${apply.replace('belfry ', '')} --yes`)).exit).toBe(0)
})

test('what an apply left out and nobody can read back is named, or the next run would not send it', async () => {
  const { sandbox, run, writes } = await cliWorld({
    'manifests/a.yaml':
      'environments:\n  - { name: Staging, color: "#ff8800", bridge: { url: "https://a.acme.example" } }\n',
  })
  const refusing = await startProxy(sandbox.url, ({ method }) =>
    method === 'PUT' ? { status: 422, body: '{"statusCode":422,"message":"not today"}' } : undefined,
  )
  const failed = await run('apply --yes', { env: { BELFRY_URL: refusing } })
  expect(failed.exit).toBe(5)
  expect(failed.out.trimEnd().split('\n').at(-1)).toBe(
    'Next: fix the failed changes, then run belfry apply --resend environment/Staging again. The new run sends only the missing changes.',
  )
  expect((await run('apply --yes --resend environment/Staging')).exit).toBe(0)
  expect(writes().filter((write) => write.startsWith('PUT'))).toHaveLength(1)
})

test('the rest of an approved plan is sent with its approval, and nothing else', async () => {
  const { sandbox, folder, run } = await cliWorld({ 'manifests/people.yaml': people })
  await run('plan -t Production --secrets=defer --out approved.json')
  writeFileSync(join(folder, 'manifests/people.yaml'), `${people}    firstName: Off\n`)
  sandbox.faults.set(['500-before:updateSubscriber'])
  const partly = 'apply -t Production --approved approved.json --approve-secrets subscriber/ops-oncall'
  const { exit, out } = await run(partly)
  expect(exit).toBe(5)
  expect(out.trimEnd().split('\n').at(-1)).toBe(
    `Next: fix the failed changes, then run belfry ${partly} again. The new run sends only the missing changes.`,
  )
  sandbox.faults.set([])
  expect((await run(partly)).exit).toBe(0)
  const left = await run('plan -t Production')
  expect(left.out).toContain('firstName')
  expect(left.out).not.toContain('lastName')
})

test('an incomplete apply repeats what permits it and what it does besides', async () => {
  const { sandbox, run } = await cliWorld({
    'belfry.yaml': `${project.replace('Production: {', 'Production: { protected: true,')}smoke: { suites: [smoke], recipients: [ops-oncall] }\n`,
    'manifests/people.yaml': people,
    'smoke/greeting.yaml':
      'workflow: app-update\ncases:\n  - { name: greeting, to: ops-oncall, expect: { status: processed } }\n',
  })
  sandbox.faults.set(['500-before:updateSubscriber'])
  const command =
    'apply -t Production --allow-protected Production --keep-going --secrets needed --freshness 30 --journal runs.ndjson --smoke smoke/greeting.yaml'
  const { exit, out } = await run(`${command} --yes`)
  expect(exit).toBe(5)
  expect(out).toContain(`Next: fix the failed changes, then run belfry ${command} again.`)
})
