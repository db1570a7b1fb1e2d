// The subscribers of an export as lines of NDJSON: read page by page, and kept as nothing but lines.
import { append } from '../../core/append.ts'
import type { Filter } from '../../core/secrecy/filter.ts'
import { at, isMap } from '../../core/value.ts'
import type { LiveTargets } from '../../engine/export/read-live.ts'
import type { Kind } from '../../kinds/kind.ts'
import { registry } from '../../kinds/registry.ts'
import { notesOf, type Entry, type Found, type ResourceNote } from '../../manifest/write/entry.ts'
import { declare, type LeftOut } from '../../manifest/write/files.ts'
import type { Variables } from '../../manifest/write/references.ts'
import { lineText } from '../../manifest/write/yaml.ts'
import type { Project } from '../../project/project.ts'

export interface SubscriberRequest {
  readonly kind: Kind
  readonly query: Readonly<Record<string, string>>
  readonly selects: (name: string) => boolean
  readonly channels: boolean
  /** Entries of integrations, which channels refer to. */
  readonly others: readonly Entry[]
}

export interface SubscriberLines {
  /** A line for each. */
  readonly text: string
  readonly count: number
  readonly left: readonly LeftOut[]
  readonly notes: readonly ResourceNote[]
  /** How many channels aren't written. */
  readonly channels: number
}

/** A subscriber who is the same in several targets is one line. */
export async function subscriberLines(
  live: LiveTargets,
  { kind, query, selects, channels: withChannels, others }: SubscriberRequest,
  variables: Variables,
  project: Project,
  filter: Filter,
): Promise<SubscriberLines> {
  const written = new Map<string, { readonly name: string; readonly targets: readonly string[] }>()
  const seen = new Set<string>()
  const left: LeftOut[] = []
  const notes: ResourceNote[] = []
  let channels = 0
  for await (const page of live.pages(kind, query)) {
    page.forEach((shown) => filter.know(shown.live.fields))
    const found = page.flatMap((shown): Found[] => {
      const { target = '', live: resource } = shown
      const { name, fields } = resource
      const key = `${target}\0${name}`
      if (!selects(name)) return []
      if (seen.has(key)) {
        const why = 'it is in the service several times; the first is written'
        left.push({ kind: kind.name, name, target, why })
        return []
      }
      seen.add(key)
      const own = at(fields, 'channels')
      if (withChannels || !isMap(own)) return [shown]
      channels += Object.keys(own).length
      return [{ target, live: { ...resource, fields: { ...fields, channels: null } } }]
    })
    const declared = declare(kind, found, variables, project, registry, withChannels ? others : [])
    append(left, declared.left)
    for (const entry of declared.entries) {
      const line = lineText(entry)
      const { targets = [] } = written.get(line) ?? {}
      const own = [...entry.lives.keys()].flatMap((target) => target ?? [])
      written.set(line, { name: entry.name, targets: [...targets, ...own] })
      append(notes, notesOf(entry))
    }
  }
  let text = ''
  let count = 0
  for (const [line, { name, targets }] of written) {
    // There may be a hundred thousand of them.
    written.delete(line)
    const isEverywhere = targets.length === project.allTargets.length
    // A later subscriber may have the secret that this one repeats.
    if (filter.find(line) !== undefined) left.push({ kind: kind.name, name, why: 'it repeats a secret' })
    else {
      text += isEverywhere ? `${line}\n` : `${line.slice(0, -1)},"targets":${JSON.stringify(targets)}}\n`
      count += 1
    }
  }
  return { text, count, left, notes, channels }
}
