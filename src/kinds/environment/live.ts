// What the service shows of environments, in the manifest's language, and what stands for it.
import { given } from '../../core/given.ts'
import { textOf } from '../../core/value.ts'
import { listEnvironments } from '../../service/operations.ts'
import { readerOf } from '../fields.ts'
import type { Look } from '../kind.ts'
import type { Desired, Live } from '../resource.ts'
import { formerNameOf } from '../pair.ts'
import { environmentFields, type Shown } from './fields.ts'

const fieldsOf = readerOf(environmentFields)

export async function readEnvironments(look: Look, desired: readonly Desired[]): Promise<Live[]> {
  const all: readonly Shown[] = await look.once('environments', listEnvironments)
  const live = new Set(all.map(({ name }) => name))
  // A parent that is being renamed is declared under its new name.
  const renamed = renamedSince(desired, live)
  const names = new Map(all.map(({ _id, name }) => [_id, renamed.get(name) ?? name]))
  return all.map((item) => ({ id: item._id, name: item.name, fields: fieldsOf(item, names) }))
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
