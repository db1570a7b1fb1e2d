// The one shape of every `--format json`: zod states it, the published JSON Schemas are made from it.
import { z } from 'zod'
import { outcomeEntry, sendingEntry } from '../core/journal.ts'
import { delivery, explanation, judgement, waited } from './delivery-shape.ts'
import { examination } from './doctor-shape.ts'
import { smokeShape } from './smoke-shape.ts'

export const formatVersion = 1

const count = z.int().min(0)

const position = z
  .strictObject({ file: z.string(), line: z.int().min(1), column: z.int().min(1), length: count })
  .describe('Where it is declared; lines and columns count from 1.')

const problem = z.strictObject({
  rule: z.string().describe('A stable id such as unknown-field.'),
  severity: z.enum(['error', 'warning']),
  message: z.string(),
  position: position.optional(),
  resource: z.string().optional(),
  target: z.string().optional(),
  hint: z.string().optional(),
})

/** Secrets and ids that aren't known yet stand as labels such as `(secret env:NAME)`. */
const value = z.json()

const change = z.strictObject({
  id: z.string(),
  target: z.string().optional(),
  via: z.string().describe('The target whose key sends it.'),
  kind: z.string(),
  name: z.string(),
  part: z.string().optional().describe('A part with a call of its own, such as a channel of a subscriber.'),
  action: z.enum(['create', 'update', 'set-primary', 'resend']),
  stage: z.string(),
  operation: z.string(),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH']),
  path: z.string().describe('With symbolic ids such as {id of integration ses-eu}.'),
  body: value.optional().describe('With labels in place of secrets.'),
  differences: z.array(
    z.strictObject({
      sign: z.enum(['+', '-', '~']),
      path: z.string(),
      before: value.optional(),
      after: value.optional(),
    }),
  ),
  needs: z.array(z.string()),
  sideEffects: z.array(z.string()),
  summary: z.string().optional(),
  position,
})

const note = z.strictObject({ kind: z.string(), name: z.string(), position })

const integrationState = z.strictObject({
  active: z.boolean(),
  primary: z.boolean(),
  conditional: z.boolean().describe('Whether it has conditions.'),
})

const requests = z.strictObject({ reads: count, writes: count, milliseconds: z.number().min(0) })

const plan = z.strictObject({
  counts: z.strictObject({
    create: count,
    update: count,
    setPrimary: count,
    deactivate: count,
    resend: count,
    unchanged: count,
    unmanaged: count,
    missing: count,
    waiting: count,
  }),
  requests,
  declaredSince: z
    .strictObject({
      base: z.string(),
      changes: z.array(note.extend({ target: z.string().optional(), differences: change.shape.differences })),
    })
    .optional()
    .describe("With --diff-base: what is declared otherwise than there, of fields that can't be compared."),
  sections: z.array(
    z.strictObject({
      target: z.string().optional().describe('Absent for what belongs to the organisation.'),
      url: z.string(),
      environment: z.strictObject({ id: z.string(), name: z.string() }).optional(),
      changes: z.array(change),
      unchanged: count,
      resources: count,
      missing: z.array(note),
      unreadable: z.array(note.extend({ paths: z.array(z.string()) })),
      pruned: z
        .array(note.extend({ path: z.string(), count }))
        .optional()
        .describe('Entries that were applied once and that the service dropped; they are not sent.'),
      unmanaged: z.array(z.strictObject({ kind: z.string(), name: z.string() })),
      duplicates: z.array(
        z.strictObject({
          kind: z.string(),
          name: z.string(),
          ids: z.array(z.string()),
          position: position.optional(),
        }),
      ),
      waiting: z.array(note),
      waitsFor: z.string().optional(),
      delivery: z
        .array(
          z.strictObject({
            name: z.string(),
            channel: z.string(),
            providerId: z.string(),
            before: integrationState.optional().describe("Absent where it isn't live."),
            after: integrationState.optional().describe("Absent where it isn't live and won't be."),
          }),
        )
        .optional()
        .describe('How the integrations stand before and after, as far as the contract promises it.'),
    }),
  ),
})

const difference = z.strictObject({
  counts: z.strictObject({
    create: count,
    update: count,
    setPrimary: count,
    deactivate: count,
    unchanged: count,
    noLongerManaged: count,
  }),
  sections: z.array(
    z.strictObject({
      target: z.string().optional().describe('Absent for what belongs to the organisation.'),
      standing: z.enum(['added', 'removed']).optional().describe('Of a target that only one side has.'),
      changes: z.array(
        change.omit({ via: true, stage: true, operation: true, method: true, path: true, body: true }),
      ),
      unchanged: count,
      resources: count,
      noLongerManaged: z.array(
        note.extend({
          paths: z
            .array(z.string())
            .optional()
            .describe('Fields of a resource that is still declared; absent where the whole of it is gone.'),
        }),
      ),
    }),
  ),
})

const outcome = z.strictObject({
  id: z.string().describe('The id of the change.'),
  status: z.enum(['done', 'failed', 'skipped', 'unknown', 'stale']),
  already: z
    .literal(true)
    .optional()
    .describe('Live showed it without this call, or after its reply was lost.'),
  reason: z.string().optional(),
  hint: z.string().optional(),
  fields: z
    .array(z.strictObject({ path: z.string(), message: z.string(), position }))
    .optional()
    .describe('Declared fields that the service names in a refusal, with its own words.'),
  startedAt: z
    .number()
    .min(0)
    .optional()
    .describe("Milliseconds from the start of the apply to its first sending; absent where it wasn't sent."),
  milliseconds: z.number().min(0),
})

function envelope<T extends z.ZodRawShape>(command: string, shape: T) {
  return z.strictObject({
    formatVersion: z.literal(formatVersion),
    command: z.literal(command),
    exit: z.int().min(0).max(255),
    problems: z.array(problem),
    ...shape,
  })
}

/** A record of the service, which may have fields that no contract lists. */
const record = z
  .record(z.string(), z.json())
  .describe(
    'As the service answers it, under its own names, with labels such as (secret live) in place of secrets.',
  )

const target = z.string().optional().describe('The target that was asked; absent where it was not.')

const list = {
  target,
  page: count.optional().describe('The page, or with --all the first one; counted from 0.'),
  pageSize: count.optional().describe('Absent with --all.'),
  hasMore: z.boolean().optional().describe('As the service says; with --all, whether --max cut the list.'),
  data: z.array(record).optional().describe('Newest first.'),
}

export const envelopes = {
  /** What goes wrong before any command is known, or because of a bug. */
  belfry: envelope('belfry', {}),
  validate: envelope('validate', {
    files: count.optional(),
    resources: count.optional(),
  }),
  plan: envelope('plan', { plan: plan.optional() }),
  diff: envelope('diff', {
    from: z.string().optional().describe('What was compared, such as a revision or a folder.'),
    to: z.string().optional(),
    diff: difference.optional(),
  }),
  apply: envelope('apply', {
    plans: z
      .array(plan)
      .optional()
      .describe('The plan, then one for each target that stopped waiting on the way.'),
    results: z.array(outcome).optional(),
    after: plan.optional().describe('A fresh plan, made where everything was done.'),
    waiting: z.array(z.strictObject({ target: z.string(), steps: z.array(z.string()) })).optional(),
    keyed: z.array(z.strictObject({ target: z.string(), apiKeyFrom: z.string().optional() })).optional(),
    requests: requests.optional(),
    smoke: z.strictObject(smokeShape).optional().describe('What --smoke found, once all was applied.'),
  }),
  show: envelope('show', {
    journal: z
      .strictObject({
        runs: z.array(
          z.strictObject({
            run: z.string(),
            started: z.string(),
            exit: count.optional().describe('Absent where it ended without its last line.'),
            ended: z.string().optional(),
            outcomes: z.array(outcomeEntry),
            inFlight: z
              .array(sendingEntry)
              .describe('Sent, as far as the journal knows, and never concluded.'),
          }),
        ),
        damaged: z.array(z.int().min(1)).describe('Lines that are no entries, such as one that was cut off.'),
      })
      .optional(),
    saved: z
      .strictObject({
        belfry: z.string().describe('The version that made it.'),
        madeAt: z.string().describe('ISO 8601.'),
        commit: z.string().optional().describe('Of the manifests, where they were in a git repository.'),
        secrets: z
          .enum(['compared', 'named'])
          .describe('named: made with --secrets=defer, for apply --approved only.'),
        plan,
      })
      .optional(),
  }),
  trigger: envelope('trigger', {
    target,
    workflow: z.string().optional(),
    acknowledged: z.boolean().optional(),
    status: z.string().optional().describe("The service's own word; processed means queued, and no more."),
    transactionId: z.string().optional().describe('Present where the trigger was sent, or may have been.'),
    error: z.array(z.string()).optional().describe("The service's own words."),
    attempts: count.optional().describe('How often it was sent, each time with the same transaction id.'),
    request: z
      .strictObject({ method: z.string(), url: z.string(), body: value })
      .optional()
      .describe('With --dry-run: what would be sent.'),
    waited: waited.optional().describe('With --wait or --expect, where the status is processed.'),
    deliveries: z.array(delivery).optional(),
    explanations: z.array(explanation(position)).optional(),
    judgements: z.array(judgement).optional().describe('One for each expectation, and each recipient.'),
  }),
  'events list': envelope('events list', list),
  'events get': envelope('events get', {
    target,
    event: record.optional(),
    explanations: z.array(explanation(position)).optional().describe('With --explain.'),
  }),
  'messages list': envelope('messages list', list),
  'messages get': envelope('messages get', {
    target,
    looked: count.optional().describe('How many messages were looked through.'),
    message: record.optional(),
  }),
  smoke: envelope('smoke', smokeShape),
  doctor: envelope('doctor', examination),
  sandbox: envelope('sandbox', {
    url: z.string().optional(),
    environments: z.array(z.strictObject({ name: z.string(), apiKey: z.string() })).optional(),
  }),
} as const

export type PlanJson = z.infer<typeof plan>
export type DiffJson = z.infer<typeof difference>
export type ProblemJson = z.infer<typeof problem>
export type OutcomeJson = z.infer<typeof outcome>
