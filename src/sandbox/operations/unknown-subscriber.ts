// The replies of operations to an unknown subscriber ID. Searches find nothing, and triggers create the subscriber.
import { badRequest, notFound, type Refusal } from '../http/errors.ts'

export const unknownSubscriber = {
  credentials: (id: string): Refusal => badRequest(`SubscriberId: ${id} not found`),
  update: (id: string): Refusal => notFound(`Subscriber ${id} was not found`),
  /** Of deployed services; the contract lists no messages. */
  messages: (id: string): Refusal => notFound(`Subscriber not found for the provided subscriberId: ${id}`),
} as const
