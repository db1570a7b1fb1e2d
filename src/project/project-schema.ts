// The schema of belfry.yaml. It accepts only what has an effect.
import { z } from 'zod'
import { optional } from '../core/given.ts'
import { hasTooManyChoices, tooManyChoices } from '../core/glob.ts'
import { configurableRules } from '../core/rules.ts'
import { lengthOfTime } from '../core/words.ts'
import { choice, type IssueParams } from '../kinds/form.ts'

const notEmpty = z.string().min(1)

/** A pattern that can't match would silently leave out what it is meant for. */
const pattern = z
  .string()
  .min(1)
  .refine((text) => !hasTooManyChoices(text), {
    params: { rule: 'wrong-value', message: tooManyChoices } satisfies IssueParams,
  })

const mode = choice({
  report: 'List the integrations (default).',
  ignore: 'Leave the integrations out of the output.',
  deactivate: 'Deactivate the integrations.',
  fail: 'Refuse the plan.',
})

const aMode = 'report, ignore, deactivate, fail, or a map with mode and ignore'

const unmanaged = z
  .union(
    [
      mode,
      z.strictObject({
        mode: mode.describe(
          'What to do with the integrations that match no pattern in "ignore". The values are "report", "ignore", "deactivate" and "fail".',
        ),
        ignore: optional(
          z.array(pattern),
          'Integrations that belfry leaves unchanged and out of the output: a list of patterns of identifiers. * matches any characters, ? a single one, and {a,b} matches a or b.',
        ),
      }),
    ],
    { error: aMode },
  )
  .describe(
    'What to do with integrations that are in the service but in no manifest. "report" (default) lists them, "ignore" leaves them out of the output, "deactivate" deactivates them, and "fail" refuses the plan. With -f, --only or --exclude, belfry treats "deactivate" and "fail" as "report".',
  )

const aLimit = 'a number of resources, or a percentage from 0% to 100%'
const notALimit = { errorMessage: `Write ${aLimit}.` }

const limit = (meaning: string) =>
  z
    .union(
      [
        z.int().min(0).meta(notALimit),
        z
          .string()
          .regex(/^(?:\d{1,2}|100)%$/, aLimit)
          .meta(notALimit),
      ],
      aLimit,
    )
    .describe(
      `${meaning} A number of resources, or a percentage such as 30% of the resources in the service (of subscribers, only declared ones count). A percentage applies only if at least 10 count. Default: no limit.`,
    )
    .optional()

const limits = z
  .strictObject({
    integration: optional(
      z.strictObject({
        updates: limit('The maximum number of integrations that one run of apply may update.'),
        creates: limit('The maximum number of integrations that one run of apply may create.'),
        deactivations: limit('The maximum number of integrations that one run of apply may deactivate.'),
        primaries: limit('The maximum number of integrations that one run of apply may set as primary.'),
      }),
      'Limits for integrations.',
    ),
    subscriber: optional(
      z.strictObject({
        updates: limit('The maximum number of subscribers that one run of apply may update.'),
        creates: limit('The maximum number of subscribers that one run of apply may create.'),
      }),
      'Limits for subscribers.',
    ),
  })
  .describe(
    'How many resources of each kind one run of apply may change. --max-changes overrides these limits for one run.',
  )

const names = (what: string) =>
  optional(
    z.array(pattern),
    `The ${what} that this project manages: a list of patterns. * matches any characters, ? a single one, and {a,b} matches a or b.`,
  )

const owns = z
  .strictObject({
    environment: names('environments'),
    integration: names('integrations'),
    subscriber: names('subscribers'),
    primary: optional(
      z.array(z.enum(['email', 'sms'])),
      'The channels whose primary integration this project manages. The list can contain "email" and "sms".',
    ),
  })
  .describe(
    'The part of the environments that this project manages, if other projects manage the rest. Manifests can declare only what matches. belfry refuses a change with a side effect outside of this part. Default: everything.',
  )

const ignored = (kinds: string) =>
  optional(
    z.array(pattern),
    `The ignored fields of all ${kinds}: a list of paths such as data.lastLogin. * matches any characters.`,
  )

const ignore = z
  .strictObject({
    environment: ignored('environments'),
    integration: ignored('integrations'),
    subscriber: ignored('subscribers'),
  })
  .describe(
    'Fields that belfry leaves as they are in the service: belfry does not compare or change these fields. A new resource gets the declared values. The field ignore of a resource in a manifest ignores fields of a single resource.',
  )

const variable: z.ZodType = z
  .union([z.string(), z.number(), z.boolean(), z.array(z.unknown()), z.record(z.string(), z.unknown())], {
    error: 'a string, number, boolean, list or map',
  })
  .describe(
    'A value of any type. Strings can contain ${env:NAME}, ${env:NAME|plain}, ${file:path} and ${secret:NAME}.',
  )

const variables = z.record(z.string(), variable)

const vendor = z.string().regex(/^[a-z]+$/, 'one word in lower-case letters, such as svc or novu')

const target = z
  .strictObject({
    environment: optional(
      notEmpty,
      'The name of the environment in the service. Default: the name of the target.',
    ),
    environmentId: optional(
      notEmpty,
      'The _id of the environment. Required only if the service does not return the environment to which an API key belongs.',
    ),
    apiKey: optional(
      z.union([notEmpty, z.array(notEmpty).min(1)]),
      'The API key of the environment: a single reference such as ${env:BELFRY_PRODUCTION_API_KEY}. While two API keys are valid, a list of references: belfry uses the first API key that the service accepts.',
    ),
    vendor: optional(
      vendor,
      'The prefix of built-in provider IDs such as novu-slack (here: novu), for this target. Default: service.vendor.',
    ),
    url: optional(notEmpty, 'The service URL of this target. Default: service.url.'),
    variables: optional(
      variables,
      'Variables of this target. These variables override shared variables with the same name.',
    ),
    unmanaged: unmanaged.optional(),
    protected: optional(
      z.boolean(),
      'If true, apply requires a saved plan, an approved plan or --allow-protected. Default: false.',
    ),
    limits: limits.optional(),
  })
  .nullable()

/** `>=0.3`, `>=0.3.2 <1`: a lower bound, and an upper one that is not included. */
export const versionRange =
  /^>=((?:0|[1-9]\d{0,8})(?:\.(?:0|[1-9]\d{0,8})){0,2})(?: <((?:0|[1-9]\d{0,8})(?:\.(?:0|[1-9]\d{0,8})){0,2}))?$/

export const projectSchema = z
  .strictObject({
    requires: optional(
      z
        .string()
        .regex(
          versionRange,
          'a range of versions: ">=0.3" or ">=0.3 <1"; other operators, such as ^ and ~, are not supported',
        ),
      'The versions of belfry that the project file is written for, such as ">=0.3" or ">=0.3 <1". Other versions stop with exit code 3 before they check the other fields. A pre-release is treated as its final version: 0.3.0-beta.1 is treated as 0.3.0.',
    ),
    service: optional(
      z.strictObject({
        url: optional(
          notEmpty,
          'The service URL: a reference such as ${env:BELFRY_URL}, an https URL, or "sandbox" for a local sandbox (on another port: "sandbox:4711"). Default: BELFRY_URL.',
        ),
        vendor: optional(
          vendor,
          'The prefix of built-in provider IDs such as novu-slack (here: novu). A single word. Default: belfry reads the prefix from the integrations in the service.',
        ),
      }),
      'The notification service.',
    ),
    variables: optional(
      variables,
      'Variables that all targets share: a map from name to value. Manifests refer to a variable by ${var:NAME}.',
    ),
    targets: optional(
      z.record(z.string(), target),
      'The targets by name. Each target is one environment with its API key. apply changes the targets in this order.',
    ),
    manifests: optional(z.array(notEmpty), 'The manifests: a list of files, folders and globs.'),
    owns: owns.optional(),
    ignore: ignore.optional(),
    unmanaged: unmanaged.optional(),
    privacy: optional(
      choice({ mask: 'Mask personal data.', show: 'Show personal data (default).' }),
      'Personal data in text and JSON output: "show" (default) or "mask". Markdown, HTML and pipeline reports always mask personal data.',
    ),
    unreadable: optional(
      choice({
        never: 'Do not send the fields (default).',
        always: 'Send the fields at each apply.',
        ledger: 'Send a field if its value differs from the value in .belfry/ledger.json.',
      }),
      'Whether apply resends declared fields that the service doesn\'t return. "never" (default): apply doesn\'t resend the fields. "always": each apply resends the fields. "ledger": apply resends a field only if its declared value differs from the value that .belfry/ledger.json records.',
    ),
    subscribers: optional(
      z.strictObject({
        missing: optional(
          choice({ report: 'List the subscriber (default).', fail: 'Refuse the plan.' }),
          'What to do if a declared subscriber is not in the service. "report" (default) lists the subscriber, and "fail" refuses the plan.',
        ),
        create: optional(
          choice({
            never: 'Create no subscribers (default).',
            api: 'Create subscribers with POST /v2/subscribers.',
          }),
          'Whether apply creates declared subscribers that are not in the service: "never" (default) or "api". The value "api" uses POST /v2/subscribers. Deployed services have this operation, but the API contract does not list it.',
        ),
      }),
      'How belfry handles subscribers that are not in the service.',
    ),
    smoke: optional(
      z.strictObject({
        suites: optional(
          z.array(notEmpty),
          'The smoke suites that belfry smoke runs: a list of files, folders and globs.',
        ),
        recipients: optional(
          z.array(pattern),
          'The recipients that may get test notifications on protected targets: a list of subscriber IDs and topic:KEY. * matches any characters.',
        ),
      }),
      'Test notifications after a deployment.',
    ),
    failover: optional(
      z.strictObject({
        maxAge: optional(
          z.string().regex(lengthOfTime, 'a number with a unit, such as 30m or 24h'),
          'The age from which a failover is drift, such as 24h: plan --detailed-exitcode then exits with 2. Default: no limit. A failover that is not in the journal .belfry/failover.ndjson is drift at any age.',
        ),
      }),
      'Failovers to a standby.',
    ),
    rules: optional(
      z
        .record(
          z.string(),
          choice({
            error: 'The problem is an error.',
            warn: 'The problem is a warning.',
            off: 'The problem is not reported.',
          }),
        )
        .meta({ propertyNames: { enum: configurableRules } }),
      'The severity of rules: a map from rule ID to "error", "warn" or "off".',
    ),
  })
  .describe('A belfry project file.')

export type ProjectFile = z.infer<typeof projectSchema>
export type TargetFile = NonNullable<NonNullable<ProjectFile['targets']>[string]>
