// The service's own name in values: manifests may spell it either way, and each service is spoken to in its own.
import { expect, onTestFinished, test } from 'vitest'
import { notesIn } from '../../../src/core/plan/notes.ts'
import type { Problem } from '../../../src/core/problem.ts'
import { applyPlan } from '../../../src/engine/apply/apply.ts'
import type { Engine } from '../../../src/engine/engine.ts'
import { makePlan } from '../../../src/engine/plan/plan.ts'
import type { PlanRequest } from '../../../src/engine/plan/plan-request.ts'
import { integrationNames } from '../../../src/kinds/integration/live.ts'
import type { Access } from '../../../src/kinds/kind.ts'
import { registry } from '../../../src/kinds/registry.ts'
import { planText } from '../../../src/report/text/nodes.ts'
import { plain } from '../../../src/report/text/style.ts'
import { createSandbox, type ProfileName, type Seed } from '../../../src/sandbox/index.ts'
import { createTransport, type WireRequest } from '../../../src/service/transport.ts'
import { loadText } from '../../support/laws/manifest.ts'
import { requestFor, targetsOf } from '../../support/laws/world.ts'

const targets = [{ alias: 'Production', hasKey: true }]

const yaml = (word: string): string => `integrations:
  - { providerId: ${word}, channel: in_app, name: Bell }
  - { identifier: chat, providerId: ${word}-slack, channel: chat, active: true }
subscribers:
  - subscriberId: ada
    channels:
      - { providerId: ${word}-slack, integrationIdentifier: chat, credentials: { webhookUrl: 'https://x.example/1' } }
`

const seed: Seed = {
  subscribers: [{ environment: 'Production', subscriberId: 'ada' }],
  workflows: [],
  messages: [],
  notifications: [],
}

async function open(
  profile: ProfileName,
  text: string,
  {
    vendor,
    integrations = [],
  }: { readonly vendor?: string; readonly integrations?: Seed['integrations'] } = {},
) {
  const sandbox = await createSandbox({ profile, seed: { ...seed, integrations } })
  const transport = createTransport()
  onTestFinished(async () => {
    await transport.close()
    await sandbox.close()
  })
  const sent: WireRequest[] = []
  const engine: Engine = {
    registry,
    transport: (request) => {
      sent.push(request)
      return transport(request)
    },
    clock: () => 0,
    parallel: 1,
  }
  const declared = await loadText(text, targets, registry)
  const request: PlanRequest = requestFor(
    declared,
    targetsOf(targets, sandbox).map((target) => ({ ...target, ...(vendor !== undefined && { vendor }) })),
  )
  const bodies = (): string =>
    sent
      .filter(({ method }) => method !== 'GET')
      .map(({ body = '' }) => body)
      .join('\n')
  return { request, engine, declared, sent, bodies }
}

test.each<[string, ProfileName, string]>([
  ['svc', 'contract', 'svc'],
  ['novu', 'contract', 'svc'],
  ['svc', 'novu-2026-04', 'novu'],
  ['novu', 'novu-2026-04', 'novu'],
  ['svc', 'novu-2026-09', 'novu'],
  ['novu', 'novu-2026-09', 'novu'],
])('%s in a manifest is the same to %s, which is told %s', async (written, profile, word) => {
  const { request, engine, declared, bodies } = await open(profile, yaml(written))
  expect(declared.problems.filter(({ rule }) => rule !== 'literal-secret')).toEqual([])
  const planned = await makePlan(request, engine)
  expect(planned.plan.problems).toEqual([])
  const text = planText(planned.plan, plain)
  expect(text).toContain(`+ providerId  ${word}-slack\n`)
  expect(text).toContain(`~ subscriber ada ${word}-slack@chat`)
  const result = await applyPlan(
    planned,
    request,
    { keepGoing: 'no', approve: () => Promise.resolve(true) },
    engine,
  )
  expect(result.results.map(({ outcome }) => outcome.status)).toEqual(['done', 'done', 'done'])
  expect(result.after?.sections.flatMap(({ changes }) => changes)).toEqual([])
  expect(bodies()).toContain(`"providerId":"${word}-slack"`)
  expect(bodies()).not.toMatch(word === 'svc' ? /"novu/ : /"svc/)
})

test('a word that the project says is sent, and a service that shows another is told of', async () => {
  const { request, engine, bodies } = await open('contract', yaml('svc'), { vendor: 'novu' })
  const planned = await makePlan(request, engine)
  expect(planned.plan.problems).toEqual<Problem[]>([
    {
      rule: 'other-vendor',
      severity: 'warning',
      target: 'Production',
      message:
        'the project file sets vendor: novu, but the service uses provider IDs such as svc-slack; belfry sends provider IDs such as novu-slack',
      hint: 'In the project file, write vendor: svc, or remove "vendor". Without "vendor", belfry uses svc.',
    },
  ])
  expect(planText(planned.plan, plain)).toContain('+ providerId  novu-slack\n')
  await applyPlan(planned, request, { keepGoing: 'yes', approve: () => Promise.resolve(true) }, engine)
  expect(bodies()).toContain('"providerId":"novu-slack"')
  expect(bodies()).not.toContain('"svc')
})

test('the word costs no request: what tells it is read anyway', async () => {
  const { request, engine, sent } = await open('novu-2026-04', yaml('svc'))
  await makePlan(request, engine)
  expect(sent.filter(({ url }) => url.endsWith('/v1/integrations'))).toHaveLength(1)
})

test.each<[ProfileName, string, string | undefined]>([
  ['contract', 'svc-email', undefined],
  ['novu-2026-04', 'svc-email', undefined],
  ['contract', 'svc-sms', 'novu'],
  ['contract', 'acme-sms', 'acme'],
])('what the service itself provides is not unmanaged: %s shows %s', async (profile, providerId, vendor) => {
  const { request, engine } = await open(
    profile,
    'integrations: [{ identifier: x, providerId: ses, channel: email }]',
    {
      ...(vendor !== undefined && { vendor }),
      integrations: [
        { environment: 'Production', identifier: 'own', providerId, channel: 'email' },
        { environment: 'Production', identifier: 'other', providerId: 'sns', channel: 'sms' },
      ],
    },
  )
  const { plan } = await makePlan(request, engine)
  expect(notesIn(plan.sections, 'unmanaged')).toEqual([
    { sort: 'unmanaged', kind: 'integration', name: 'other' },
  ])
})

test('a service with a third name is sent that one', async () => {
  const { request, engine, bodies } = await open('contract', yaml('svc'), { vendor: 'acme' })
  const planned = await makePlan(request, engine)
  await applyPlan(planned, request, { keepGoing: 'yes', approve: () => Promise.resolve(true) }, engine)
  expect(bodies()).toContain('"providerId":"acme-slack"')
  expect(bodies()).not.toMatch(/"svc|"novu/)
})

test('an integration of a kind that has neither provider nor channel breaks no plan', async () => {
  const { request, engine } = await open('novu-2026-04', yaml('svc'))
  const { transport } = engine
  const { plan } = await makePlan(request, {
    ...engine,
    transport: async (wire) => {
      const reply = await transport(wire)
      if (!wire.url.endsWith('/v1/integrations')) return reply
      const { data } = JSON.parse(reply.body) as { readonly data: readonly { _environmentId: string }[] }
      const agents = data.map(({ _environmentId }, index) => ({
        _id: `a${index}`,
        identifier: `agent-${index}`,
        _environmentId,
        kind: 'agent',
      }))
      return { ...reply, body: JSON.stringify({ data: [...agents, ...data] }) }
    },
  })
  expect(plan.problems).toEqual([])
  expect(planText(plan, plain)).toContain('+ providerId  novu-slack')
})

test('a channel in both spellings is one channel', async () => {
  const { problems } = await loadText(
    `subscribers:
  - subscriberId: ada
    channels:
      - { providerId: svc-slack, integrationIdentifier: chat, credentials: { webhookUrl: '\${env:SECRET_1}' } }
      - { providerId: novu-slack, integrationIdentifier: chat, credentials: { webhookUrl: '\${env:SECRET_1}' } }
`,
    targets,
    registry,
  )
  expect(problems.map(({ rule, message }) => `${rule}: ${message}`)).toEqual([
    'duplicate-identity: subscriber ada declares the channel novu-slack@chat twice',
  ])
})

test('an integration and its channel may spell it differently', async () => {
  const { problems } = await loadText(
    `integrations: [{ identifier: chat, providerId: svc-slack, channel: chat }]
subscribers:
  - subscriberId: ada
    channels:
      - { providerId: novu-slack, integrationIdentifier: chat, credentials: { webhookUrl: '\${env:SECRET_1}' } }
`,
    targets,
    registry,
  )
  expect(problems).toEqual([])
})

test('integrations of other environments show the name too, if the own ones do not', async () => {
  const all = [{ _environmentId: 'other', identifier: 'chat', providerId: 'novu-slack', channel: 'chat' }]
  const access = { environmentId: 'own', once: () => Promise.resolve(all) } as unknown as Access
  expect(await integrationNames(access)).toEqual({ identifiers: new Map(), vendor: 'novu' })
})
