// What the client reads of a request that the sandbox refuses.
import { expect } from 'vitest'
import { retrieveEvent } from '../../../src/service/operations.ts'
import { createEnvironment } from '../../support/write-operations.ts'
import type { Scenario } from '../scenario.ts'

const refusals: Scenario = {
  name: 'refusals',
  title: 'reads why a request is refused',
  run: async ({ sandbox, client, refused, record }) => {
    const missing = await refused(retrieveEvent(client, 'nothing'))
    expect(sandbox.log.at(-1)?.reply).toMatchObject({ statusCode: 404, message: missing.messages[0] })
    record.addRefusal({ statusCode: missing.status, message: missing.messages[0] })

    const invalid = await refused(createEnvironment(client, { name: 'Staging', color: 'orange' }))
    const errors = { general: { messages: [invalid.messages[1]] } }
    expect(sandbox.log.at(-1)?.reply).toMatchObject({ statusCode: 422, errors })
    record.addRefusal({ errors })
  },
}

export const refusalScenarios = [refusals]
