import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { conflict } from '../../../src/sandbox/http/refusals.ts'
import { createSandbox, type Routes } from '../../../src/sandbox/index.ts'
import { sender } from '../../support/sandbox-client.ts'

/** A resource that the contract doesn't have. */
const toys: Routes = (app) => {
  const owners = new Map<string, string>()
  app.get('/v1/toys', (c) =>
    c.json([...owners].flatMap(([name, owner]) => (owner === c.get('environment').name ? [{ name }] : []))),
  )
  app.post('/v1/toys', (c) => {
    const { name } = c.get('body') as { readonly name: string }
    if (owners.has(name)) throw conflict(`There is a toy ${name}`)
    owners.set(name, c.get('environment').name)
    return c.json({ name }, 201)
  })
}

test('a toy resource has keys, environments, errors and the log of the others', async () => {
  const sandbox = await createSandbox({ routes: toys })
  const send = sender(sandbox)
  const yoyo = { name: 'yoyo' }
  expect(await send('POST', '/v1/toys', { name: 'yoyo' })).toEqual({ status: 201, body: yoyo })
  expect(await send('GET', '/v1/toys')).toEqual({ status: 200, body: [yoyo] })
  expect(await sender(sandbox, 'Development')('GET', '/v1/toys')).toEqual({ status: 200, body: [] })
  expect(await send('POST', '/v1/toys', { name: 'yoyo' })).toMatchObject({
    status: 409,
    body: { message: 'There is a toy yoyo' },
  })
  expect((await fetch(`${sandbox.url}/v1/toys`)).status).toBe(401)
  expect(sandbox.log[0]).toMatchObject({
    template: '/v1/toys',
    environment: 'Production',
    body: { name: 'yoyo' },
    status: 201,
    reply: yoyo,
  })
  await sandbox.close()
})

test('a port that is taken is an error; after close it is free', async () => {
  const first = await createSandbox()
  await expect(createSandbox({ port: first.port })).rejects.toThrow('EADDRINUSE')
  await sender(first)('GET', '/v1/environments')
  await first.close()
  const second = await createSandbox({ port: first.port })
  expect(second.port).toBe(first.port)
  await second.close()
})

test('close does not wait for a client that holds a connection open', async () => {
  const sandbox = await createSandbox()
  const client = connect(sandbox.port, '127.0.0.1')
  const headers = [
    'Host: sandbox',
    `Authorization: ApiKey ${sandbox.keys['Production']}`,
    'Content-Type: application/json',
    'Content-Length: 9',
    'Expect: 100-continue',
  ]
  client.write(`POST /v1/integrations HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`)
  await once(client, 'data')
  const closed = once(client, 'close')
  await sandbox.close()
  expect(await closed).toEqual([false])
})

async function made(random?: () => number): Promise<unknown> {
  const sandbox = await createSandbox(random === undefined ? {} : { random })
  await sender(sandbox)('POST', '/v1/environments', { name: 'Staging', color: '#fff' })
  const { keys, state } = sandbox
  await sandbox.close()
  return [keys['Staging'], state.environments.get('Staging')?._id]
}

test('two sandboxes make the same ids and keys; another random other keys', async () => {
  expect(await made()).toEqual(await made())
  expect(await made(() => 0)).toEqual([`5a4db0c5${'0'.repeat(24)}`, '6b0000030000000000000003'])
})
