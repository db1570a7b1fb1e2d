// The subscribers of an export as lines of NDJSON or CSV: read page by page, and kept only as lines of NDJSON.
import { append } from '../../core/lists.ts'
import type { Filter } from '../../core/secrets/redact.ts'
import { at, isMap, textOf, type Value, type ValueMap } from '../../core/value.ts'
import type { LiveTargets } from '../../engine/export/read-live.ts'
import type { InService } from '../../kinds/resource.ts'
import type { Kind } from '../../kinds/kind.ts'
import { registry } from '../../kinds/registry.ts'
import { protectedCell, stepsBelow } from '../../manifest/bulk/csv-columns.ts'
import { notesOf, type Entry, type ResourceNote } from '../../manifest/write/entry.ts'
import { declare, type LeftOut } from '../../manifest/write/files.ts'
import type { Variables } from '../../manifest/write/references.ts'
import { escaped, lineText } from '../../manifest/write/yaml.ts'
import type { Project } from '../../project/project.ts'

interface SubscriberRequest {
  readonly kind: Kind
  readonly query: Readonly<Record<string, string>>
  readonly selects: (name: string) => boolean
  readonly withChannels: true | undefined
  readonly isCsv: boolean
  /** Entries of integrations, which channels refer to. */
  readonly others: readonly Entry[]
}

/**
 * A subscriber who is equal in several targets is one line. `slices` are parts of the text: there may be no memory for a copy
 * of it. `count` is the number of lines, and `channels` the number of channels that aren't written.
 */
export async function subscriberLines(
  live: LiveTargets,
  { kind, query, selects, withChannels, isCsv, others }: SubscriberRequest,
  variables: Variables,
  project: Project,
  filter: Filter,
) {
  /** By line, the targets that it belongs to. */
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
  let channels = 0
  for await (const page of live.pagesOf(kind, query)) {
    page.forEach((shown) => filter.addSecrets(shown.live.fields))
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
      variables.use(entry)
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
  const sheet = isCsv ? new Sheet(kind) : undefined
  for (const [line, targets] of written) {
    // A later subscriber may have the secret that this one repeats.
    const isSecret = targets.length > 0 && filter.findSecret(line) !== undefined
    if (isSecret)
      left.push({ kind: kind.name, name: nameIn(line), why: 'the subscriber contains the value of a secret' })
    if (isSecret || targets.length === 0) written.delete(line)
    else sheet?.add(fieldsIn(lineFor(line, targets, project)))
  }
  const count = written.size
  return {
    slices: slicesOf(written, sheet, project),
    count,
    columns: sheet?.mapping() ?? {},
    left,
    notes,
    channels,
  }
}

/** Empties `written`: a line that is in a slice must not also be in memory for itself. */
function slicesOf(
  written: Map<string, readonly string[]>,
  sheet: Sheet | undefined,
  project: Project,
): readonly string[] {
  const slices: string[] = []
  let text = sheet?.header() ?? ''
  for (const [line, targets] of written) {
    written.delete(line)
    const whole = lineFor(line, targets, project)
    text += sheet?.row(fieldsIn(whole)) ?? `${whole}\n`
    if (written.size % 1000 === 0) {
      slices.push(text)
      text = ''
    }
  }
  return slices
}

/** With its targets, unless it belongs to all. */
function lineFor(line: string, targets: readonly string[], { allTargets }: Project): string {
  const isEverywhere = targets.length === allTargets.length
  return isEverywhere ? line : `${line.slice(0, -1)},"targets":${JSON.stringify(targets)}}`
}

function fieldsIn(line: string): ValueMap {
  return JSON.parse(line) as ValueMap
}

function nameIn(line: string): string {
  return textOf(fieldsIn(line)['subscriberId'])
}

/** A CSV file that reads back the same. All rows are added before the first one is written, because they decide the columns. */
class Sheet {
  readonly #kind: Kind
  /** Whether all cells of a column are strings. */
  readonly #columns = new Map<string, boolean>()

  constructor(kind: Kind) {
    this.#kind = kind
  }

  add(fields: ValueMap): void {
    for (const [column, value] of cellsOf(fields, this.#kind)) {
      // An empty cell would be absent.
      const isString = typeof value === 'string' && value !== ''
      this.#columns.set(column, isString && this.#columns.get(column) !== false)
    }
  }

  /** Excel reads UTF-8 only after a byte order mark. */
  header(): string {
    return `\uFEFF${[...this.#columns.keys()].map(quoted).join(',')}\n`
  }

  row(fields: ValueMap): string {
    const values = new Map(cellsOf(fields, this.#kind))
    const cells = [...this.#columns].map(([column, isString]) => {
      const value = values.get(column)
      return value === undefined ? '' : quoted(protectedCell(isString ? textOf(value) : escaped(value)))
    })
    return `${cells.join(',')}\n`
  }

  /** `columns` of the include. */
  mapping(): ValueMap {
    const others = [...this.#columns].filter(([, isString]) => !isString)
    return Object.fromEntries(others.map(([column]) => [column, { type: 'json' }]))
  }
}

type Cell = readonly [column: string, value: Value]

function cellsOf(fields: ValueMap, kind: Kind): Cell[] {
  return Object.entries({ ...fields, ...kind.fieldsOf(fields) }).flatMap(([field, value]) =>
    cellsBelow(field, value, stepsBelow(field, kind)),
  )
}

function cellsBelow(column: string, value: Value, depth: number): Cell[] {
  return depth > 0 && isMap(value)
    ? Object.entries(value).flatMap(([key, each]) => cellsBelow(`${column}.${key}`, each, depth - 1))
    : [[column, value]]
}

function quoted(text: string): string {
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
