// A run with BELFRY_READ_ONLY, for example of an agent, reads and plans, but neither writes to the service nor sends.
import { expect, test } from 'vitest'
import { cliWorld, people } from '../../support/cli-world.ts'

/** The keys of these projects have names of their own. */
const keys = { BELFRY_KEY_VARIABLES: 'DEVELOPMENT_KEY,PRODUCTION_KEY' }

const suite = `suite: a
workflow: welcome
cases:
  - { name: a, to: ops-oncall, expect: { in_app: any } }
`
const project = { 'manifests/people.yaml': people, 'smoke/a.yaml': suite }

test.each([
  ['apply --yes', '1'],
  ['apply --yes --allow-pull-request', '1'],
  ['failover email -t Production --yes', 'true'],
  ['failover email -t Production --if-failing 20%/10m --yes', '1'],
  ['trigger welcome --to ops-oncall -t Production', '1'],
  ['smoke smoke/a.yaml -t Production', 'false'],
])('%s with BELFRY_READ_ONLY=%s is refused before any request', async (args, value) => {
  const { run, sandbox } = await cliWorld(project)
  const said = await run(args, { env: { BELFRY_READ_ONLY: value } })
  expect(said.exit).toBe(4)
  expect(said.err).toContain(`error  read-only\n  BELFRY_READ_ONLY is ${value}, so belfry doesn't`)
  expect(sandbox.log).toEqual([])
})

test.each([
  'validate',
  'plan',
  'plan --out plan.json',
  'plan --secrets=defer --out plan.json',
  'audit -t Production',
  'trigger welcome --to ops-oncall -t Production --dry-run',
  'failover email -t Production --if-failing 20%/10m',
])('%s is what a read-only run is for', async (args) => {
  const { run, writes } = await cliWorld(project)
  const said = await run(args, { env: { BELFRY_READ_ONLY: '1' } })
  expect(said.err).not.toContain('read-only')
  // Next names no command that is refused.
  expect(/Next: .*belfry apply/.exec(said.out)).toBeNull()
  expect(said.err.includes("BELFRY_READ_ONLY is 1, so belfry doesn't send")).toBe(args.includes('--dry-run'))
  expect(writes()).toEqual([])
})

test.each(['', '0'])('BELFRY_READ_ONLY=%s is off', async (value) => {
  const { run, writes } = await cliWorld(project)
  expect(await run('apply --yes', { env: { ...keys, BELFRY_READ_ONLY: value } })).toMatchObject({
    exit: 0,
    err: '',
  })
  expect(writes().length).toBeGreaterThan(0)
})
