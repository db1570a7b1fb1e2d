// Operations 6, 10 and 11: an environment of every type, in full.
import { expect } from 'vitest'
import { listEnvironments } from '../../../src/service/operations.ts'
import { createEnvironment, updateEnvironment } from '../../support/write-operations.ts'
import type { Scenario } from '../scenario.ts'
import { productionId } from '../seed/people.ts'

const environments: Scenario = {
  name: 'environments',
  title: 'creates an environment, and changes and lists one of every type',
  run: async ({ sandbox, client, read }) => {
    const body = { name: 'Staging', color: '#ff8800', parentId: productionId }
    const created = await read(createEnvironment(client, body))
    expect(created).toMatchObject({ name: 'Staging', _parentId: productionId, type: 'prod' })
    expect(created.apiKeys).toHaveLength(1)

    const before = await read(listEnvironments(client))
    expect(before.map(({ type }) => type)).toEqual(['dev', 'prod', null, 'prod'])
    for (const { _id, name } of before) {
      const changes = { name: `New ${name}`, identifier: `new-${name}` }
      const settings = {
        color: '#008800',
        dns: { inboundParseDomain: 'in.acme.example' },
        bridge: { url: 'https://acme.example/bridge' },
      }
      const parentId = _id === productionId ? created._id : productionId
      const changed = await read(updateEnvironment(client, _id, { ...changes, ...settings, parentId }))
      expect(changed).toMatchObject({ ...changes, _id, _parentId: parentId })
      // A reply doesn't show these.
      expect(sandbox.state.environments.get(changes.name)).toMatchObject(settings)
    }
    const after = await read(listEnvironments(client))
    expect(after.map(({ name }) => name)).toEqual(before.map(({ name }) => `New ${name}`))
  },
}

export const environmentScenarios = [environments]
