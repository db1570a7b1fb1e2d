// What sentences about a delivery may quote of persons, word by word: whoever masks them has to know it.
import type { Delivery } from './delivery.ts'
import { personalTexts } from './personal.ts'
import { at, isMap, type Value } from './value.ts'

const attributes = ['firstName', 'lastName', 'email', 'phone', 'avatar', 'data'] as const

/** Texts of payloads, of messages, and of the subscribers as the service shows them. */
export function quotableOf(deliveries: readonly Delivery[], subscribers: Iterable<Value>): readonly string[] {
  return [
    ...deliveries.flatMap(({ payload, messages }) => [
      ...personalTexts(payload),
      ...messages.flatMap(({ subject, title, content }) => [subject, title, content]),
    ]),
    ...[...subscribers].flatMap((each) =>
      isMap(each) ? attributes.flatMap((name) => [...personalTexts(at(each, name))]) : [],
    ),
  ]
}
