// Operations 4, 5, 7 and 9: the integrations of all environments.
import { z } from 'zod'
import { badRequest, conflict, notFound } from './errors.ts'
import { slug } from './ids.ts'
import { reading, writing } from './operation.ts'
import type { IntegrationRecord } from './records.ts'
import { channel, configurations, credentials, flag, maybe, stepFilter, text } from './shapes.ts'
import type { World } from './world.ts'

const promotable = new Set<string>(['email', 'sms'])

const attributes = {
  name: maybe(text),
  identifier: maybe(text),
  _environmentId: maybe(text),
  credentials: maybe(credentials),
  active: maybe(flag),
  check: maybe(flag),
  conditions: maybe(z.array(stepFilter)),
  configurations: maybe(configurations),
}

export const integrationOperations = [
  reading({
    id: 'listIntegrations',
    method: 'GET',
    path: '/v1/integrations',
    status: 200,
    run: ({ world: { store, profile }, environment }) =>
      store.integrations
        .filter((row) => profile.listsIntegration(row, environment))
        .map((row) => profile.listedIntegration(row)),
  }),

  writing({
    id: 'createIntegration',
    method: 'POST',
    path: '/v1/integrations',
    status: 201,
    body: z.object({ providerId: text.min(1), channel, ...attributes }),
    run: ({ world, environment, body }) => {
      const { store, ids, profile, quirks } = world
      const siblings = store.integrationsOf(environment._id)
      if (body.channel === 'in_app' && siblings.some((row) => row.channel === 'in_app')) {
        throw badRequest('One environment can only have one In app provider')
      }
      const name = body.name || displayName(body.providerId)
      const identifier = body.identifier || `${slug(name)}-${ids.text(9)}`
      const isTaken = siblings.some((row) => row.identifier === identifier)
      if (isTaken && !quirks.has('race-create')) throw identifierTaken()
      const created = store.integrations.put({
        _id: ids.next('integration'),
        _environmentId: environment._id,
        _organizationId: store.organizationId,
        name,
        identifier,
        providerId: body.providerId,
        channel: body.channel,
        credentials: body.credentials ?? {},
        configurations: body.configurations ?? {},
        active: body.active ?? false,
        deleted: false,
        primary: false,
        conditions: body.conditions ?? [],
      })
      return profile.shownIntegration(created)
    },
  }),

  writing({
    id: 'updateIntegration',
    method: 'PUT',
    path: '/v1/integrations/{integrationId}',
    status: 200,
    body: z.object(attributes),
    run: ({ world, param, body }) => {
      const { store, profile } = world
      const { check: _, ...changes } = body
      const before = existing(world, param('integrationId'))
      if (Object.keys(changes).length === 0) throw badRequest('No properties found for update')
      const after = { ...before, ...changes }
      if (store.environments.get(after._environmentId) === undefined) {
        throw notFound(`Environment ${after._environmentId} was not found`)
      }
      const taken = store.integrations.find(
        (row) =>
          row._id !== after._id &&
          !row.deleted &&
          row.identifier === after.identifier &&
          profile.renameScope(after, row),
      )
      if (changes.identifier !== undefined && taken !== undefined) throw identifierTaken()
      return profile.shownIntegration(store.integrations.put(after))
    },
  }),

  reading({
    id: 'setPrimaryIntegration',
    method: 'POST',
    path: '/v1/integrations/{integrationId}/set-primary',
    status: 200,
    run: ({ world, environment, param }) => {
      const { store, profile } = world
      const integration = existing(world, param('integrationId'))
      if (integration._environmentId !== environment._id) throw unknown(integration._id)
      if (!promotable.has(integration.channel)) {
        throw badRequest(`Channel ${integration.channel} does not support primary`)
      }
      for (const row of store.integrationsOf(environment._id)) {
        const gives = row.primary && row.channel === integration.channel && row._id !== integration._id
        if (gives) store.integrations.put({ ...row, primary: false })
      }
      return profile.shownIntegration(store.integrations.put({ ...integration, ...profile.promotion }))
    },
  }),
]

function existing({ store }: World, id: string): IntegrationRecord {
  const row = store.integrations.get(id)
  if (row === undefined || row.deleted) throw unknown(id)
  return row
}

const unknown = (id: string): Error => notFound(`Entity with id ${id} not found`)
const identifierTaken = (): Error => conflict('Integration with identifier already exists')

/** `africas-talking` → `Africas talking` */
function displayName(providerId: string): string {
  return providerId.charAt(0).toUpperCase() + providerId.slice(1).replaceAll('-', ' ')
}
