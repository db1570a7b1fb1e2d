// An edit of the service by a person, in the words of each profile.
import type { Sandbox } from '../../src/sandbox/index.ts'
import { sender } from '../support/sandbox-client.ts'

/** Sets a field of an integration of Production. */
export async function editIntegration(sandbox: Sandbox, identifier: string, body: object): Promise<void> {
  const send = sender(sandbox)
  const { body: reply } = await send<unknown>('GET', '/v1/integrations')
  const found = listIn(reply).find((each) => each.identifier === identifier)
  const { status } = await send('PUT', `/v1/integrations/${found?._id}`, body)
  if (status !== 200) throw new Error(`the edit of ${identifier} ended with ${status}`)
}

function listIn(reply: unknown): readonly { readonly identifier: string; readonly _id: string }[] {
  return (Array.isArray(reply) ? reply : (reply as { readonly data: unknown }).data) as never
}
