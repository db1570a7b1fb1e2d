// Made from schemas/service by `npm run generate`; do not edit.

/**
 * A channel through which notifications are delivered.
 */
export type Channel = 'in_app' | 'email' | 'sms' | 'chat' | 'push' | (string & {})

/**
 * A channel through which notifications are delivered.
 */
export type ChannelInput = 'in_app' | 'email' | 'sms' | 'chat' | 'push'

/**
 * A condition of an integration or a filter of a step.
 */
export interface StepFilter {
  isNegated: boolean
  type: 'BOOLEAN' | 'TEXT' | 'DATE' | 'NUMBER' | 'STATEMENT' | 'LIST' | 'MULTI_LIST' | 'GROUP' | (string & {})
  value: 'AND' | 'OR' | (string & {})
  /**
   * @minItems 0
   */
  children: FieldFilterPart[]
}

/**
 * A condition of an integration or a filter of a step.
 */
export interface StepFilterInput {
  isNegated: boolean
  type: 'BOOLEAN' | 'TEXT' | 'DATE' | 'NUMBER' | 'STATEMENT' | 'LIST' | 'MULTI_LIST' | 'GROUP'
  value: 'AND' | 'OR'
  /**
   * @minItems 0
   */
  children: FieldFilterPartInput[]
}

/**
 * One comparison inside a StepFilter.
 */
export interface FieldFilterPart {
  field: string
  value: string
  operator:
    | 'LARGER'
    | 'SMALLER'
    | 'LARGER_EQUAL'
    | 'SMALLER_EQUAL'
    | 'EQUAL'
    | 'NOT_EQUAL'
    | 'ALL_IN'
    | 'ANY_IN'
    | 'NOT_IN'
    | 'BETWEEN'
    | 'NOT_BETWEEN'
    | 'LIKE'
    | 'NOT_LIKE'
    | 'IN'
    | (string & {})
  on: 'subscriber' | 'payload' | (string & {})
}

/**
 * One comparison inside a StepFilter.
 */
export interface FieldFilterPartInput {
  field: string
  value: string
  operator:
    | 'LARGER'
    | 'SMALLER'
    | 'LARGER_EQUAL'
    | 'SMALLER_EQUAL'
    | 'EQUAL'
    | 'NOT_EQUAL'
    | 'ALL_IN'
    | 'ANY_IN'
    | 'NOT_IN'
    | 'BETWEEN'
    | 'NOT_BETWEEN'
    | 'LIKE'
    | 'NOT_LIKE'
    | 'IN'
  on: 'subscriber' | 'payload'
}

/**
 * Headers of every request; a body, where present, has content type application/json.
 */
export interface RequestHeaders {
  /**
   * `ApiKey <api_key>`. The key identifies the environment in which the request operates.
   */
  authorization: string
  /**
   * Its behaviour is not shown.
   */
  'idempotency-key'?: string
}

/**
 * A stage of an application's lifecycle inside an organization, with its own API keys and configuration.
 */
export interface Environment {
  _id: string
  name: string
  _organizationId: string
  identifier: string
  type?: 'dev' | 'prod' | (string & {}) | null
  /**
   * Present only when the caller has access.
   *
   * @minItems 0
   */
  apiKeys?: ApiKey[]
  /**
   * Parent environment ID.
   */
  _parentId?: string
  /**
   * URL-friendly slug.
   */
  slug?: string
}

/**
 * An API key of an environment.
 */
export interface ApiKey {
  key: string
  _userId: string
  /**
   * Hashed representation of the key.
   */
  hash?: string
}

/**
 * Path of an environment.
 */
export interface UpdateEnvironmentParams {
  environmentId: string
}

/**
 * The fields to change.
 */
export interface UpdateEnvironmentBody {
  name?: string
  identifier?: string
  parentId?: string
  color?: string
  dns?: {
    inboundParseDomain?: string
  }
  bridge?: {
    url?: string
  }
}

export type UpdateEnvironmentReply = Environment

/**
 * Creates an environment in the current organization.
 */
export interface CreateEnvironmentBody {
  name: string
  /**
   * Hex color code.
   */
  color: string
  /**
   * Identifier of the parent environment.
   */
  parentId?: string
}

export type CreateEnvironmentReply = Environment

/**
 * The environments of the current organization, with API keys where the user has access.
 */
export type ListEnvironmentsReply = Environment[]

/**
 * Common body of a failed request; members of `ctx` may also be repeated flat. Not in the contract: observed.
 */
export interface ErrorBody {
  statusCode?: number
  /**
   * ISO 8601.
   */
  timestamp?: string
  path?: string
  message?: string | string[]
  ctx?: {
    [k: string]: unknown
  }
  /**
   * Text of the status, e.g. `Bad Request`.
   */
  error?: string
  /**
   * By field name, or a list; its form depends on what refused the request.
   */
  errors?:
    | {
        [k: string]: unknown
      }
    | {
        [k: string]: unknown
      }[]
  /**
   * Given with a status of 500.
   */
  errorId?: string
  [k: string]: unknown
}

/**
 * The record of a trigger, as the list-events operation answers it.
 */
export interface Notification {
  _id?: string
  _environmentId: string
  _organizationId: string
  _subscriberId: string
  transactionId: string
  _templateId?: string
  _digestedNotificationId?: string
  /**
   * ISO 8601.
   */
  createdAt?: string
  /**
   * ISO 8601.
   */
  updatedAt?: string
  channels?: StepType[]
  subscriber?: NotificationSubscriber
  template?: NotificationTemplate
  jobs?: Job[]
  payload?: {
    [k: string]: unknown
  }
  tags?: string[]
  controls?: {
    [k: string]: unknown
  }
  to?: {
    [k: string]: unknown
  }
  topics?: NotificationTopic[]
}

/**
 * The record of a trigger, as the retrieve-event operation answers it.
 */
export interface RetrievedNotification {
  _id?: string
  _environmentId: string
  _organizationId: string
  _subscriberId: string
  transactionId: string
  _templateId?: string
  _digestedNotificationId?: string
  /**
   * ISO 8601.
   */
  createdAt?: string
  /**
   * ISO 8601.
   */
  updatedAt?: string
  channels?: RetrievedStepType[]
  subscriber?: NotificationSubscriber
  template?: NotificationTemplate
  jobs?: RetrievedJob[]
  payload?: {
    [k: string]: unknown
  }
  tags?: string[]
  controls?: {
    [k: string]: unknown
  }
  to?: {
    [k: string]: unknown
  }
  topics?: NotificationTopic[]
  severity?: 'high' | 'medium' | 'low' | 'none' | (string & {})
  critical?: boolean
  contextKeys?: string[]
}

/**
 * Type of a job, and channel of an event.
 */
export type StepType =
  'in_app' | 'email' | 'sms' | 'chat' | 'push' | 'digest' | 'trigger' | 'delay' | 'custom' | (string & {})

/**
 * StepType in the retrieve response.
 */
export type RetrievedStepType =
  | 'in_app'
  | 'email'
  | 'sms'
  | 'chat'
  | 'push'
  | 'digest'
  | 'trigger'
  | 'delay'
  | 'custom'
  | 'throttle'
  | (string & {})

/**
 * The subscriber of an event.
 */
export interface NotificationSubscriber {
  /**
   * External identifier.
   */
  subscriberId: string
  /**
   * Internal.
   */
  _id: string
  firstName?: string
  lastName?: string
  email?: string
  phone?: string
}

/**
 * The workflow of an event.
 */
export interface NotificationTemplate {
  _id?: string
  name: string
  origin?: 'svc-cloud' | 'svc-cloud-v1' | 'external' | (string & {})
  triggers: NotificationTrigger[]
}

/**
 * A topic of an event.
 */
export interface NotificationTopic {
  _topicId: string
  topicKey: string
}

/**
 * What the service did for one step of a workflow.
 */
export interface Job {
  _id: string
  type: StepType
  digest?: DigestMetadata
  executionDetails: ExecutionDetail[]
  step: Step
  overrides?: {
    [k: string]: unknown
  }
  payload?: {
    [k: string]: unknown
  }
  providerId: JobProviderId
  /**
   * A plain string; allowed values are not shown.
   */
  status: string
  /**
   * ISO 8601.
   */
  updatedAt?: string
}

/**
 * A Job in the retrieve response.
 */
export interface RetrievedJob {
  _id: string
  type: RetrievedStepType
  digest?: RetrievedDigestMetadata
  executionDetails: RetrievedExecutionDetail[]
  step: Step
  overrides?: {
    [k: string]: unknown
  }
  payload?: {
    [k: string]: unknown
  }
  providerId: RetrievedJobProviderId
  /**
   * A plain string; allowed values are not shown.
   */
  status: string
  /**
   * ISO 8601.
   */
  updatedAt?: string
  /**
   * How many times a digest or delay job was extended to match the subscriber's schedule.
   */
  scheduleExtensionsCount?: number
}

/**
 * Provider of a job or an execution detail.
 */
export type JobProviderId =
  | 'emailjs'
  | 'mailgun'
  | 'mailjet'
  | 'mandrill'
  | 'nodemailer'
  | 'postmark'
  | 'sendgrid'
  | 'sendinblue'
  | 'ses'
  | 'netcore'
  | 'infobip-email'
  | 'resend'
  | 'plunk'
  | 'mailersend'
  | 'mailtrap'
  | 'clickatell'
  | 'outlook365'
  | 'svc-email'
  | 'sparkpost'
  | 'email-webhook'
  | 'braze'
  | 'nexmo'
  | 'plivo'
  | 'sms77'
  | 'sms-central'
  | 'sns'
  | 'telnyx'
  | 'twilio'
  | 'gupshup'
  | 'firetext'
  | 'infobip-sms'
  | 'burst-sms'
  | 'bulk-sms'
  | 'isend-sms'
  | 'forty-six-elks'
  | 'kannel'
  | 'maqsam'
  | 'termii'
  | 'africas-talking'
  | 'svc-sms'
  | 'sendchamp'
  | 'generic-sms'
  | 'clicksend'
  | 'bandwidth'
  | 'messagebird'
  | 'simpletexting'
  | 'azure-sms'
  | 'ring-central'
  | 'brevo-sms'
  | 'eazy-sms'
  | 'mobishastra'
  | 'afro-message'
  | 'fcm'
  | 'apns'
  | 'expo'
  | 'one-signal'
  | 'pushpad'
  | 'push-webhook'
  | 'pusher-beams'
  | 'svc'
  | 'slack'
  | 'discord'
  | 'msteams'
  | 'mattermost'
  | 'ryver'
  | 'zulip'
  | 'grafana-on-call'
  | 'getstream'
  | 'rocket-chat'
  | 'whatsapp-business'
  | 'chat-webhook'
  | (string & {})

/**
 * JobProviderId in the retrieve response.
 */
export type RetrievedJobProviderId =
  | 'emailjs'
  | 'mailgun'
  | 'mailjet'
  | 'mandrill'
  | 'nodemailer'
  | 'postmark'
  | 'sendgrid'
  | 'sendinblue'
  | 'ses'
  | 'netcore'
  | 'infobip-email'
  | 'resend'
  | 'plunk'
  | 'mailersend'
  | 'mailtrap'
  | 'clickatell'
  | 'outlook365'
  | 'svc-email'
  | 'sparkpost'
  | 'email-webhook'
  | 'braze'
  | 'nexmo'
  | 'plivo'
  | 'sms77'
  | 'sms-central'
  | 'sns'
  | 'telnyx'
  | 'twilio'
  | 'gupshup'
  | 'firetext'
  | 'infobip-sms'
  | 'burst-sms'
  | 'bulk-sms'
  | 'isend-sms'
  | 'forty-six-elks'
  | 'kannel'
  | 'maqsam'
  | 'termii'
  | 'africas-talking'
  | 'svc-sms'
  | 'sendchamp'
  | 'generic-sms'
  | 'clicksend'
  | 'bandwidth'
  | 'messagebird'
  | 'simpletexting'
  | 'azure-sms'
  | 'ring-central'
  | 'brevo-sms'
  | 'eazy-sms'
  | 'mobishastra'
  | 'afro-message'
  | 'fcm'
  | 'apns'
  | 'expo'
  | 'one-signal'
  | 'pushpad'
  | 'push-webhook'
  | 'pusher-beams'
  | 'svc'
  | 'slack'
  | 'discord'
  | 'msteams'
  | 'mattermost'
  | 'ryver'
  | 'zulip'
  | 'grafana-on-call'
  | 'getstream'
  | 'rocket-chat'
  | 'whatsapp-business'
  | 'chat-webhook'
  | 'unifonic'
  | 'smsmode'
  | 'imedia'
  | 'sinch'
  | 'appio'
  | 'svc-slack'
  | (string & {})

/**
 * Digest of a job.
 */
export interface DigestMetadata {
  digestKey?: string
  amount?: number
  unit?: TimeUnit
  type: 'regular' | 'backoff' | 'timed' | (string & {})
  events?: {
    [k: string]: unknown
  }[]
  backoff?: boolean
  backoffAmount?: number
  backoffUnit?: TimeUnit
  updateMode?: boolean
  timed?: DigestTimedConfig
}

/**
 * DigestMetadata in the retrieve response.
 */
export interface RetrievedDigestMetadata {
  digestKey?: string
  amount?: number
  unit?: TimeUnit
  type: 'regular' | 'backoff' | 'timed' | (string & {})
  events?: {
    [k: string]: unknown
  }[]
  backoff?: boolean
  backoffAmount?: number
  backoffUnit?: TimeUnit
  updateMode?: boolean
  timed?: RetrievedDigestTimedConfig
}

/**
 * When a timed digest is sent, as a job carries it.
 */
export interface DigestTimedConfig {
  atTime?: string
  weekDays?: WeekDay[]
  monthDays?: number[]
  ordinal?: Ordinal
  ordinalValue?: OrdinalValue
  monthlyType?: MonthlyType
  cronExpression?: string
}

/**
 * DigestTimedConfig in the retrieve response.
 */
export interface RetrievedDigestTimedConfig {
  atTime?: string
  weekDays?: WeekDay[]
  monthDays?: number[]
  ordinal?: Ordinal
  ordinalValue?: OrdinalValue
  monthlyType?: MonthlyType
  cronExpression?: string
  untilDate?: string
}

/**
 * One entry in the log of a job.
 */
export interface ExecutionDetail {
  _id: string
  /**
   * ISO 8601.
   */
  createdAt?: string
  status: 'Success' | 'Warning' | 'Failed' | 'Pending' | 'Queued' | 'ReadConfirmation' | (string & {})
  /**
   * Explains a status of `Failed` or `Warning`.
   */
  detail: string
  isRetry: boolean
  isTest: boolean
  providerId: JobProviderId
  raw?: string | null
  source: 'Credentials' | 'Internal' | 'Payload' | 'Webhook' | (string & {})
}

/**
 * ExecutionDetail in the retrieve response, where `providerId` is optional.
 */
export interface RetrievedExecutionDetail {
  _id: string
  /**
   * ISO 8601.
   */
  createdAt?: string
  status: 'Success' | 'Warning' | 'Failed' | 'Pending' | 'Queued' | 'ReadConfirmation' | (string & {})
  /**
   * Explains a status of `Failed` or `Warning`.
   */
  detail: string
  isRetry: boolean
  isTest: boolean
  providerId?: RetrievedJobProviderId
  raw?: string | null
  source: 'Credentials' | 'Internal' | 'Payload' | 'Webhook' | (string & {})
}

/**
 * The step that a job runs.
 */
export interface Step {
  _id: string
  active: boolean
  replyCallback?: {
    [k: string]: unknown
  }
  controlVariables?: {
    [k: string]: unknown
  }
  metadata?: {
    [k: string]: unknown
  }
  issues?: {
    [k: string]: unknown
  }
  filters: StepFilter[]
  template?: {
    [k: string]: unknown
  }
  variants?: Step[]
  _templateId: string
  name?: string
  _parentId?: string | null
}

/**
 * Event triggers of the current environment; the notification of each channel is read through the messages operation.
 */
export interface ListEventsQuery {
  /**
   * Channel types.
   */
  channels?: string[]
  /**
   * Template IDs, or a single one.
   */
  templates?: string[] | string
  /**
   * Email addresses, or a single one.
   */
  emails?: string[] | string
  /**
   * Deprecated search term.
   */
  search?: string
  /**
   * Subscriber IDs, or a single one.
   */
  subscriberIds?: string[] | string
  page?: number
  limit?: number
  /**
   * Filter.
   */
  transactionId?: string
  /**
   * Filter by topic.
   */
  topicKey?: string
  /**
   * Only records after this timestamp. Default is the earliest date the subscription plan allows.
   */
  after?: string
  /**
   * Only records before this timestamp. Default is the time of the request.
   */
  before?: string
}

/**
 * One page of events.
 */
export interface ListEventsReply {
  hasMore: boolean
  data: Notification[]
  pageSize: number
  page: number
}

/**
 * Path of an event.
 */
export interface RetrieveEventParams {
  /**
   * A database identifier.
   */
  notificationId: string
}

/**
 * Execution logs, status and the message generated by each workflow step.
 */
export type RetrieveEventReply = RetrievedNotification

/**
 * A connection to a provider for one channel in one environment.
 */
export interface Integration {
  /**
   * Generated.
   */
  _id?: string
  _environmentId: string
  _organizationId: string
  /**
   * Display name.
   */
  name: string
  /**
   * Unique string identifier.
   */
  identifier: string
  /**
   * Provider of the integration. Any string in the responses.
   */
  providerId: string
  channel: Channel
  credentials: Credentials
  /**
   * Absent from the list-integrations response.
   */
  configurations?: Configurations
  /**
   * An active integration processes events and messages.
   */
  active: boolean
  /**
   * Soft delete flag.
   */
  deleted: boolean
  /**
   * Set when soft deleted.
   */
  deletedAt?: string
  /**
   * Identifier of the user who deleted it.
   */
  deletedBy?: string
  /**
   * The primary integration of its channel in its environment delivers sms and email notifications of workflows.
   */
  primary: boolean
  /**
   * @minItems 0
   */
  conditions?: StepFilter[]
}

/**
 * An integration as the list-integrations operation answers it: without `configurations`.
 */
export interface ListedIntegration {
  /**
   * Generated.
   */
  _id?: string
  _environmentId: string
  _organizationId: string
  /**
   * Display name.
   */
  name: string
  /**
   * Unique string identifier.
   */
  identifier: string
  /**
   * Provider of the integration. Any string in the responses.
   */
  providerId: string
  channel: Channel
  credentials: ListedCredentials
  /**
   * An active integration processes events and messages.
   */
  active: boolean
  /**
   * Soft delete flag.
   */
  deleted: boolean
  /**
   * Set when soft deleted.
   */
  deletedAt?: string
  /**
   * Identifier of the user who deleted it.
   */
  deletedBy?: string
  /**
   * The primary integration of its channel in its environment delivers sms and email notifications of workflows.
   */
  primary: boolean
  /**
   * @minItems 0
   */
  conditions?: StepFilter[]
}

/**
 * Credentials of an integration.
 */
export interface Credentials {
  apiKey?: string
  user?: string
  secretKey?: string
  domain?: string
  password?: string
  host?: string
  port?: string
  region?: string
  accountSid?: string
  messageProfileId?: string
  token?: string
  from?: string
  senderName?: string
  projectName?: string
  applicationId?: string
  clientId?: string
  baseUrl?: string
  webhookUrl?: string
  redirectUrl?: string
  serviceAccount?: string
  ipPoolName?: string
  apiKeyRequestHeader?: string
  secretKeyRequestHeader?: string
  idPath?: string
  datePath?: string
  apiToken?: string
  authenticationTokenKey?: string
  instanceId?: string
  alertUid?: string
  title?: string
  imageUrl?: string
  state?: string
  externalLink?: string
  channelId?: string
  phoneNumberIdentification?: string
  accessKey?: string
  appSid?: string
  senderId?: string
  AppIOBaseUrl?: string
  secure?: boolean
  requireTls?: boolean
  ignoreTls?: boolean
  hmac?: boolean
  authenticateByToken?: boolean
  tlsOptions?: {
    [k: string]: unknown
  }
}

/**
 * Credentials as the list-integrations operation answers them: without `appSid`, `senderId` and `AppIOBaseUrl`.
 */
export interface ListedCredentials {
  apiKey?: string
  user?: string
  secretKey?: string
  domain?: string
  password?: string
  host?: string
  port?: string
  region?: string
  accountSid?: string
  messageProfileId?: string
  token?: string
  from?: string
  senderName?: string
  projectName?: string
  applicationId?: string
  clientId?: string
  baseUrl?: string
  webhookUrl?: string
  redirectUrl?: string
  serviceAccount?: string
  ipPoolName?: string
  apiKeyRequestHeader?: string
  secretKeyRequestHeader?: string
  idPath?: string
  datePath?: string
  apiToken?: string
  authenticationTokenKey?: string
  instanceId?: string
  alertUid?: string
  title?: string
  imageUrl?: string
  state?: string
  externalLink?: string
  channelId?: string
  phoneNumberIdentification?: string
  accessKey?: string
  secure?: boolean
  requireTls?: boolean
  ignoreTls?: boolean
  hmac?: boolean
  authenticateByToken?: boolean
  tlsOptions?: {
    [k: string]: unknown
  }
}

/**
 * Inbound webhook settings of an integration.
 */
export interface Configurations {
  inboundWebhookEnabled?: boolean
  inboundWebhookSigningKey?: string
}

/**
 * Path of an integration.
 */
export interface UpdateIntegrationParams {
  integrationId: string
}

/**
 * The fields to change.
 */
export interface UpdateIntegrationBody {
  name?: string
  identifier?: string
  _environmentId?: string
  /**
   * When the integration is active, validation of its `credentials` runs.
   */
  active?: boolean
  credentials?: Credentials
  /**
   * A flag to check the integration status; its effect is not shown.
   */
  check?: boolean
  conditions?: StepFilterInput[]
  /**
   * The response shape is Configurations.
   */
  configurations?: {
    [k: string]: unknown
  }
}

export type UpdateIntegrationReply = Integration

/**
 * The integration is created in the environment that the API key belongs to.
 */
export interface CreateIntegrationBody {
  providerId: string
  channel: ChannelInput
  name?: string
  identifier?: string
  _environmentId?: string
  credentials?: Credentials
  /**
   * When the integration is active, validation of its `credentials` runs.
   */
  active?: boolean
  /**
   * A flag to check the integration status; its effect is not shown.
   */
  check?: boolean
  conditions?: StepFilterInput[]
  /**
   * The response shape is Configurations.
   */
  configurations?: {
    [k: string]: unknown
  }
}

export type CreateIntegrationReply = Integration

/**
 * Path of an integration.
 */
export interface SetPrimaryIntegrationParams {
  integrationId: string
}

/**
 * The integration becomes the primary one for its channel in the current environment.
 */
export type SetPrimaryIntegrationReply = Integration

/**
 * The channel integrations created in the organization.
 */
export type ListIntegrationsReply = ListedIntegration[]

/**
 * The output of a notification on one channel.
 */
export interface Message {
  _id?: string
  _templateId?: string | null
  _environmentId: string
  _messageTemplateId?: string | null
  _organizationId: string
  _notificationId: string
  _subscriberId: string
  subscriber?: Subscriber
  template?: Workflow
  templateIdentifier?: string
  /**
   * ISO 8601.
   */
  createdAt: string
  /**
   * Several entries are possible, for example after a snooze. ISO 8601.
   */
  deliveredAt?: string[]
  /**
   * ISO 8601.
   */
  lastSeenDate?: string
  /**
   * ISO 8601.
   */
  lastReadDate?: string
  content?: EmailBlock[] | string
  transactionId: string
  subject?: string
  channel: Channel
  read: boolean
  seen: boolean
  /**
   * Date when the message will be unsnoozed. ISO 8601.
   */
  snoozedUntil?: string
  email?: string
  phone?: string
  directWebhookUrl?: string
  providerId?: string
  deviceTokens?: string[]
  title?: string
  cta: MessageCTA
  _feedId?: string | null
  status: 'sent' | 'error' | 'warning' | (string & {})
  /**
   * Carried when `status` is `error`.
   */
  errorId?: string
  /**
   * Carried when `status` is `error`.
   */
  errorText?: string
  /**
   * Payload used in the trigger.
   */
  payload?: {
    [k: string]: unknown
  }
  /**
   * Provider overrides used in the trigger.
   */
  overrides?: {
    [k: string]: unknown
  }
  /**
   * Each entry has the format `type:id`.
   */
  contextKeys?: string[]
}

/**
 * A block of an email.
 */
export interface EmailBlock {
  type: 'button' | 'text' | (string & {})
  content: string
  url?: string
  styles?: {
    textAlign: 'center' | 'left' | 'right' | (string & {})
  }
}

/**
 * What a message invites to.
 */
export interface MessageCTA {
  type?: 'redirect' | (string & {})
  data?: {
    url?: string
  }
  action?: MessageAction
}

/**
 * The action of a call to action.
 */
export interface MessageAction {
  status?: 'pending' | 'done' | (string & {})
  /**
   * @minItems 0
   */
  buttons?: MessageButton[]
  result?: {
    payload?: {
      [k: string]: unknown
    }
    type?: 'primary' | 'secondary' | (string & {})
  }
}

/**
 * A button of an action.
 */
export interface MessageButton {
  type: 'primary' | 'secondary' | (string & {})
  content: string
  resultContent?: string
}

/**
 * Scope: the current environment.
 */
export interface ListMessagesQuery {
  channel?: ChannelInput
  /**
   * Filter.
   */
  subscriberId?: string
  /**
   * Filter.
   */
  transactionId?: string[]
  /**
   * Exact context keys, format `type:id`.
   */
  contextKeys?: string[]
  page?: number
  /**
   * The maximum is not shown.
   */
  limit?: number
}

/**
 * One page of messages.
 */
export interface ListMessagesReply {
  totalCount?: number
  hasMore: boolean
  data: Message[]
  pageSize: number
  page: number
}

/**
 * A recipient of notifications.
 */
export interface Subscriber {
  /**
   * Internal ID generated by the service. It differs from `subscriberId`.
   */
  _id?: string
  firstName?: string | null
  lastName?: string | null
  email?: string | null
  phone?: string | null
  /**
   * URL of the avatar image.
   */
  avatar?: string | null
  /**
   * Preferred language or region.
   */
  locale?: string | null
  /**
   * @minItems 0
   */
  channels?: ChannelSettings[]
  /**
   * Deprecated.
   *
   * @minItems 0
   */
  topics?: string[]
  isOnline?: boolean | null
  /**
   * ISO 8601.
   */
  lastOnlineAt?: string | null
  /**
   * Version of the subscriber document.
   */
  __v?: number
  /**
   * Custom data.
   */
  data?: {
    [k: string]: unknown
  } | null
  timezone?: string | null
  /**
   * The identifier the subscriber was created with, usually the caller's user ID.
   */
  subscriberId: string
  _organizationId: string
  _environmentId: string
  deleted: boolean
  /**
   * ISO 8601.
   */
  createdAt: string
  /**
   * ISO 8601.
   */
  updatedAt: string
}

/**
 * A subscriber as the update-subscriber operation answers it: its channels' providers lack `svc-slack` and `appio`.
 */
export interface UpdatedSubscriber {
  /**
   * Internal ID generated by the service. It differs from `subscriberId`.
   */
  _id?: string
  firstName?: string | null
  lastName?: string | null
  email?: string | null
  phone?: string | null
  /**
   * URL of the avatar image.
   */
  avatar?: string | null
  /**
   * Preferred language or region.
   */
  locale?: string | null
  /**
   * @minItems 0
   */
  channels?: UpdatedChannelSettings[]
  /**
   * Deprecated.
   *
   * @minItems 0
   */
  topics?: string[]
  isOnline?: boolean | null
  /**
   * ISO 8601.
   */
  lastOnlineAt?: string | null
  /**
   * Version of the subscriber document.
   */
  __v?: number
  /**
   * Custom data.
   */
  data?: {
    [k: string]: unknown
  } | null
  timezone?: string | null
  /**
   * The identifier the subscriber was created with, usually the caller's user ID.
   */
  subscriberId: string
  _organizationId: string
  _environmentId: string
  deleted: boolean
  /**
   * ISO 8601.
   */
  createdAt: string
  /**
   * ISO 8601.
   */
  updatedAt: string
}

/**
 * A subscriber's credentials for one provider.
 */
export interface ChannelSettings {
  providerId: SubscriberProviderId
  integrationIdentifier?: string
  credentials: ChannelCredentials
  /**
   * Identifier of the associated integration.
   */
  _integrationId: string
}

/**
 * ChannelSettings as the update-subscriber operation answers them.
 */
export interface UpdatedChannelSettings {
  providerId: UpdatedSubscriberProviderId
  integrationIdentifier?: string
  credentials: ChannelCredentials
  /**
   * Identifier of the associated integration.
   */
  _integrationId: string
}

/**
 * Which credential fields each provider requires is not shown.
 */
export interface ChannelCredentials {
  /**
   * Webhook URL for chat integrations, obtained from the chat provider.
   */
  webhookUrl?: string
  /**
   * Channel specification for Mattermost.
   */
  channel?: string
  /**
   * Device tokens of the subscriber for a push provider.
   *
   * @minItems 0
   */
  deviceTokens?: string[]
  /**
   * Grafana on-call webhook alert UID.
   */
  alertUid?: string
  /**
   * Grafana on-call webhook title.
   */
  title?: string
  /**
   * Grafana on-call webhook image URL.
   */
  imageUrl?: string
  /**
   * Grafana on-call webhook state.
   */
  state?: string
  /**
   * Link to upstream details, Grafana on-call webhook.
   */
  externalUrl?: string
}

/**
 * Provider of a chat or push channel of a subscriber.
 */
export type SubscriberProviderId =
  | 'slack'
  | 'discord'
  | 'msteams'
  | 'mattermost'
  | 'ryver'
  | 'zulip'
  | 'grafana-on-call'
  | 'getstream'
  | 'rocket-chat'
  | 'whatsapp-business'
  | 'chat-webhook'
  | 'svc-slack'
  | 'fcm'
  | 'apns'
  | 'expo'
  | 'one-signal'
  | 'pushpad'
  | 'push-webhook'
  | 'pusher-beams'
  | 'appio'
  | (string & {})

/**
 * Provider of a chat or push channel of a subscriber.
 */
export type SubscriberProviderIdInput =
  | 'slack'
  | 'discord'
  | 'msteams'
  | 'mattermost'
  | 'ryver'
  | 'zulip'
  | 'grafana-on-call'
  | 'getstream'
  | 'rocket-chat'
  | 'whatsapp-business'
  | 'chat-webhook'
  | 'svc-slack'
  | 'fcm'
  | 'apns'
  | 'expo'
  | 'one-signal'
  | 'pushpad'
  | 'push-webhook'
  | 'pusher-beams'
  | 'appio'

/**
 * SubscriberProviderId as the update-subscriber operation answers it.
 */
export type UpdatedSubscriberProviderId =
  | 'slack'
  | 'discord'
  | 'msteams'
  | 'mattermost'
  | 'ryver'
  | 'zulip'
  | 'grafana-on-call'
  | 'getstream'
  | 'rocket-chat'
  | 'whatsapp-business'
  | 'chat-webhook'
  | 'fcm'
  | 'apns'
  | 'expo'
  | 'one-signal'
  | 'pushpad'
  | 'push-webhook'
  | 'pusher-beams'
  | (string & {})

/**
 * Path of a subscriber.
 */
export interface UpsertSubscriberCredentialsParams {
  subscriberId: string
}

/**
 * Creates `deviceTokens` or appends to the existing ones.
 */
export interface UpsertSubscriberCredentialsBody {
  providerId: SubscriberProviderIdInput
  integrationIdentifier?: string
  credentials: ChannelCredentials
}

export type UpsertSubscriberCredentialsReply = Subscriber

/**
 * Path of a subscriber.
 */
export interface UpdateSubscriberParams {
  subscriberId: string
}

/**
 * The attributes to change.
 */
export interface UpdateSubscriberBody {
  firstName?: string
  lastName?: string
  email?: string
  phone?: string
  /**
   * URL or identifier.
   */
  avatar?: string
  timezone?: string
  locale?: string
  data?: {
    [k: string]: unknown
  }
}

export type UpdateSubscriberReply = UpdatedSubscriber

/**
 * The search matches by email, phone, subscriberId and name. It is case sensitive.
 */
export interface SearchSubscribersQuery {
  /**
   * Cursor: fetch results after this point.
   */
  after?: string
  /**
   * Cursor: fetch results before this point.
   */
  before?: string
  /**
   * Number of items to return. The maximum is not shown.
   */
  limit?: number
  orderDirection?: 'ASC' | 'DESC'
  /**
   * Field to order by.
   */
  orderBy?: string
  /**
   * Include the cursor item in the response.
   */
  includeCursor?: boolean
  /**
   * Filter.
   */
  email?: string
  /**
   * Filter.
   */
  name?: string
  /**
   * Filter.
   */
  phone?: string
  /**
   * Filter.
   */
  subscriberId?: string
}

/**
 * One page of subscribers.
 */
export interface SearchSubscribersReply {
  data: Subscriber[]
  /**
   * Cursor of the next page, null when there are no more pages.
   */
  next: string | null
  /**
   * Cursor of the previous page, null on the first page.
   */
  previous: string | null
  /**
   * Capped at 50,000.
   */
  totalCount: number
  /**
   * True when more than 50,000 results exist.
   */
  totalCountCapped: boolean
}

/**
 * Starts a notification. When the same `transactionId` is sent again, the trigger is ignored.
 */
export interface TriggerEventBody {
  /**
   * Trigger identifier of the workflow to send.
   */
  name: string
  /**
   * Recipients.
   */
  to:
    | (
        | TriggerRecipient
        | {
            [k: string]: unknown
          }
        | string
      )[]
    | string
    | TriggerRecipient
  /**
   * Custom data used to render the workflow or for routing rules. It is returned with the notification.
   */
  payload?: {
    [k: string]: unknown
  }
  /**
   * Overrides of provider-specific configuration.
   */
  overrides?: {
    [k: string]: unknown
  }
  /**
   * Deduplication key.
   */
  transactionId?: string
  /**
   * Subscriber identifier or actor object. Used to display the avatar. A new actor object creates a new subscriber.
   */
  actor?:
    | string
    | {
        [k: string]: unknown
      }
  /**
   * Tenant context. Existing tenants are updated with the details given.
   */
  tenant?:
    | string
    | {
        [k: string]: unknown
      }
  context?: {
    [k: string]: string
  }
}

/**
 * A subscriber definition.
 */
export interface TriggerRecipient {
  subscriberId?: string
  email?: string
  firstName?: string
  lastName?: string
  phone?: string
  avatar?: string
  locale?: string
  timezone?: string
  data?: {
    [k: string]: string
  }
  channels?: TriggerRecipientChannel[]
}

/**
 * Channel credentials of a recipient.
 */
export interface TriggerRecipientChannel {
  providerId?: SubscriberProviderIdInput
  integrationIdentifier?: string
  credentials?: {
    webhookUrl?: string
    deviceTokens?: string[]
  }
}

/**
 * The outcome of a trigger.
 */
export interface TriggerEventReply {
  /**
   * Whether the trigger was acknowledged.
   */
  acknowledged: boolean
  status: TriggerStatus
  /**
   * Messages in case of an error.
   *
   * @minItems 0
   */
  error?: string[]
  transactionId?: string
}

/**
 * Which condition produces which value is not shown.
 */
export type TriggerStatus =
  | 'error'
  | 'trigger_not_active'
  | 'no_workflow_active_steps_defined'
  | 'no_workflow_steps_defined'
  | 'processed'
  | 'no_tenant_found'
  | 'invalid_recipients'
  | (string & {})

/**
 * The workflow that a notification was made from.
 */
export interface Workflow {
  _id?: string
  name: string
  description: string
  active: boolean
  draft: boolean
  preferenceSettings: {
    email?: boolean
    sms?: boolean
    in_app?: boolean
    chat?: boolean
    push?: boolean
  }
  critical: boolean
  tags: string[]
  steps: NotificationStep[]
  _organizationId: string
  _creatorId: string
  _environmentId: string
  triggers: NotificationTrigger[]
  _notificationGroupId: string
  _parentId?: string
  deleted: boolean
  deletedAt: string
  deletedBy: string
  notificationGroup?: NotificationGroup
  data?: {
    [k: string]: unknown
  }
  workflowIntegrationStatus?: {
    [k: string]: unknown
  }
}

/**
 * The group of a workflow.
 */
export interface NotificationGroup {
  _id?: string
  name?: string
  _environmentId?: string
  _organizationId?: string
  _parentId?: string
}

/**
 * A step of a workflow.
 */
export interface NotificationStep {
  _id?: string
  uuid?: string
  name?: string
  _templateId?: string
  active?: boolean
  shouldStopOnFail?: boolean
  /**
   * Content fields of a message template are not shown.
   */
  template?: {
    [k: string]: unknown
  }
  filters?: StepFilter[]
  _parentId?: string
  metadata?: DigestRegularMetadata | DigestTimedMetadata | DelayRegularMetadata | DelayScheduledMetadata
  replyCallback?: {
    active?: boolean
    url?: string
  }
  variants?: NotificationStepVariant[]
}

/**
 * The shape of a step without `variants`.
 */
export interface NotificationStepVariant {
  _id?: string
  uuid?: string
  name?: string
  _templateId?: string
  active?: boolean
  shouldStopOnFail?: boolean
  /**
   * Content fields of a message template are not shown.
   */
  template?: {
    [k: string]: unknown
  }
  filters?: StepFilter[]
  _parentId?: string
  metadata?: DigestRegularMetadata | DigestTimedMetadata | DelayRegularMetadata | DelayScheduledMetadata
  replyCallback?: {
    active?: boolean
    url?: string
  }
}

/**
 * How a workflow is started.
 */
export interface NotificationTrigger {
  type?: 'event' | (string & {})
  identifier?: string
  variables?: NotificationTriggerVariable[]
  subscriberVariables?: NotificationTriggerVariable[]
}

/**
 * A variable that a trigger takes.
 */
export interface NotificationTriggerVariable {
  name?: string
}

/**
 * Metadata of a regular or backoff digest.
 */
export interface DigestRegularMetadata {
  amount?: number
  unit?: TimeUnit
  digestKey?: string
  type: 'regular' | 'backoff' | (string & {})
  backoff?: boolean
  backoffAmount?: number
  backoffUnit?: TimeUnit
  updateMode?: boolean
}

/**
 * Metadata of a timed digest.
 */
export interface DigestTimedMetadata {
  amount?: number
  unit?: TimeUnit
  digestKey?: string
  type: 'timed' | (string & {})
  timed?: TimedConfig
}

/**
 * Metadata of a regular delay.
 */
export interface DelayRegularMetadata {
  amount?: number
  unit?: TimeUnit
  type: 'regular' | (string & {})
}

/**
 * Metadata of a scheduled delay.
 */
export interface DelayScheduledMetadata {
  type: 'scheduled' | (string & {})
  delayPath: string
}

/**
 * When a timed digest is sent.
 */
export interface TimedConfig {
  atTime?: string
  weekDays?: WeekDay[]
  monthDays?: string[]
  ordinal?: Ordinal
  ordinalValue?: OrdinalValue
  monthlyType?: MonthlyType
}

/**
 * Unit of an amount of time.
 */
export type TimeUnit = 'seconds' | 'minutes' | 'hours' | 'days' | 'weeks' | 'months' | (string & {})

/**
 * A day of the week.
 */
export type WeekDay =
  'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday' | (string & {})

/**
 * Which of the month.
 */
export type Ordinal = '1' | '2' | '3' | '4' | '5' | 'last' | (string & {})

/**
 * What an Ordinal counts.
 */
export type OrdinalValue =
  | 'day'
  | 'weekday'
  | 'weekend'
  | 'sunday'
  | 'monday'
  | 'tuesday'
  | 'wednesday'
  | 'thursday'
  | 'friday'
  | 'saturday'
  | (string & {})

/**
 * How a monthly digest repeats.
 */
export type MonthlyType = 'each' | 'on' | (string & {})

/** The operations of the contract, in its order. */
export interface Operations {
  upsertSubscriberCredentials: {
    method: 'PUT'
    path: '/v1/subscribers/{subscriberId}/credentials'
    status: 200
    params: UpsertSubscriberCredentialsParams
    body: UpsertSubscriberCredentialsBody
    reply: UpsertSubscriberCredentialsReply
  }
  updateSubscriber: {
    method: 'PATCH'
    path: '/v2/subscribers/{subscriberId}'
    status: 200
    params: UpdateSubscriberParams
    body: UpdateSubscriberBody
    reply: UpdateSubscriberReply
  }
  searchSubscribers: {
    method: 'GET'
    path: '/v2/subscribers'
    status: 200
    query: SearchSubscribersQuery
    reply: SearchSubscribersReply
  }
  updateIntegration: {
    method: 'PUT'
    path: '/v1/integrations/{integrationId}'
    status: 200
    params: UpdateIntegrationParams
    body: UpdateIntegrationBody
    reply: UpdateIntegrationReply
  }
  createIntegration: {
    method: 'POST'
    path: '/v1/integrations'
    status: 201
    body: CreateIntegrationBody
    reply: CreateIntegrationReply
  }
  updateEnvironment: {
    method: 'PUT'
    path: '/v1/environments/{environmentId}'
    status: 200
    params: UpdateEnvironmentParams
    body: UpdateEnvironmentBody
    reply: UpdateEnvironmentReply
  }
  setPrimaryIntegration: {
    method: 'POST'
    path: '/v1/integrations/{integrationId}/set-primary'
    status: 200
    params: SetPrimaryIntegrationParams
    reply: SetPrimaryIntegrationReply
  }
  listMessages: {
    method: 'GET'
    path: '/v1/messages'
    status: 200
    query: ListMessagesQuery
    reply: ListMessagesReply
  }
  listIntegrations: { method: 'GET'; path: '/v1/integrations'; status: 200; reply: ListIntegrationsReply }
  createEnvironment: {
    method: 'POST'
    path: '/v1/environments'
    status: 201
    body: CreateEnvironmentBody
    reply: CreateEnvironmentReply
  }
  listEnvironments: { method: 'GET'; path: '/v1/environments'; status: 200; reply: ListEnvironmentsReply }
  listEvents: {
    method: 'GET'
    path: '/v1/notifications'
    status: 200
    query: ListEventsQuery
    reply: ListEventsReply
  }
  retrieveEvent: {
    method: 'GET'
    path: '/v1/notifications/{notificationId}'
    status: 200
    params: RetrieveEventParams
    reply: RetrieveEventReply
  }
  triggerEvent: {
    method: 'POST'
    path: '/v1/events/trigger'
    status: 201
    body: TriggerEventBody
    reply: TriggerEventReply
  }
}

export type OperationId = keyof Operations
