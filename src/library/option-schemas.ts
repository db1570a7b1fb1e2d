// What a program may hand in, checked before anything is done: an option that isn't known could widen what is selected.
import { z } from 'zod'
import type { Problem } from '../core/problem.ts'
import { didYouMean } from '../core/similar.ts'
import { badFlag } from './problems.ts'
import type {
  EventsOptions,
  ExportOptions,
  FailoverOptions,
  GetOptions,
  ListOptions,
  MessagesOptions,
  OneTargetOptions,
} from './listing/types.ts'
import type { GuardOptions, ManifestOptions, MethodOptions } from './method.ts'
import type {
  ApplyOptions,
  AuditOptions,
  CompareOptions,
  DiffOptions,
  DoctorOptions,
  LogOptions,
  OpenOptions,
  PlanOptions,
  PromoteOptions,
  SavedPlan,
  SmokeOptions,
  Trigger,
  TriggerOptions,
  ValidateOptions,
} from './types.ts'

/** A schema for each option of the type: one that is missing or too much doesn't compile. */
type Shape<Options> = { readonly [Name in keyof Options]-?: z.ZodType<Options[Name]> }

// The message of each completes `NAME …`.
const must = (what: string) => ({ error: `must be ${what}` })
const text = z.string(must('a string'))
const name = text.min(1, { error: 'is empty' })
const flag = z.boolean(must('true or false')).optional()
const number = z.number(must('a number')).optional()
const texts = z.array(text, must('a list of strings'))
/** Without it, everything is chosen: a list that came out empty must not be taken for that. */
const choice = texts
  .min(1, { error: 'is an empty list, which selects nothing: to select everything, leave the option out' })
  .optional()
const limits = z.record(z.string(), z.union([text, z.number()], must('a string or a number')), {
  error: 'must be an object',
})
const object = z.custom<object>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  must('an object'),
)

const recipients = z.array(z.union([name, object], must('a string or an object')), {
  error: 'must be a string, or a list of strings and objects',
})
const to = z.preprocess(
  (value) => (value === '' ? [] : typeof value === 'string' ? [value] : value),
  recipients.min(1, { error: 'contains no recipient' }),
)

const method: Shape<MethodOptions> = {
  signal: z.instanceof(AbortSignal, must('an AbortSignal')).optional(),
  onEvent: z
    .custom<NonNullable<MethodOptions['onEvent']>>((value) => typeof value === 'function', must('a function'))
    .optional(),
  throwOnErrors: flag,
}
const manifests: Shape<ManifestOptions> = { targets: choice, files: choice }
const guards: Shape<GuardOptions> = { maxChanges: limits.optional(), failback: flag }

const open: Shape<OpenOptions> = {
  cwd: name,
  env: z.preprocess(plain, z.record(z.string(), text.optional(), must('an object of variables'))).optional(),
  config: text.optional(),
  dotenv: text.optional(),
  url: text.optional(),
  apiKey: text.optional(),
  insecureHttp: flag,
  fileRoots: texts.optional(),
  inputLimits: limits.optional(),
  rate: text.optional(),
  timeout: number,
  runTimeout: number,
  concurrency: number,
}
const validate: Shape<ValidateOptions> = { ...method, ...manifests }
const plan: Shape<PlanOptions> = {
  ...method,
  ...manifests,
  ...guards,
  only: choice,
  exclude: texts.optional(),
  resend: texts.optional(),
  checkCredentials: texts.optional(),
  diffBase: z.union([text, z.literal(true)], must('a string or true')).optional(),
}
const apply: Shape<ApplyOptions> = {
  ...method,
  ...guards,
  files: choice,
  allowProtected: texts.optional(),
  allowPullRequest: flag,
  keepGoing: flag,
  freshness: number,
  journal: text.optional(),
  smoke: texts.optional(),
}
const trigger: Shape<TriggerOptions> = {
  ...method,
  target: text.optional(),
  createRecipients: flag,
  wait: flag,
  skipDelayed: flag,
  expect: texts.optional(),
  timeout: number,
  dryRun: flag,
  allowPullRequest: flag,
}
const smoke: Shape<SmokeOptions> = {
  ...method,
  suites: choice,
  targets: choice,
  filter: choice,
  allowPullRequest: flag,
}
const diff: Shape<DiffOptions> = { ...method, ...manifests, only: choice, exclude: texts.optional() }
const compare: Shape<CompareOptions> = {
  ...method,
  files: choice,
  only: choice,
  exclude: texts.optional(),
  from: name,
  to: name,
  by: z.enum(['live', 'declared'], must("'live' or 'declared'")).optional(),
}
const promote: Shape<PromoteOptions> = {
  ...method,
  only: texts.min(1, { error: 'is an empty list, which selects nothing' }),
  fields: choice,
  shareSecrets: texts.optional(),
  write: flag,
}
const log: Shape<LogOptions> = { ...method, only: choice }
const doctor: Shape<DoctorOptions> = { ...method, ...manifests }
const audit: Shape<AuditOptions> = { ...method, targets: choice, failOn: texts.optional() }
const oneTarget: Shape<OneTargetOptions> = { ...method, target: text.optional() }
const get: Shape<Omit<GetOptions, 'limit' | 'all' | 'max'>> = { ...oneTarget, name: name.optional() }
const getSubscribers: Shape<GetOptions> = { ...get, limit: number, all: flag, max: number }
const list: Shape<ListOptions> = { ...oneTarget, page: number, limit: number, all: flag, max: number }
const events: Shape<EventsOptions> = {
  ...list,
  channel: choice,
  template: choice,
  email: choice,
  subscriber: choice,
  transactionId: text.optional(),
  topic: text.optional(),
  after: text.optional(),
  before: text.optional(),
}
const messages: Shape<MessagesOptions> = {
  ...list,
  channel: text.optional(),
  subscriber: text.optional(),
  transactionId: choice,
  contextKey: choice,
}
const layouts = ['file', 'kind', 'channel', 'resource'] as const
const exporting: Shape<ExportOptions> = {
  ...method,
  targets: choice,
  only: choice,
  exclude: texts.optional(),
  out: name.optional(),
  write: flag,
  layout: z.enum(layouts, must("'file', 'kind', 'channel' or 'resource'")).optional(),
  subscribers: text.optional(),
  channels: flag,
  showPersonalData: flag,
}
const failover: Shape<FailoverOptions> = {
  ...oneTarget,
  to: text.optional(),
  back: flag,
  ifFailing: text.optional(),
  reason: text.optional(),
  journal: text.optional(),
  smoke: flag,
  unverified: flag,
  allowProtected: texts.optional(),
  allowPullRequest: flag,
}

/** By method. */
const options = {
  open,
  validate,
  plan,
  apply,
  trigger,
  smoke,
  diff,
  compare,
  promote,
  log,
  doctor,
  audit,
  'get environments': get,
  'get integrations': get,
  'get subscribers': getSubscribers,
  'events list': events,
  'messages list': messages,
  export: exporting,
  failover,
} as const

const recipient = z.union([text, object], must('a string or an object')).optional()
const notification: Shape<Trigger> = {
  workflow: name,
  to,
  payload: object.optional(),
  overrides: object.optional(),
  actor: recipient,
  tenant: recipient,
  context: object.optional(),
  transactionId: text.optional(),
}

/** The variables of a process are an object of its own kind. */
function plain(value: unknown): unknown {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : value
}

export function optionProblems(of: keyof typeof options, given: unknown): Problem[] {
  return problemsOf(options[of], 'the options', given)
}

/** A trigger as JSON has it, without what JSON leaves out. */
export function readTrigger(asked: unknown): { readonly body: Trigger; readonly problems: Problem[] } {
  let body: unknown
  try {
    body = JSON.parse(JSON.stringify(asked) ?? 'null')
  } catch {
    const problem = badFlag('the trigger contains a value that JSON has no form for, such as a cycle')
    return { body: { workflow: '', to: [] }, problems: [problem] }
  }
  return { body: body as Trigger, problems: problemsOf(notification, 'the trigger', body) }
}

/** What `apply` is called with: a result of `plan`, or what was saved of one. */
export function savedProblems(planned: unknown): Problem[] {
  const hint = 'Pass the result of plan(), or { saved } with the text of a file that belfry plan --out wrote.'
  if (typeof planned !== 'object' || planned === null) return [badFlag('the plan must be an object', hint)]
  const { saved, command } = planned as Partial<Record<keyof SavedPlan | 'command', unknown>>
  if (typeof saved === 'string') return []
  if (saved !== undefined) return [badFlag('saved must be a string', hint)]
  return command === 'plan'
    ? [
        badFlag(
          "the plan has errors, so belfry can't apply the plan",
          'Correct the errors, and make a new plan.',
        ),
      ]
    : [badFlag('saved is missing: this is not a plan that can be applied', hint)]
}

/** The arguments of methods that come before the options. */
const named = {
  kind: z.enum(
    ['environments', 'integrations', 'subscribers'],
    must("'environments', 'integrations' or 'subscribers'"),
  ),
  channel: name,
  before: text.optional(),
  after: text.optional(),
  from: text,
  to: text,
  files: texts.min(1, { error: 'is an empty list' }),
} as const

export function nameProblems(names: Partial<Record<keyof typeof named, unknown>>): Problem[] {
  const shape = Object.entries(named).filter(([key]) => Object.hasOwn(names, key))
  return problemsOf(Object.fromEntries(shape), 'the names', names)
}

function problemsOf(shape: Readonly<Record<string, z.ZodType>>, what: string, given: unknown): Problem[] {
  const parsed = z.strictObject(shape, must('an object')).safeParse(given)
  return (parsed.error?.issues ?? []).flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => badFlag(`unknown option ${key}${didYouMean(key, Object.keys(shape))}`))
      : [badFlag(`${issue.path.length === 0 ? what : issue.path.join('.')} ${issue.message}`)],
  )
}
