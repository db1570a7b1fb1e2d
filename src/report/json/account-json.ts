// The result of a command as the JSON that programs read.
import {
  isListed,
  type AnyAccount,
  type ApplyAccount,
  type GetAccount,
  type ListAccount,
  type PlanAccount,
  type TriggerAccount,
  type ValidateAccount,
  type FailoverAccount,
} from '../account.ts'
import { given } from '../../core/given.ts'
import { envelopePieces, jsonText, Lazy } from './pieces.ts'
import { smokeJson } from './run-shapes.ts'
import type { Result } from '../../core/plan/outcome.ts'
import { type Plan, countsOf, type Section } from '../../core/plan/plan.ts'
import { changeJson, planJson, detailJson } from '../../core/plan/plan-json.ts'
import type { OutcomeJson } from './common-shapes.ts'
import type { Change } from '../../core/plan/change.ts'
import { detailsOf } from '../../core/plan/detail.ts'
import { notesOf } from '../../core/plan/notes.ts'
import type { DiffJson } from './diff-shape.ts'

/** Its pieces can be read several times. */
export function accountJson(account: AnyAccount): Iterable<string> {
  const command = account.command === 'journal' ? 'show' : account.command
  // On one line, so that a script can read it while the sandbox runs.
  const indent = account.command === 'sandbox' && account.result !== undefined ? 0 : 2
  return {
    [Symbol.iterator]: () => envelopePieces(command, account.exit, account.problems, restOf(account), indent),
  }
}

/** The records of a page. Those of several pages, and the findings of an audit, were already written. */
export function accountNdjson(account: AnyAccount): string {
  const { data = [] } = { data: undefined, ...account }
  return data.map((item) => `${jsonText(item)}\n`).join('')
}

function restOf(account: AnyAccount): object {
  if (isListed(account)) return listedOf(account)
  switch (account.command) {
    case 'validate':
      return validatedOf(account)
    case 'plan':
      return given({ plan: account.plan && printedPlan(account.plan) })
    case 'diff':
      return differenceOf(account)
    case 'compare':
      return given({
        ...account.plan?.compared,
        plan: account.plan && printedPlan(account.plan),
      })
    case 'show':
      return account.plan === undefined
        ? {}
        : { saved: { ...account.origin, plan: printedPlan(account.plan) } }
    case 'journal':
      return { journal: account.journal }
    case 'smoke':
      return account.run === undefined ? {} : smokeJson(account.run)
    case 'apply':
      return appliedOf(account)
    case 'failover':
      return failoverJson(account)
    case 'audit':
      return given({ targets: account.targets, unread: account.unread, findings: account.findings })
    case 'doctor':
      return account.examination ?? {}
    case 'events get':
    case 'messages get':
      return gotOf(account)
    case 'trigger':
      return triggeredOf(account)
    default: {
      const { plan, ...rest } = { plan: undefined, ...account.result }
      return { ...rest, ...given({ plan: plan && printedPlan(plan) }) }
    }
  }
}

function validatedOf({ files, resources, ignored }: ValidateAccount): object {
  return resources === undefined ? {} : { files, resources, ...given({ ignored }) }
}

function differenceOf({ plan, sides }: PlanAccount): object {
  return given({ from: sides?.[0], to: sides?.[1], diff: plan && printedDiff(plan) })
}

function appliedOf(account: ApplyAccount): object {
  const { plan, results, result, smoke } = account
  const left = (result?.plans[0] ?? plan)?.left
  const all = result?.results ?? results
  return given({
    plans: result?.plans.map(printedPlan) ?? (plan && [printedPlan(plan)]),
    results: all && new Lazy(all, outcomeJson),
    after: result?.after && printedPlan(result.after),
    waiting: result?.waiting,
    keyed: result?.keyed,
    requests: result?.requests,
    differencesLeft: left?.differences,
    secretsLeft: left?.secrets,
    smoke: smoke && smokeJson(smoke),
  })
}

function listedOf({ target, page, pageSize, hasMore, cursors, data }: ListAccount): object {
  return data === undefined ? {} : given({ target, page, pageSize, hasMore, ...cursors, data })
}

function gotOf({ command, target, searched, item, explanations }: GetAccount): object {
  return given({ target, searched, [command === 'events get' ? 'event' : 'message']: item, explanations })
}

function triggeredOf(account: TriggerAccount): object {
  const { target, workflow, request, answer, transactionId, waited, explanations, judgements } = account
  return given({
    target,
    workflow,
    request,
    acknowledged: answer?.acknowledged,
    status: answer?.status,
    transactionId,
    error: answer?.error,
    waited: waited && { end: waited.end, milliseconds: Math.round(waited.milliseconds) },
    deliveries: waited?.deliveries,
    // A topic without events has no recipient to name.
    explanations: explanations?.map((each) =>
      each.recipient === '' ? { ...each, recipient: 'nobody' } : each,
    ),
    judgements,
  })
}

/** For `jsonPieces`. */
export function printedPlan(plan: Plan) {
  return planJson(plan, (changes) => new Lazy(changes, (change) => changeJson(change)))
}

function outcomeJson({ change, outcome, startedAt, milliseconds }: Result): OutcomeJson {
  const { fields, ...rest } = { fields: undefined, ...outcome }
  return given({ id: change.id, ...rest, fields: fields && [...fields], startedAt, milliseconds })
}

function failoverJson(account: FailoverAccount): object {
  const { target, channel, from, to, state, health, plan, results, smoke } = account
  return given({
    target,
    channel,
    from,
    to,
    state,
    health: health && {
      verdict: health.verdict,
      windows: health.windows.map((each) => ({
        ...each,
        from: new Date(each.from).toISOString(),
        to: new Date(each.to).toISOString(),
      })),
    },
    plan: plan && printedPlan(plan),
    results: results?.map(outcomeJson),
    smoke: smoke && smokeJson(smoke),
  })
}

type SectionJson = DiffJson['sections'][number]
type PrintedDiff = Omit<DiffJson, 'sections'> & {
  readonly sections: readonly (Omit<SectionJson, 'changes'> & { readonly changes: Lazy<Change> })[]
}

function printedDiff({ sections }: Plan): PrintedDiff {
  const { create, update, setPrimary, deactivate, unchanged, released = 0 } = countsOf(sections)
  return {
    counts: { create, update, setPrimary, deactivate, unchanged, noLongerManaged: released },
    sections: sections.map(sectionJson),
  }
}

function sectionJson(section: Section): PrintedDiff['sections'][number] {
  const { target, targetChange, changes, unchanged, resources } = section
  return given({
    target,
    targetChange,
    changes: new Lazy(changes, diffChangeJson),
    unchanged,
    resources,
    noLongerManaged: notesOf(section, 'released').map(({ sort: _sort, ...note }) => note),
  })
}

function diffChangeJson(change: Change): SectionJson['changes'][number] {
  const { id, target, kind, name, part, action, summary, position, differences, needs, sideEffects } = change
  return given({
    id,
    target,
    kind,
    name,
    part,
    action,
    differences: differences.flatMap(detailsOf).map((detail) => detailJson(detail)),
    needs,
    sideEffects,
    summary,
    position,
  })
}
