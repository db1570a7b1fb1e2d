// Parts that several shapes have: positions, notes, integrations and causes; and what doctor and audit found.
import { z } from 'zod'
import { exactOptional, optional, type Inferred } from '../given.ts'

export const count = z.int().min(0)

export const spot = z.strictObject({
  file: z.string().describe('The path of the file.'),
  line: z.int().min(1).describe('The line number, counted from 1.'),
  column: z.int().min(1).describe('The column number, counted from 1.'),
  length: count.describe('The number of characters.'),
})

export const position = spot.describe('The place in a manifest where the resource or value is declared.')

export const note = z.strictObject({ kind: z.string(), name: z.string(), position })

export const unmanagedNote = note.omit({ position: true })

export const duplicateNote = unmanagedNote.extend({
  ids: z.array(z.string()),
  position: position.exactOptional(),
})

export const ignoredNotes = exactOptional(
  z.array(
    duplicateNote.omit({ ids: true }).extend({
      paths: z.array(z.string()),
      uncreated: exactOptional(
        z.array(z.string()),
        'Declared objects, such as channels, that are not in the service. belfry does not create them, because all their declared fields are ignored.',
      ),
    }),
  ),
  "Paths of fields that belfry doesn't compare, because a manifest or the project file ignores them. The name * means all resources of the kind. Absent if no fields are ignored.",
)

const ownKeyNote = note.extend({
  fields: z.array(z.string()),
  target: exactOptional(
    z.string(),
    'The target of the environment. This target has no API key yet. Absent if the project file has no target for this environment.',
  ),
  apiKeyFrom: exactOptional(
    z.string(),
    'The source of the API key of this target, such as env:BELFRY_API_KEY.',
  ),
})

export const ownKeyNotes = exactOptional(
  z.array(ownKeyNote),
  "Fields that belfry doesn't send, because the service accepts these fields only with the environment's own API key, and belfry doesn't have this API key.",
)

export const failedOverNotes = exactOptional(
  z.array(
    note.extend({
      target: z.string(),
      field: z.string().describe('The field that belfry leaves as it is in the service.'),
      channel: z.string(),
      to: z.string().describe('The standby that is the primary integration of the channel.'),
      isProtected: exactOptional(
        z.literal(true),
        'true if the target is protected: the return needs --allow-protected and --reason.',
      ),
      inactive: exactOptional(z.literal(true), 'true if the standby is inactive, so it delivers nothing.'),
      since: exactOptional(
        z.string(),
        'The time of the failover, in ISO 8601. Absent if it is not known: the journal of failovers is not there, its last entry for the channel makes another integration primary, or a later line is damaged.',
      ),
      damaged: exactOptional(
        z.array(z.int().min(1)),
        'The damaged lines of .belfry/failover.ndjson, if the time is not known because of them.',
      ),
      overdue: exactOptional(
        z.string(),
        'Present if the failover is older than failover.maxAge in the project file: the value of maxAge. A failover with "overdue" or without "since" is drift.',
      ),
    }),
  ),
  'Integrations of a channel that failed over to a standby. belfry neither promotes the declared primary integration nor deactivates the standby, unless --failback is given.',
)

export const integrationState = z.strictObject({
  active: z.boolean().describe('Whether the integration is active.'),
  primary: z.boolean().describe('Whether the integration is the primary integration of its channel.'),
  conditional: z.boolean().describe('Whether the integration has conditions or routing rules.'),
  routes: exactOptional(
    z.enum(['everything', 'nothing']),
    'What the conditions or rules match, if they match all notifications or none.',
  ),
  withoutCredentials: exactOptional(
    z.literal(true),
    'Present if the service shows that the integration has no credentials, and its provider needs some.',
  ),
})

export const states = z.strictObject({
  name: z.string(),
  channel: z.string(),
  providerId: z.string(),
  declaredInactive: exactOptional(
    z.literal(true),
    'Present if a manifest declares active: false for the integration.',
  ),
  before: exactOptional(
    integrationState,
    'The state before the plan is applied. Absent if the integration is not in the service.',
  ),
  after: exactOptional(
    integrationState,
    'The state after the plan is applied. Absent if the integration is not in the service and the plan does not create it.',
  ),
})

export const requests = z.strictObject({ reads: count, writes: count, milliseconds: z.number().min(0) })

/** Where a saved plan comes from. */
export const origin = {
  belfry: z.string().describe('The version of belfry that made the plan.'),
  madeAt: z.string().describe('The time when the plan was made, in ISO 8601.'),
  commit: exactOptional(
    z.string(),
    'The git commit of the manifests. Absent if the manifests are not in a git repository.',
  ),
  secrets: z
    .enum(['compared', 'named'])
    .describe(
      '"compared" means that the plan was made with the values of the secrets. "named" means that the plan was made with --secrets=defer, or that a secret had no value, so the plan contains only the names of the secrets, and only apply --approved accepts the plan.',
    ),
  failback: exactOptional(
    z.literal(true),
    'true if the plan was made with --failback, so the plan undoes a failover.',
  ),
}

export const cause = exactOptional(
  z.enum(['branch', 'drift', 'both', 'meant', 'unmeant', 'partly']),
  'Where the change comes from. "branch": the value in the current manifests differs from the value in the base revision, or the base revision declares no value. "drift": the base revision and the current manifests declare the same value, but the service has a different value, for example because of a manual edit. "both": the declared value changed since the base revision, and the service has neither the old nor the new value. A change is also "both" if some of its fields are "branch" and other fields are "drift". Present only with --diff-base. In the output of belfry compare: "meant": the manifests declare the field differently for the two targets, with perTarget or a variable. "unmeant": all other differences. "partly": some fields of the change are "meant".',
)

/** `branch`, `drift` and `both` are of a plan with a base; `meant`, `unmeant` and `partly` of a comparison of two targets. */
export type Cause = NonNullable<Inferred<typeof cause>>

/** What an approved plan doesn't list of one resource. */
export const leftResource = z.strictObject({
  target: exactOptional(z.string(), 'Absent for resources that belong to the organisation.'),
  kind: z.string(),
  name: z.string(),
  fields: z
    .array(z.string())
    .describe('The paths of the fields, such as credentials.apiKey. Empty for a whole resource.'),
})

const finding = z.strictObject({
  check: z.string().describe('The name of the check, such as key.'),
  status: z
    .enum(['ok', 'note', 'problem'])
    .describe('The result of the check. If the status is "problem", belfry apply would stop.'),
  message: z.string(),
  hint: z.string().optional(),
})

export const examination = {
  project: optional(z.array(finding), 'The findings that apply to the project and not to a single target.'),
  targets: z
    .array(
      z.strictObject({
        target: z.string(),
        url: z.string().describe('The service URL.'),
        environment: optional(
          z.strictObject({
            id: z.string(),
            name: z.string(),
            evidence: z.enum(['hash', 'key', 'subscriber', 'event', 'environmentId', 'name']),
          }),
          "The environment that the API key belongs to. Absent if belfry can't determine the environment.",
        ),
        organisation: z.string().optional(),
        findings: z.array(finding),
      }),
    )
    .optional(),
}

export const auditedTarget = z.strictObject({
  target: z.string(),
  integrations: count,
  subscribers: count,
  unchecked: optional(
    z.literal('credentials'),
    'What belfry did not check, because the service does not return it.',
  ),
})

export const unreadTarget = z.strictObject({
  target: z.string(),
  kinds: z.array(z.enum(['integration', 'subscriber'])),
})
