// What the service shows of environments, in the manifest's language, and what stands for it.
import { given } from '../../core/given.ts'
import { isMap, textOf, Unreadable, type Value, type ValueMap } from '../../core/value.ts'
import { listEnvironments } from '../../service/operations.ts'
import type { Environment } from '../../wire/generated.ts'
import type { Look } from '../kind.ts'
import type { Desired, Live } from '../resource.ts'
import { formerNameOf } from '../pair.ts'

/** What a list may show besides the contract's fields; shown by some deployed services only. */
type Shown = Environment & { readonly color?: string; readonly dns?: ValueMap; readonly bridge?: ValueMap }

export async function readEnvironments(look: Look, desired: readonly Desired[]): Promise<Live[]> {
  const all: readonly Shown[] = await look.once('listEnvironments', listEnvironments)
  const live = new Set(all.map(({ name }) => name))
  // A parent that is being renamed is declared under its new name.
  const renamed = renamedSince(desired, live)
  const names = new Map(all.map(({ _id, name }) => [_id, renamed.get(name) ?? name]))
  return all.map((item) => {
    // Services that show colours leave out only what isn't set.
    const unset = (empty: Value): Value => (item.color === undefined ? new Unreadable(false) : empty)
    return {
      id: item._id,
      name: item.name,
      fields: {
        name: item.name,
        identifier: item.identifier,
        color: item.color ?? new Unreadable(false),
        parent: names.get(item._parentId ?? '') ?? null,
        dns: isMap(item.dns) ? item.dns : unset(null),
        bridge: isMap(item.bridge) ? (item.bridge['url'] === '' ? {} : item.bridge) : unset({}),
      },
    }
  })
}

/** Environments as an earlier tree declares them, in place of live ones. */
export function environmentStandIns(earlier: readonly Desired[], desired: readonly Desired[]): Live[] {
  const renamed = renamedSince(desired, new Set(earlier.map(({ name }) => name)))
  return earlier.map(({ name, fields }) => {
    const parent = renamed.get(textOf(fields['parent']))
    return { id: name, name, fields: { ...fields, name, ...given({ parent }) } }
  })
}

function renamedSince(desired: readonly Desired[], known: ReadonlySet<string>) {
  return new Map(
    desired.filter(({ name }) => !known.has(name)).map((each) => [formerNameOf(each), each.name]),
  )
}
