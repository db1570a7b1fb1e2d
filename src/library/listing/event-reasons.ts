// Why the steps of one event are not done, down to the integration and its line in the manifests.
import { textAt } from '../../core/fields.ts'
import { triggerTerms } from '../../core/delivery/triggered.ts'
import { identify } from '../../engine/plan/identify.ts'
import { look } from '../../engine/plan/session.ts'
import { readOnly } from '../../service/client.ts'
import { messages } from '../../service/pages.ts'
import { deliveryOf } from '../../delivery/event-to-delivery.ts'
import { reasonsFor, type Reasons } from '../../delivery/outcome.ts'
import type { OpenTarget } from './on-target.ts'

/** `event` is as the service answered it. Throws what the service layer throws. */
export async function reasonsOf(
  event: object,
  { client, target, apiKey, declared, open }: OpenTarget,
): Promise<Reasons> {
  const reading = readOnly(client)
  const shown = open(event)
  const transactionId = textAt(shown, 'transactionId')
  const own = []
  for await (const message of transactionId === ''
    ? []
    : messages(reading, { transactionId: [transactionId] }))
    if (message._notificationId === textAt(shown, '_id')) own.push(open(message))
  const deliveries = [deliveryOf(shown, own)]
  const identity = await identify(look(reading, '', 1, target.vendor), target, apiKey)
  const nobody = { topics: [], unnamed: 0 }
  return reasonsFor(deliveries, nobody, {
    look: look(reading, identity?.id ?? '', 1, target.vendor),
    shown: open,
    declared,
    to: shown['to'] ?? {},
    transactionId,
    terms: triggerTerms(),
  })
}
