// The same account without what is about persons: a step between what is known and how it is written.
import {
  type Change,
  type Replace,
  replacedDetail,
  replacedSides,
  replacedValues,
} from '../../core/plan/change.ts'
import type { Examination, Finding } from '../../core/plan/finding.ts'
import { detailsOf } from '../../core/plan/detail.ts'
import type { JournalRun } from '../../core/plan/journal-runs.ts'
import type { Outcome, Result } from '../../core/plan/outcome.ts'
import { given } from '../../core/given.ts'
import type { Resource } from '../../core/plan/notes.ts'
import {
  maskName,
  maskQuoted,
  maskSentence,
  maskText,
  maskValue,
  maskWithin,
  personalTexts,
} from '../../core/secrets/personal.ts'
import type { Plan, Section } from '../../core/plan/plan.ts'
import type { Problem } from '../../core/problem.ts'
import { IdOf, mapEach } from '../../core/value.ts'
import type { AnyAccount } from '../account.ts'
import type { Results } from '../results.ts'
import type { ChangedField } from '../text/exported.ts'
import {
  withoutPersonalFields,
  withoutPersonalItem,
  withoutPersonsGot,
  withoutPersonsTriggered,
} from './delivery.ts'
import { withoutPersons } from './smoke.ts'

/** Whether a field of a kind is personal data. */
export interface Privacy {
  readonly isPersonalKind: (kind: string) => boolean
  /** `first` is the first-level field. */
  readonly isPersonal: (kind: string, first: string) => boolean
  /** Whether channels of subscribers can have this provider. */
  readonly isProvider: (id: string) => boolean
}

export function withoutPersonalData(account: AnyAccount, privacy: Privacy): AnyAccount {
  const mask = masking(privacy)
  const problems = account.problems.map(mask.problem)
  switch (account.command) {
    case 'validate':
    case 'audit':
    case 'get environments':
    case 'get integrations':
      return { ...account, problems }
    case 'journal':
      return { ...account, problems, journal: { ...account.journal, runs: mask.runs(account.journal.runs) } }
    case 'failover':
      return { ...account, problems, ...given({ smoke: account.smoke && withoutPersons(account.smoke) }) }
    case 'smoke':
      return { ...account, problems, ...(account.run && { run: withoutPersons(account.run) }) }
    case 'apply': {
      const { plan, results, result, smoke } = account
      return {
        ...account,
        problems,
        ...given({
          plan: plan && mask.plan(plan),
          results: results?.map(mask.result),
          smoke: smoke && withoutPersons(smoke),
          result: result && {
            ...result,
            plans: result.plans.map(mask.plan),
            results: result.results.map(mask.result),
            ...given({ after: result.after && mask.plan(result.after) }),
            problems: result.problems.map(mask.problem),
          },
        }),
      }
    }
    case 'plan':
    case 'show':
    case 'diff':
    case 'compare':
      return { ...account, problems, ...(account.plan && { plan: mask.plan(account.plan) }) }
    case 'doctor': {
      const examination = account.examination && withoutPersonsExamined(account.examination)
      return { ...account, problems, ...given({ examination }) }
    }
    case 'events list':
    case 'messages list':
    case 'get subscribers':
      return { ...account, problems, ...given({ data: account.data?.map(withoutPersonalItem) }) }
    case 'events get':
    case 'messages get':
      return { ...withoutPersonsGot(account), problems }
    case 'trigger':
      return { ...withoutPersonsTriggered(account), problems }
    default: {
      const result = account.result && resultWithout(account.result, mask, privacy)
      return { ...account, problems, ...given({ result }) } as AnyAccount
    }
  }
}

/** Findings quote the service. */
function withoutPersonsExamined({ project, targets }: Examination): Examination {
  return {
    project: project.map(withoutPersonsFound),
    targets: targets.map((target) => ({ ...target, findings: target.findings.map(withoutPersonsFound) })),
  }
}

function withoutPersonsFound({ message, hint, ...rest }: Finding): Finding {
  return { ...rest, message: maskWithin(message), ...given({ hint: hint && maskWithin(hint) }) }
}

/** The fields of results that need their own way of masking. */
type Masked = Partial<
  Results['promote'] & Results['log'] & Pick<Results['export'], 'leftAlone'> & { changes: ChangedField[] }
>

/** The lines of a diff can't be masked one by one. */
function resultWithout<Told extends object>(
  result: Told,
  mask: ReturnType<typeof masking>,
  { isPersonal }: Privacy,
): Told {
  const { diff: _diff, plan, runs, ...others } = result as Masked
  const { changes, leftAlone, ...rest } = withoutPersonalFields(others)
  const shown = ({ before, after, value, ...field }: ChangedField & { readonly value?: string }) => {
    const [kind = ''] = field.resource.split(' ')
    const [first = ''] = field.field.split('.')
    return { ...field, ...(!isPersonal(kind, first) && given({ before, after, value })) }
  }
  return {
    ...rest,
    ...given({
      plan: plan && mask.plan(plan),
      runs: runs && mask.runs(runs),
      changes: changes?.map(shown),
      leftAlone: leftAlone?.map(shown),
    }),
  } as Told
}

/** The steps by themselves. Those of one masking name the same things alike. */
export function masking({ isPersonalKind, isPersonal, isProvider }: Privacy) {
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
  const noteOf = <T extends Resource>(note: T): T =>
    isPersonalKind(note.kind) ? { ...note, name: maskName(note.name) } : note

  const masked =
    (kind: string): Replace =>
    (value, field) =>
      isPersonal(kind, field) ? maskValue(value) : value

  function textsIn({ kind, name, call: { body }, before, after }: Change): string[] {
    const own = [body, before, after].flatMap((fields) => Object.entries(fields ?? {}))
    return [
      ...(maskName(name) === name ? [] : [name]),
      ...own.flatMap(([field, value]) => (isPersonal(kind, field) ? personalTexts(value) : [])),
    ]
  }

  function change(whole: Change): Change {
    const { kind, name, needs, summary, differences } = whole
    if (!isPersonalKind(kind)) return { ...whole, needs: needs.map(idOf) }
    const texts = textsIn(whole)
    const prose = (text: string): string => maskQuoted(text, texts)
    // Told apart before they are masked: two values that become one would be no difference any more.
    const shown = differences.map((each) => ({ ...each, display: detailsOf(each) }))
    const replaced = replacedValues({ ...whole, differences: shown }, masked(kind), maskParameter)
    return {
      ...replaced,
      id: idOf(whole.id),
      name: maskName(name),
      needs: needs.map(idOf),
      masked: differences.flatMap(({ path: [field = ''] }) => (isPersonal(kind, field) ? field : [])),
      sideEffects: whole.sideEffects.map(prose),
      ...(summary !== undefined && { summary: prose(summary) }),
    }
  }

  function section(whole: Section): Section {
    return {
      ...whole,
      changes: whole.changes.map(change),
      notes: whole.notes.map((note) => ({
        ...noteOf(note),
        ...('wanted' in note && {
          wanted: note.wanted.map((field) => replacedSides(field, field.path[0] ?? '', masked(note.kind))),
        }),
      })),
      ...(whole.same && {
        same: whole.same.map((note) => ({
          ...noteOf(note),
          fields: mapEach(note.fields, masked(note.kind)),
        })),
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
      message: maskSentence(
        whole.rule === 'bad-email'
          ? message.replace(/^"([^"]*)"/, (_, value: string) => `"${maskText(value)}"`)
          : message,
        isProvider,
      ),
      ...(hint !== undefined && { hint: maskSentence(hint, isProvider) }),
      ...(resource !== undefined && { resource: maskWithin(resource) }),
      // Names in it are not known; what other problems show is what the repository shows.
      ...(frame && isSame && kind === undefined && { frame }),
    }
  }

  function outcome(whole: Outcome, of: Change): Outcome {
    if (whole.status === 'done') return whole
    const texts = textsIn(of)
    const prose = (text: string): string => maskQuoted(text, texts)
    const reason = prose(whole.reason)
    if (whole.status !== 'failed') return { ...whole, reason }
    const fields = whole.fields?.map((field) => ({ ...field, message: prose(field.message) }))
    return { ...whole, reason, ...given({ hint: whole.hint && prose(whole.hint), fields }) }
  }

  const write = <T extends Resource & { readonly id: string; readonly path: string }>(entry: T): T => ({
    ...noteOf(entry),
    id: idOf(entry.id),
    path: idOf(entry.path),
  })

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
            details: each.details.map((detail) => replacedDetail(detail, masked(each.kind))),
          })),
        },
      }),
      problems: plan.problems.map(problem),
    }),
    result: ({ change: whole, ...rest }: Result): Result => ({
      ...rest,
      change: change(whole),
      outcome: isPersonalKind(whole.kind) ? outcome(rest.outcome, whole) : rest.outcome,
    }),
    runs: (runs: readonly JournalRun[]): JournalRun[] =>
      runs.map(({ by: _by, failover, ...run }) => ({
        ...run,
        ...given({
          failover: failover && {
            ...failover,
            ...given({ reason: failover.reason && maskSentence(failover.reason, isProvider) }),
          },
        }),
        outcomes: run.outcomes.map(write),
        inFlight: run.inFlight.map(write),
      })),
  }
}

function maskParameter(value: string | IdOf): string | IdOf {
  return value instanceof IdOf ? new IdOf(value.kind, maskName(value.name)) : maskName(value)
}
