// The subscribers of an export as lines of NDJSON: read page by page, and kept only as lines.
import { append } from '../../core/lists.ts'
import type { Filter } from '../../core/secrets/redact.ts'
import { at, isMap } from '../../core/value.ts'
import type { LiveTargets } from '../../engine/export/read-live.ts'
import type { InService } from '../../kinds/resource.ts'
import type { Kind } from '../../kinds/kind.ts'
import { registry } from '../../kinds/registry.ts'
import { notesOf, type Entry, type ResourceNote } from '../../manifest/write/entry.ts'
import { declare, type LeftOut } from '../../manifest/write/files.ts'
import type { Variables } from '../../manifest/write/references.ts'
import { lineText } from '../../manifest/write/yaml.ts'
import type { Project } from '../../project/project.ts'

interface SubscriberRequest {
  readonly kind: Kind
  readonly query: Readonly<Record<string, string>>
  readonly selects: (name: string) => boolean
  readonly withChannels: true | undefined
  /** Entries of integrations, which channels refer to. */
  readonly others: readonly Entry[]
}

/** A subscriber who is equal in several targets is one line. The text is in slices: there may be no memory for a copy of it. */
export async function subscriberLines(
  live: LiveTargets,
  { kind, query, selects, withChannels, others }: SubscriberRequest,
  variables: Variables,
  project: Project,
  filter: Filter,
) {
  /** The targets of each line. */
  const written = new Map<string, readonly string[]>()
  /** One list for all lines of the same targets: there may be a hundred thousand of them. */
  const lists = new Map<string, readonly string[]>()
  const seen = new Set<string>()
  const repeated: { readonly target: string; readonly name: string }[] = []
  const put = (line: string, targets: readonly string[]): void => {
    const key = targets.join('\0')
    const list = lists.get(key) ?? targets
    lists.set(key, list)
    written.set(line, list)
  }
  const left: LeftOut[] = []
  const notes: ResourceNote[] = []
  /** The number of channels that aren't written. */
  let channels = 0
  for await (const page of live.pages(kind, query)) {
    page.forEach((shown) => filter.know(shown.live.fields))
    const found = page.flatMap((shown): InService[] => {
      const { target = '', live: resource } = shown
      const { name, fields } = resource
      const key = `${target}\0${name}`
      if (!selects(name)) return []
      if (seen.has(key)) {
        repeated.push({ target, name })
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
      const own = [...entry.lives.keys()].flatMap((target) => target ?? [])
      put(line, [...(written.get(line) ?? []), ...own])
      append(notes, notesOf(entry))
    }
  }
  for (const { target, name } of repeated) {
    left.push({ kind: kind.name, name, target, why: 'the subscriber is in the service several times' })
    for (const [line, targets] of written) {
      const rest = targets.filter((each) => each !== target)
      if (nameIn(line) === name) put(line, rest)
    }
  }
  const slices: string[] = []
  let text = ''
  let count = 0
  for (const [line, targets] of written) {
    written.delete(line)
    if (targets.length === 0) continue
    const isEverywhere = targets.length === project.allTargets.length
    // A later subscriber may have the secret that this one repeats.
    if (filter.find(line) !== undefined)
      left.push({ kind: kind.name, name: nameIn(line), why: 'the subscriber contains the value of a secret' })
    else {
      text += isEverywhere ? `${line}\n` : `${line.slice(0, -1)},"targets":${JSON.stringify(targets)}}\n`
      count += 1
      if (count % 1000 === 0) {
        slices.push(text)
        text = ''
      }
    }
  }
  return { slices: [...slices, text], count, left, notes, channels }
}

function nameIn(line: string): string {
  return (JSON.parse(line) as { readonly subscriberId: string }).subscriberId
}
