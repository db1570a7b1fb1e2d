// What the resources of one target would change in another one.
import { expect, test } from 'vitest'
import { compareTargets, type TargetSide } from '../../../src/engine/sides/compare-targets.ts'
import { Secret } from '../../../src/core/secrets/secret.ts'
import { Unreadable, type ValueMap } from '../../../src/core/value.ts'
import { integration } from '../../../src/kinds/integration/integration.ts'
import { registry } from '../../../src/kinds/registry.ts'
import { subscriber } from '../../../src/kinds/subscriber/subscriber.ts'
import { declared } from '../../support/laws-kinds.ts'

const mail = (identifier: string, more: ValueMap = {}) =>
  declared(integration, { identifier, name: 'Mail', providerId: 'ses', channel: 'email', ...more })
const person = (subscriberId: string, data: ValueMap) => declared(subscriber, { subscriberId, data })

const from: TargetSide = {
  target: { alias: 'Development', url: 'https://from.example' },
  resources: [
    mail('same', {
      name: 'Development',
      credentials: { from: 'a', user: 'u', apiKey: Secret.of('1', 'live') },
    }),
    mail('new', { active: true }),
    mail('triple'),
    mail('hidden', { configurations: { inboundWebhookEnabled: true } }),
    person('ada', { team: 'a' }),
    person('bob', { team: 'b' }),
    declared(subscriber, { subscriberId: 'bare' }),
  ],
  duplicates: [
    { ...mail('twice'), ids: ['1', '2'] },
    { ...mail('excluded'), ids: ['1', '2'] },
  ],
}
const to: TargetSide = {
  target: { alias: 'Production', url: 'https://to.example' },
  resources: [
    mail('same', {
      name: 'Production',
      primary: true,
      credentials: { from: 'b', host: 'h', apiKey: Secret.of('2', 'live') },
    }),
    mail('gone'),
    mail('twice'),
    mail('hidden', { configurations: new Unreadable(true) }),
    person('ada', { team: 'a', tier: 1, plan: { name: 'gold' } }),
  ],
  duplicates: [{ ...mail('triple'), ids: ['1', '2', '3'] }],
}

test.each(['live', 'declared'] as const)('%s', async (by) => {
  const requests = { reads: 4, writes: 0, milliseconds: 5 }
  const { sections, ...plan } = await compareTargets(from, to, {
    by,
    registry,
    requests,
    selection: { only: [], exclude: ['integration/excluded'], resend: [] },
    isMeant: (_, path) => path === 'name' || path === 'credentials.from',
  })
  expect(plan).toEqual({
    problems: [],
    requests,
    compared: { from: 'Development', to: 'Production', by },
    ...(by === 'declared' && { live: 'declared' }),
  })
  const changes = sections[0]?.changes.map(({ action, name, target, summary = '', cause, differences }) =>
    [
      `${action} ${name} of ${target} ${cause} ${summary}`,
      ...differences.flatMap(({ display = [] }) =>
        display.map(
          (each) =>
            `${each.sign} ${each.path} ${each.before instanceof Secret ? each.before.origin + ' ' : ''}${each.cause}`,
        ),
      ),
    ].join(', '),
  )
  expect(changes).toEqual([
    `update same of Production partly , ~ name meant, ~ credentials.from meant, + credentials.user unmeant, ~ credentials.apiKey ${by === 'live' ? 'live' : 'literal'} unmeant, - credentials.host unmeant`,
    'create new of Production unmeant , + name meant, + providerId unmeant, + channel unmeant, + active unmeant',
    'update ada of Production unmeant , - data.tier unmeant, - data.plan unmeant',
    'update bob of Production unmeant is not in Production, + data.team unmeant',
    'update bare of Production unmeant is not in Production',
  ])
  expect(sections).toMatchObject([
    { target: 'Production', url: by === 'live' ? 'https://to.example' : '', unchanged: 1, resources: 6 },
  ])
  expect(sections[0]?.notes).toMatchObject([
    { sort: 'unreadable', kind: 'integration', name: 'hidden', paths: ['configurations'] },
    { sort: 'absent', kind: 'integration', name: 'gone', from: 'Development' },
    { sort: 'duplicates', kind: 'integration', name: 'triple', ids: ['1', '2', '3'] },
    { sort: 'duplicates', kind: 'integration', name: 'twice', ids: ['1', '2'] },
  ])
})
