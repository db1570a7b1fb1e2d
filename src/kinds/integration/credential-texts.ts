// What each credential of an integration is, for the manual and for editors, and which of them may be shown.
import { listText } from '../../core/words.ts'
import { providersWith, secretKeys } from '../providers.ts'
import type { FieldPath } from '../../core/value.ts'

/** In the contract's order. */
const textMeanings = {
  apiKey: 'The API key of the provider account.',
  user: 'The user name of the provider account.',
  secretKey: 'The secret key that belongs to the API key or user name.',
  domain: 'The domain from which the provider sends.',
  password: 'The password of the user.',
  host: 'The host name of the server.',
  port: 'The port of the server: a number or a string.',
  region: 'The region of the provider, such as eu-west-1.',
  accountSid: 'The account SID.',
  messageProfileId: 'The ID of the message profile.',
  token: 'The access token.',
  from: 'The sender: an email address or a phone number.',
  senderName: 'The name that recipients see as the sender.',
  projectName: 'The name of the project.',
  applicationId: 'The ID of the application.',
  clientId: 'The client ID.',
  baseUrl: 'The base URL of the provider API.',
  webhookUrl: 'The URL of the webhook that receives the messages.',
  redirectUrl: 'The URL to which the provider redirects after authorization.',
  serviceAccount: 'The service account: a JSON object, written as a string.',
  ipPoolName: 'The name of the IP pool from which messages are sent.',
  apiKeyRequestHeader: 'The name of the request header with the API key.',
  secretKeyRequestHeader: 'The name of the request header with the secret key.',
  idPath: 'The path of the message ID in the response of the provider.',
  datePath: 'The path of the date in the response of the provider.',
  apiToken: 'The API token.',
  authenticationTokenKey: 'The name of the field or header with the authentication token.',
  instanceId: 'The ID of the instance.',
  alertUid: 'The UID of the alert.',
  title: 'The title of the alert.',
  imageUrl: 'The URL of the image of the alert.',
  state: 'The state of the alert.',
  externalLink: 'A link to more details about the alert.',
  channelId: 'The ID of the channel.',
  phoneNumberIdentification: 'The ID of the phone number.',
  accessKey: 'The access key of the provider account.',
  appSid: 'The application SID.',
  senderId: 'The sender ID that recipients see.',
  AppIOBaseUrl: 'The base URL of the AppIO API.',
}

const flagMeanings = {
  secure: 'Whether the connection to the server uses TLS from the start: true or false.',
  requireTls: 'Whether the connection must be upgraded to TLS: true or false.',
  ignoreTls: 'Whether TLS is disabled, even if the server supports TLS: true or false.',
  hmac: 'Whether requests are signed with an HMAC: true or false.',
  authenticateByToken: 'Whether the provider authenticates with a token: true or false.',
}

const meanings: Readonly<Record<string, string>> = {
  ...textMeanings,
  ...flagMeanings,
  tlsOptions: 'Options of the TLS connection, as a map.',
  apiURL: 'The URL of the provider API.',
  appID: 'The ID of the app at the provider.',
  contentType: 'The content type of the messages, such as text.',
  servicePlanId: 'The ID of the service plan.',
  signingSecret: 'The secret that verifies requests from the provider.',
  tenantId: 'The ID of the tenant.',
  apiVersion: 'The version of the provider API.',
  businessAccountId: 'The ID of the business account.',
  method: 'The HTTP method of the requests, such as POST.',
  headers: 'The headers of the requests: a JSON object, written as a string.',
  body: 'The template of the body of the requests.',
}

export const textCredentials = Object.keys(textMeanings)

export const flagCredentials = Object.keys(flagMeanings)

export function credentialMeaning(key: string): string {
  return meanings[key] ?? ''
}

/** With the providers of the catalogue that have it: the first four, and how many others there are. */
export function credentialText(key: string): string {
  const providers = providersWith(key)
  const users = providers.length === 0 ? '' : ` Used by ${listText(providers, 4)}.`
  return `${credentialMeaning(key)}${users}`.trim()
}

const visible = new Set([
  'from', 'senderName', 'region', 'host', 'port', 'domain', 'projectName', 'ipPoolName', 'secure', 'requireTls',
  'ignoreTls', 'hmac', 'authenticateByToken', 'apiKeyRequestHeader', 'secretKeyRequestHeader', 'idPath', 'datePath',
  'title', 'state', 'inboundWebhookEnabled', 'user', 'baseUrl', 'redirectUrl', 'applicationId', 'clientId',
  'method',
]) // prettier-ignore

/** Among the options of Node's TLS; the others are keys, certificates and pass phrases. */
const visibleTls = new Set(['rejectUnauthorized', 'minVersion', 'maxVersion', 'servername', 'ciphers'])

export function isSecretCredential(path: FieldPath): boolean {
  const [section, key, option] = path
  if (section !== 'credentials' && section !== 'configurations') return false
  // Some write the options as one text, keys and all.
  if (key === 'tlsOptions') return option === undefined || !visibleTls.has(option)
  return key !== undefined && (secretKeys.has(key) || !visible.has(key))
}
