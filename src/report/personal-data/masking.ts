// The masks of plans, changes, their results, journals and problems. One masking gives the same name the same mask.
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
import type { Plan, SameNote, Section, UncomparedChange } from '../../core/plan/plan.ts'
import type { Problem } from '../../core/problem.ts'
import {
  maskName,
  maskQuoted,
  maskSentence,
  maskText,
  maskValue,
  maskWithin,
  personalTexts,
} from '../../core/secrets/personal.ts'
import { IdOf, mapEach } from '../../core/value.ts'
import { masked, type Mask } from './masks.ts'

/** Whether a field of a kind is personal data. */
export interface Privacy {
  readonly isPersonalKind: (kind: string) => boolean
  /** `first` is the first-level field. */
  readonly isPersonal: (kind: string, first: string) => boolean
  /** Whether channels of subscribers can have this provider. */
  readonly isProvider: (id: string) => boolean
}

export function masking({ isPersonalKind, isPersonal, isProvider }: Privacy) {
  const idOf = maskedIds()
  const sentence = (text: string): string => maskSentence(text, isProvider)
  const valueOf =
    (kind: string): Replace =>
    (value, field) =>
      isPersonal(kind, field) ? maskValue(value) : value
  const named = <Item extends Resource>(item: Item): Item =>
    isPersonalKind(item.kind) ? { ...item, name: maskName(item.name) } : item

  /** The mask of sentences about a change, which quote its values. */
  function proseOf({ kind, name, call: { body }, before, after }: Change): (text: string) => string {
    const own = [body, before, after].flatMap((fields) => Object.entries(fields ?? {}))
    const texts = own.flatMap(([field, value]) => (isPersonal(kind, field) ? personalTexts(value) : []))
    return (text) => maskQuoted(text, maskName(name) === name ? texts : [name, ...texts])
  }

  function change(whole: Change): Change {
    const { kind, differences } = whole
    if (!isPersonalKind(kind)) return masked(whole, { needs: [idOf] })
    const prose = proseOf(whole)
    // Compared before they are masked: two values with the same mask would be no difference any more.
    const shown = differences.map((difference) => ({ ...difference, display: detailsOf(difference) }))
    return masked<Change>(
      {
        ...replacedValues({ ...whole, differences: shown }, valueOf(kind), maskParameter),
        masked: differences.flatMap(({ path: [field = ''] }) => (isPersonal(kind, field) ? field : [])),
      },
      { id: idOf, name: maskName, needs: [idOf], sideEffects: [prose], summary: prose },
    )
  }

  const note = (whole: Note): Note => {
    const mask = valueOf(whole.kind)
    return 'wanted' in whole
      ? {
          ...named(whole),
          wanted: whole.wanted.map((field) => replacedSides(field, field.path[0] ?? '', mask)),
        }
      : named(whole)
  }

  const same = (whole: SameNote): SameNote =>
    masked(named(whole), { fields: (fields) => mapEach(fields, valueOf(whole.kind)) })

  const section: Mask<Section> = {
    changes: [change],
    notes: [note],
    same: [same],
    ids: (known) => Object.fromEntries(Object.entries(known).map(([id, value]) => [idOf(id), value])),
  }

  const declared = (whole: UncomparedChange): UncomparedChange =>
    masked(named(whole), { details: [(detail) => replacedDetail(detail, valueOf(whole.kind))] })

  /** Lines of a manifest are masked too; a masked line loses its mark, which would point at the wrong place. */
  function problem({ frame, ...whole }: Problem): Problem {
    const kind = whole.resource?.split(' ')[0]
    if (kind !== undefined && !isPersonalKind(kind)) return { ...whole, ...(frame && { frame }) }
    // Names in it are not known; the lines of other problems are in the repository anyway.
    const isShown = kind === undefined && frame?.every(({ text }) => maskWithin(text) === text)
    return masked<Problem>(
      { ...whole, ...(isShown && { frame }) },
      {
        message: (message) =>
          sentence(whole.rule === 'bad-email' ? message.replace(leadingQuotation, maskQuotation) : message),
        hint: sentence,
        resource: maskWithin,
      },
    )
  }

  function outcome(whole: Outcome, of: Change): Outcome {
    if (whole.status === 'done' || !isPersonalKind(of.kind)) return whole
    const prose = proseOf(of)
    const shown = { ...whole, reason: prose(whole.reason) }
    return shown.status === 'failed' ? masked(shown, { hint: prose, fields: [{ message: prose }] }) : shown
  }

  const write = <Write extends Resource & { readonly id: string; readonly path: string }>(
    entry: Write,
  ): Write => ({
    ...named(entry),
    id: idOf(entry.id),
    path: idOf(entry.path),
  })

  return {
    problem,
    change,
    plan: (plan: Plan): Plan =>
      masked(plan, { sections: [section], declaredSince: { changes: [declared] }, problems: [problem] }),
    result: ({ change: of, outcome: known, ...rest }: Result): Result => ({
      ...rest,
      change: change(of),
      outcome: outcome(known, of),
    }),
    run: ({ by: _by, ...run }: JournalRun): JournalRun =>
      masked(run, { failover: { reason: sentence }, outcomes: [write], inFlight: [write] }),
  }
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

/** An invalid address that the message quotes. */
const leadingQuotation = /^"([^"]*)"/

function maskQuotation(_quotation: string, value: string): string {
  return `"${maskText(value)}"`
}

function maskParameter(value: string | IdOf): string | IdOf {
  return value instanceof IdOf ? new IdOf(value.kind, maskName(value.name)) : maskName(value)
}
