// The text of a saved plan → a plan again; or the problem that says why it can't be used.
import { createHash } from 'node:crypto'
import { commandLine } from '../../core/shell.ts'
import { given } from '../../core/given.ts'
import { JsonReader, RefusedJson } from '../../core/json-reader.ts'
import type { Change } from '../../core/plan/change.ts'
import { notesFrom, savedFormatVersion } from '../../core/plan/plan-json.ts'
import type { Origin, Plan, Section } from '../../core/plan/plan.ts'
import { errorOf, type Problem } from '../../core/problem.ts'
import { macOf, type FingerprintKey } from '../../core/secrets/fingerprint.ts'
import { decodedSides, restorer } from './encode.ts'
import { savedChangeSchema, savedPlanSchema, type SavedSeal, type SavedSection } from './saved-plan-schema.ts'

export interface SavedPlan {
  /** As printed. */
  readonly file: string
  readonly about: Origin
  readonly plan: Plan
  /** JSON of each `Digest`, by the change's id: as text it takes less memory. */
  readonly digests: ReadonlyMap<string, string>
  readonly seals: Readonly<Record<string, SavedSeal>>
  /** The signature that its content has with a key. */
  readonly macWith: (key: FingerprintKey) => string
}

/** `pieces` are those of the file's text, in order; their errors are thrown. */
export function readSavedPlan(pieces: Iterable<string>, file: string): SavedPlan | Problem {
  try {
    return savedPlan(new ContentReader(pieces), file)
  } catch (error) {
    if (error instanceof RefusedJson) return corrupt(file, error.message)
    if (error instanceof SyntaxError) return corrupt(file, 'the file is not JSON, or is truncated')
    throw error
  }
}

function savedPlan(content: ContentReader, file: string): SavedPlan | Problem {
  const head = content.read()
  const { digests } = content
  const { formatVersion: version, belfry } = head
  if (typeof version === 'number' && typeof belfry === 'string' && version !== savedFormatVersion)
    return otherFormat(file, version, belfry)
  const { data, error } = savedPlanSchema.safeParse(head)
  if (data === undefined) return corrupt(file, misfit(error.issues[0]?.path ?? []))
  if (content.misfit !== undefined) return corrupt(file, misfit(content.misfit))
  const { formatVersion: _version, counts: _counts, causes: _causes, ...rest } = data
  const { requests, seals, sections, declaredSince, ...about } = rest
  const contentHash = content.hash()
  try {
    return {
      file,
      about,
      plan: {
        sections: sections.map((section, index) => sectionFrom(section, content.changes[index] ?? [])),
        problems: [],
        requests,
        ...(about.secrets === 'named' && { secrets: about.secrets }),
        ...(declaredSince && {
          declaredSince: {
            ...declaredSince,
            changes: declaredSince.changes.map(({ differences, ...change }) => ({
              ...change,
              details: differences.map(decodedSides),
            })),
          },
        }),
      },
      digests,
      seals,
      macWith: (key) => macOf(key, contentHash),
    }
  } catch {
    return corrupt(file, misfit([]))
  }
}

/** The section as it was planned, except for values that aren't stored. */
function sectionFrom(saved: SavedSection, changes: readonly Change[]): Section {
  const { target, url, environment, unchanged, resources, waitsFor, delivery } = saved
  const unreadable = saved.unreadable.map(({ wanted, ...note }) => ({
    ...note,
    wanted: wanted.map(decodedSides),
  }))
  const about = given({ target, url, environment, unchanged, resources, waitsFor, delivery })
  return { ...about, notes: notesFrom({ ...saved, unreadable }), changes, ids: {} }
}

/** How many characters one change may have, or all notes of one sort in a section. */
const most = 256 * 1024 * 1024

/** Reads the content change by change: each one is restored before the next one is read. */
class ContentReader {
  readonly #reader: JsonReader
  readonly #restore = restorer()
  readonly #hash = createHash('sha256')
  /** By section. */
  readonly changes: Change[][] = []
  readonly digests = new Map<string, string>()
  /** The path of the first change that is invalid, or of its first field that is. */
  misfit: readonly PropertyKey[] | undefined

  constructor(pieces: Iterable<string>) {
    this.#reader = new JsonReader(pieces, most)
  }

  /** Everything but the changes: the lists of changes in its sections are empty. Not checked. */
  read(): Readonly<Record<string, unknown>> {
    const head = this.#members(
      (name) => (name === 'sections' ? this.#entries((index) => this.#section(index)) : this.#value()),
      'seals',
    )
    this.#reader.end()
    return head
  }

  /** The hash of everything outside of the seals, as JSON without blanks in the order of the file. */
  hash(): string {
    return this.#hash.digest('hex')
  }

  #section(index: number): unknown {
    if (this.#reader.begins() !== '{') return this.#value()
    return this.#members((name) =>
      name === 'changes' ? this.#entries((place) => this.#change(index, place)) : this.#value(),
    )
  }

  #change(section: number, place: number): undefined {
    const { data, error } = savedChangeSchema.safeParse(this.#value())
    this.misfit ??= error && ['sections', section, 'changes', place, ...(error.issues[0]?.path ?? [])]
    if (data === undefined) return
    try {
      ;(this.changes[section] ??= []).push(this.#restore(data))
      this.digests.set(data.id, JSON.stringify(data.sealed.declared))
    } catch {
      // An invalid tag.
      this.misfit ??= ['sections']
    }
  }

  /** The object that begins here; `read` reads the value of a member. The signature doesn't cover the member `unsigned`. */
  #members(read: (name: string) => unknown, unsigned?: string): Readonly<Record<string, unknown>> {
    const found = new Map<string, unknown>()
    let separator = ''
    this.#hash.update('{')
    for (const name of this.#reader.members()) {
      const isSigned = name !== unsigned
      if (isSigned) {
        this.#hash.update(`${separator}${JSON.stringify(name)}:`)
        separator = ','
      }
      found.set(name, isSigned ? read(name) : this.#value(false))
    }
    this.#hash.update('}')
    return Object.fromEntries(found)
  }

  /** Those entries of the list that begins here for which `read` returns a value; a value that isn't a list as it is. */
  #entries(read: (index: number) => unknown): unknown {
    if (this.#reader.begins() !== '[') return this.#value()
    const found: unknown[] = []
    let count = 0
    this.#hash.update('[')
    for (const _ of this.#reader.entries()) {
      if (count > 0) this.#hash.update(',')
      const entry = read(count++)
      if (entry !== undefined) found.push(entry)
    }
    this.#hash.update(']')
    return found
  }

  #value(isSigned = true): unknown {
    const value = this.#reader.value()
    if (isSigned) this.#hash.update(JSON.stringify(value))
    return value
  }
}

function corrupt(file: string, why: string): Problem {
  return errorOf(
    'corrupt-plan',
    `${file} is not a saved plan: ${why}`,
    `Save a plan with ${commandLine('plan --out FILE')}. The output of --format json is not a saved plan.`,
  )
}

function misfit(path: readonly PropertyKey[]): string {
  return path.length === 0 ? 'the content of the file is invalid' : `the field "${path.join('.')}" is invalid`
}

function otherFormat(file: string, version: number, belfry: string): Problem {
  return version > savedFormatVersion
    ? errorOf(
        'newer-plan',
        `a newer version of belfry wrote ${file} (format ${version}); this version reads only format ${savedFormatVersion}`,
        'Apply the plan with the version of belfry that made the plan.',
      )
    : errorOf(
        'older-plan',
        `${file} was made by belfry ${belfry} (format ${version}); this version reads only format ${savedFormatVersion}`,
        `Make the plan again: ${commandLine('plan --out FILE')}.`,
      )
}
