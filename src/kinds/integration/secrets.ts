// Which fields of an integration may be shown: an allow-list, so that unknown keys stay hidden.
import type { FieldPath } from '../../core/value.ts'

const visible = new Set([
  'from', 'senderName', 'region', 'host', 'port', 'domain', 'projectName', 'ipPoolName', 'secure', 'requireTls',
  'ignoreTls', 'hmac', 'authenticateByToken', 'apiKeyRequestHeader', 'secretKeyRequestHeader', 'idPath', 'datePath',
  'title', 'state', 'inboundWebhookEnabled', 'user', 'baseUrl', 'redirectUrl', 'applicationId', 'clientId',
]) // prettier-ignore

/** Of the options that Node's TLS takes; the others are keys, certificates and pass phrases. */
const visibleTls = new Set(['rejectUnauthorized', 'minVersion', 'maxVersion', 'servername', 'ciphers'])

export function isSecretCredential(path: FieldPath): boolean {
  const [section, key, option] = path
  if (section !== 'credentials' && section !== 'configurations') return false
  // Some write the options as one text, keys and all.
  if (key === 'tlsOptions') return option === undefined || !visibleTls.has(option)
  return key !== undefined && !visible.has(key)
}
