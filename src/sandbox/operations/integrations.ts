// Operations 4, 5, 7 and 9: the integrations of all environments.
import { z } from 'zod'
import type { Configurations, CreateIntegrationBody, Integration } from '../../wire/generated.ts'
import { badRequest, conflict } from '../http/refusals.ts'
import { slug } from '../store/new-ids.ts'
import { withoutBody, withBody } from './operation.ts'
import { blankIntegration, without, type IntegrationRecord } from '../store/records.ts'
import { fieldsOf, hasPrimary } from './schema-facts.ts'
import { maybe, text } from './request-values.ts'
import type { World } from '../profile.ts'

const { providerId: _, channel, ...attributes } = fieldsOf<CreateIntegrationBody>('CreateIntegrationBody')

/** Of configurations only the keys that replies have are kept. */
export const integrationAttributes = {
  ...attributes,
  configurations: maybe(z.object(fieldsOf<Configurations>('Configurations'))),
}

export const integrationOperations = [
  withoutBody('listIntegrations', ({ world: { store, profile }, environment }) =>
    store.integrations
      .filter((row) => profile.integrations.lists(row, environment))
      .map((row) => profile.integrations.listed(row)),
  ),

  withBody(
    'createIntegration',
    z.object({ providerId: text.min(1), channel, ...integrationAttributes }),
    ({ world, environment, body }) => {
      const { store, ids, quirks } = world
      const rules = world.profile.integrations
      const environmentId = rules.home(body, environment)
      const siblings = world.racing ?? store.integrationsOf(environmentId)
      if (body.channel === 'in_app' && siblings.some((row) => row.channel === 'in_app')) {
        throw badRequest('One environment can only have one In app provider')
      }
      rules.checkNew(body)
      const name = body.name || rules.displayName(body.providerId)
      const identifier = body.identifier || `${slug(name)}-${ids.text(9)}`
      const isTaken = siblings.some((row) => row.identifier === identifier)
      if (isTaken && !quirks.has('race-create')) throw identifierTaken()
      if (body.check === true) rules.check(world, body)
      const created = {
        _id: ids.next('integration'),
        _environmentId: environmentId,
        _organizationId: store.organizationId,
        name,
        identifier,
        providerId: body.providerId,
        channel: body.channel,
        ...blankIntegration,
        ...without(body, 'name', 'identifier', 'providerId', 'channel', '_environmentId', 'check'),
      }
      return write(world, created, undefined, siblings)
    },
  ),

  withBody('updateIntegration', z.object(integrationAttributes), ({ world, environment, param, body }) => {
    const { store } = world
    const rules = world.profile.integrations
    const { check, ...sent } = body
    const before = rules.toUpdate(world, param('integrationId'), environment)
    const changes = rules.accepted(sent, before)
    const after = { ...before, ...changes }
    const taken = store.integrations.find(
      (row) =>
        row._id !== after._id &&
        !row.deleted &&
        row.identifier === after.identifier &&
        rules.sharesNames(after, row),
    )
    if (changes.identifier !== undefined && taken !== undefined) throw identifierTaken()
    if (check === true) rules.check(world, before)
    if (Object.keys(changes).length === 0) throw badRequest('No properties found for update')
    rules.checkMove(world, after._environmentId, environment)
    const siblings = store.integrationsOf(after._environmentId).filter((row) => row._id !== after._id)
    return write(world, after, before, siblings)
  }),

  withoutBody('setPrimaryIntegration', ({ world, environment, param }) => {
    const { store } = world
    const rules = world.profile.integrations
    const integration = rules.toPromote(world, param('integrationId'), environment)
    if (!hasPrimary(integration.channel)) {
      throw badRequest(`Channel ${integration.channel} does not support primary`)
    }
    const siblings = store
      .integrationsOf(integration._environmentId)
      .filter((row) => row._id !== integration._id)
    const promoted = rules.promoted(integration, siblings)
    if (promoted === undefined) return rules.shown(integration)
    for (const row of siblings) {
      const isReplaced = row.primary && row.channel === integration.channel
      if (isReplaced) store.integrations.put(rules.stored({ ...row, primary: false }, world))
    }
    return rules.shown(store.integrations.put(rules.stored(promoted, world)))
  }),
]

const identifierTaken = (): Error => conflict('Integration with identifier already exists')

/** Stores an integration, with all effects of the write. */
function write(
  world: World,
  after: IntegrationRecord,
  before: IntegrationRecord | undefined,
  siblings: readonly IntegrationRecord[],
): Integration {
  const { store, profile } = world
  const rules = profile.integrations
  const [written = after, ...others] = rules.consequences(after, before, siblings)
  for (const { _id, priority } of others) {
    const current = store.integrations.get(_id)
    if (current !== undefined && priority !== undefined) store.integrations.put({ ...current, priority })
  }
  return rules.shown(store.integrations.put(rules.stored(written, world)))
}
