// The zod schema of a plan in JSON: what --format json prints and, with sealed values, what a saved plan contains.
import { z } from 'zod'
import { exactOptional, type Inferred } from '../given.ts'
import type { Json } from '../json.ts'
import { channelStateNames } from './channels.ts'
import {
  cause,
  count,
  duplicateNote,
  failedOverNotes,
  ignoredNotes,
  note,
  ownKeyNotes,
  position,
  requests,
  states,
  unmanagedNote,
} from './shapes.ts'

/** Secrets and IDs that aren't known yet are labels such as `(secret env:NAME)`. */
export const value: z.ZodType<Json> = z.json()

const detail = z.strictObject({
  sign: z
    .enum(['+', '-', '~'])
    .describe('+: the value is added. -: the value is removed. ~: the value changes.'),
  path: z.string().describe('The path of the field, such as credentials.apiKey.'),
  before: exactOptional(value, 'The value before the change. Absent if the field has no value.'),
  after: exactOptional(value, 'The value after the change. Absent if the field is removed.'),
})

export const details = z.array(detail)

const method = z.enum(['GET', 'POST', 'PUT', 'PATCH'])

const request = z.strictObject({
  operation: z.string(),
  method,
  path: z.string(),
  body: value.exactOptional(),
  onlyIf: exactOptional(
    value,
    'Fields with values. belfry reads the resource just before the request, and sends the request only if the service returns the values in `onlyIf`.',
  ),
})

export const change = z.strictObject({
  id: z.string(),
  target: z.string().exactOptional(),
  via: z.string().describe('The target whose API key sends the change.'),
  kind: z.string(),
  name: z.string(),
  part: exactOptional(
    z.string(),
    'The part of the resource that the change concerns, such as a channel of a subscriber. Absent if the change concerns the whole resource.',
  ),
  action: z.enum(['create', 'update', 'set-primary', 'resend']),
  stage: z.string(),
  cause,
  needs: z.array(z.string()),
  sideEffects: z.array(z.string()),
  summary: z.string().exactOptional(),
  position: position.describe(
    'The place in a manifest where the resource is declared. In a comparison, `file` is empty if no manifest declares the resource.',
  ),
  operation: z.string(),
  method,
  path: z
    .string()
    .describe(
      'The path of the request. An ID that is not known yet is replaced by a label such as {id of integration ses-eu}.',
    ),
  body: exactOptional(value, 'The body of the request. Each secret is replaced by a label.'),
  requests: exactOptional(
    z.array(request),
    'All requests of the change, in order. Absent if the change needs only a single request.',
  ),
  differences: z.array(detail.extend({ cause })),
})

const channelState = z.strictObject({
  state: z
    .enum(channelStateNames)
    .describe(
      'down: nothing is delivered. degraded: not everything is delivered, or not through the intended integration. failed over: a standby is the primary integration.',
    ),
  why: exactOptional(z.string(), 'The reason as a part of a sentence. Absent if the channel is up.'),
})

const leftMeaning =
  'Only with apply --approved: the number of resources with differences that belfry left unchanged. Absent if there are none.'

export const unreadable = note.extend({
  paths: z.array(z.string()),
  heldBy: exactOptional(
    z.array(z.string()),
    "Ignored fields that the service doesn't return. A request with `paths` would replace these fields, so belfry refuses --resend for this resource.",
  ),
})

/** A target or the organisation. */
export const section = z.strictObject({
  target: exactOptional(z.string(), 'The target. Absent for resources that belong to the organisation.'),
  url: z.string().describe('The service URL.'),
  environment: z.strictObject({ id: z.string(), name: z.string() }).exactOptional(),
  unchanged: count,
  resources: count,
  missing: z.array(note),
  ignored: ignoredNotes,
  unmanaged: z.array(unmanagedNote),
  duplicates: z
    .array(duplicateNote)
    .describe(
      'Declared resources that are in the service more than once, with the same identity. belfry does not compare or change these resources.',
    ),
  waiting: z.array(note),
  waitsFor: z.string().exactOptional(),
  ownKey: ownKeyNotes,
  failedOver: failedOverNotes,
  delivery: exactOptional(
    z.array(states),
    'The state of the integrations before and after the plan is applied, as far as the API contract defines the effects of the changes.',
  ),
  changes: z.array(change),
  unreadable: z.array(unreadable),
  pruned: exactOptional(
    z.array(note.extend({ path: z.string(), count })),
    'Entries of a list, such as device tokens, that belfry applied in an earlier run and that the service removed later. belfry does not send these entries again.',
  ),
  absent: exactOptional(
    z.array(unmanagedNote.extend({ from: z.string() })),
    'Resources that the target `from` does not have. Present only in the output of belfry compare.',
  ),
  inError: exactOptional(
    count,
    'The number of declared resources that were not compared because of an error.',
  ),
  left: exactOptional(count, leftMeaning),
  part: exactOptional(
    z.enum(['saved', 'none']),
    '"saved": a saved plan is applied. belfry compares only the resources of the saved plan, so `unchanged` and `resources` count only these. "none": --only and --exclude leave out all resources of the target.',
  ),
  channels: exactOptional(
    z.array(
      z.strictObject({
        channel: z.string(),
        before: channelState,
        after: exactOptional(channelState, 'Absent if the API contract does not define this state.'),
      }),
    ),
    'The channels that do not deliver as intended, before or after the plan is applied. Absent if all channels are up.',
  ),
})

export const plan = z.strictObject({
  counts: z.strictObject({
    create: count,
    update: count,
    setPrimary: count,
    deactivate: count,
    resend: count,
    unchanged: count,
    unmanaged: count,
    absent: exactOptional(
      count,
      'The number of resources that the other target does not have. Present only in the output of belfry compare.',
    ),
    missing: count,
    waiting: count,
    ownKey: exactOptional(
      count,
      "The number of resources with fields that belfry can't send without the environment's own API key.",
    ),
    duplicates: count.describe('The number of declared resources that are in the service more than once.'),
    inError: count.describe('The number of declared resources that were not compared because of an error.'),
    left: exactOptional(count, leftMeaning),
    failoverDrift: exactOptional(
      count,
      'The number of failovers whose start the journal does not show, or that are older than failover.maxAge in the project file. Absent if there are none.',
    ),
    uncompared: exactOptional(
      z.record(z.string(), count),
      'With --secrets=defer: the number of resources of each kind with secrets that belfry did not compare. Absent if there are none.',
    ),
  }),
  requests,
  causes: exactOptional(
    z.strictObject({ branch: count, drift: count, both: count }),
    'The number of changes with each cause. Present only with --diff-base.',
  ),
  declaredSince: exactOptional(
    z.strictObject({
      base: z.string(),
      changes: z.array(note.extend({ target: z.string().exactOptional(), differences: details })),
    }),
    "Fields whose declared values changed since the base revision, and that can't be compared with the service. Present only with --diff-base.",
  ),
  sections: z.array(section),
})

export type PlanJson = Inferred<typeof plan>
