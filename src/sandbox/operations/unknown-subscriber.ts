// What the operations answer to the ID of a subscriber that isn't there. Searches find nothing, and triggers create it.
import { badRequest, notFound, type Refusal } from '../http/errors.ts'

export const unknownSubscriber = {
  credentials: (id: string): Refusal => badRequest(`SubscriberId: ${id} not found`),
  update: (id: string): Refusal => notFound(`Subscriber ${id} was not found`),
  /** Of deployed services; the contract lists no messages. */
  messages: (id: string): Refusal => notFound(`Subscriber not found for the provided subscriberId: ${id}`),
} as const
