// Operations 6, 10 and 11: the environments of the organisation.
import { z } from 'zod'
import type { Environment } from '../wire/generated.ts'
import { badRequest, notFound } from './errors.ts'
import { slug } from './ids.ts'
import { reading, writing } from './operation.ts'
import type { EnvironmentRecord } from './records.ts'
import { bridge, dns, maybe, text } from './shapes.ts'
import type { World } from './world.ts'
import { madeKeyPrefix } from './own-keys.ts'

const name = text.trim().min(1)

export const environmentOperations = [
  reading({
    id: 'listEnvironments',
    method: 'GET',
    path: '/v1/environments',
    status: 200,
    run: ({ world, environment }) =>
      [...world.store.environments].map((row) => world.profile.listedEnvironment(row, environment)),
  }),

  writing({
    id: 'createEnvironment',
    method: 'POST',
    path: '/v1/environments',
    status: 201,
    body: z.object({
      name,
      color: text.regex(
        /^#?([0-9a-f]{3}|[0-9a-f]{4}|[0-9a-f]{6}|[0-9a-f]{8})$/i,
        'must be a hexadecimal color',
      ),
      parentId: maybe(text),
    }),
    run: ({ world, environment, body }) => {
      const { store, ids, profile } = world
      requireUnique(world, 'name', body.name)
      const parentId = profile.parentAtCreate(body.parentId)
      if (parentId !== undefined) existing(world, parentId)
      const created = bear(world, {
        _id: ids.next('environment'),
        _organizationId: store.organizationId,
        ...(parentId !== undefined && { _parentId: parentId }),
        name: body.name,
        identifier: ids.text(12),
        type: 'prod',
        color: body.color,
        apiKeys: [{ key: `${madeKeyPrefix}${ids.text(24, 16)}`, _userId: store.userId }],
      })
      return profile.createdEnvironment(created, environment)
    },
  }),

  writing({
    id: 'updateEnvironment',
    method: 'PUT',
    path: '/v1/environments/{environmentId}',
    status: 200,
    body: z.object({
      name: maybe(name),
      identifier: maybe(text.min(1)),
      parentId: maybe(text),
      color: maybe(text),
      dns: maybe(dns),
      bridge: maybe(bridge),
    }),
    run: ({ world, environment, param, body }) => {
      const before = existing(world, param('environmentId'))
      const { parentId, ...changes } = body
      if (changes.name !== undefined) requireUnique(world, 'name', changes.name, before)
      if (changes.identifier !== undefined) requireUnique(world, 'identifier', changes.identifier, before)
      if (parentId !== undefined) existing(world, parentId)
      const after = world.store.environments.put({
        ...before,
        ...changes,
        ...(parentId !== undefined && { _parentId: parentId }),
      })
      return world.profile.updatedEnvironment(after, environment) as Environment
    },
  }),
]

/** Stores a new environment, with the in-app integration that each is born with. */
export function bear(world: World, row: Omit<EnvironmentRecord, 'slug'>): EnvironmentRecord {
  const { store, ids } = world
  const short = { Development: 'dev', Production: 'prod' }[row.name] ?? slug(row.name)
  store.integrations.put({
    _id: ids.next('integration'),
    _environmentId: row._id,
    _organizationId: row._organizationId,
    name: 'In-App',
    identifier: `in-app-${ids.text(9)}`,
    providerId: 'svc',
    channel: 'in_app',
    credentials: { hmac: false },
    configurations: {},
    active: true,
    deleted: false,
    primary: false,
    conditions: [],
  })
  return store.environments.put({ ...row, slug: `${short}_env_${row._id}` })
}

function existing(world: World, id: string): EnvironmentRecord {
  const row = world.store.environments.get(id)
  if (row === undefined) throw notFound(`Environment ${id} was not found`)
  return row
}

function requireUnique(
  world: World,
  field: 'name' | 'identifier',
  value: string,
  self?: EnvironmentRecord,
): void {
  const taken = world.store.environments.find((row) => row[field] === value && row._id !== self?._id)
  if (taken !== undefined) throw badRequest(`Environment ${field} must be unique`)
}
