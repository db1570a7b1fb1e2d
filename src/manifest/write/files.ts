// The resources in the service → the files that declare them.
import { grouped } from '../../core/lists.ts'
import { counted } from '../../core/words.ts'
import { visible } from '../../core/visible.ts'
import { textOf } from '../../core/value.ts'
import type { Kind } from '../../kinds/kind.ts'
import type { Desired, InService } from '../../kinds/resource.ts'
import type { ProjectInput } from '../project-input.ts'
import { entriesOf, type Entry } from './entry.ts'
import { writable } from './read-back.ts'
import type { Variable, Variables } from './references.ts'
import { listOf } from '../../kinds/from-field-rows.ts'

/** How resources are spread over files: all in one, one for each kind, for each channel, or for each resource. */
export type Layout = 'file' | 'kind' | 'channel' | 'resource'

/** A resource that is not written. */
export interface LeftOut extends Pick<Desired, 'kind' | 'name' | 'target'> {
  readonly why: string
}

export interface Declarations {
  readonly entries: readonly Entry[]
  readonly left: readonly LeftOut[]
}

/** The entries that declare what was found, references instead of secrets. `others` are entries of the same manifests. */
export function declare(
  kind: Kind,
  found: readonly InService[],
  variables: Variables,
  project: ProjectInput,
  registry: readonly Kind[],
  others: readonly Entry[] = [],
): Declarations {
  // Several organisations may each have a resource of the same name.
  const groups = [...grouped(found, ({ target = '', live }) => `${target}\0${live.name}`).values()]
  const single = groups.filter((group) => timesOf(group) === 1).flat()
  const targets = project.allTargets.map(({ alias }) => alias)
  const all = entriesOf(kind, single, targets).map((entry) => variables.refer(entry))
  const { entries, left } = writable(all, project, registry, others)
  return {
    entries,
    left: [
      ...groups.flatMap((group): LeftOut[] => {
        const times = timesOf(group)
        const [first] = group
        if (first === undefined || times === 1) return []
        const why = `the service has ${counted(times, kind.name)} with this identity, and a manifest can declare only one`
        return [leftOut(kind, first.live.name, why, first.target)]
      }),
      ...left.map(({ entry, why }) => leftOut(kind, entry.name, why)),
    ],
  }
}

function timesOf(group: readonly InService[]): number {
  return group.reduce((sum, { live }) => sum + (live.duplicates?.length ?? 1), 0)
}

function leftOut(kind: Kind, name: string, why: string, target?: string): LeftOut {
  return { kind: kind.name, name, ...(target !== undefined && { target }), why }
}

/** Entries by file, as a path with `/`. */
export function filesFor(entries: readonly Entry[], layout: Layout): ReadonlyMap<string, readonly Entry[]> {
  const taken = new Set<string>()
  return grouped(entries, (entry) => {
    const { kind, name, fields } = entry
    switch (layout) {
      case 'file':
        return 'manifests.yaml'
      case 'kind':
        return `${listOf(kind)}.yaml`
      case 'channel':
        return fields['channel'] === undefined
          ? `${listOf(kind)}.yaml`
          : `${listOf(kind)}-${fileName(textOf(fields['channel']))}.yaml`
      case 'resource': {
        const base = `${listOf(kind)}/${fileName(name)}`
        let unique = base
        for (let count = 2; taken.has(unique); count += 1) unique = `${base}-${count}`
        taken.add(unique)
        return `${unique}.yaml`
      }
    }
  })
}

/** `SES (EU)` → `ses-eu`. The name isn't hidden, so that no loader ignores the file. */
function fileName(name: string): string {
  const words = name.toLowerCase().match(/[a-z\d][a-z\d._]*/g) ?? ['unnamed']
  const joined = words.join('-').slice(0, 100)
  return ofDevice.test(joined) ? `_${joined}` : joined
}

/** Windows has no files with these names, whatever their ending. */
const ofDevice = /^(?:aux|con|nul|prn|com\d|lpt\d)(?:\.|$)/

/** `2 environments and 14 integrations` */
export function countsText(entries: readonly Entry[]): string {
  const kinds = grouped(entries, ({ kind }) => kind.name)
  return [...kinds].map(([name, all]) => counted(all.length, name)).join(' and ')
}

/** The text of an `.env.example`: names and what they are for, no values. */
export function exampleText(variables: readonly Variable[]): string {
  return `# The secrets that the manifests use. Copy these lines to .env, add the values, and run belfry with --dotenv .env.\n\n${exampleLines(variables)}`
}

/** The same without the sentence at its beginning. */
export function exampleLines(variables: readonly Variable[]): string {
  const lines = variables.map(({ name, resource, field, target }) => {
    const where = target === undefined ? '' : ` in ${target}`
    return `# ${visible(`${resource}: ${field}${where}`)}\n${name}=\n`
  })
  return lines.join('\n')
}
