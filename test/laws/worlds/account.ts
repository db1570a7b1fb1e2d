// Whether an apply's account is true: each outcome beside what the sandbox did with the requests for it.
import { isDeepStrictEqual } from 'node:util'
import type { Change } from '../../../src/core/plan/change.ts'
import type { ApplyResult, Result } from '../../../src/core/plan/outcome.ts'
import { pendingChanges } from '../../../src/core/plan/plan.ts'
import type { LoggedRequest } from '../../../src/sandbox/index.ts'
import { planJson } from '../../support/plan-json.ts'
import { callOf, filledCall, type Call } from './calls.ts'
import { isFields, textOf } from '../../support/laws/texts.ts'
import type { World } from '../../support/laws/world.ts'

/** What is claimed and isn't so, a line each. `earlier`: requests of earlier runs. */
export function untrue(
  { plans, results }: ApplyResult,
  requests: readonly LoggedRequest[],
  earlier: readonly LoggedRequest[],
  world: World,
): string[] {
  const printed = plans.flatMap((plan) => planJson(plan).sections.flatMap(({ changes }) => changes))
  const calls = new Map(
    printed.map((change) => [change.id, { environment: change.via, ...filledCall(change, world) }]),
  )
  const keys = [...calls.values()].map(keyOf)
  const sentFor = (call: Placed, among: readonly LoggedRequest[]): LoggedRequest[] => {
    const key = keyOf(call)
    const isAlone = keys.filter((other) => other === key).length === 1
    return among.filter((request) => {
      const sent = placed(request)
      return keyOf(sent) === key && (isAlone || isDeepStrictEqual(sent.body, call.body))
    })
  }
  return results.flatMap((result) => {
    const call = calls.get(result.change.id)
    if (call === undefined) return [`${result.change.id} was never printed`]
    // A create may do more than is known of it, so that the call after it finds nothing left to do.
    const created = printed
      .filter(({ action, kind, name, target }) => {
        const { change } = result
        return action === 'create' && kind === change.kind && name === change.name && target === change.target
      })
      .flatMap(({ id }) => sentFor(calls.get(id) ?? call, requests))
    // An earlier run may have split into calls otherwise what it sent late.
    const before = [...created, ...earlier.filter((request) => keyOf(placed(request)) === keyOf(call))]
    // Its other requests may be what nobody knows the end of.
    const steps = (printed.find(({ id }) => id === result.change.id)?.requests ?? []).flatMap((step) =>
      sentFor(
        { environment: call.environment, ...filledCall({ ...result.change, ...step }, world) },
        requests,
      ),
    )
    const wrong = contradiction(result, sentFor(call, requests), before, steps)
    return wrong === undefined ? [] : [`${result.change.id}: ${wrong}`]
  })
}

function contradiction(
  { outcome }: Result,
  sent: readonly LoggedRequest[],
  before: readonly LoggedRequest[],
  steps: readonly LoggedRequest[],
): string | undefined {
  const effects = sent.filter(tookEffect).length
  const isLate = [...sent, ...before].some(isLateOne)
  const requests = sent.map(({ operation, status, faults = [] }) => [operation, status, ...faults].join(' '))
  const told = `${outcome.status}, and of ${sent.length} requests (${requests.join(', ')}) ${effects} took effect`
  if (outcome.status === 'done' && outcome.already === true)
    return effects > 0 || isLate || before.some(tookEffect) ? undefined : `already ${told}`
  if (outcome.status === 'done') return effects > 0 ? undefined : told
  if (outcome.status === 'skipped') return sent.length === 0 ? undefined : told
  if (outcome.status === 'unknown')
    return [...sent, ...steps].some(isDoubtful) ? undefined : `without doubt ${told}`
  return effects === 0 ? undefined : told
}

/** Within the time of its request. */
export function tookEffect({ status, faults = [], meantStatus }: LoggedRequest): boolean {
  if (faults.some((name) => name === 'late' || name.endsWith('-before'))) return false
  const answered = meantStatus ?? status
  return answered >= 200 && answered < 300
}

const isLateOne = ({ faults = [] }: LoggedRequest): boolean => faults.includes('late')

/** Whether its client can't tell what became of it: a 409 says that the same request is still in progress. */
function isDoubtful({ faults = [] }: LoggedRequest): boolean {
  return faults.some((name) => name === 'late' || name === '409' || /-(?:before|after)$/.test(name))
}

interface Placed extends Call {
  /** Whose key it was sent with. */
  readonly environment: string
}

function placed({ method, path, body, environment = '' }: LoggedRequest): Placed {
  return { environment, ...callOf(method, decodeURIComponent(path), body) }
}

/** What a call is about: creates by what they create, others by their path, where ids don't say it with the environment. */
function keyOf({ method, path, part, body, environment }: Placed): string {
  const made = isFields(body) && method === 'POST' ? textOf(body['identifier'] ?? body['name'] ?? '') : ''
  const where = path.includes('/environments') ? '' : environment
  return JSON.stringify([method, path, part, made, where])
}

/** What a fresh plan still shows after an apply. */
export function notConverged({ after }: ApplyResult): readonly Change[] {
  return after === undefined ? [] : pendingChanges(after)
}
