import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createSandbox,
  developmentApiKey,
  productionApiKey,
  type Sandbox,
  virtualClock,
} from '../../../src/sandbox/index.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await createSandbox({ clock: virtualClock('2026-02-03T04:05:06.789Z') })
})
afterAll(() => sandbox.close())

async function ask(authorization: string | undefined): Promise<[number, unknown]> {
  const headers: Record<string, string> = authorization === undefined ? {} : { authorization }
  const response = await fetch(`${sandbox.url}/v1/environments?a=b`, { headers })
  return [response.status, await response.json()]
}

test.each([
  [undefined, 'Missing authorization header'],
  [`Bearer ${productionApiKey}`, 'Unauthorized'],
  [`apikey ${productionApiKey}`, 'Invalid authentication scheme: "apikey"'],
  ['ApiKey', 'Unauthorized'],
  ['ApiKey nonsense', 'API Key not found'],
  [`ApiKey ${productionApiKey}f`, 'API Key not found'],
])('%s is refused', async (authorization, message) => {
  expect(await ask(authorization)).toEqual([
    401,
    { statusCode: 401, timestamp: '2026-02-03T04:05:06.789Z', path: '/v1/environments?a=b', message },
  ])
})

test('each environment has its own key', async () => {
  expect(sandbox.keys).toEqual({ Development: developmentApiKey, Production: productionApiKey })
  expect([await ask(`ApiKey ${developmentApiKey}`), await ask(`ApiKey ${productionApiKey}`)]).toMatchObject([
    [200, {}],
    [200, {}],
  ])
  expect(sandbox.log.slice(-2).map(({ environment }) => environment)).toEqual(['Development', 'Production'])
})

test('the server listens on one address, of the loopback interface', async () => {
  expect(sandbox.url).toBe(`http://127.0.0.1:${sandbox.port}`)
  await expect(fetch(`http://127.0.0.2:${sandbox.port}/v1/environments`)).rejects.toThrow('fetch failed')
})
