// The fields that a plan can't compare, by resource, and what to do about them; not yet made visible.
import { selectorOf } from '../../core/plan/change.ts'
import { notesIn, noteText, type Note, type Resource } from '../../core/plan/notes.ts'
import { hasNamedSecret, type Counts, type Plan, type Section } from '../../core/plan/plan.ts'
import { hasErrors } from '../../core/problem.ts'
import { withPlaceholders } from '../../core/secrets/personal.ts'
import { quoted } from '../../core/shell.ts'
import { resendCommands } from '../../core/target.ts'
import { counted } from '../../core/words.ts'

/** The fields that can't be compared, by resource, and what to do about them. */
interface UnreadableNotes {
  readonly heading: string
  /** `integration ses-eu (configurations)`, with its target if there are several. */
  readonly resources: readonly string[]
  /** The commands that send these fields once, without fields that they can't send. */
  readonly once?: readonly string[]
  /** Whether every apply can send all these fields. */
  readonly canAlways: boolean
}

/** Whether a note is about secrets that have no value in this run. */
function isNamed(note: Note<'unreadable'>, { secrets }: Pick<Plan, 'secrets'>): boolean {
  return secrets === 'named' || hasNamedSecret(note)
}

/** Why secrets have no value in this run. */
function whyNamed({ secrets }: Pick<Plan, 'secrets'>): string {
  return secrets === 'named'
    ? 'belfry has only the names of the secrets, not the values, and no request of this plan sends them'
    : 'the secrets have no value here, and no request of this plan sends them'
}

export function unreadableNotes(plan: Plan): readonly UnreadableNotes[] {
  const all = notesIn(plan.sections, 'unreadable')
  const ignored = notesIn(plan.sections, 'ignored')
  if (all.length + ignored.length === 0) return []
  const named = all.filter((note) => isNamed(note, plan))
  const notes = all.filter((note) => !isNamed(note, plan))
  // A request with such a field is refused, and the whole plan with it.
  const held = new Set(notes.filter(({ heldBy }) => heldBy !== undefined).map(selectorOf))
  const sendable = plan.compared === undefined ? notes.filter((note) => !held.has(selectorOf(note))) : []
  const found: UnreadableNotes[] = [
    {
      heading: `${counted(named.length, 'resource has secrets', 'resources have secrets')} that were not compared, because ${whyNamed(plan)}`,
      resources: namedNotes(plan, named),
      canAlways: false,
    },
    {
      heading: `${counted(notes.length, 'resource has', 'resources have')} fields that can't be compared${plan.compared === undefined ? ' and are not sent' : ", because the service doesn't return the fields: it is not known whether they differ"}`,
      resources: namedNotes(plan, notes),
      ...(sendable.length > 0 &&
        !hasErrors(plan.problems) && {
          once: resendCommands(plan.isProtected === true, selectors(sendable, held)),
        }),
      canAlways: plan.compared === undefined && held.size === 0 && plan.isRemembered !== true,
    },
    {
      heading: `Ignored fields (${counted(ignored.length, 'entry', 'entries')}) are not compared and not changed`,
      resources: namedNotes(plan, ignored),
      canAlways: false,
    },
  ]
  return found.filter(({ resources }) => resources.length > 0)
}

/** With its target if several have such notes. */
function namedNotes({ sections }: Plan, notes: readonly Note[]): readonly string[] {
  const shown = new Set(notes)
  const of = sections.filter((section) => section.notes.some((note) => shown.has(note)))
  return of.flatMap((section) =>
    section.notes
      .filter((note) => shown.has(note))
      .map((note) =>
        of.length > 1 && section.target !== undefined
          ? `${noteText(note)} of ${section.target}`
          : noteText(note),
      ),
  )
}

/** Few resources by name, many by kind, without resources that can't be sent. */
function selectors(notes: readonly Resource[], held: ReadonlySet<string>): string {
  const all = [...new Set(notes.map(selectorOf))]
  if (all.length <= 3) return all.map((name) => `--resend ${quoted(withPlaceholders(name))}`).join(' ')
  const kinds = [...new Set(notes.map(({ kind }) => kind))]
  const others = [...held].filter((name) => kinds.some((kind) => name.startsWith(`${kind}/`)))
  return [
    ...kinds.map((kind) => `--resend ${quoted(`${kind}/*`)}`),
    ...others.map((name) => `--exclude ${quoted(withPlaceholders(name))}`),
  ].join(' ')
}

/** Each with its target if there are several. */
export function uncomparedItems({ sections, declaredSince }: Plan) {
  const isAlone = sections.filter((section) => section.target !== undefined).length < 2
  return (declaredSince?.changes ?? []).map(({ target, kind, name, position, details }) => ({
    symbol: '?',
    subject: `${kind} ${name}${isAlone || target === undefined ? '' : ` of ${target}`}`,
    position,
    details,
  }))
}

/** The title of their list; undefined without --diff-base, or if nothing is declared differently. */
export function uncomparedTitle({ declaredSince }: Plan): string | undefined {
  if (declaredSince === undefined || declaredSince.changes.length === 0) return undefined
  const { base, changes } = declaredSince
  return `${counted(changes.length, 'resource')} changed since ${base} in fields that can't be compared with the service`
}

/** `secrets of 4 integrations not compared` */
export function uncomparedWords(uncompared: Counts['uncompared'] = {}): readonly string[] {
  return Object.entries(uncompared).map(([kind, count]) => `secrets of ${counted(count, kind)} not compared`)
}

/** What follows `no changes` if a declared field with a known value can't be compared: the service may have another one. */
export function inComparable(sections: readonly Section[]): string {
  return notesIn(sections, 'unreadable').every(hasNamedSecret) ? '' : ' in what can be compared'
}
