// The same account without what is about persons: a step between what is known and how it is written.
import type { Call, Change, Step } from '../core/plan/change.ts'
import type { Detail } from '../core/plan/compare.ts'
import { detailsOf } from '../core/plan/detail.ts'
import type { JournalRead } from '../core/plan/journal.ts'
import type { Outcome, Result } from '../core/plan/outcome.ts'
import {
  maskName,
  maskQuoted,
  maskText,
  maskValue,
  maskWithin,
  personalTexts,
} from '../core/secrecy/personal.ts'
import type { Plan, Section } from '../core/plan/plan.ts'
import type { Problem } from '../core/problem.ts'
import { IdOf, isMap, mapOf, type Value, type ValueMap } from '../core/value.ts'
import type { Account } from './account.ts'
import { withoutPersons } from './smoke-privacy.ts'

/** What tells whether a field of a kind is about a person. */
export interface Privacy {
  readonly isPersonalKind: (kind: string) => boolean
  /** `first` is the first-level field. */
  readonly isPersonal: (kind: string, first: string) => boolean
}

export function withoutPersonalData(account: Account, privacy: Privacy): Account {
  const mask = masking(privacy)
  const problems = account.problems.map(mask.problem)
  switch (account.command) {
    case 'validate':
      return { ...account, problems }
    case 'journal':
      return { ...account, problems, journal: mask.journal(account.journal) }
    case 'smoke':
      return { ...account, problems, ...(account.run && { run: withoutPersons(account.run) }) }
    case 'apply': {
      const { plan, results, result, smoke } = account
      return {
        ...account,
        problems,
        ...(plan && { plan: mask.plan(plan) }),
        ...(results && { results: results.map(mask.result) }),
        ...(smoke && { smoke: withoutPersons(smoke) }),
        ...(result && {
          result: {
            ...result,
            plans: result.plans.map(mask.plan),
            results: result.results.map(mask.result),
            ...(result.after && { after: mask.plan(result.after) }),
            problems: result.problems.map(mask.problem),
          },
        }),
      }
    }
    default:
      return { ...account, problems, ...(account.plan && { plan: mask.plan(account.plan) }) }
  }
}

/** The steps by themselves. Those of one masking name the same things alike. */
export function masking({ isPersonalKind, isPersonal }: Privacy) {
  const ids = new Map<string, string>()
  const taken = new Set<string>()
  /** Ids hold names: masked ones may be alike, and whatever refers to one has to find it. */
  function idOf(id: string): string {
    const known = ids.get(id)
    if (known !== undefined) return known
    const masked = id.split('/').map(maskName).join('/')
    let own = masked
    for (let count = 2; taken.has(own); count++) own = `${masked} (${count})`
    ids.set(id, own)
    taken.add(own)
    return own
  }
  const noteOf = <T extends { readonly kind: string; readonly name: string }>(note: T): T =>
    isPersonalKind(note.kind) ? { ...note, name: maskName(note.name) } : note

  const fields = (kind: string, map: ValueMap): ValueMap =>
    mapOf(
      Object.entries(map).map(
        ([key, value]) => [key, isPersonal(kind, key) ? maskValue(value) : value] as const,
      ),
    )
  const at = (kind: string, first: string | undefined, value: Value): Value =>
    first !== undefined && isPersonal(kind, first) ? maskValue(value) : value

  function textsIn({ kind, name, call: { body }, before, after }: Change): string[] {
    const own = [body, before, after].filter((each) => isMap(each ?? null)) as ValueMap[]
    return [
      ...(maskName(name) === name ? [] : [name]),
      ...own.flatMap((map) =>
        Object.entries(map).flatMap(([key, value]) =>
          isPersonal(kind, key) ? [...personalTexts(value)] : [],
        ),
      ),
    ]
  }

  function detail(kind: string, { before, after, ...rest }: Detail): Detail {
    const first = rest.path.split('.')[0]
    return {
      ...rest,
      ...(before !== undefined && { before: at(kind, first, before) }),
      ...(after !== undefined && { after: at(kind, first, after) }),
    }
  }

  function callOf(kind: string, { operation, parameters, body }: Call): Call {
    const masked = Object.entries(parameters).map(([name, value]) => [
      name,
      value instanceof IdOf ? new IdOf(value.kind, maskName(value.name)) : maskName(value),
    ])
    return {
      operation,
      parameters: Object.fromEntries(masked) as Call['parameters'],
      ...(body && { body: fields(kind, body) }),
    }
  }

  function step(kind: string, { call, onlyIf, after }: Step): Step {
    return { call: callOf(kind, call), onlyIf: fields(kind, onlyIf), after: fields(kind, after) }
  }

  function change(whole: Change): Change {
    const { kind, preparation, call, restoration, differences } = whole
    if (!isPersonalKind(kind)) return { ...whole, needs: whole.needs.map(idOf) }
    const texts = textsIn(whole)
    const prose = (text: string): string => maskQuoted(text, texts)
    return {
      ...whole,
      id: idOf(whole.id),
      name: maskName(whole.name),
      needs: whole.needs.map(idOf),
      sideEffects: whole.sideEffects.map(prose),
      ...(whole.summary !== undefined && { summary: prose(whole.summary) }),
      ...(preparation && { preparation: step(kind, preparation) }),
      call: callOf(kind, call),
      ...(restoration && { restoration: step(kind, restoration) }),
      before: whole.before && fields(kind, whole.before),
      after: fields(kind, whole.after),
      differences: differences.map((difference) => ({
        ...difference,
        before: difference.before === undefined ? undefined : at(kind, difference.path[0], difference.before),
        after: at(kind, difference.path[0], difference.after),
        // Told apart before they are masked: two values that become one would be no difference any more.
        display: detailsOf(difference).map((each) => detail(kind, each)),
      })),
    }
  }

  function section(whole: Section): Section {
    return {
      ...whole,
      changes: whole.changes.map(change),
      notes: whole.notes.map((note) => ({
        ...noteOf(note),
        ...('wanted' in note && {
          wanted: note.wanted.map(({ path, before, after }) => ({
            path,
            ...(before !== undefined && { before: at(note.kind, path[0], before) }),
            after: at(note.kind, path[0], after),
          })),
        }),
      })),
      ...(whole.same && {
        same: whole.same.map((note) => ({ ...noteOf(note), fields: fields(note.kind, note.fields) })),
      }),
      ids: Object.fromEntries(Object.entries(whole.ids).map(([id, value]) => [idOf(id), value])),
    }
  }

  /** Lines of a manifest are masked too; a line in which something is loses its mark, as that would point elsewhere. */
  function problem(whole: Problem): Problem {
    const { message, hint, frame, resource } = whole
    const kind = resource?.split(' ')[0]
    if (kind !== undefined && !isPersonalKind(kind)) return whole
    const lines = frame?.map((line) => ({ ...line, text: maskWithin(line.text) }))
    const isSame = lines?.every(({ text }, index) => text === frame?.[index]?.text) === true
    const { frame: _frame, ...rest } = whole
    return {
      ...rest,
      // What was meant as an address, and doesn't look like one.
      message: maskWithin(
        whole.rule === 'bad-email'
          ? message.replace(/^"([^"]*)"/, (_, value: string) => `"${maskText(value)}"`)
          : message,
      ),
      ...(hint !== undefined && { hint: maskWithin(hint) }),
      ...(resource !== undefined && { resource: maskWithin(resource) }),
      // Names in it are not known; what other problems show is what the repository shows.
      ...(frame && isSame && kind === undefined && { frame }),
    }
  }

  function outcome(whole: Outcome, of: Change): Outcome {
    if (whole.status === 'done') return whole
    const texts = textsIn(of)
    const prose = (text: string): string => maskQuoted(text, texts)
    if (whole.status !== 'failed') return { ...whole, reason: prose(whole.reason) }
    return {
      ...whole,
      reason: prose(whole.reason),
      ...(whole.hint !== undefined && { hint: prose(whole.hint) }),
      ...(whole.fields && {
        fields: whole.fields.map((field) => ({ ...field, message: prose(field.message) })),
      }),
    }
  }

  return {
    problem,
    change,
    plan: (plan: Plan): Plan => ({
      ...plan,
      sections: plan.sections.map(section),
      ...(plan.declaredSince && {
        declaredSince: {
          ...plan.declaredSince,
          changes: plan.declaredSince.changes.map((each) => ({
            ...noteOf(each),
            details: each.details.map((one) => detail(each.kind, one)),
          })),
        },
      }),
      problems: plan.problems.map(problem),
    }),
    result: (whole: Result): Result =>
      isPersonalKind(whole.change.kind)
        ? { ...whole, change: change(whole.change), outcome: outcome(whole.outcome, whole.change) }
        : { ...whole, change: change(whole.change) },
    journal: (journal: JournalRead): JournalRead => ({
      ...journal,
      runs: journal.runs.map((run) => ({
        ...run,
        outcomes: run.outcomes.map((entry) => ({
          ...noteOf(entry),
          id: idOf(entry.id),
          path: idOf(entry.path),
        })),
        inFlight: run.inFlight.map((entry) => ({
          ...noteOf(entry),
          id: idOf(entry.id),
          path: idOf(entry.path),
        })),
      })),
    }),
  }
}
