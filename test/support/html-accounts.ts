// Accounts for the tests of pages: very many changes, hostile text everywhere, an apply of all outcomes.
import type { Cause } from '../../src/core/plan/shapes.ts'
import type { Change } from '../../src/core/plan/change.ts'
import type { Difference } from '../../src/core/plan/compare-fields.ts'
import { notesFrom } from '../../src/core/plan/plan-json.ts'
import type { ApplyResult, Outcome, Result } from '../../src/core/plan/outcome.ts'
import type { Plan, Section } from '../../src/core/plan/plan.ts'
import type { Problem } from '../../src/core/problem.ts'
import type { ApplyAccount, PlanAccount } from '../../src/report/account.ts'
import type { Context } from '../../src/report/context.ts'
import { plain } from '../../src/report/text/style.ts'
import { changeOf, position, sectionWith } from './sketched-change.ts'

export const context: Context = {
  style: plain,
  version: '1.2.3',
  madeAt: '2026-01-05T09:00:00.000Z',
  reports: {},
}

export function planOf(sections: readonly Section[], problems: readonly Problem[] = []): Plan {
  return { sections, problems, requests: { reads: 9, writes: 0, milliseconds: 412 } }
}

export function accountOf(sections: readonly Section[], problems: readonly Problem[] = []): PlanAccount {
  return {
    command: 'plan',
    exit: 0,
    problems,
    plan: planOf(sections, problems),
    next: ['belfry apply plan.json'],
  }
}

const state = (active: boolean, primary: boolean) => ({ active, primary, conditional: false })

/** Three targets; mostly subscribers, and a handful of integrations that wait for each other. */
export function largeAccount(count: number): PlanAccount {
  const targets = ['Development', 'Staging', 'Production']
  const sections = targets.map((target, index) => {
    const own = Math.floor(count / 3) + (index < count % 3 ? 1 : 0)
    return sectionWith({
      target,
      changes: [...integrationsOf(target), ...people(target, own - 3)],
      resources: own + 40,
      unchanged: 40,
      delivery: [
        { name: 'ses-eu', channel: 'email', providerId: 'ses', after: state(true, true) },
        {
          name: 'mailgun-old',
          channel: 'email',
          providerId: 'mailgun',
          before: state(true, true),
          after: state(false, false),
        },
      ],
    })
  })
  const warning: Problem = {
    rule: 'no-primary',
    severity: 'warning',
    message: 'email delivers nothing: none of its active integrations (ses-eu) is primary',
    hint: 'Declare primary: true for one.',
    position,
  }
  return accountOf(sections, [warning])
}

function integrationsOf(target: string): Change[] {
  const of = (name: string, more: Partial<Change>): Change =>
    changeOf({ name, target, id: `${target}/integration/${name}/${more.action}`, ...more })
  const create = of('ses-eu', {
    action: 'create',
    before: null,
    differences: [{ path: ['region'], answer: 'different', before: undefined, after: 'eu-west-1' }],
  })
  const promote = of('ses-eu', {
    action: 'set-primary',
    stage: 'primary',
    needs: [create.id],
    sideEffects: ['mailgun-old stops being primary'],
    summary: 'becomes primary for email',
  })
  const lose = of('mailgun-old', {
    action: 'update',
    stage: 'lose',
    needs: [promote.id],
    before: { active: true },
    after: { active: false },
    differences: [{ path: ['active'], answer: 'different', before: true, after: false }],
  })
  return [create, promote, lose]
}

function people(target: string, count: number): Change[] {
  return Array.from({ length: count }, (_, index) => {
    const name = `user-${String(index).padStart(5, '0')}`
    return changeOf({
      id: `${target}/subscriber/${name}/update`,
      target,
      kind: 'subscriber',
      name,
      stage: 'attributes',
      call: {
        operation: { id: 'updateSubscriber', method: 'PATCH', path: '/v2/subscribers/{subscriberId}' },
        parameters: { subscriberId: name },
      },
      differences: [
        { path: ['timezone'], answer: 'different', before: 'Europe/Paris', after: 'Europe/Berlin' },
        { path: ['firstName'], answer: 'different', before: `Old ${index}`, after: `New ${index}` },
      ],
      position: { file: 'manifests/people.ndjson', line: index + 1, column: 1, length: 1 },
    })
  })
}

/**
 * A plan with a base: the branch creates an integration, changes one field of a subscriber who also drifted, and the
 * timezone of many at once; two resources drifted. With more than ten changes, half of the others differ in a name.
 */
export function reviewAccount(count: number): PlanAccount {
  const target = 'Production'
  const [create] = integrationsOf(target)
  const [person, ...others] = people(target, Math.max(2, count - 1))
  if (create === undefined || person === undefined) throw new Error('bug: too few changes')
  const sameZone = (change: Change, index: number): Change => {
    const [zone = [], ...names] = change.differences
    const isAlike = count > 10 && index % 2 === 0
    return { ...change, cause: 'branch', differences: [zone, ...(isAlike ? [] : names)].flat() }
  }
  const drifted = others.slice(-1).map((change): Change => ({
    ...change,
    cause: 'drift',
    differences: [caused('locale', 'fr_FR', 'de_DE', 'drift')],
  }))
  const both: Change = {
    ...person,
    cause: 'both',
    differences: [
      caused('timezone', 'Europe/Paris', 'Europe/Berlin', 'branch'),
      caused('locale', 'fr_FR', 'de_DE', 'drift'),
    ],
  }
  const changes = [
    { ...create, cause: 'branch' as const },
    both,
    ...others.slice(0, -1).map(sameZone),
    ...drifted,
  ]
  const warnings = Array.from({ length: 14 }, (_, index): Problem => ({
    rule: index % 3 === 0 ? 'dead-channel' : 'no-primary',
    severity: 'warning',
    message: `the warning ${index}`,
    position: { ...position, line: index + 1 },
  }))
  const { plan, ...account } = accountOf([sectionWith({ target, changes, resources: count + 40 })], warnings)
  return {
    ...account,
    ...(plan && { plan: { ...plan, declaredSince: { base: '3f2c1e0d9b8a (merge base)', changes: [] } } }),
  }
}

function caused(path: string, before: string, after: string, cause: Cause): Difference {
  const display = [{ sign: '~', path, before, after, cause }] as const
  return { path: [path], answer: 'different', before, after, display }
}

/** What would run, were it ever taken for markup. */
export const attacks = [
  '<script>window.hacked = 1</script>',
  '</script><script>window.hacked = 1</script>',
  '<img src=x onerror="window.hacked=1">',
  '"><svg onload=window.hacked=1>',
  "' onfocus='window.hacked=1' autofocus='",
  '<!--<script>',
  'javascript:window.hacked=1',
  '</style><style>@import "http://attacker.example"</style>',
  '\u202Eevil\u2066\u0007\u0000',
] as const

/** Every text that others write is an attack. */
export function hostileAccount(): PlanAccount {
  const text = attacks.join(' ')
  const changes = attacks.map((attack, index) =>
    changeOf({
      id: attack,
      name: attack,
      part: text,
      target: text,
      via: attack,
      kind: 'integration',
      cause: 'branch',
      needs: index === 0 ? [] : [attacks[0]],
      sideEffects: [attack],
      summary: attack,
      call: {
        operation: { id: 'x', method: 'PUT', path: '/x/{id}' },
        parameters: { id: attack },
      },
      differences: [
        { path: [attack], answer: 'different', before: attack, after: [attack, { [attack]: attack }] },
        { path: ['long'], answer: 'different', before: `${attack}\n1`, after: `${attack}\n2` },
      ],
      position: { ...position, file: attack },
    }),
  )
  const alike = attacks.map((attack, index) =>
    changeOf({
      id: `${attack}${index}`,
      name: attack,
      target: text,
      kind: 'subscriber',
      cause: 'both',
      differences: [caused(text, text, `${text}.`, 'drift')],
      position: { ...position, file: attack },
    }),
  )
  const note = { kind: 'subscriber', name: text, position: { ...position, file: text } }
  const section = sectionWith({
    target: text,
    url: text,
    environment: { id: text, name: text },
    changes: [...changes, ...alike],
    resources: 20,
    notes: notesFrom({
      missing: [note],
      waiting: [note],
      unmanaged: [{ kind: 'integration', name: text }],
      unreadable: [{ ...note, paths: [text], wanted: [] }],
      duplicates: [{ kind: 'integration', name: text, ids: [text] }],
    }),
    waitsFor: text,
    delivery: [{ name: text, channel: text, providerId: text, after: state(true, true) }],
  })
  const problem: Problem = {
    rule: 'literal-secret',
    severity: 'error',
    message: text,
    hint: text,
    resource: text,
    target: text,
    position: { ...position, file: text },
    frame: [{ number: 7, text, mark: { column: 3, length: 5 } }],
  }
  return {
    ...accountOf([section], [problem]),
    next: [text, text],
    origin: { belfry: text, madeAt: text, commit: text, secrets: 'named' },
  }
}

/** Some of the changes failed and the rest followed; `count` as in `largeAccount`. */
export function appliedAccount(count: number): ApplyAccount {
  const { plan } = largeAccount(count)
  const changes = plan?.sections.flatMap((section) => section.changes) ?? []
  const results = changes.map((change, index): Result => {
    const outcome = outcomeAt(index)
    if (outcome.status === 'skipped' || outcome.status === 'stale')
      return { change, outcome, milliseconds: 0 }
    return { change, outcome, startedAt: Math.floor(index / 4) * 20, milliseconds: 12 + (index % 4) * 3 }
  })
  const result: ApplyResult = {
    plans: plan === undefined ? [] : [plan],
    results,
    problems: [],
    waiting: [],
    keyed: [],
    requests: { reads: 12, writes: results.length, milliseconds: 60_000 },
  }
  return { command: 'apply', exit: 5, problems: plan?.problems ?? [], result }
}

function outcomeAt(index: number): Outcome {
  if (index % 100 === 7)
    return {
      status: 'failed',
      reason: 'the service refused it (400): the region is unknown',
      hint: 'Fix the region.',
      fields: [{ path: 'credentials.region', message: 'unknown', position }],
    }
  if (index % 100 === 8) return { status: 'skipped', reason: 'it depends on another one (failed)' }
  if (index % 100 === 9) return { status: 'unknown', reason: 'the reply was lost' }
  if (index % 100 === 10) return { status: 'stale', reason: 'live moved' }
  return index % 100 === 11 ? { status: 'done', already: true } : { status: 'done' }
}
