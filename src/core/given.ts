// Objects whose optional fields are absent, and not undefined, where there is nothing to say.

/** Each field may be absent, and none is undefined. */
type Given<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> }

/** The fields that have a value, in the same order. */
export function given<const Fields extends object>(fields: Fields): Given<Fields> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Given<Fields>
}

/** A list of those that are there; `isDue && item` leaves one out. */
export function present<Item>(...items: readonly (Item | false | undefined)[]): Item[] {
  return items.filter((item): item is Item => item !== false && item !== undefined)
}
