// Applies masks, and makes those of plans, changes, their results, journals and problems. One masking gives the same name the
// same mask.
import {
  type Change,
  type Replace,
  replacedDetail,
  replacedSides,
  replacedValues,
} from '../../core/plan/change.ts'
import { detailsOf } from '../../core/plan/detail.ts'
import type { JournalRun } from '../../core/plan/journal-runs.ts'
import type { Note, Resource } from '../../core/plan/notes.ts'
import type { Outcome, Result } from '../../core/plan/outcome.ts'
import type { Plan, Section, UncomparedChange } from '../../core/plan/plan.ts'
import type { Problem } from '../../core/problem.ts'
import {
  maskName,
  maskQuoted,
  maskSentence,
  maskValue,
  maskWithin,
  personalTexts,
  withPlaceholders,
} from '../../core/secrets/personal.ts'
import { IdOf, mapEach } from '../../core/value.ts'

type Replacement<Whole> = (whole: Whole) => Whole

/** A function for the whole, one mask for each item of a list, or masks of the fields that can contain personal data. */
export type Mask<Whole> =
  Replacement<Whole> | (Whole extends readonly (infer Item)[] ? readonly [Mask<Item>] : Masks<Whole>)

type Masks<Whole> = { readonly [Field in keyof Whole]?: Mask<NonNullable<Whole[Field]>> | undefined }

/** What is absent stays absent, and fields without a mask stay as they are: `mask-account.ts` lists those of accounts. */
export function masked<Whole>(whole: Whole, mask: Mask<Whole>): Whole {
  return walked(whole, mask as AnyMask) as Whole
}

type AnyMask = Replacement<unknown> | readonly [AnyMask] | { readonly [field: string]: AnyMask | undefined }

function walked(whole: unknown, mask: AnyMask): unknown {
  if (typeof mask === 'function') return mask(whole)
  if (Array.isArray(whole)) {
    const [own] = mask as readonly [AnyMask]
    return whole.map((item: unknown) => walked(item, own))
  }
  const shown = { ...(whole as Record<string, unknown>) }
  for (const [field, own] of Object.entries(mask))
    if (own !== undefined && shown[field] !== undefined) shown[field] = walked(shown[field], own)
  return shown
}

/** Whether a field of a kind is personal data. */
export interface Privacy {
  readonly isPersonalKind: (kind: string) => boolean
  /** `first` is the first-level field. */
  readonly isPersonal: (kind: string, first: string) => boolean
  /** Whether channels of subscribers can have this provider. */
  readonly isProvider: (id: string) => boolean
}

export function masking(privacy: Privacy) {
  const idOf = maskedIds()
  const change = (whole: Change): Change => maskedChange(whole, privacy, idOf)
  const problem = (whole: Problem): Problem => maskedProblem(whole, privacy)
  const valueOf = ({ kind }: Resource): Replace => maskOf(kind, privacy)
  const named = <Item extends Resource>(item: Item): Item =>
    privacy.isPersonalKind(item.kind) ? { ...item, name: maskName(item.name) } : item

  const section: Mask<Section> = {
    changes: [change],
    notes: [(note) => maskedNote(named(note), valueOf(note))],
    same: [(same) => masked(named(same), { fields: (fields) => mapEach(fields, valueOf(same)) })],
    ids: (known) => Object.fromEntries(Object.entries(known).map(([id, value]) => [idOf(id), value])),
  }
  const declared = (whole: UncomparedChange): UncomparedChange =>
    masked(named(whole), { details: [(detail) => replacedDetail(detail, valueOf(whole))] })
  const write = <Write extends Resource & { readonly id: string; readonly path: string }>(
    entry: Write,
  ): Write => ({ ...named(entry), id: idOf(entry.id), path: idOf(entry.path) })
  const reason = (text: string): string => maskSentence(text, privacy.isProvider)

  return {
    problem,
    change,
    plan: (plan: Plan): Plan =>
      masked(plan, {
        sections: [section],
        declaredSince: { changes: [declared] },
        problems: [problem],
        left: { differences: [named], secrets: [named] },
      }),
    result: ({ change: of, outcome, ...rest }: Result): Result => ({
      ...rest,
      change: change(of),
      outcome: maskedOutcome(outcome, of, privacy),
    }),
    run: ({ by: _by, ...run }: JournalRun): JournalRun =>
      masked(run, { failover: { reason }, outcomes: [write], inFlight: [write] }),
  }
}

function maskOf(kind: string, { isPersonal }: Privacy): Replace {
  return (value, field) => (isPersonal(kind, field) ? maskValue(value) : value)
}

/** The mask of sentences about a change, which quote its values. */
function proseOf(
  { kind, name, call: { body }, before, after }: Change,
  { isPersonal, isProvider }: Privacy,
): (text: string) => string {
  // Most changes have no sentence.
  return (text) => {
    const own = [body, before, after].flatMap((fields) => Object.entries(fields ?? {}))
    const texts = own.flatMap(([field, value]) => (isPersonal(kind, field) ? personalTexts(value) : []))
    const values = maskName(name) === name ? texts : [name, ...texts]
    return maskQuoted(text, values, (quoting) => maskSentence(quoting, isProvider))
  }
}

function maskedChange(whole: Change, privacy: Privacy, idOf: (id: string) => string): Change {
  const { kind, differences } = whole
  if (!privacy.isPersonalKind(kind)) return masked(whole, { needs: [idOf] })
  const prose = proseOf(whole, privacy)
  // Compared before they are masked: two values with the same mask would be no difference any more.
  const shown = differences.map((difference) => ({ ...difference, display: detailsOf(difference) }))
  const fields = differences.map(({ path: [field = ''] }) => field)
  return masked<Change>(
    {
      ...replacedValues({ ...whole, differences: shown }, maskOf(kind, privacy), maskParameter),
      masked: fields.filter((field) => privacy.isPersonal(kind, field)),
    },
    { id: idOf, name: maskName, needs: [idOf], sideEffects: [prose], summary: prose },
  )
}

function maskedNote(note: Note, mask: Replace): Note {
  if (!('wanted' in note)) return note
  return { ...note, wanted: note.wanted.map((field) => replacedSides(field, field.path[0] ?? '', mask)) }
}

/** The lines around its place are left out if they may contain personal data. */
function maskedProblem(
  { frame, personal = [], ...whole }: Problem,
  { isPersonalKind, isProvider }: Privacy,
): Problem {
  const kind = whole.resource?.split(' ')[0]
  if (kind !== undefined && !isPersonalKind(kind)) return { ...whole, ...(frame && { frame }) }
  const unquoted = (text: string): string =>
    personal.reduce((left, [own, shown]) => left.replaceAll(own, () => shown), text)
  const sentence = (text: string): string => maskSentence(unquoted(text), isProvider)
  // A line of a suite or of a project file may contain an address too.
  const isShown =
    kind === undefined && frame?.every(({ text, isPersonal }) => !isPersonal && maskWithin(text) === text)
  return masked<Problem>(
    { ...whole, ...(isShown && { frame }) },
    {
      message: sentence,
      // The hint of bad-email has only a sample.
      hint: (hint) => (whole.rule === 'bad-email' ? hint : withPlaceholders(sentence(hint))),
      resource: maskWithin,
    },
  )
}

function maskedOutcome(whole: Outcome, of: Change, privacy: Privacy): Outcome {
  if (whole.status === 'done' || !privacy.isPersonalKind(of.kind)) return whole
  const prose = proseOf(of, privacy)
  const shown = { ...whole, reason: prose(whole.reason) }
  return shown.status === 'failed' ? masked(shown, { hint: prose, fields: [{ message: prose }] }) : shown
}

/** Ids contain names: masked ones may be equal, and references to one still have to find it. */
function maskedIds(): (id: string) => string {
  const ids = new Map<string, string>()
  const taken = new Set<string>()
  return (id) => {
    const known = ids.get(id)
    if (known !== undefined) return known
    const shown = id.split('/').map(maskName).join('/')
    let own = shown
    for (let count = 2; taken.has(own); count++) own = `${shown} (${count})`
    ids.set(id, own)
    taken.add(own)
    return own
  }
}

function maskParameter(value: string | IdOf): string | IdOf {
  return value instanceof IdOf ? new IdOf(value.kind, maskName(value.name)) : maskName(value)
}
