// Operations 6, 10 and 11: the environments of the organisation.
import { z } from 'zod'
import type { CreateEnvironmentBody, Environment, UpdateEnvironmentBody } from '../../wire/generated.ts'
import { slug } from '../store/new-ids.ts'
import { withoutBody, withBody } from './operation.ts'
import { blankIntegration, type EnvironmentRecord, filled, type IntegrationRecord } from '../store/records.ts'
import { fieldsOf } from './schema-facts.ts'
import { color, maybe, text } from './request-values.ts'
import { now } from '../setting.ts'
import type { World } from '../profile.ts'
import { madeKeyPrefix } from '../http/keys.ts'

const name = text.trim().min(1)

export const environmentOperations = [
  withoutBody('listEnvironments', ({ world, environment }) =>
    [...world.store.environments].map((row) => world.profile.environments.listed(row, environment)),
  ),

  withBody(
    'createEnvironment',
    z.object({ ...fieldsOf<CreateEnvironmentBody>('CreateEnvironmentBody'), name, color }),
    ({ world, environment, body }) => {
      const { store, ids } = world
      const rules = world.profile.environments
      rules.checkNew(world, body)
      const parentId = rules.parentAtCreate(body.parentId)
      const created = addNewEnvironment(world, {
        _id: ids.next('environment'),
        _organizationId: store.organizationId,
        ...filled({ _parentId: parentId }),
        name: body.name.trim(),
        identifier: ids.text(12),
        type: 'prod',
        color: body.color,
        createdAt: now(world),
        apiKeys: [{ key: `${madeKeyPrefix}${ids.text(24, 16)}`, _userId: store.userId }],
      })
      return rules.created(created, environment)
    },
  ),

  withBody(
    'updateEnvironment',
    z.object({
      ...fieldsOf<UpdateEnvironmentBody>('UpdateEnvironmentBody'),
      name: maybe(name),
      identifier: maybe(text.min(1)),
    }),
    ({ world, environment, param, body }) => {
      const rules = world.profile.environments
      const before = rules.toUpdate(world, param('environmentId'), environment)
      const { parentId, ...changes } = rules.accepted(body)
      const { name: newName, identifier } = changes
      if (newName !== undefined) rules.checkRename(world, newName, before)
      if (identifier !== undefined && isTaken(world, identifier, before)) throw rules.identifierTaken()
      if (parentId !== undefined) rules.checkParent(world, parentId)
      const after = world.store.environments.put({
        ...before,
        ...changes,
        ...filled({ _parentId: parentId }),
        updatedAt: now(world),
      })
      return rules.updated(after, environment) as Environment
    },
  ),
]

/** Stores a new environment, with its in-app integration. */
export function addNewEnvironment(world: World, row: Omit<EnvironmentRecord, 'slug'>): EnvironmentRecord {
  const { store, ids, profile } = world
  const { name: inAppName, stem, credentials } = profile.environments.inApp
  const short = row.name === 'Development' ? 'dev' : row.name === 'Production' ? 'prod' : slug(row.name)
  const inApp: IntegrationRecord = {
    _id: ids.next('integration'),
    _environmentId: row._id,
    _organizationId: row._organizationId,
    name: inAppName,
    identifier: `${stem}-${ids.text(9)}`,
    providerId: 'svc',
    channel: 'in_app',
    ...blankIntegration,
    credentials,
    active: true,
  }
  store.integrations.put(profile.integrations.stored(inApp, world))
  return store.environments.put({ ...row, slug: `${short}_env_${row._id}` })
}

function isTaken({ store }: World, identifier: string, self: EnvironmentRecord): boolean {
  return [...store.environments].some((row) => row.identifier === identifier && row._id !== self._id)
}
