// Two organisations with environments of one name: each is read and changed with a key of its own.
import { expect, onTestFinished, test } from 'vitest'
import { Secret } from '../../../src/core/secrets/secret.ts'
import { applyPlan } from '../../../src/engine/apply/apply.ts'
import type { Engine } from '../../../src/engine/engine.ts'
import type { Target } from '../../../src/core/target.ts'
import { makePlan } from '../../../src/engine/plan/plan.ts'
import type { PlanRequest } from '../../../src/engine/plan/plan-request.ts'
import { environment } from '../../../src/kinds/environment/environment.ts'
import { registry } from '../../../src/kinds/registry.ts'
import { createTransport } from '../../../src/service/transport.ts'
import { createStrictSandbox, type StrictSandbox } from '../../support/strict-sandbox.ts'
import { declared } from '../../support/laws-kinds.ts'
import { Resources } from '../../../src/kinds/declared-resources.ts'

const row = (name: string, _id: string) => ({ name, _id, identifier: `${name}-app` })

async function open(ids: Readonly<Record<string, string>>): Promise<StrictSandbox> {
  const environments = Object.entries(ids).map(([name, id]) => row(name, id))
  const sandbox = await createStrictSandbox({ seed: { environments } })
  onTestFinished(() => sandbox.close())
  return sandbox
}

const id = (digit: string): string => digit.repeat(24)

test('ids and keys are those of the organisation that `via` names', async () => {
  const first = await open({ Development: id('1'), Production: id('2') })
  const second = await open({ Development: id('3'), Production: id('4') })
  const unused = await open({ Development: id('5') })
  const target = (alias: string, name: string, { url, keys }: StrictSandbox): Target => ({
    alias,
    environment: name,
    url,
    apiKey: Secret.of(keys[name] ?? '', `env:KEY_${alias}`),
    unmanaged: 'report',
  })
  const targets = [
    target('One', 'Development', first),
    target('Four', 'Development', unused),
    target('Two', 'Production', second),
    target('Three', 'Development', second),
  ]
  const transport = createTransport()
  onTestFinished(() => transport.close())
  const engine: Engine = { registry, transport, clock: () => 0, parallel: 1 }
  const organisation = [
    { name: 'Production', identifier: 'new-one' },
    { name: 'Development', via: 'Three', identifier: 'new-three', parent: 'Production' },
  ].map((fields) => declared(environment, fields))
  const request: PlanRequest = {
    targets,
    environments: Object.fromEntries(targets.map(({ alias, environment: name }) => [alias, name])),
    declared: { organisation, forTarget: () => Resources.of([]) },
    selection: { only: [], exclude: [], resend: [] },
    unreadable: 'never',
    missing: 'report',
    manifests: 'all',
    rules: {},
    maxChanges: {},
  }
  const planned = await makePlan(request, engine)
  expect(planned.plan.problems).toEqual([])
  expect(
    planned.plan.sections
      .filter((section) => section.target === undefined)
      .map(({ url, changes, ids }) => [url, changes.map(({ name, via }) => `${name} ${via}`), ids]),
  ).toEqual([
    [first.url, ['Production One'], { 'environment/Production': id('2') }],
    [
      second.url,
      ['Development Three'],
      { 'environment/Development': id('3'), 'environment/Production': id('4') },
    ],
  ])
  const result = await applyPlan(planned, request, { keepGoing: 'no', approve: async () => true }, engine)
  expect(result.results.map(({ outcome }) => outcome)).toEqual([{ status: 'done' }, { status: 'done' }])
  const puts = ({ log }: StrictSandbox) =>
    log.filter(({ method }) => method === 'PUT').map(({ path }) => path)
  expect([puts(first), puts(second)]).toEqual([
    [`/v1/environments/${id('2')}`],
    [`/v1/environments/${id('3')}`],
  ])
})

test('the key of an environment of the same name in another organisation is not taken', async () => {
  const first = await open({ Development: id('1') })
  const second = await open({ Development: id('3') })
  const keyed = (alias: string, { url, keys }: StrictSandbox): Target => ({
    alias,
    environment: 'Development',
    url,
    apiKey: Secret.of(keys['Development'] ?? '', `env:KEY_${alias}`),
    unmanaged: 'report',
  })
  const waiting: Target = { alias: 'Staging', url: first.url, apiKeyFrom: 'env:KEY', unmanaged: 'report' }
  const targets = [keyed('One', first), keyed('Two', second), waiting]
  const inner = createTransport()
  onTestFinished(() => inner.close())
  const engine: Engine = {
    registry,
    // The first shows no keys, as newer services do.
    transport: async (request) => {
      const reply = await inner(request)
      return request.url.startsWith(first.url) && request.url.endsWith('/environments')
        ? { ...reply, body: reply.body.replaceAll(/("name":"Staging".*?"apiKeys":)\[.*?\]/g, '$1[]') }
        : reply
    },
    clock: () => 0,
    parallel: 1,
  }
  const request: PlanRequest = {
    targets,
    environments: { One: 'Development', Two: 'Development', Staging: undefined },
    declared: {
      organisation: [declared(environment, { name: 'Staging', color: '#fff' })],
      forTarget: () => Resources.of([]),
    },
    selection: { only: [], exclude: [], resend: [] },
    unreadable: 'never',
    missing: 'report',
    manifests: 'all',
    maxChanges: {},
    rules: {},
  }
  const planned = await makePlan(request, engine)
  expect(planned.plan.problems).toEqual([])
  second.state.environments.add(row('Staging', id('5')))
  const result = await applyPlan(planned, request, { keepGoing: 'no', approve: async () => true }, engine)
  expect(result.keyed).toEqual([])
  expect(result.waiting.map(({ target }) => target)).toEqual(['Staging'])
})
