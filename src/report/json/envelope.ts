// The shape of every `--format json`, as zod schemas, from which the published JSON Schemas are made.
import { z } from 'zod'
import { optional } from '../../core/given.ts'
import {
  auditedTarget,
  count,
  examination,
  leftResource,
  origin,
  requests,
  unreadTarget,
} from '../../core/plan/shapes.ts'
import { delivery, explanation, judgement, waited } from '../../core/delivery/delivery.ts'
import { listCommands, listRows, type ListCommand } from '../list-rows.ts'
import { listed, outcome, problem } from './common-shapes.ts'
import { failoverShape, smokeShape } from './run-shapes.ts'
import { runs, difference } from './diff-shape.ts'
import { formatVersion } from './pieces.ts'
import { plan, value } from '../../core/plan/plan-shape.ts'
import { resultShapes } from './result-shapes.ts'
import type { Results } from '../results.ts'

/** @internal */
export function envelope<T extends z.ZodRawShape>(command: string, shape: T) {
  return z.strictObject({
    formatVersion: z.literal(formatVersion),
    command: z.literal(command),
    exit: z.int().min(0).max(255),
    problems: z.array(problem),
    ...shape,
  })
}

const { target, record } = listed

function listEnvelope(command: ListCommand) {
  return envelope(command, listRows[command].json(listed))
}

export const envelopes = {
  /** For failures before the command is known, or because of a bug. */
  belfry: envelope('belfry', {}),
  validate: envelope('validate', {
    files: count.optional(),
    resources: count.optional(),
    ignored: optional(
      z.array(
        z.strictObject({
          name: z.string(),
          reason: z.enum(['hidden', 'node_modules', 'ending', 'folder', 'project file', 'not named']),
        }),
      ),
      'Files and folders that match a pattern, but that belfry did not read because of their names.',
    ),
  }),
  plan: envelope('plan', { plan: plan.optional() }),
  diff: envelope('diff', {
    from: optional(z.string(), 'The first version that was compared, such as a revision or a folder.'),
    to: optional(z.string(), 'The second version that was compared.'),
    diff: difference.optional(),
  }),
  compare: envelope('compare', {
    from: optional(z.string(), 'The target whose resources are the desired state.'),
    to: optional(z.string(), 'The target that was compared with the resources of `from`.'),
    by: optional(
      z.enum(['live', 'declared']),
      '"live": belfry compared what is in the service. "declared": belfry compared the manifests.',
    ),
    plan: optional(
      plan,
      'What the resources of `from` would change in `to`. belfry never sends these requests.',
    ),
  }),
  apply: envelope('apply', {
    plans: optional(
      z.array(plan),
      'The first plan, followed by a plan for each target whose API key belfry received from the service during the run.',
    ),
    results: z.array(outcome).optional(),
    after: optional(
      plan,
      'The new plan that belfry makes after the last change. Present only if all changes are done.',
    ),
    waiting: z.array(z.strictObject({ target: z.string(), steps: z.array(z.string()) })).optional(),
    keyed: z.array(z.strictObject({ target: z.string(), apiKeyFrom: z.string().optional() })).optional(),
    requests: requests.optional(),
    differencesLeft: optional(
      z.array(leftResource),
      'Only with --approved: the differences that the approved plan does not contain. belfry left them unchanged.',
    ),
    secretsLeft: optional(
      z.array(leftResource),
      'Only with --approved: the secrets that the apply would send, but that the approved plan does not contain. belfry did not send them.',
    ),
    smoke: optional(
      z.strictObject(smokeShape),
      'The result of --smoke. Present only if all changes were applied.',
    ),
  }),
  failover: envelope('failover', failoverShape),
  show: envelope('show', {
    journal: z
      .strictObject({
        runs,
        damaged: z
          .array(z.int().min(1))
          .describe('The numbers of the lines that are not valid entries, such as a truncated line.'),
      })
      .optional(),
    saved: z
      .strictObject({
        ...origin,
        plan,
      })
      .optional(),
  }),
  trigger: envelope('trigger', {
    target,
    workflow: z.string().optional(),
    acknowledged: z.boolean().optional(),
    status: optional(
      z.string(),
      'The status that the service returned. The status "processed" only means that the trigger was queued.',
    ),
    transactionId: optional(
      z.string(),
      'The transaction ID. Present if the trigger was sent or may have been sent.',
    ),
    error: optional(z.array(z.string()), 'The error messages of the service.'),
    request: optional(
      z.strictObject({ method: z.string(), url: z.string(), body: value }),
      'The request that belfry would send. Present only with --dry-run.',
    ),
    waited: optional(
      waited,
      'How the wait ended. Present with --wait or --expect, if the status is "processed".',
    ),
    deliveries: z.array(delivery).optional(),
    explanations: z.array(explanation).optional(),
    judgements: optional(
      z.array(judgement),
      'The results of --expect: a result for each expectation and recipient.',
    ),
  }),
  'events list': listEnvelope('events list'),
  'events get': envelope('events get', {
    target,
    event: record.optional(),
    explanations: optional(
      z.array(explanation),
      'The explanations of the steps. Present only with --explain.',
    ),
  }),
  'messages list': listEnvelope('messages list'),
  'messages get': envelope('messages get', {
    target,
    searched: optional(count, 'The number of messages that were searched.'),
    message: record.optional(),
  }),
  // In the order of the published schemas, lists of events and messages keep their place above.
  ...Object.fromEntries(listCommands.map((command) => [command, listEnvelope(command)])),
  smoke: envelope('smoke', smokeShape),
  doctor: envelope('doctor', examination),
  audit: envelope('audit', {
    targets: optional(z.array(auditedTarget), 'The targets that belfry read completely.'),
    unread: optional(
      z.array(unreadTarget),
      'The targets that belfry did not read completely, and the kinds of resources it did not read completely. Absent if the audit is complete.',
    ),
    findings: optional(
      count,
      'The number of findings. `problems` contains at most 1,000 findings of each rule and target.',
    ),
  }),
  ...Object.fromEntries(
    Object.entries(resultShapes satisfies { readonly [Command in keyof Results]: z.ZodRawShape }).map(
      ([command, shape]) => [command, envelope(command, shape)],
    ),
  ),
} as const
