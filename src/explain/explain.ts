// Finds the explanation of a subject by its name: a rule, an exit code, a provider, a field or an option.
import { mostSimilar } from '../core/did-you-mean.ts'
import { grouped } from '../core/lists.ts'
import { providerIds, providerNamed } from '../kinds/providers.ts'
import { sorts } from './explained.ts'
import type { CommandRow, Entry, Explained, Group, Part, Sort } from './explained.ts'
import { everyField, explainedField, explainedFields, fieldAt, fieldRoots } from './fields/all-fields.ts'
import { explainedOptions, optionNamed } from './explained-options.ts'
import { explainedProvider, explainedProviders, providerWithoutForm } from './explained-providers.ts'
import { explainedExits, explainedRule, explainedRules, ruleGroups } from './rules.ts'

export type Found =
  | { readonly explained: Explained }
  /** Names with their prefixes, which are unambiguous. */
  | { readonly candidates: readonly string[] }
  | { readonly similar: string | undefined }

/** Everything that can be explained. */
export function allExplained(commands: readonly CommandRow[]): readonly Explained[] {
  return [
    ...explainedRules,
    ...explainedExits,
    ...explainedProviders(),
    ...explainedFields(),
    ...explainedOptions(commands),
  ]
}

export function find(subject: string, commands: readonly CommandRow[]): Found {
  const [, prefix, rest] = /^([a-z]+)\/(.*)$/.exec(subject) ?? []
  const sort = sorts.find((each) => each === prefix)
  const name = sort === undefined ? subject : (rest ?? '')
  const group = name === '' ? overview(commands).find((each) => each.sort === sort) : undefined
  if (group !== undefined) return { explained: listed(group, commands) }
  const exact = sorts
    // Without dashes or its prefix, `limit` is the rule and not the option.
    .filter((each) => (sort === undefined ? each !== 'option' || name.startsWith('-') : each === sort))
    .flatMap((each) => named(each, name, commands) ?? [])
  if (exact.length > 1) return { candidates: exact.map((each) => `${each.sort}/${each.name}`) }
  const [explained] = exact
  if (explained !== undefined) return { explained }
  return fieldNamed(sort, name) ?? { similar: similarTo(name, sort, commands) }
}

function named(sort: Sort, name: string, commands: readonly CommandRow[]): Explained | undefined {
  switch (sort) {
    case 'rule':
      return explainedRule(name)
    case 'exit':
      return explainedExits.find((exit) => exit.name === name)
    case 'provider': {
      const provider = providerNamed(name)
      return provider === undefined ? providerWithoutForm(name) : explainedProvider(provider)
    }
    case 'option':
      return optionNamed(name, explainedOptions(commands))
    case 'field': {
      const field = fieldAt(name)
      return field && explainedField(field)
    }
  }
}

/** By the last part of its path: `perTarget`. */
function fieldNamed(sort: Sort | undefined, name: string): Found | undefined {
  if (sort !== undefined && sort !== 'field') return undefined
  const found = fieldRoots()
    .flatMap(everyField)
    .filter(({ path }) => path.join('.').endsWith(`.${name}`))
  const [first, ...others] = found
  if (first === undefined) return undefined
  if (others.length === 0) return { explained: explainedField(first) }
  return { candidates: found.map(({ path }) => `field/${path.join('.')}`) }
}

function similarTo(
  name: string,
  sort: Sort | undefined,
  commands: readonly CommandRow[],
): string | undefined {
  // A code resembles any name of one letter.
  const all = allExplained(commands).filter(
    (each) => each.sort !== 'exit' && (sort ?? each.sort) === each.sort,
  )
  const spellings = sort === undefined || sort === 'provider' ? providerIds : []
  const names = all.map((each) => each.name)
  // A status is often the first word of a rule: `stale` of `stale-plan`.
  const [longer, ...others] = names.filter((each) => each.startsWith(`${name}-`))
  return mostSimilar(name, [...names, ...spellings]) ?? (others.length === 0 ? longer : undefined)
}

/** The sorts of subjects, each with the number of its explanations. */
export function overview(commands: readonly CommandRow[]): readonly Group[] {
  const count = (sort: Sort): number => allExplained(commands).filter((each) => each.sort === sort).length
  const groups: readonly Omit<Group, 'count'>[] = [
    { sort: 'rule', about: 'rules (the IDs in errors and warnings)', example: 'duplicate-key' },
    { sort: 'exit', about: 'exit codes', example: 'exit/4' },
    { sort: 'provider', about: 'providers and their credentials', example: 'sendgrid' },
    {
      sort: 'field',
      about: 'fields of manifests, belfry.yaml and smoke suites',
      example: 'integration.credentials',
    },
    { sort: 'option', about: 'options of commands', example: '--max-changes' },
  ]
  return groups.map((group) => ({ ...group, count: count(group.sort) }))
}

/** The names of all subjects of one group, for `belfry explain rule/`. */
function listed({ sort, about, count }: Group, commands: readonly CommandRow[]): Explained {
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
    // Only fields of the first level: each lists the fields below it.
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
