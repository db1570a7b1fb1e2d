// Writes the subscribers of an export: read page by page, written line by line, so that no directory is too large.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { append } from '../../core/append.ts'
import { at, isMap, mapOf, type ValueMap } from '../../core/value.ts'
import type { LiveTargets, Shown } from '../../engine/export/read-live.ts'
import type { Kind } from '../../kinds/kind.ts'
import { registry } from '../../kinds/registry.ts'
import type { Entry } from '../../manifest/write/entry.ts'
import { declare, type LeftOut } from '../../manifest/write/files.ts'
import type { Variables } from '../../manifest/write/references.ts'
import { lineText } from '../../manifest/write/yaml.ts'
import type { Project } from '../../project/project.ts'
import { openPartFile } from '../terminal/write-file.ts'

export interface SubscriberRequest {
  readonly kind: Kind
  readonly query: Readonly<Record<string, string>>
  readonly selects: (name: string) => boolean
  readonly withChannels: boolean
  /** Entries of integrations, which channels refer to. */
  readonly others: readonly Entry[]
}

export interface WrittenSubscribers {
  readonly count: number
  readonly left: readonly LeftOut[]
  /** Channels that aren't written. */
  readonly channels: number
  /** Gives the file its name. */
  readonly commit: () => void
  readonly abandon: () => void
}

/** Resources that are declared together. */
const batchSize = 1000

/**
 * Writes a file beside `path`, which `commit` puts in its place. A subscriber who is the same in several targets is one
 * line: the first pass writes a line for each target, the second one joins them.
 */
export async function writeSubscribers(
  path: string,
  live: LiveTargets,
  request: SubscriberRequest,
  variables: Variables,
  project: Project,
  unfinished: (() => void)[],
): Promise<WrittenSubscribers> {
  const aliases = project.allTargets.map(({ alias }) => alias)
  const spool = openPartFile(`${path}.spool`)
  const final = openPartFile(path)
  const abandon = (): void => [spool, final].forEach((file) => file.abandon())
  unfinished.push(abandon)
  const left: LeftOut[] = []
  /** The targets of each line. */
  const targetsOf = new Map<string, number[]>()
  let channels = 0
  let batch: Shown[] = []
  let names = new Set<string>()
  const flush = (): void => {
    const [first] = batch
    if (first?.target === undefined) return
    const target = aliases.indexOf(first.target)
    const found = declare(request.kind, batch, variables, project, registry, request.others)
    append(left, found.left)
    for (const { targets: _targets, ...entry } of found.entries) {
      const line = lineText(entry)
      const known = targetsOf.get(digest(line))
      if (known === undefined) {
        targetsOf.set(digest(line), [target])
        spool.write(`${line}\n`)
      } else known.push(target)
    }
    batch = []
  }
  try {
    let current: string | undefined
    for await (const page of live.pages(request.kind, request.query)) {
      const target = page[0]?.target
      if (target !== undefined && target !== current) {
        flush()
        names = new Set()
        current = target
      }
      for (const shown of page) {
        const { name } = shown.live
        if (!request.selects(name)) continue
        if (names.has(name)) left.push({ kind: request.kind.name, name, ...(target && { target }), why: 'it is in the service several times; the first is written' }) // prettier-ignore
        if (names.has(name)) continue
        names.add(name)
        if (!request.withChannels) channels += channelsIn(shown)
        batch.push(request.withChannels ? shown : withoutChannels(shown))
      }
      if (batch.length >= batchSize) flush()
    }
    flush()
    spool.close()
    let count = 0
    for await (const line of createInterface({ input: createReadStream(spool.part), crlfDelay: Infinity })) {
      const targets = targetsOf.get(digest(line)) ?? []
      const named = JSON.stringify(targets.map((index) => aliases[index]))
      final.write(
        targets.length < aliases.length ? `${line.slice(0, -1)},"targets":${named}}\n` : `${line}\n`,
      )
      count += 1
    }
    spool.abandon()
    final.close()
    return { count, left, channels, commit: final.commit, abandon }
  } catch (error) {
    abandon()
    throw error
  }
}

function digest(line: string): string {
  return createHash('sha256').update(line).digest('base64').slice(0, 24)
}

function channelsIn({ live: { fields } }: Shown): number {
  const channels = at(fields, 'channels')
  return isMap(channels) ? Object.keys(channels).length : 0
}

function withoutChannels({ target, live }: Shown): Shown {
  const fields: ValueMap = mapOf(Object.entries(live.fields).filter(([key]) => key !== 'channels'))
  return { target, live: { ...live, fields } }
}
