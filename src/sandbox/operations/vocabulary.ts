// The contract's closed lists of words, kept apart from the client's so that both can't share a slip.

type Words<Text extends string> = Text extends `${infer Word} ${infer Rest}` ? [Word, ...Words<Rest>] : [Text]

function words<const Text extends string>(text: Text): Words<Text> {
  return text.split(' ') as Words<Text>
}

export const channels = words('in_app email sms chat push')
/** Channels that are sent through one integration, by default the primary. */
export const hasPrimary = (channel: string): boolean => channel === 'email' || channel === 'sms'
export const stepTypes = [...channels, ...words('digest trigger delay custom throttle')] as const

/** Step types that only the reply of retrieve-event names. */
export const stepTypesHiddenByList: readonly string[] = ['throttle']

/** Providers a subscriber can hold credentials for. */
export const subscriberProviders = [
  ...words('slack discord msteams mattermost ryver zulip grafana-on-call getstream rocket-chat'),
  ...words('whatsapp-business chat-webhook svc-slack fcm apns expo one-signal pushpad push-webhook'),
  ...words('pusher-beams appio'),
] as const

/** Providers that the reply of update-subscriber can't name. */
export const providersHiddenByUpdate: readonly string[] = ['svc-slack', 'appio']

const retrievedProviders = words('unifonic smsmode imedia sinch appio svc-slack')

/** Providers of jobs and execution details. */
export const jobProviders = [
  ...words('emailjs mailgun mailjet mandrill nodemailer postmark sendgrid sendinblue ses netcore'),
  ...words('infobip-email resend plunk mailersend mailtrap clickatell outlook365 svc-email sparkpost'),
  ...words('email-webhook braze nexmo plivo sms77 sms-central sns telnyx twilio gupshup firetext'),
  ...words('infobip-sms burst-sms bulk-sms isend-sms forty-six-elks kannel maqsam termii africas-talking'),
  ...words('svc-sms sendchamp generic-sms clicksend bandwidth messagebird simpletexting azure-sms'),
  ...words('ring-central brevo-sms eazy-sms mobishastra afro-message fcm apns expo one-signal pushpad'),
  ...words('push-webhook pusher-beams svc slack discord msteams mattermost ryver zulip grafana-on-call'),
  ...words('getstream rocket-chat whatsapp-business chat-webhook'),
  ...retrievedProviders,
] as const

/** Providers that only the reply of retrieve-event names. */
export const jobProvidersHiddenByList: readonly string[] = retrievedProviders

export const filterTypes = words('BOOLEAN TEXT DATE NUMBER STATEMENT LIST MULTI_LIST GROUP')
export const filterOperators = [
  ...words('LARGER SMALLER LARGER_EQUAL SMALLER_EQUAL EQUAL NOT_EQUAL ALL_IN ANY_IN NOT_IN BETWEEN'),
  ...words('NOT_BETWEEN LIKE NOT_LIKE IN'),
] as const

export const timeUnits = words('seconds minutes hours days weeks months')
export const weekDays = words('monday tuesday wednesday thursday friday saturday sunday')
export const ordinals = words('1 2 3 4 5 last')
export const ordinalValues = [...words('day weekday weekend'), ...weekDays] as const
export const severities = words('high medium low none')
export const executionStatuses = words('Success Warning Failed Pending Queued ReadConfirmation')
export const executionSources = words('Credentials Internal Payload Webhook')

/** Credential keys of an integration that hold text. */
export const credentialTexts = [
  ...words('apiKey user secretKey domain password host port region accountSid messageProfileId token from'),
  ...words('senderName projectName applicationId clientId baseUrl webhookUrl redirectUrl serviceAccount'),
  ...words('ipPoolName apiKeyRequestHeader secretKeyRequestHeader idPath datePath apiToken'),
  ...words('authenticationTokenKey instanceId alertUid title imageUrl state externalLink channelId'),
  ...words('phoneNumberIdentification accessKey appSid senderId AppIOBaseUrl'),
] as const
/** Credential keys that the list of integrations leaves out. */
export const credentialsHiddenByList = words('appSid senderId AppIOBaseUrl')
export const credentialFlags = words('secure requireTls ignoreTls hmac authenticateByToken')

/** Credential keys of a subscriber's channel that hold text. */
export const channelCredentialTexts = words('webhookUrl channel alertUid title imageUrl state externalUrl')
