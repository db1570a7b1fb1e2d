// What people write in belfry.yaml. Only what works is accepted.
import { z } from 'zod'
import { rules } from '../core/rules.ts'

const unmanaged = z
  .enum(['report', 'ignore', 'deactivate', 'fail'])
  .describe(
    'What to do about integrations that are live and in no manifest. With -f, --only or --exclude deactivate and fail only report.',
  )

const aLimit = { error: 'a number of resources, or a share such as 30%' }

const limit = z
  .union([z.int().min(0), z.string().regex(/^(?:\d{1,2}|100)%$/, aLimit)], aLimit)
  .describe(
    'A number of resources, or a share such as 30% of those that are live, which counts where 10 or more are.',
  )
  .optional()

const limits = z
  .strictObject({
    integration: z
      .strictObject({ updates: limit, creates: limit, deactivations: limit, primaries: limit })
      .optional(),
    subscriber: z.strictObject({ updates: limit, creates: limit }).optional(),
  })
  .describe('How much one apply may change; --max-changes overrides it for one run.')

const variable: z.ZodType = z
  .union([z.string(), z.number(), z.boolean(), z.array(z.unknown()), z.record(z.string(), z.unknown())], {
    error: 'a text, number, boolean, list or map',
  })
  .describe('A value of any type; texts may refer to ${env:NAME}, ${env:NAME|plain} and ${file:path}.')

const variables = z.record(z.string(), variable)

const vendor = z.string().regex(/^[a-z]+$/, 'one word in small letters such as svc or novu')

const target = z
  .strictObject({
    environment: z
      .string()
      .min(1)
      .optional()
      .describe("The environment's name in the service; the key by default."),
    environmentId: z
      .string()
      .min(1)
      .optional()
      .describe("The environment's _id, for services that don't tell which environment a key belongs to."),
    apiKey: z.string().min(1).optional().describe('A reference such as ${env:BELFRY_PRODUCTION_API_KEY}.'),
    vendor: vendor.optional().describe("This target's, where it isn't `service.vendor`."),
    url: z.string().min(1).optional().describe("This target's service, where it isn't `service.url`."),
    variables: variables.optional().describe('Variables of this target; they come before the shared ones.'),
    unmanaged: unmanaged.optional(),
    protected: z
      .boolean()
      .optional()
      .describe('Whether apply needs a saved or an approved plan, or --allow-protected.'),
    limits: limits.optional(),
  })
  .nullable()

const settable = rules.filter(({ configurable }) => configurable).map(({ id }) => id)

export const projectSchema = z
  .strictObject({
    service: z
      .strictObject({
        url: z
          .string()
          .min(1)
          .optional()
          .describe(
            'The address of the service, a reference such as ${env:BELFRY_URL}, or `sandbox`, on another port `sandbox:4711`.',
          ),
        vendor: vendor
          .optional()
          .describe(
            "The service's own name in values such as novu-slack. Found in what is live where it isn't set.",
          ),
      })
      .optional(),
    variables: variables.optional().describe('Variables of all targets.'),
    targets: z
      .record(z.string(), target)
      .optional()
      .describe('Environments with a key of their own, in the order in which apply walks them.'),
    manifests: z.array(z.string().min(1)).optional().describe('Files, folders and globs.'),
    unmanaged: unmanaged.optional(),
    privacy: z
      .enum(['mask', 'show'])
      .optional()
      .describe(
        'mask: what is about persons is masked on the terminal and in JSON too, as it is in all that others read.',
      ),
    unreadable: z
      .enum(['never', 'always', 'ledger'])
      .optional()
      .describe(
        "Whether declared fields that the service doesn't show are sent at each apply, or where .belfry/ledger.json doesn't know that they were.",
      ),
    subscribers: z
      .strictObject({
        missing: z
          .enum(['report', 'fail'])
          .optional()
          .describe("What a declared subscriber means that the service doesn't know."),
        create: z
          .enum(['never', 'api'])
          .optional()
          .describe(
            "Whether apply creates declared subscribers that the service doesn't know, with `POST /v2/subscribers`, which deployed services have and the contract lacks.",
          ),
      })
      .optional(),
    smoke: z
      .strictObject({
        suites: z
          .array(z.string().min(1))
          .optional()
          .describe('Smoke suites that belfry smoke runs: files, folders and globs.'),
        recipients: z
          .array(z.string().min(1))
          .optional()
          .describe(
            'Who may get test notifications on protected targets: subscriber ids, and topics as topic:KEY.',
          ),
      })
      .optional()
      .describe('Test notifications after a deploy.'),
    rules: z
      .record(z.string(), z.enum(['error', 'warn', 'off']))
      .meta({ propertyNames: { enum: settable } })
      .optional()
      .describe('Severities of rules.'),
  })
  .describe('A belfry project.')

export type ProjectFile = z.infer<typeof projectSchema>
export type TargetFile = NonNullable<NonNullable<ProjectFile['targets']>[string]>
