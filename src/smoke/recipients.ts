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
  const idOf = (item: Value): string =>
    isMap(item) ? textOf(at(item, 'subscriberId')) : typeof item === 'string' ? item : ''
  const isTopic = (item: Value): boolean => isMap(item) && textOf(at(item, 'topicKey')) !== ''
  return {
    subscribers: [...new Set(all.filter((item) => !isTopic(item)).map(idOf))].filter((id) => id !== ''),
    unnamed: all.filter((item) => !isTopic(item) && idOf(item) === '').length,
    topics: [...new Set(all.filter(isTopic).map((item) => (isMap(item) ? textOf(at(item, 'topicKey')) : '')))],
  }
}
