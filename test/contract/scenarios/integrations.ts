// Operations 4, 5, 7 and 9: an integration of every channel from its creation on, in full.
import { expect } from 'vitest'
import { listIntegrations } from '../../../src/service/operations.ts'
import type { Channel } from '../../../src/wire/generated.ts'
import { words } from '../../support/contract-places.ts'
import {
  createIntegration,
  setPrimaryIntegration,
  updateIntegration,
} from '../../support/write-operations.ts'
import type { Scenario } from '../scenario.ts'
import { configurations, credentials, filters } from '../seed/integrations.ts'
import { productionId } from '../seed/people.ts'

const integrations: Scenario = {
  name: 'integrations',
  title: 'creates, changes and lists an integration of every channel, with every credential and condition',
  run: async ({ sandbox, client, read }) => {
    // An environment is born with the one in-app integration that it can have.
    for (const { channel, identifier } of sandbox.state.integrations.list('Production')) {
      if (channel === 'in_app') sandbox.state.integrations.remove('Production', identifier)
    }
    for (const channel of words('common.json#/$defs/Channel') as readonly Channel[]) {
      const body = {
        name: `Provider of ${channel}`,
        identifier: `new-${channel}`,
        active: true,
        credentials,
        conditions: filters,
        configurations,
      }
      const own = { check: false, _environmentId: productionId }
      const created = await read(
        createIntegration(client, { ...body, ...own, providerId: 'made-up', channel }),
      )
      expect(created).toMatchObject({ ...body, channel, providerId: 'made-up', _environmentId: productionId })

      const changes = { ...body, name: 'Changed', identifier: `changed-${channel}`, active: false }
      const changed = await read(updateIntegration(client, created._id ?? '', { ...changes, ...own }))
      expect(changed).toEqual({ ...created, ...changes })
    }
    const listed = await read(listIntegrations(client))
    expect(listed.filter(({ name }) => name === 'Changed')).toHaveLength(5)
    expect(listed.filter(({ deleted }) => deleted).map(({ deletedBy }) => deletedBy)).toEqual(['somebody'])
  },
}

const promotion: Scenario = {
  name: 'promotion',
  title: 'makes integrations primary, and keeps the rest of them',
  run: async ({ sandbox, client, read }) => {
    for (const identifier of ['post', 'texts']) {
      const before = sandbox.state.integrations.get('Production', identifier)
      const promoted = await read(setPrimaryIntegration(client, before?._id ?? ''))
      expect(promoted).toEqual({ ...before, primary: true })
    }
  },
}

export const integrationScenarios = [integrations, promotion]
