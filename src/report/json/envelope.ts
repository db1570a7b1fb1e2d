// The one shape of every `--format json`: zod states it, the published JSON Schemas are made from it.
import { z } from 'zod'
import { outcomeEntry, sendingEntry } from '../../core/plan/journal.ts'
import { count, origin, position, requests } from '../../core/plan/shapes.ts'
import { delivery, explanation, judgement, waited } from './delivery-shape.ts'
import { examination } from './doctor-shape.ts'
import { formatVersion } from './json.ts'
import { difference, outcome, plan, problem, value } from './plan-shape.ts'
import { smokeShape } from './smoke-shape.ts'
import { resultShapes } from '../results.ts'

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
    'As the service returns it, with its own field names and with labels such as (secret live) in place of secrets.',
  )

const target = z.string().optional().describe('The target that was read. Absent if none was read.')

const list = {
  target,
  page: count.optional().describe('The page, counted from 0. With --all, the first page.'),
  pageSize: count.optional().describe('Absent with --all.'),
  hasMore: z
    .boolean()
    .optional()
    .describe('As the service reports it. With --all, whether --max truncated the list.'),
  data: z.array(record).optional().describe('Newest first.'),
}

const resources = {
  target,
  data: z
    .array(z.looseObject({ _id: z.string(), when: z.string().optional(), managed: position.nullish() }))
    .optional()
    .describe(
      'With the field names of manifests. `managed` is the place in the manifest that declares the resource: null if no manifest declares it, absent if that is unknown.',
    ),
}

export const envelopes = {
  /** What goes wrong before any command is known, or because of a bug. */
  belfry: envelope('belfry', {}),
  validate: envelope('validate', {
    files: count.optional(),
    resources: count.optional(),
    ignored: z
      .array(
        z.strictObject({
          name: z.string(),
          reason: z.enum(['hidden', 'node_modules', 'ending', 'folder', 'project file']),
        }),
      )
      .optional()
      .describe('Files and folders that match a pattern but were not read because of their names.'),
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
      .describe('The plan, then one more for each target that stopped waiting during the apply.'),
    results: z.array(outcome).optional(),
    after: plan.optional().describe('A new plan, made if everything was done.'),
    waiting: z.array(z.strictObject({ target: z.string(), steps: z.array(z.string()) })).optional(),
    keyed: z.array(z.strictObject({ target: z.string(), apiKeyFrom: z.string().optional() })).optional(),
    requests: requests.optional(),
    smoke: z
      .strictObject(smokeShape)
      .optional()
      .describe('The result of --smoke, which runs when everything was applied.'),
  }),
  show: envelope('show', {
    journal: z
      .strictObject({
        runs: z.array(
          z.strictObject({
            run: z.string(),
            started: z.string(),
            exit: count.optional().describe('Absent if the run ended unexpectedly.'),
            ended: z.string().optional(),
            outcomes: z.array(outcomeEntry),
            inFlight: z
              .array(sendingEntry)
              .describe('Requests that were sent and have no result in the journal.'),
          }),
        ),
        damaged: z
          .array(z.int().min(1))
          .describe('Numbers of the lines that are not valid entries, such as a truncated line.'),
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
    status: z
      .string()
      .optional()
      .describe('The status that the service returned. processed only means that the trigger was queued.'),
    transactionId: z.string().optional().describe('Present if the trigger was sent or may have been sent.'),
    error: z.array(z.string()).optional().describe('Error messages of the service.'),
    request: z
      .strictObject({ method: z.string(), url: z.string(), body: value })
      .optional()
      .describe('With --dry-run: the request that would be sent.'),
    waited: waited.optional().describe('With --wait or --expect, if the status is processed.'),
    deliveries: z.array(delivery).optional(),
    explanations: z.array(explanation).optional(),
    judgements: z.array(judgement).optional().describe('One for each expectation and recipient.'),
  }),
  'events list': envelope('events list', list),
  'events get': envelope('events get', {
    target,
    event: record.optional(),
    explanations: z.array(explanation).optional().describe('With --explain.'),
  }),
  'messages list': envelope('messages list', list),
  'messages get': envelope('messages get', {
    target,
    looked: count.optional().describe('How many messages were searched.'),
    message: record.optional(),
  }),
  'get environments': envelope('get environments', resources),
  'get integrations': envelope('get integrations', resources),
  'get subscribers': envelope('get subscribers', {
    ...list,
    next: z.string().nullish().describe('The cursor for --after; null on the last page.'),
    previous: z.string().nullish().describe('The cursor for --before; null on the first page.'),
    totalCount: count.optional().describe('The number on all pages, as the service counts them.'),
    totalCountCapped: z.boolean().optional().describe('Whether there are more than totalCount.'),
    data: z.array(record).optional(),
  }),
  smoke: envelope('smoke', smokeShape),
  doctor: envelope('doctor', examination),
  ...Object.fromEntries(
    Object.entries(resultShapes).map(([command, shape]) => [command, envelope(command, shape)]),
  ),
} as const
