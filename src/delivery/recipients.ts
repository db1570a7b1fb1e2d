// Whom a trigger is for, as far as its `to` tells: what to wait for follows from it.
import { at, isList, isMap, textOf, type Value } from '../core/value.ts'

export interface Recipients {
  /** Subscribers by the id that the application gives them, each once, in the order in which the trigger names them. */
  readonly subscribers: readonly string[]
  /** Recipients that are defined without an id: some services reach them, deployed ones drop them. */
  readonly unnamed: number
  /** Keys of topics: how many subscribers they have, only the service knows. */
  readonly topics: readonly string[]
}

/** `to` is the field of a trigger's body: a text, a map, or a list of them. */
export function recipientsOf(to: Value): Recipients {
  const all = isList(to) ? to : [to]
  const topics = all.map(topicOf).filter((key) => key !== '')
  const ids = all.filter((item) => topicOf(item) === '').map(idOf)
  return {
    subscribers: [...new Set(ids)].filter((id) => id !== ''),
    unnamed: ids.filter((id) => id === '').length,
    topics: [...new Set(topics)],
  }
}

function idOf(item: Value): string {
  return isMap(item) ? textOf(at(item, 'subscriberId')) : typeof item === 'string' ? item : ''
}

function topicOf(item: Value): string {
  return isMap(item) ? textOf(at(item, 'topicKey')) : ''
}

/** Whom a trigger names by an id: its recipients, and an actor that is an object, who is stored as a subscriber too. */
export function subscribersIn({ to, actor }: { readonly to: Value; readonly actor?: Value }): string[] {
  const own = isMap(actor) ? idOf(actor) : ''
  return [...new Set([...recipientsOf(to).subscribers, ...(own === '' ? [] : [own])])]
}
