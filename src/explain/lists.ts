// The names of everything of one sort, for `belfry explain rule/`.
import { grouped } from '../core/grouped.ts'
import { explainedExits } from './exits.ts'
import type { CommandRow, Entry, Explained, Group, Part } from './explained.ts'
import { explainedField } from './fields/explained-fields.ts'
import { fieldRoots } from './fields/fields.ts'
import { explainedOptions } from './options.ts'
import { explainedProviders } from './providers.ts'
import { ruleGroups } from './rules.ts'

export function listed({ sort, about, count }: Group, commands: readonly CommandRow[]): Explained {
  return {
    sort,
    name: `${sort}/`,
    summary: `${count} ${about}.`,
    facts: {},
    text: [],
    examples: [],
    parts: partsOf(sort, commands),
  }
}

function partsOf(sort: Group['sort'], commands: readonly CommandRow[]): readonly Part[] {
  switch (sort) {
    case 'rule':
      return ruleGroups.map(({ title, rules }) => ({ title, entries: rules.map(entryOf) }))
    case 'exit':
      return [{ title: 'Exit codes', entries: explainedExits.map(entryOf) }]
    case 'provider':
      return [...grouped(explainedProviders(), ({ facts }) => facts['Channel'] ?? '')].map(
        ([channel, providers]) => ({ title: `Channel ${channel}`, entries: providers.map(entryOf) }),
      )
    // Those of the first level: each lists the fields below it.
    case 'field':
      return fieldRoots().map(({ name, field }) => ({
        title: name,
        entries: field.children.map((child) => entryOf(explainedField(child))),
      }))
    case 'option':
      return [{ title: 'Options', entries: explainedOptions(commands).map(entryOf) }]
  }
}

function entryOf({ name, summary }: Explained): Entry {
  return { name, summary }
}
