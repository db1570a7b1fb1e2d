// What a plan says besides its changes. A new sort of note is a line in `Facts` and a row in the table, which all formats read
// except JSON and saved plans: their notes are in plan-shape.ts.
import { withPlaceholders } from '../secrets/personal.ts'
import { quoted } from '../shell.ts'
import { failoverCommand } from '../target.ts'
import { linesText } from '../words.ts'
import type { Inferred } from '../given.ts'
import type { Position } from '../problem.ts'
import { failoverJournal } from './journal-lines.ts'
import { whyDrift } from './journal-runs.ts'
import type { FieldPath, Value } from '../value.ts'
import type { duplicateNote, failedOverNotes, ignoredNotes, ownKeyNotes } from './shapes.ts'

export interface Resource {
  readonly kind: string
  readonly name: string
}

export interface Placed extends Resource {
  readonly position: Position
}

interface Wanted {
  readonly path: FieldPath
  readonly before?: Value
  readonly after: Value
}

/** One of a list that may be absent. */
type In<Notes extends typeof ownKeyNotes | typeof failedOverNotes | typeof ignoredNotes> = NonNullable<
  Inferred<Notes>
>[number]

/**
 * What a note of each sort contains; paths are dotted, but for those of `wanted`. Texts from the service are in these fields
 * only: `ids`, `before` of `wanted`, and `name` if there is no `position`; secrets are taken out of them there.
 */
interface Facts {
  /** Identities that several resources of the service share: they can't be compared, and stay unchanged. */
  readonly duplicates: Inferred<typeof duplicateNote>
  /** Declared, not known to the service, and not to be created. */
  readonly missing: Placed
  /** Fields that only the environment's own API key may change, if the run doesn't have it. */
  readonly ownKey: In<typeof ownKeyNotes>
  /** Entries that were applied once and that the service dropped; they aren't sent. */
  readonly pruned: Placed & { readonly path: string; readonly count: number }
  /** A field that stays as a failover left it: see `belfry failover`. */
  readonly failedOver: In<typeof failedOverNotes>
  /** Waits for the target's environment or key; counted only as waiting. */
  readonly waiting: Placed
  /** What an earlier tree declares and this one doesn't; without `paths` all of the resource, at its place there. */
  readonly released: Placed & { readonly paths?: readonly string[] }
  /** Patterns of fields that are not compared; of all resources of a kind if the name is `*`. */
  readonly ignored: In<typeof ignoredNotes>
  /** In the service, and in no manifest. */
  readonly unmanaged: Resource & { readonly position?: never }
  /** Of a comparison of two targets: in the second one, and not in the first, which is `from`. */
  readonly absent: Resource & { readonly position?: never; readonly from: string }
  /** Declared fields that can't be compared and aren't sent, with what is declared and what the service shows. */
  readonly unreadable: Placed & {
    readonly paths: readonly string[]
    /** Ignored fields that the service doesn't return: a request with `paths` would replace them, so belfry refuses it. */
    readonly heldBy?: readonly string[]
    readonly wanted: readonly Wanted[]
  }
}

export type NoteSort = keyof Facts

type AnyNote = { readonly [Sort in NoteSort]: { readonly sort: Sort } & Facts[Sort] }[NoteSort]

export type Note<Sort extends NoteSort = NoteSort> = Extract<AnyNote, { readonly sort: Sort }>

/** Decides the mark in a text and the alert in Markdown. `uncompared` notes have no lines: the end of a plan lists them. */
export type NoteSeverity = 'waiting' | 'released' | 'warning' | 'note' | 'uncompared'

interface Row<Sort extends NoteSort> {
  readonly severity: (note: Note<Sort>) => NoteSeverity
  /** What follows kind and name. */
  readonly sentence: (note: Note<Sort>) => string
  /** Whether its line ends with the position. */
  readonly hasPlace?: true
  /** Replaces more than three in a text, for sorts of which there can be hundreds. */
  readonly folded?: (notes: readonly Resource[]) => string
  /** A warning for GitHub: for every plan, or only for saved plans if a problem says it for others. */
  readonly notice?: {
    readonly title: string
    readonly of: 'plans' | 'saved plans'
    /** By default the one of the row. */
    readonly sentence?: (note: Note<Sort>) => string
  }
}

/** In the order in which they are listed. */
const rows: { readonly [Sort in NoteSort]: Row<Sort> } = {
  duplicates: {
    severity: () => 'warning',
    sentence: ({ ids }) =>
      ` is in the service ${ids.length} times (${ids.join(', ')}); not compared, left unchanged`,
    notice: {
      title: 'duplicate',
      of: 'saved plans',
      sentence: ({ ids }) => ` is in the service ${ids.length} times; not compared, left unchanged`,
    },
  },
  missing: {
    severity: () => 'warning',
    sentence: () =>
      " is not in the service, and this project doesn't create subscribers; check the spelling of the subscriberId, or set `subscribers: { create: api }` to create the subscriber",
    hasPlace: true,
    notice: { title: 'missing', of: 'plans' },
  },
  ownKey: {
    severity: ({ target }) => (target === undefined ? 'warning' : 'waiting'),
    sentence: ownKeySentence,
  },
  pruned: {
    severity: () => 'warning',
    sentence: (note) =>
      `: the service dropped ${entriesOf(note)} that ${note.count === 1 ? 'was' : 'were'} applied before; ${onlyResent(note)}`,
    notice: {
      title: 'pruned',
      of: 'plans',
      sentence: (note) => `: the service dropped ${entriesOf(note)}; ${onlyResent(note)}`,
    },
  },
  failedOver: {
    severity: () => 'warning',
    sentence: failedOverSentence,
    hasPlace: true,
    notice: { title: 'failed-over', of: 'plans' },
  },
  waiting: {
    severity: () => 'waiting',
    sentence: () => " can't be compared: belfry doesn't have the API key of its target yet",
  },
  released: {
    severity: () => 'released',
    sentence: ({ paths }) => `  no longer managed${paths === undefined ? '' : `: ${paths.join(', ')}`}`,
    hasPlace: true,
  },
  unmanaged: {
    severity: () => 'note',
    sentence: () => ' is in the service but in no manifest; left unchanged',
    folded: (notes) =>
      `${notes.length} ${kindsOf(notes)} are in the service but in no manifest; left unchanged`,
  },
  absent: {
    severity: () => 'note',
    sentence: ({ from }) => ` is not in ${from}`,
  },
  ignored: {
    severity: () => 'uncompared',
    sentence: (note) => ` (${ignoredFields(note)})`,
  },
  unreadable: {
    severity: () => 'uncompared',
    sentence: (note) => ` (${unreadableFields(note)})`,
  },
}

/** `integrations`, or `resources` if they are of several kinds. */
function kindsOf(notes: readonly Resource[]): string {
  const [kind = 'resource', ...others] = new Set(notes.map((note) => note.kind))
  return others.length === 0 ? `${kind}s` : 'resources'
}

function ignoredFields({ paths, uncreated }: Note<'ignored'>): string {
  return `${paths.join(', ')}${uncreated ? `; not in the service and not created: ${uncreated.join(', ')}` : ''}`
}

function unreadableFields({ paths, heldBy }: Note<'unreadable'>): string {
  return `${paths.join(', ')}${heldBy ? `; can't be sent while the project ignores ${heldBy.join(', ')}` : ''}`
}

function ownKeySentence({ name, fields, target, apiKeyFrom }: Note<'ownKey'>): string {
  const from = apiKeyFrom === undefined ? '' : ` (${apiKeyFrom})`
  const why =
    target === undefined
      ? `no target has the API key of environment ${name}`
      : `belfry doesn't have the API key of target ${target} yet${from}`
  return ` (${fields.join(', ')}): not sent, because ${why}`
}

function failedOverSentence(note: Note<'failedOver'>): string {
  const { target, name, channel, to, isProtected, inactive, since, damaged } = note
  const lines = damaged === undefined ? '' : `: ${linesText(damaged)} of ${failoverJournal} can't be read`
  const time = since === undefined ? ` (time not known${lines})` : ` since ${since} (from the journal)`
  const why = whyDrift(note)
  const drift = why === undefined ? '' : `; this is drift, because ${why}`
  if (name === to) return ` stays active: ${channel} failed over to ${to}${time}${drift}`
  const idle = inactive === true ? ', which is inactive and delivers nothing' : ''
  return ` failed over to ${to}${time}${idle}${drift}; to return, run ${failoverCommand(`${channel} --back`, target, isProtected === true)}`
}

function entriesOf({ count, path }: Note<'pruned'>): string {
  return `${count} ${count === 1 ? 'entry' : 'entries'} of ${path}`
}

function onlyResent({ kind, name, count }: Note<'pruned'>): string {
  return `belfry sends ${count === 1 ? 'the entry' : 'the entries'} again only with --resend ${quoted(withPlaceholders(`${kind}/${name}`))}`
}

/** Notes of resources that are not as the manifests declare them, although no change is sent. */
export const driftSorts = ['duplicates', 'missing', 'ownKey', 'waiting'] as const

export const noteSorts = Object.keys(rows) as readonly NoteSort[]

export function noteRow(sort: NoteSort): Row<NoteSort> {
  return rows[sort] as Row<NoteSort>
}

export interface Noted {
  readonly notes: readonly Note[]
}

export function notesOf<Sort extends NoteSort>({ notes }: Noted, sort: Sort): readonly Note<Sort>[] {
  return notes.filter((note): note is Note<Sort> => note.sort === sort)
}

export function notesIn<Sort extends NoteSort>(sections: readonly Noted[], sort: Sort): Note<Sort>[] {
  return sections.flatMap((section) => notesOf(section, sort))
}

/** Without a position: `integration ses-eu is not in Staging`. */
export function noteText(note: Note, sentence = noteRow(note.sort).sentence): string {
  return `${note.kind} ${note.name}${sentence(note)}`
}
